// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import FlowGraph
import FlowMeaning

/// Says whether a flow may be deployed: the fourth clause of the sentence, and the only maker of a `ValidFlow`.
public enum Checker {
  /// The flow as one that can be run, and everything that the rules found.
  ///
  /// There is no value if a finding is an error, or if a name of the flow could not be resolved. In the second case
  /// only the steps that are whole are looked at, each on its own: what depends on how the steps are connected would
  /// report what merely follows.
  ///
  /// - Parameters:
  ///   - profile: the standard that the flow is measured by; nil for none.
  ///   - guessesOverAccounts: how often a secret may be guessed over all accounts; nil for what the standard says.
  public static func check(
    _ flow: Flow, by profile: Profile? = nil, guessesOverAccounts: Int? = nil
  ) -> Outcome<ValidFlow> {
    check([flow], by: profile, guessesOverAccounts: guessesOverAccounts)[0]
  }

  /// Flows as if each was checked alone; what comes of them stands in their order.
  ///
  /// Why not one flow after the other: a rule that goes through several finds its own code still in the cache of its core.
  ///
  package static func check(
    _ flows: [Flow], by profile: Profile? = nil, guessesOverAccounts: Int? = nil
  ) -> [Outcome<ValidFlow>] {
    checked(flows, by: profile, guessesOverAccounts: guessesOverAccounts).map(\.outcome)
  }

  /// What comes of checking a flow.
  package struct Checked {
    package let outcome: Outcome<ValidFlow>
    /// As of ``proofReport(_:)``; nil where nobody asked for it.
    package let report: ProofReport?
  }

  /// The same; what is proved is told of the runs that were followed to check it.
  ///
  /// - Parameter tellingProofs: whether somebody reads what is proved.
  package static func checked(
    _ flows: [Flow], by profile: Profile? = nil, guessesOverAccounts: Int? = nil, tellingProofs: Bool = false
  ) -> [Checked] {
    let contexts = flows.map { CheckContext($0, profile, guessesOverAccounts: guessesOverAccounts) }
    var findings: [[Diagnostic]] = Array(repeating: [], count: flows.count)
    func diagnose(_ rules: [any Rule.Type], where isAsked: [Bool]) {
      for rule in rules {
        for index in contexts.indices where isAsked[index] {
          // No rule sees what another one has found.
          var found: [Diagnostic] = []
          rule.diagnose(contexts[index], &found)
          findings[index] += found
        }
      }
    }
    diagnose(CheckRules.ordered, where: flows.map { _ in true })
    for index in contexts.indices { findings[index] += findingsOfSteps(contexts[index], besides: findings[index]) }
    diagnose(CheckRules.ofSound, where: flows.indices.map { flows[$0].isWhole && !findings[$0].hasErrors })
    var reports: [ProofReport?] = Array(repeating: nil, count: flows.count)
    for index in flows.indices where flows[index].isWhole {
      let broken = Set(findings[index].filter { $0.severity == .error }.map(\.range))
      // What is broken is left out here only.
      let tellsProofs = tellingProofs && broken.isEmpty
      let proofs = proofs(in: contexts[index], leavingOut: broken, namingAll: tellsProofs)
      findings[index] += OneCause.kept(
        of: proofs.findings, besides: findings[index], in: contexts[index].relation)
      if tellsProofs { reports[index] = ProofReport(contexts[index], proofs.states) }
    }
    return flows.indices.map { index in
      let isValid = flows[index].isWhole && !findings[index].hasErrors
      return Checked(
        outcome: Outcome(isValid ? ValidFlow(checked: flows[index]) : nil, findings[index].inReadingOrder()),
        report: tellingProofs ? reports[index] ?? proofReport(flows[index]) : nil)
    }
  }

  /// What the rules find at the steps in which nothing is wrong so far.
  private static func findingsOfSteps(_ context: CheckContext, besides known: [Diagnostic]) -> [Diagnostic] {
    // What else is wrong where an error was found may follow from that.
    let places = FindingPlaces(known.lazy.filter { $0.severity == .error })
    let steps = context.steps.filter { !places.lie(in: $0.step.range) }
    var found: [Diagnostic] = []
    for rule in CheckRules.ofSoundSteps {
      for facts in steps { rule.diagnose(facts, context, &found) }
    }
    return found
  }

  /// What is claimed and proved of the success ends of a flow, and what it takes to come there; nil if a name of the flow could
  /// not be resolved.
  package static func proofReport(_ flow: Flow) -> ProofReport? {
    guard flow.isWhole else { return nil }
    let context = CheckContext(flow)
    return ProofReport(context, proofs(in: context, leavingOut: [], namingAll: true).states)
  }

  /// What a flow leaves to `else`, and the findings of that; nil if a name of the flow could not be resolved.
  package static func unnamed(in flow: Flow) -> (report: UnnamedReport, findings: [Diagnostic])? {
    guard flow.isWhole, let report = UnnamedSearch.report(CheckContext(flow)) else { return nil }
    var findings: [Diagnostic] = []
    for rule in CheckRules.unnamed { rule.diagnose(report, &findings) }
    return (report, findings)
  }

  /// What all runs come to, and what is wrong with that; budgets are counted only where something is.
  ///
  /// - Parameter namingAll: whether somebody reads which proofs were shown where nothing is wrong.
  static func proofs(
    in context: CheckContext, leavingOut broken: Set<SourceRange>, namingAll: Bool = false
  ) -> (states: ProofStates, findings: [Diagnostic]) {
    func findings(_ states: ProofStates) -> [Diagnostic] {
      let proofs = ProofFacts(states, context)
      return CheckRules.proofs.flatMap { rule in
        var found: [Diagnostic] = []
        rule.diagnose(proofs, context, &found)
        return found
      }
    }
    let relation = context.relation.leavingOut(broken)
    // Where so much can be shown that all sets of it are very many, those are taken for one that differ in nothing claimed.
    if !namingAll, relation.proofs.count > mostToldApart, let coarse = relation.tellingApartWhatIsClaimed() {
      let states = ProofStates.followingAll(coarse, MoveTable(coarse))
      if !states.isCut, case let found = findings(states), found.isEmpty { return (states, found) }
    }
    let states = followed(relation, context.moves)
    let found = findings(states)
    guard !found.isEmpty, let counting = states.counting() else { return (states, found) }
    return (counting, findings(counting))
  }

  private static let mostToldApart = 12

  /// All runs of a flow; where there are too many, those that differ in nothing that is claimed are taken for one.
  private static func followed(_ relation: Relation, _ moves: MoveTable) -> ProofStates {
    let states = ProofStates.followingAll(relation, moves)
    guard states.isCut, let coarse = relation.tellingApartWhatIsClaimed() else { return states }
    let fewer = ProofStates.followingAll(coarse, MoveTable(coarse))
    return fewer.isCut ? states : fewer
  }

  /// How often each secret can be guessed, and how often each call that has something sent can be made, in a run, at worst; empty
  /// if a name of the flow could not be resolved.
  public static func counts(in flow: Flow) -> (guesses: [SecretGuesses], sends: [SendCount]) {
    let context = CheckContext(flow)
    return (GuessCount.secrets(in: context), GuessCount.sends(in: context))
  }
}
