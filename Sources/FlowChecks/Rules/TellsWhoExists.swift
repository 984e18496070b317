// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A code that comes for users who exist, and a code that comes for those who do not, with different words or ways:
/// anybody who types names learns who has an account.
///
/// Of a flow that claims anything, `else` is looked at, too.
enum TellsWhoExists: Rule {
  static let code = DiagnosticCode("MFA430", "tells-who-exists", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let codes = RevealingCodes(context) else { return }
    for facts in context.steps {
      for call in facts.calls where call.departure == nil {
        diagnose(facts.step, call, codes, context.flow, &findings)
      }
    }
  }

  /// How many replies tell that a user exists, whatever line takes them.
  static func count(in context: CheckContext) -> Int {
    let flow = context.flow
    guard let codes = RevealingCodes(context) else { return 0 }
    var count = 0
    for facts in context.steps {
      for call in facts.calls where call.departure == nil {
        guard let nobody = codes.nobody(call, at: facts.step, flow.contract) else { continue }
        let shown = flow.shown(nobody.line.target, at: facts.step)
        count += call.arrivals.count { arrival in
          guard codes.user.contains(arrival.outcome),
            let line = call.firstLine(for: arrival, at: facts.step, flow.contract),
            line.trigger != .otherwise || !codes.unlocked.contains(arrival.outcome)
          else { return false }
          return flow.shown(line.target, at: facts.step) != shown
        }
      }
    }
    return count
  }

  private static func diagnose(
    _ step: Step, _ call: CallFacts, _ codes: RevealingCodes, _ flow: Flow, _ findings: inout [Diagnostic]
  ) {
    guard let (nobody, theirs) = codes.nobody(call, at: step, flow.contract) else { return }
    var seen = [flow.shown(theirs.target, at: step)]
    for arrival in call.arrivals where codes.user.contains(arrival.outcome) {
      // Where nothing is claimed, what goes to `else` is taken for whatever else goes wrong.
      guard let line = call.firstLine(for: arrival, at: step, flow.contract),
        line.trigger != .otherwise || flow.claimsSomething && !codes.unlocked.contains(arrival.outcome)
      else { continue }
      let shown = flow.shown(line.target, at: step)
      guard !seen.contains(shown) else { continue }
      seen.append(shown)
      findings.append(
        finding(
          "`\(arrival.words(flow.contract))` reveals here that the user exists", at: line.range,
          help: (line.trigger.isOtherwise ? "give it a line that leads" : "lead it")
            + " where `\(nobody.words(flow.contract))` leads, with the same words",
          notes: [Note("an unknown user gets this", at: theirs.range)]))
    }
  }
}

/// The codes of a contract that tell who exists.
private struct RevealingCodes {
  private(set) var user: [ReplyOutcome] = []
  private(set) var nobody: [ReplyOutcome] = []
  /// Those of `user` for which the contract has a call, and the flow has not: the flow tells them by a line of their own only.
  private(set) var unlocked: [ReplyOutcome] = []

  /// Nil if the contract has none of the one sort or of the other.
  init?(_ context: CheckContext) {
    let contract = context.flow.contract
    let answering = contract.calls.indices.filter { contract.calls[$0].answersCode != nil }
    // Most contracts have none, and few steps make such a call.
    var made: Set<Int> = []
    if !answering.isEmpty {
      for facts in context.everyStep {
        for call in facts.calls { made.insert(Int(call.use.call.index)) }
      }
    }
    let answered = answering.filter(made.contains).compactMap { contract.calls[$0].answersCode }
    for index in contract.codes.indices {
      switch contract.codes[index].reveals {
      case .user?:
        let number = contract.codes[index].number
        // The flow has a call for just this code: a user who gets it has to be led on to that.
        if !answered.contains(number) { user.append(.code(number)) }
        if answering.contains(where: { contract.calls[$0].answersCode == number }) { unlocked.append(.code(number)) }
      case .nobody?: nobody.append(.code(contract.codes[index].number))
      case nil: continue
      }
    }
    if user.isEmpty || nobody.isEmpty { return nil }
  }

  /// What comes back for an unknown user, and the line that takes it; nil where not both may come, for them and for users who exist.
  func nobody(
    _ call: CallFacts, at step: Step, _ contract: Contract
  ) -> (arrival: Arrival, line: Transition)? {
    guard let arrival = call.arrivals.first(where: { nobody.contains($0.outcome) }),
      call.arrivals.contains(where: { user.contains($0.outcome) }),
      let line = call.firstLine(for: arrival, at: step, contract)
    else { return nil }
    return (arrival, line)
  }
}

/// What a person can see of where a line leads.
private struct Shown: Equatable {
  enum Place: Equatable {
    case here
    case step(StepID)
    /// The app sees by which end a run is over, and how it came out.
    case over(EndID)
    case interrupted
  }

  let place: Place
  let words: [Message.Piece]?
}

extension Flow {
  /// Whether it says of any success, or of any step, what it takes.
  fileprivate var claimsSomething: Bool {
    goal != nil || !requirements.isEmpty || steps.contains { $0.requirement != nil }
  }

  fileprivate func shown(_ target: Target, at step: Step) -> Shown {
    switch target.move {
    case .stay, .retry: shown(.here, target.say ?? step.say)
    case .step(let id): shown(id == step.id ? .here : .step(id), target.say ?? self[id].say)
    case .end(let id): shown(.over(id), target.say ?? self[id].say)
    case .resume: shown(.interrupted, target.say)
    }
  }

  private func shown(_ place: Shown.Place, _ say: MessageID?) -> Shown {
    Shown(place: place, words: say.map { self[$0].pieces })
  }
}
