// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A session that the flow extends though nobody is there: a device that was left alone stays signed in.
enum UnattendedExtension: Rule {
  static let code = DiagnosticCode("MFA445", "unattended-extension", isNeverAllowed: true)
  /// For so long a flow may keep a session alive by calls that it repeats by itself, in milliseconds.
  private static let longestPolling = 30 * 60_000
  /// So often an event that nobody asks for may have a call made in a run: what comes every five minutes does so for half an hour.
  private static let mostByEvents = 6

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    for facts in context.steps {
      let isWarning = facts.step.awaited.map { contract.warnsOfEnd($0.event) } ?? false
      for call in facts.calls where context.isUnattended(call, at: facts.step) {
        let extends = contract[call.use.call].extends
        guard extends || isWarning && !contract.signsOff(call.use.call) else { continue }
        let isChoice = if case .choice = call.origin { true } else { false }
        findings.append(
          finding(
            extends
              ? "\(facts.step.quoted) extends the session without a button being pressed"
              : "\(facts.step.quoted) makes a call by itself, which keeps the session alive",
            at: call.use.range,
            help: isChoice
              ? "take `auto: \(facts.step.choiceName(of: call.origin))` out: only a user who is there may extend it"
              : "make the call in a choice: only a user who is there may extend it"))
      }
    }
    diagnoseWarnings(context, &findings)
    if !findings.contains(where: { $0.code == code }) { diagnosePolling(context, &findings) }
  }

  /// Ways from a warning of the session's end to a call, with nobody there.
  private static func diagnoseWarnings(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    // By step: where the finding about its call is.
    var told: [Int: Int] = [:]
    func follow(_ target: Target, from range: SourceRange) {
      for (facts, _) in context.callsWithNobodyThere(behind: target) {
        let call = facts.calls.first.map { contract[$0.use.call] }
        // One that extends the session is told wherever it is made.
        guard let call, !call.extends, !call.losesProofs, call.entersPhase == nil else { continue }
        if let known = told[facts.step.index] {
          if findings[known].range != range, !findings[known].notes.contains(where: { $0.range == range }) {
            findings[known].notes.append(Note("this leads there, too", at: range))
          }
          continue
        }
        told[facts.step.index] = findings.count
        findings.append(
          finding(
            "a warning of the session's end leads to the call of \(facts.step.quoted)",
            at: range,
            help: "ask the user first: each call keeps the session alive, and only who is there may do that"))
      }
    }
    for facts in context.steps {
      for line in facts.step.transitions {
        guard case .event(let event, _, _) = line.trigger, contract.warnsOfEnd(event) else { continue }
        follow(line.target, from: line.target.range)
      }
      if let line = context.elseForUnlisted(at: facts, where: contract.warnsOfEnd)?.line {
        follow(line.target, from: line.target.range)
      }
      guard let event = facts.step.awaited?.event, facts.step.isInterrupt, contract.warnsOfEnd(event) else { continue }
      for target in facts.waysWithNobodyThere(contract) { follow(target, from: target.range) }
    }
  }

  /// Calls that a run makes for long by itself, whenever a time is over or something comes: each of them keeps the session alive.
  private static func diagnosePolling(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard context.graph != nil, mayKeepAlive(context) else { return }
    let plain = context.steps.filter { context.signedIn[$0.step] && !$0.step.isInterrupt }
    guard !plain.isEmpty else { return }
    diagnoseInterrupts(plain, context, &findings)
    guard plain.contains(where: \.step.isCall), context.steps.contains(where: { $0.step.within != nil }) else { return }
    let chains = IdleChains(plain, context)
    var told: Set<Int> = []
    for round in chains.rounds where round.time > longestPolling {
      let calls = round.steps.filter { context.flow.steps[$0].isCall }
      guard let first = calls.first, told.isDisjoint(with: calls) else { continue }
      told.formUnion(calls)
      let step = context.flow.steps[first]
      let others = round.steps.filter { $0 != first }.prefix(3).map { context.flow.steps[$0] }
      findings.append(
        warning(
          "\(step.quoted) makes its call again and again by itself, which keeps the session alive", at: step.name.range,
          help: "make it when somebody asks for it, or bound the rounds by `max:` so that they end within half an hour",
          notes: others.map { Note("on the way round, \($0.quoted)", at: $0.name.range) }))
    }
    if told.isEmpty, let chain = chains.longestAlive, chain.time > longestPolling {
      findings.append(warning(chain, context.flow))
    }
  }

  /// Whether a call is made by itself that a signed-in user may make; most flows have none, and nothing more is asked of them.
  private static func mayKeepAlive(_ context: CheckContext) -> Bool {
    let contract = context.flow.contract
    guard let signedIn = contract.signedInPhase?.index else { return false }
    return context.steps.contains { facts in
      let isOfInterrupt = facts.step.isInterrupt && facts.step.awaited.map { contract.mayKeepAlive($0.event) } ?? false
      return facts.calls.contains { call in
        (facts.step.isCall || isOfInterrupt && context.isUnattended(call, at: facts.step))
          && context.relation.phases(of: call.use.call) & 1 << UInt64(signedIn) != 0
      }
    }
  }

  /// Calls in a row, each of them made when a time is over.
  private static func warning(_ chain: IdleChains.Chain, _ flow: Flow) -> Diagnostic {
    let calls = chain.steps.map { flow.steps[$0] }.filter(\.isCall)
    let step = calls.last ?? flow.steps[chain.steps[0]]
    return warning(
      "\(step.quoted) may keep the session alive `\(Milliseconds.words(chain.time))` after anybody did anything",
      at: step.name.range,
      help: "make it when somebody asks for it, or end sooner: calls that nobody asks for may go on for half an hour",
      notes: [Note("from here on nobody need be there", at: flow.steps[chain.steps[0]].name.range)]
        + calls.dropLast().suffix(3).map { Note("this keeps it alive, too", at: $0.name.range) })
  }

  /// Calls that are made each time that an interrupt comes: by its own step, or by one to which it leads with nobody there.
  private static func diagnoseInterrupts(_ plain: [StepFacts], _ context: CheckContext, _ findings: inout [Diagnostic])
  {
    let contract = context.flow.contract
    var told: Set<SourceRange> = []
    var few: [(call: CallUse, budget: String?, most: Int)] = []
    func report(_ call: CallFacts, at step: Step, _ event: EventID, _ notes: [Note]) {
      let spec = contract[call.use.call]
      guard contract.mayKeepAlive(event), !spec.extends, !contract.signsOff(call.use.call), !call.endsRun(contract),
        told.insert(call.use.range).inserted
      else { return }
      if let most = step.budget(of: call.origin)?.value, most <= mostByEvents {
        few.append((call.use, step.sharedBudget(of: call.origin), most))
        return
      }
      findings.append(
        warning(
          "this call may keep the session alive at each `\(contract[event].name)`, with nobody there",
          at: call.use.range, help: "make it when somebody asks for it, or write `max: \(mostByEvents)` or less",
          notes: notes))
    }
    func follow(_ target: Target, _ event: EventID) {
      for (next, way) in context.callsWithNobodyThere(behind: target) {
        for call in next.calls { report(call, at: next.step, event, [Note("this line leads to it", at: way.range)]) }
      }
    }
    let interrupts = context.steps.filter { context.signedIn[$0.step] && $0.step.isInterrupt }
    for facts in interrupts {
      guard let event = facts.step.awaited?.event else { continue }
      for call in facts.calls where context.isUnattended(call, at: facts.step) {
        report(call, at: facts.step, event, [])
      }
      for target in facts.waysWithNobodyThere(contract) { follow(target, event) }
    }
    for facts in plain + interrupts {
      for line in facts.step.transitions {
        if case .event(let event, _, _) = line.trigger { follow(line.target, event) }
      }
      if let (event, line) = context.elseForUnlisted(at: facts) { follow(line.target, event) }
    }
    guard !findings.contains(where: { $0.code == code }) else { return }
    diagnoseTogether(few, &findings)
  }

  /// Calls of interrupts each of which is made seldom enough, and all of them together too often.
  private static func diagnoseTogether(
    _ calls: [(call: CallUse, budget: String?, most: Int)], _ findings: inout [Diagnostic]
  ) {
    var sum = 0
    var budgets: Set<String> = []
    for (index, (call, budget, most)) in calls.enumerated() {
      if let budget, !budgets.insert(budget).inserted { continue }
      sum += most
      guard sum > mostByEvents else { continue }
      findings.append(
        warning(
          "with the calls in the notes, this one may keep the session alive \(sum) times with nobody there",
          at: call.range,
          help: "let all these calls draw on one budget of at most \(mostByEvents)",
          notes: calls[..<index].prefix(3).map { Note("this call keeps it alive, too", at: $0.call.range) }))
      return
    }
  }

  private static func warning(_ message: String, at range: SourceRange, help: String, notes: [Note]) -> Diagnostic {
    var found = finding(message, at: range, help: help, notes: notes)
    found.severity = .warning
    return found
  }
}

