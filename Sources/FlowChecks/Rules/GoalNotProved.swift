// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A success end that some way reaches without what the flow's `goal` and `require` take, or with nobody signed in.
///
/// Source: NIST SP 800-63B-4 sections 2.2.1 and 2.3.1 for what the levels take.
enum GoalNotProved: ProofRule {
  static let code = DiagnosticCode("MFA403", "goal-not-proved", isNeverAllowed: true)

  /// What is missing where a run arrives.
  private struct Problem {
    let message: String
    let help: String
    var notes: [Note] = []
  }

  static func diagnose(_ proofs: ProofFacts, _ context: CheckContext, _ findings: inout [Diagnostic]) {
    let states = proofs.states
    let flow = context.flow
    if let written = flow.goal, case let goal = Goal(written.value), !goal.canBeReached(in: flow.contract) {
      return findings.append(
        finding(
          "nothing in the contract `\(flow.contract.name)` can reach `\(written.value)`", at: written.range,
          help: "it takes \(goal.needs): write `aal2`, or leave `goal:` out"))
    }
    if states.isCut, let first = flow.steps.first {
      findings.append(
        finding(
          "not proved: this flow is too large to follow every way to its success ends", at: first.name.range,
          help: "split it into several flows"))
    }
    // What nothing meets is told by itself.
    let hopeless = Set(RequirementOutOfReach.unmet(in: flow, by: states.relation.earnable).map(\.range))
    var isTold: Set<ProofStates.Claim.Target> = []
    for states in [states] + states.others {
      diagnose(states, flow, hopeless, &isTold, &findings)
    }
  }

  /// - Parameter isTold: what is told already, and need not be told again.
  private static func diagnose(
    _ states: ProofStates, _ flow: Flow, _ hopeless: Set<SourceRange>, _ isTold: inout Set<ProofStates.Claim.Target>,
    _ findings: inout [Diagnostic]
  ) {
    for claim in states.claims where !isTold.contains(claim.target) {
      let shown = states.relation.shown(claim.assurance)
      guard let problem = problem(claim, shown, flow, hopeless) else { continue }
      isTold.insert(claim.target)
      findings.append(
        finding(
          problem.message, at: claim.range, help: problem.help,
          notes: problem.notes + notes(claim, shown, states), way: states.way(to: claim)))
    }
  }

  /// Nil for nothing.
  private static func problem(
    _ claim: ProofStates.Claim, _ shown: Shown, _ flow: Flow, _ hopeless: Set<SourceRange>
  ) -> Problem? {
    let demand: Demand
    var isEnd = true
    switch claim.target {
    case .end(let id): demand = flow.demand(at: id)
    case .passage(let number, _): demand = flow.demand(claimed: number)
    case .step(let step):
      demand = Demand(goal: nil, requirements: flow.steps[step].requirement.map { [$0] } ?? [])
      isEnd = false
    }
    var place: String { words(for: claim.target, flow) }
    if isEnd, let signedIn = flow.contract.signedInPhase, signedIn.index != claim.assurance.phase {
      return Problem(
        message: "\(place) can be reached with nobody signed in",
        help: "lead this way to an end with `outcome: ended` or `failure`, or on to the event that signs the user in")
    }
    if let goal = demand.unreachedGoal(by: shown.proofs, in: flow.contract) {
      return Problem(
        message: "\(place) can be reached without what `\(goal.name)` takes",
        help: "it takes \(goal.needs)"
          + (shown.proofs.loneBiometrics.isEmpty ? ": ask for more" : biometric + ": ask for that")
          + " on this way, lead it to another end, or lower the goal")
    }
    guard !demand.requirements.isEmpty else { return nil }
    let unmet = demand.unmet(by: shown, in: flow.contract).filter { !hopeless.contains($0.range) }
    guard let first = unmet.first else { return nil }
    // The flow and the end may ask for the same.
    var needs: [String] = []
    for line in unmet where !needs.contains(line.needs) { needs.append(line.needs) }
    return Problem(
      message: "\(place) can be reached without `\(first.text)`",
      help: "it takes \(needs.joined(separator: " and "))"
        + (unmet.contains { $0.lacksPossession(besides: shown.proofs, in: flow.contract) } ? biometric : "")
        + ": ask for that on this way, or lead it elsewhere",
      notes: unmet.map { Note("required here", at: $0.range) })
  }

