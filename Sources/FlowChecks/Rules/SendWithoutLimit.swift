// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import Guards
import SDKContract
import Values

/// Something that has a code or a request sent, and can be done again without a limit or a pause of its own, or with such as
/// are none: somebody's phone would ring all night, until the request is granted.
enum SendWithoutLimit: Rule {
  static let code = DiagnosticCode("MFA423", "send-without-limit", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let graph = context.graph else { return }
    let contract = context.flow.contract
    var known: (cures: Set<String>, ways: WaysBack)?
    let counts = mayFlood(context) ? GuessCount.sends(in: context) : []
    for facts in context.steps {
      for call in facts.calls {
        // Where it is never made, that is told.
        guard contract[call.use.call].sends, context.callsMade.contains(call, at: facts.step) else { continue }
        let count = counts.first { $0.place == call.use.range }
        let way = PauselessWay(back: call, of: facts, context, graph)
        if let count, let flood = flood(count, call, facts.step, context, isPauseless: way != nil) {
          findings.append(flood)
        }
        guard case .choice(let index) = call.origin else {
          if let way { findings.append(way.finding(contract)) }
          if call.origin == .answer, facts.step.isAnsweredAtOnce(takingOffers: true) {
            let ways = known?.ways ?? WaysBack(context.flow, graph)
            // Who is asked for something else has been refused what was offered, and nothing was sent.
            let isSure = facts.step.inputs.allSatisfy(\.isPressed)
            if facts.asksAgain(after: .answer, context.relation, unlessFailed: !isSure)
              || ways.lead(back: facts.step.index, .answer, graph)
            {
              findings.append(asButton(facts.step, call.use))
            }
          }
          continue
        }
        let choice = facts.step.choices[index]
        if let twin = facts.twin(of: call, at: index) {
          findings.append(inTurn(choice, twin.choice, isSure: twin.isSure))
        }
        if let every = choice.every, every.value < leastPause, choice.max?.value != 1 {
          findings.append(hurried(choice, every))
        }
        var wantsPause = choice.every == nil && choice.max?.value != 1
        // What begins again with each session is a limit where a run has only so many of them.
        let isScoped = facts.step.scopedLimit(of: call.origin) != nil
        let hasLimit = choice.max != nil || isScoped && count?.most.number != nil
        guard !hasLimit || wantsPause else { continue }
        let (cures, ways) = known ?? (context.rounds.cures, WaysBack(context.flow, graph))
        known = (cures, ways)
        let isRound =
          facts.asksAgain(after: call.origin, context.relation) || ways.lead(back: facts.step.index, call.origin, graph)
        // An interrupt comes as often as it likes.
        let isEndless = facts.step.isInterrupt && !hasLimit && count?.most == .unbounded
        guard isRound || isEndless else { continue }
        wantsPause = wantsPause && isRound
        let wantsLimit = !hasLimit && !cures.contains(facts.step.cure(bounding: call.origin) ?? "")
        guard wantsLimit || wantsPause else { continue }
        findings.append(finding(choice, call.use, contract, wantsLimit, wantsPause))
      }
    }
    if !findings.contains(where: { $0.code == code }) { findings += SendsInTurn(context, graph).findings() }
    let floods = floods(counts)
    findings += floods
    if floods.isEmpty, let flood = flood(of: counts) { findings.append(flood) }
  }

  /// Whether budgets alone do not tell that nothing is sent too often.
  private static func mayFlood(_ context: CheckContext) -> Bool {
    var sum = 0
    for facts in context.steps {
      for call in facts.calls where context.flow.contract[call.use.call].sends {
        guard let budget = facts.step.budget(of: call.origin) else { return true }
        sum += budget.value
      }
    }
    return sum > SendCount.enough
  }