extension CheckContext {
  /// The `call:` steps to which a target leads with nobody there, each with the target that names it.
  fileprivate func callsWithNobodyThere(behind target: Target) -> [(step: StepFacts, way: Target)] {
    var found: [(step: StepFacts, way: Target)] = []
    var open = [target]
    var passed: Set<Int> = []
    while let next = open.popLast() {
      guard let facts = step(at: next), passed.insert(facts.step.index).inserted else { continue }
      if facts.step.isCall {
        found.append((facts, next))
      } else {
        open += facts.waysWithNobodyThere(flow.contract)
      }
    }
    return found
  }
}

extension CallFacts {
  /// Whether the run is over with the call, whatever comes of it: it is made once then.
  fileprivate func endsRun(_ contract: Contract) -> Bool {
    // What a choice calls without a line for that leaves the step as it is, if nothing comes of it.
    guard origin == .call || !contract[use.call].replies.isEmpty || lines.contains(where: \.trigger.isAccepted) else {
      return false
    }
    return lines.allSatisfy { line in
      switch line.trigger {
      // These are for where it is not made.
      case .exhausted, .allow, .deny: true
      case .event, .error, .rejected, .accepted, .timeout, .otherwise:
        if case .end = line.target.move { true } else { false }
      }
    }
  }
}

