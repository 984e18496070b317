// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A user who was denied, blocked or threatened, or whose session is over, and an end that says that all went as the user wished: a reader of how
/// runs come out sees nothing of it.
enum RefusalAsEnded: Rule {
  static let code = DiagnosticCode("MFA443", "refusal-as-ended", isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let graph = context.graph else { return }
    let refusals = Refusals(context, graph)
    var seen: [SourceRange] = []
    var slips: [(end: EndID, place: SourceRange, why: Refusals.Cause)] = []
    for (target, why) in refusals.targets {
      guard case .end(let id) = target.move, !seen.contains(target.range) else { continue }
      switch context.flow[id].outcome {
      case .ended: break
      // Who is signed in by other proofs may have had a threat or a wrong answer on the way, but was not shut out.
      case .success:
        guard refusals.isShutOut(why), !OpenElse.tells(of: target, context) else { continue }
      case .failure: continue
      }
      seen.append(target.range)
      slips.append((id, target.range, why))
    }
    var told: Set<EndID> = []
    for slip in slips {
      let places = slips.filter { $0.end == slip.end }.map(\.place)
      guard isChanged(context.flow[slip.end], for: places, context.flow) else {
        findings.append(lineToEnd(slip.place, slip.end, slip.why.words(context.flow.contract), context.flow))
        continue
      }
      guard told.insert(slip.end).inserted else { continue }
      findings.append(changedEnd(context.flow[slip.end], places))
    }
    findings += refusals.loggedOff.filter { !seen.contains($0.place) }.map { $0.finding(context.flow) }
  }

  /// Whether it is the end that is wrong, and not the lines: these stand in other files, and the flow's own says how the end comes out.
  private static func isChanged(_ end: End, for lines: [SourceRange], _ flow: Flow) -> Bool {
    flow.isChanged && lines.count > 1 && end.outcomeRange.file == flow.range.file
      && lines.allSatisfy { $0.file != flow.range.file }
  }

  private static func lineToEnd(_ place: SourceRange, _ end: EndID, _ why: String, _ flow: Flow) -> Diagnostic {
    finding(
      "\(why), and `\(flow[end].name.value)` does not say that it failed", at: place,
      help: "lead it to an end with `outcome: failure`, such as `\(flow.failureEnd)`" + flow.failureEndToAdd,
      notes: [Note("the end", at: flow[end].outcomeRange)])
  }

  private static func changedEnd(_ end: End, _ lines: [SourceRange]) -> Diagnostic {
    finding(
      "users who were refused come to `\(end.name.value)`, which does not say that it failed", at: end.outcomeRange,
      help: "write `outcome: failure`, or lead each of these lines to an end that has it",
      notes: lines.map { Note("this line leads to it", at: $0) })
  }
}

/// Where a flow goes once a user was refused, through screens that are there for nothing else, or lead to nothing but ends.
private struct Refusals {
  /// What has happened; it is put into words only where that is told.
  enum Cause {
    case threat
    case denial
    case spentTries
    case arrival(Trigger)

    func words(_ contract: Contract) -> String {
      switch self {
      case .threat: "a threat leads here"
      case .denial: "a denial leads here"
      case .spentTries: "spent tries lead here"
      case .arrival(let trigger): "`\(trigger.words(contract))` leads here"
      }
    }
  }

  private(set) var targets: [(target: Target, why: Cause)] = []
  /// What comes of users whom a reply has shut out, and whom the SDK then logs off.
  private(set) var loggedOff: [LoggedOffAsEnded] = []
  /// Where a step asks a user again whom a reply has shut out.
  private var asking: [(target: Target, why: Cause, step: Step)] = []
  /// The codes with which users are shut out.
  private let shuttingOut: [Int]

  init(_ context: CheckContext, _ graph: StepGraph) {
    let contract = context.flow.contract
    shuttingOut = contract.codes.indices.filter { contract.codes[$0].shutsOut }.map { contract.codes[$0].number }
    for facts in context.steps { addLines(of: facts, context) }
    // What an interrupt that tells of a threat leads to, it leads to over the threat.
    for facts in context.steps where facts.step.isInterrupt {
      guard let awaited = facts.step.awaited else { continue }
      if contract[awaited.event].tellsOfThreat {
        facts.forEachTarget { targets.append(($0, .threat)) }
      } else if contract.endsByItself(awaited.event) {
        let trigger = Trigger.event(awaited.event, mode: nil, outcome: .success)
        facts.forEachTarget { targets.append(($0, .arrival(trigger))) }
      }
    }
    follow(context, graph)
  }