  /// Calls that several steps make, each of them seldom, and all together too often: one finding for each call.
  private static func floods(_ counts: [SendCount]) -> [Diagnostic] {
    let names = counts.filter(\.isTooManyTogether).map(\.call)
    return Set(names).sorted().compactMap { name in
      let all = counts.filter { $0.call == name }
      guard all.allSatisfy(\.isTooManyTogether), let first = all.max(by: { $0.most.number ?? 0 < $1.most.number ?? 0 })
      else { return nil }
      return finding(
        "`\(name)` may send something \(first.total.words) times in one run, at \(all.count) places", at: first.place,
        help: "let the `max:` and `tries:` of these places together be \(SendCount.enough) or less",
        notes: all.prefix(8).map { Note("here \($0.most.words) times", at: $0.place) })
    }
  }

  /// Different calls, each of them seldom enough, and all together too often; nil if that is not so.
  private static func flood(of counts: [SendCount]) -> Diagnostic? {
    let names = Set(counts.map(\.call)).sorted()
    guard names.count > 1, counts.allSatisfy({ !$0.isTooMany }), case .times(let times)? = counts.first?.all,
      times >= SendCount.flood, let first = counts.max(by: { $0.most.number ?? 0 < $1.most.number ?? 0 })
    else { return nil }
    return finding(
      "\(names.count) calls may send something \(times) times in one run, all together", at: first.place,
      help: "let the `max:` and `tries:` of these places together be less than \(SendCount.flood)",
      notes: counts.prefix(8).map { Note("`\($0.call)` \($0.most.words) times", at: $0.place) })
  }

  private static func finding(
    _ choice: Choice, _ use: CallUse, _ contract: Contract, _ wantsLimit: Bool, _ wantsPause: Bool
  ) -> Diagnostic {
    let missing = wantsLimit && wantsPause ? "no limit and no pause" : wantsLimit ? "no limit" : "no pause"
    let cure = [wantsLimit ? "`max: 3`" : nil, wantsPause ? "`every: 30s`" : nil].compactMap { $0 }
    let call = contract[use.call].name
    let isTotal = choice.isLimited && wantsLimit && !wantsPause
    return finding(
      "\(Diagnostic.quoting(choice.name.value)) sends something, and has \(missing)", at: choice.name.range,
      help: isTotal
        ? "add `total: 5`, which counts in the whole run, to the `max` of the choice `\(choice.name.value)`"
        : "add \(cure.joined(separator: " and ")) to the choice `\(choice.name.value)`",
      notes: [Note("`\(call)` has it sent", at: use.range)])
  }

  static let leastPause = 3_000

  private static func asButton(_ step: Step, _ use: CallUse) -> Diagnostic {
    finding(
      "the answer of \(step.quoted) sends something, and has no pause: nothing is typed for it", at: use.range,
      help: "make the call in a choice of `\(step.name.value)`, with `max: 3` and `every: 30s`")
  }

  private static func inTurn(_ choice: Choice, _ twin: Choice, isSure: Bool) -> Diagnostic {
    finding(
      "\(Diagnostic.quoting(choice.name.value)) \(isSure ? "sends" : "may send") the same as "
        + "\(Diagnostic.quoting(twin.name.value)): in turn, they leave no pause", at: choice.name.range,
      help: "offer one of the two choices only",
      notes: [
        Note(
          choice.every == nil && twin.every == nil
            ? "each of them has a limit of its own" : "each of them waits for itself only", at: twin.name.range)
      ])
  }