extension StepFacts {
  /// The lines that the verdicts of the modules take at a `gate:` step: leave, then denial.
  var verdicts: [Transition] { [Trigger.allow, .deny].compactMap { step.transitions.line(taking: $0) } }

  /// Where the step leads by itself: at once, by the modules, by an automatic choice, when its time is over, or when nothing is offered.
  func waysWithNobodyThere(_ contract: Contract) -> [Target] {
    if let to = step.to { return [to] }
    if step.isGate {
      return verdicts.map(\.target)
    }
    let automatic: [Target] = step.takenAutos.compactMap { index in
      if case .go(let target) = step.choices[index].action { target } else { nil }
    }
    let exhausted = step.mayOfferNothing(contract) ? exhaustedLine : nil
    return automatic + (step.within == nil ? [] : [timeoutLine].compactMap { $0?.target })
      + [exhausted].compactMap { $0?.target }
  }
}

extension Contract {
  /// Whether nobody is signed in any more once a call is taken, or once any of its replies has come.
  fileprivate func signsOff(_ call: CallID) -> Bool {
    let replies = self[call].replies
    return endsSession(call)
      || !replies.isEmpty
        && replies.allSatisfy {
          self[$0.event].losesProofs || self[$0.event].phase.map { $0 != signedInPhase } ?? false
        }
  }

  /// Whether an event comes that nobody asks for, is no warning of the session's end, and leaves the user signed in.
  func mayKeepAlive(_ event: EventID) -> Bool {
    self[event].kind == .interrupt && self[event].after.isEmpty && !self[event].losesProofs && !warnsOfEnd(event)
  }

  /// Whether an interrupt warns of the end of the session, which takes the proofs and closes it.
  ///
  /// A threat is no such warning.
  func warnsOfEnd(_ event: EventID) -> Bool {
    self[event].kind == .interrupt && self[event].severity == nil
      && events.contains { $0.losesProofs && $0.cancels.contains(event) }
  }
}