  private mutating func addLines(of facts: StepFacts, _ context: CheckContext) {
    let contract = context.flow.contract
    facts.forEachLine { line in
      switch line.trigger {
      case .event(let event, _, let outcome) where refuses(contract, event, outcome):
        add(line.target, .arrival(line.trigger), at: facts.step)
      case .event(_, _, let outcome) where isWrongSecret(contract, outcome):
        // Who has shown a wrong secret may go on elsewhere, but a run that is over by that has failed.
        if case .end = line.target.move { targets.append((line.target, .arrival(line.trigger))) }
      default: break
      }
    }
    if facts.step.tries != nil, let line = facts.exhaustedLine { targets.append((line.target, .spentTries)) }
    let denials =
      facts.calls.filter { !$0.use.gate.isEmpty }.map(\.lines) + (facts.step.isGate ? [facts.step.transitions] : [])
    for lines in denials {
      if let line = lines.line(taking: .deny) { targets.append((line.target, .denial)) }
    }
    // More is to be said of who is shut out than of a wrong secret, where one line takes both.
    var wrongSecrets: [(target: Target, why: Cause)] = []
    // A `wait:` step takes the replies to the call of another.
    for heard in context.heardCalls(at: facts.step) {
      for arrival in heard.call.arrivals {
        let refuses = refuses(contract, arrival.event, arrival.outcome)
        guard refuses || isWrongSecret(contract, arrival.outcome) else { continue }
        let lines = context.relation.lines(at: heard.place)
        contract.forEachLine(for: arrival, among: lines, own: facts.step.awaited) { line in
          guard line.trigger.isOtherwise else { return }
          if refuses {
            add(line.target, .arrival(arrival.trigger), at: facts.step)
          } else if case .end = line.target.move {
            wrongSecrets.append((line.target, .arrival(arrival.trigger)))
          }
        }
      }
    }
    targets += wrongSecrets
  }

  private mutating func add(_ target: Target, _ why: Cause, at step: Step) {
    targets.append((target, why))
    if target.asksAgain { asking.append((target, why, step)) }
  }

  /// Whether the user or the device is shut out by it.
  func isShutOut(_ cause: Cause) -> Bool {
    guard case .arrival(.event(_, _, outcome: .code(let number))) = cause else { return false }
    return shuttingOut.contains(number)
  }

  /// Whether a user who gets this is shut out, or threatened.
  private func refuses(_ contract: Contract, _ event: EventID, _ outcome: ReplyOutcome) -> Bool {
    if contract[event].tellsOfThreat || contract.endsByItself(event) { return true }
    guard case .code(let number) = outcome else { return false }
    return shuttingOut.contains(number)
  }

  /// Whether it says that a secret was wrong, of which the SDK counts how often.
  private func isWrongSecret(_ contract: Contract, _ outcome: ReplyOutcome) -> Bool {
    guard case .code(let number) = outcome else { return false }
    return contract.codes.contains { $0.number == number && $0.isCounted }
  }