  /// Nil if it is sent no more often than anybody needs, or if another rule tells of it.
  private static func flood(
    _ count: SendCount, _ call: CallFacts, _ step: Step, _ context: CheckContext, isPauseless: Bool
  ) -> Diagnostic? {
    let scoped = step.scopedLimit(of: call.origin)
    // Of a choice without a limit more is to be said.
    if call.origin == .answer, count.most == .unbounded, let scoped, !context.rounds.areTold(at: step) {
      return finding(
        "the answer of \(step.quoted) sends something, and has no limit", at: scoped.count.range,
        help: cure(step, .answer, scoped.scope))
    }
    // Interrupts come as often as they like. What has no pause, either, is told for that.
    if call.origin == .call, count.most == .unbounded, !isPauseless, context.rounds.isEmpty {
      return finding(
        "\(step.quoted) sends something, and has no limit", at: call.use.range,
        help: "add `max: 3` to `\(step.name.value)`")
    }
    guard case .times(let times) = count.most, times > SendCount.enough else { return nil }
    let message = "`\(count.call)` may send something \(times) times in one run"
    let budget = step.budget(of: call.origin)
    if let scoped, budget == nil || budget?.range == scoped.count.range {
      guard !context.rounds.cures.contains(step.cure(bounding: call.origin) ?? "") else { return nil }
      // The quick number counts sessions that no run has.
      if scoped.scope == .session, !context.signsInAgain { return nil }
      return finding(message, at: scoped.count.range, help: cure(step, call.origin, scoped.scope))
    }
    if let budget {
      return finding(message, at: budget.range, help: "write \(SendCount.enough) or less; what is usual is 3")
    }
    guard call.origin == .call || call.origin == .answer else { return nil }
    return finding(
      message, at: call.use.range,
      help: "add `\(call.origin == .call ? "max" : "tries"): 3` to `\(step.name.value)`")
  }

  /// What makes a limit of a session or a user one of the run.
  private static func cure(_ step: Step, _ origin: Origin, _ scope: BudgetScope) -> String {
    if let shared = step.sharedBudget(of: origin) {
      return "write `per: run` for the budget `\(shared)`: it starts again with each \(scope.rawValue)"
    }
    guard case .choice(let index) = origin else {
      return "write `per: run`: these `tries` start again with each \(scope.rawValue)"
    }
    return
      "add `total: 5`, which counts in the whole run, to the `max` of the choice `\(step.choices[index].name.value)`"
  }

  private static func hurried(_ choice: Choice, _ every: Spanned<Int>) -> Diagnostic {
    finding(
      "\(Diagnostic.quoting(choice.name.value)) sends something again before anybody has read it", at: every.range,
      help: "write `every: 30s`, or at least `3s`")
  }
}

extension Step {
  /// Whether its answer can be handed in again at once: all that it asks for is ticked, picked or may stay empty.
  var isAnsweredByButton: Bool { isAnsweredAtOnce(takingOffers: false) }

  /// - Parameter offers: whether a value that is offered counts as nothing typed. On a way round over other screens it does not: who takes
  ///   the name that is offered there begins anew.
  fileprivate func isAnsweredAtOnce(takingOffers offers: Bool) -> Bool {
    guard tries?.value != 1 else { return false }
    let typed = inputs.filter { !$0.isPressed && !(offers && $0.suggestion != nil) }
    guard typed.allSatisfy(\.mayStayEmpty) else { return false }
    return typed.isEmpty
      || Guard.canAllBe(checks.map { ($0.expression, true) }, knowing: typed.map(\.isEmptyText))
  }
}

extension Input {
  /// Whether it is ticked or picked.
  fileprivate var isPressed: Bool { type == .flag || pick != nil }

  /// Whether a form in which nothing is typed for it is an answer.
  fileprivate var mayStayEmpty: Bool {
    switch type {
    case .text, .secret: leastSize == 0
    default: false
    }
  }

  /// That nothing is typed for it.
  fileprivate var isEmptyText: Guard.Fact {
    type == .text ? Guard.Fact([name], is: .text("")) : Guard.Fact([name], isIn: 0...0)
  }
}

extension StepFacts {
  /// An earlier choice of the step that makes the same call with the same arguments, as far as both are written, and is not told for itself;
  /// nil where there is none.
  fileprivate func twin(of call: CallFacts, at index: Int) -> (choice: Choice, isSure: Bool)? {
    // One that can be used again and has no pause is told for that.
    guard step.choices[index].isSentWithPause else { return nil }
    for other in calls where other.use.call == call.use.call && other.use.mayDoTheSame(as: call.use) {
      guard case .choice(let earlier) = other.origin, earlier < index, step.choices[earlier].isSentWithPause,
        !step.shareOneUse(earlier, index)
      else { continue }
      // What one of them leaves to the SDK may be something else.
      let isSure = Set(other.use.arguments.map(\.name)) == Set(call.use.arguments.map(\.name))
      return (step.choices[earlier], isSure)
    }
    return nil
  }
}