  private static let biometric = ", and a biometric counts only with something that the user has"

  /// Whether it is told of an end that it can be reached without the leave of the modules.
  static func isOfGates(_ finding: Diagnostic) -> Bool {
    finding.code == code && finding.message.contains(" without `gates: ")
  }

  private static func words(for target: ProofStates.Claim.Target, _ flow: Flow) -> String {
    switch target {
    case .end(let id): "the success end \(Diagnostic.quoting(flow[id].name.value))"
    case .passage: "a success end of a flow that is run"
    case .step(let step): flow.steps[step].quoted
    }
  }

  private static func notes(_ claim: ProofStates.Claim, _ shown: Shown, _ states: ProofStates) -> [Note] {
    let relation = states.relation
    func words(_ proofs: [Proof]) -> String {
      proofs.map(\.words).joined(separator: ", ")
    }
    let counted = shown.proofs.counted
    var notes = [
      Note(
        counted.isEmpty
          ? "nothing counts as shown on this way" : "all that counts as shown on this way: \(words(counted))")
    ]
    let lone = shown.proofs.loneBiometrics
    if !lone.isEmpty { notes.append(Note("shown on this way, but no proof by itself: \(words(lone))")) }
    let setUp = relation.proofs(in: claim.assurance.setUp)
    if !setUp.isEmpty {
      notes.append(Note("set up on this way, so no proof before the next run: \(words(setUp))"))
    }
    notes += changesOfUser(states.changesOfUser(on: claim), relation)
    let doubts = states.doubts(on: claim)
    // The time of a step begins with its question, so that it may cut the call of the answer short, however long it is.
    let cut = doubts.compactMap(\.step).map { relation.flow.steps[$0] }.first { $0.within != nil && $0.answer != nil }
    let late = doubts.map { late in
      "`\(relation.flow.contract[late.call].name)`"
        + (late.step.map { ", which \(relation.flow.steps[$0].quoted) gave up" } ?? "")
    }
    if !late.isEmpty {
      notes.append(
        Note(
          "a reply may be a late one to \(late.joined(separator: "; or to ")), and then shows nothing: "
            + (cut.map { "leave `within` out at \($0.quoted), where its time begins with the question" }
              ?? "wait as long as that call's `patience`")
            + ", or let the contract say what `supersedes` it"))
    }
    return notes
  }

  /// That what was shown is lost to a change of user: of those after calls that took all away, and of the others.
  private static func changesOfUser(_ calls: [ProofStates.NamingCall], _ relation: Relation) -> [Note] {
    let contract = relation.flow.contract
    func note(_ isLosing: Bool, _ words: (String) -> String) -> [Note] {
      let named = calls.filter { contract[$0.call].losesProofs == isLosing }
        .map { "`\(contract[$0.call].name)` at \(relation.flow.steps[$0.step].quoted)" }
      return named.isEmpty ? [] : [Note(words(named.joined(separator: " and ")))]
    }
    return note(false) {
      "\($0) may say that it is another user, and what was shown before is gone once an event names that one: ask for the name "
        + "before the first proof, or let the contract say `namesNobody: true` if none is handed in"
    }
      + note(true) {
        "after \($0) it may be another user, and what is shown then is gone once an event names that one: go on to such an event "
          + "before the first proof"
      }
  }
}

extension Goal {
  /// Whether all that the contract's calls may show reaches it.
  fileprivate func canBeReached(in contract: Contract) -> Bool {
    // Cheap where it is plain: only the highest goal takes what most contracts do not state.
    name != "aal3" || isReached(by: contract.calls.flatMap { $0.replies.flatMap(\.earns) }, in: contract)
  }
}