  /// Goes on through steps to which nothing but refusals leads, as far as nobody answers.
  private mutating func follow(_ context: CheckContext, _ graph: StepGraph) {
    var isRefused = Array(repeating: false, count: graph.count)
    let refused = Set(targets.map(\.target.range))
    let isCommon = graph.reached(from: context.flow.roots) { edge in
      !edge.isWritten(at: refused, context.flow)
    }
    var index = 0
    while index < targets.count {
      let (target, why) = targets[index]
      index += 1
      guard case .step(let id) = target.move, !isRefused[Int(id.index)], id != context.flow.start else { continue }
      let facts = context.everyStep[Int(id.index)]
      guard !isCommon[Int(id.index)] || facts.onlyTells || isShutOut(why) && facts.onlyShows else { continue }
      isRefused[Int(id.index)] = true
      let step = context.flow[id]
      if let to = step.to { targets.append((to, why)) }
      for case .go(let next) in step.choices.map(\.action) { targets.append((next, why)) }
      for line in step.transitions where step.isCall { targets.append((line.target, why)) }
      context.moves.forEachMove(at: step.index) { move in
        switch move.cause {
        case .time, .modules, .flow: if let line = move.line { targets.append((line.target, why)) }
        case .person, .event: break
        }
      }
      // A button that makes a call, and then is all: what it leads to elsewhere is another story.
      for call in context.everyStep[step.index].calls {
        guard case .choice = call.origin else { continue }
        for line in call.over { if case .end = line.target.move { targets.append((line.target, why)) } }
      }
      targets += context.targetsOfLogOff(at: step).map { ($0, why) }
      if var slip = context.loggedOffAsEnded(byCallAt: step) {
        slip.isShutOut = isShutOut(why)
        loggedOff.append(slip)
      }
    }
    lookForLogOffs(context, isCommon)
  }

  /// Looks where the SDK leads users whom it has shut out, and logs off then.
  ///
  /// - Parameter isCommon: the steps to which something else than refusals leads.
  private mutating func lookForLogOffs(_ context: CheckContext, _ isCommon: [Bool]) {
    guard context.flow.contract.codes.contains(where: \.shutsOut) else { return }
    var looked: Set<SourceRange> = []
    func look(_ step: Step, sharedAt range: SourceRange?) {
      guard looked.insert(range ?? step.name.range).inserted, var slip = context.loggedOffAsEnded(at: step)
      else { return }
      slip.shared = range
      if !loggedOff.contains(where: { $0.place == slip.place }) { loggedOff.append(slip) }
    }
    for (target, why) in targets where leavesSession(why, context.flow.contract) {
      guard let facts = context.step(at: target) else { continue }
      let isShared = isCommon[facts.step.index]
      guard !isShared || facts.onlyTells || facts.onlyShows else { continue }
      look(facts.step, sharedAt: isShared ? target.range : nil)
    }
    for (target, why, step) in asking where leavesSession(why, context.flow.contract) {
      look(step, sharedAt: target.range)
    }
  }

  /// Whether the user is shut out by it while the session still lasts.
  private func leavesSession(_ cause: Cause, _ contract: Contract) -> Bool {
    guard isShutOut(cause), case .arrival(.event(let event, _, _)) = cause else { return false }
    let spec = contract[event]
    return spec.kind == .result && !spec.losesProofs && (spec.phase == nil || spec.phase == contract.signedInPhase)
  }
}

extension StepFacts {
  /// Whether it is a screen that asks the SDK for nothing.
  var onlyShows: Bool { calls.isEmpty && !step.isWait && !step.isGate }

  /// Whether it is a screen from which nothing but ends can be reached.
  fileprivate var onlyTells: Bool {
    guard calls.isEmpty, step.answer == nil, step.awaited == nil, !step.choices.isEmpty else { return false }
    var onlyEnds = true
    forEachTarget { target in
      if case .end = target.move { return }
      onlyEnds = onlyEnds && target.staysAtStep(of: step)
    }
    return onlyEnds
  }
}

extension StepGraph.Edge {
  /// Whether it is the way to one of these targets.
  fileprivate func isWritten(at targets: Set<SourceRange>, _ flow: Flow) -> Bool {
    if targets.contains(range) { return true }
    let step = flow.steps[from]
    if case .choice(let index) = origin, case .go(let own) = step.choices[index].action, targets.contains(own.range) {
      return true
    }
    return step.holds(lineAt: range, toOneOf: targets)
  }
}

extension Step {
  fileprivate func holds(lineAt range: SourceRange, toOneOf targets: Set<SourceRange>) -> Bool {
    func isMeant(_ line: Transition) -> Bool { line.range == range && targets.contains(line.target.range) }
    return transitions.contains(where: isMeant)
      || choices.contains { choice in
        guard case .call(_, let over) = choice.action else { return false }
        return over.contains(where: isMeant)
      }
  }
}

extension EventSpec {
  fileprivate var tellsOfThreat: Bool { severity != nil || isTerminal }
}