extension Choice {
  /// Whether it has a pause, or can be used once.
  fileprivate var isSentWithPause: Bool { every != nil || max?.value == 1 }
}

extension Step {
  /// Whether two choices can be used once, together.
  func shareOneUse(_ one: Int, _ other: Int) -> Bool {
    choices[one].max?.value == 1 && choices[one].sharedMax != nil
      && choices[one].sharedMax?.value == choices[other].sharedMax?.value
  }
}

extension CheckContext {
  /// Whether somebody whose session has ended, by a call of the flow or by the SDK, comes to a call that signs in.
  fileprivate var signsInAgain: Bool {
    guard let graph, let signedIn = flow.contract.signedInPhase else { return false }
    let contract = flow.contract
    func leads(_ call: CallFacts, toSignedIn isSignedIn: Bool) -> Bool {
      let replies = contract[call.use.call].replies.filter { !contract[$0.event].isTerminal }
      let phases =
        replies.map { contract.phase(enteredBy: $0.event, $0.outcome) } + [contract[call.use.call].entersPhase]
      return phases.contains { $0.map { ($0 == signedIn) == isSignedIn } ?? false }
    }
    let leaving = steps.filter { facts in
      self.signedIn[facts.step]
        && facts.calls.contains {
          relation.phases(of: $0.use.call) & 1 << UInt64(signedIn.index) != 0 && leads($0, toSignedIn: false)
        }
    }
    let ended = leaving.flatMap { graph.edges(from: $0.step.index).map(\.to) } + stepsAfterSessions(signedIn, graph)
    let isReached = graph.reached(from: ended)
    return steps.contains { facts in
      isReached[facts.step.index] && facts.calls.contains { leads($0, toSignedIn: true) }
    }
  }
}

extension CheckContext {
  /// Where the flow goes on once the SDK itself has ended the session: behind entries of interrupts, and behind lines that take these.
  private func stepsAfterSessions(_ signedIn: PhaseID, _ graph: StepGraph) -> [Int] {
    let contract = flow.contract
    func endsSession(_ event: EventID) -> Bool {
      let spec = contract[event]
      return spec.kind == .interrupt && !spec.isTerminal && spec.phase.map { $0 != signedIn } ?? false
    }
    return steps.flatMap { facts -> [Int] in
      if facts.step.isInterrupt {
        let ends = facts.step.awaited.map { endsSession($0.event) } ?? false
        return ends ? graph.edges(from: facts.step.index).map(\.to) : []
      }
      guard self.signedIn[facts.step] else { return [] }
      var targets = [elseForUnlisted(at: facts, where: endsSession)?.line.target].compactMap(\.self)
      facts.forEachLine { line in
        if case .event(let event, _, _) = line.trigger, endsSession(event) { targets.append(line.target) }
      }
      return targets.compactMap { if case .step(let id) = $0.move { Int(id.index) } else { nil } }
    }
  }
}

/// Which steps a run that has left them can come back to.
private struct WaysBack {
  /// By step: its group of steps that lead to each other.
  private let group: [Int]
  private let fromInterrupts: [Bool]

  init(_ flow: Flow, _ graph: StepGraph) {
    group = graph.components { _ in true }.numberOfEach(of: graph.count)
    fromInterrupts = graph.reached(from: flow.interrupts.flatMap { graph.edges(from: $0.index).map(\.to) })
  }

  /// Whether what a part of a step leads to leads back to the step.
  func lead(back step: Int, _ origin: Origin, _ graph: StepGraph) -> Bool {
    fromInterrupts[step] || graph.edges(from: step).contains { $0.origin == origin && group[$0.to] == group[step] }
  }
}
