// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import Guards
import SDKContract
import Values

/// A step at which nothing may be left to do, and no time ends it: what it waits for need not come.
enum WaitsForEver: Rule {
  static let code = DiagnosticCode("MFA330", "endless-wait", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let graph = context.graph else { return }
    var visits: VisitBounds?
    let canEnd = graph.canEnd()
    var told: Set<Int> = []
    let contract = context.flow.contract
    let onward = OnwardPlaces(context, canEnd) { $0.mayBeUsedUp($1, context, &visits) }
    var hiding: HiddenExits?
    for facts in context.steps where facts.step.to == nil {
      let step = facts.step
      if let call = facts.callThatNothingEnds(contract) {
        findings.append(
          finding(
            "nothing ends how long \(step.quoted) waits if nothing comes of `\(contract[call.use.call].name)`",
            at: call.use.range,
            help: (step.within == nil
              ? "add `within: 60s` and a line `timeout:`" : "lead `timeout:` to another step or an end")
              + ", or state `patience:` in the contract"))
        continue
      }
      let isEmpty = facts.mayComeToNothing(context, &visits, onward)
      let isStuck = !step.mayOfferNothing(contract) && onward.isStuck(at: step.index)
      // Who cannot get to an end from here is caught by more than time.
      guard canEnd[step.index] else { continue }
      if !isEmpty, !isStuck, facts.mayBeOfRound(contract) {
        let exits = hiding ?? HiddenExits(context, canEnd, &visits)
        hiding = exits
        guard let round = exits.round(from: step.index), told.isDisjoint(with: round) else { continue }
        told.formUnion(round)
        findings.append(hidden(step, round, exits, context.flow))
      }
      guard isEmpty || isStuck else { continue }
      let round = onward.round(from: step.index)
      guard isEmpty || told.isDisjoint(with: round) else { continue }
      told.formUnion(round.union([step.index]))
      findings.append(isEmpty ? empty(step, onward) : self.round(step, round, context.flow))
    }
  }

  /// A step that may have nothing to offer.
  private static func empty(_ step: Step, _ onward: OnwardPlaces) -> Diagnostic {
    finding(
      step.choices.isEmpty
        ? "nothing ends how long \(step.quoted) waits"
        : "nothing may be left to do at \(step.quoted), which waits for ever",
      at: step.name.range,
      help: (step.within == nil
        ? "add `within: 60s` and a line `timeout:`" : "lead `timeout:` to another step or an end")
        + (step.choices.isEmpty
          ? ", or add a choice that leads away" : ", or add a choice without a condition and a limit"),
      notes: step.choices.indices.filter { !onward.leadsOn($0, at: step.index) }.prefix(4).map {
        Note("this choice leads nowhere else", at: step.choices[$0].name.range)
      })
  }

  /// A step whose choices lead round and round.
  private static func round(_ step: Step, _ round: Set<Int>, _ flow: Flow) -> Diagnostic {
    finding(
      "nothing that is left to do at \(step.quoted) leads on", at: step.name.range, help: cure(of: step),
      notes: others(in: round, but: step, flow))
  }

  /// A step whose choices lead round and round where what leads on is hidden.
  private static func hidden(_ step: Step, _ round: Set<Int>, _ exits: HiddenExits, _ flow: Flow) -> Diagnostic {
    finding(
      "it may be that nothing that is offered at \(step.quoted) leads on", at: step.name.range, help: cure(of: step),
      notes: exits.notes(on: round) + others(in: round, but: step, flow))
  }

  private static func cure(of step: Step) -> String {
    (step.within == nil ? "add `within: 60s` and a line `timeout:`" : "lead `timeout:` to another step or an end")
      + ", or add a choice that leads on, without a condition and a limit"
  }

  private static func others(in round: Set<Int>, but step: Step, _ flow: Flow) -> [Note] {
    round.subtracting([step.index]).sorted().prefix(4).map {
      Note("nor at \(flow.steps[$0].quoted)", at: flow.steps[$0].name.range)
    }
  }
}

extension Flow {
  /// How many limits a budget has in the flow: of steps, and of choices.
  fileprivate func draws(on budget: String) -> Int {
    steps.reduce(0) { count, step in
      count + step.sharedLimits.count { $0.value == budget }
    }
  }
}

extension CheckContext {
  /// Whether a run may come to a `wait:` step with no call open, whose time would end it.
  ///
  /// - Parameter seen: the steps that were asked about on the way here.
  fileprivate func mayCome(to step: Step, _ graph: StepGraph, past seen: Set<Int> = []) -> Bool {
    if step.id == flow.start { return true }
    return graph.edges.contains { edge in
      guard edge.to == step.index, edge.from != edge.to else { return false }
      let from = everyStep[edge.from]
      if flow.isNavigation(edge), from.keepsTimeOfCall {
        return !seen.contains(edge.from) && mayCome(to: from.step, graph, past: seen.union([step.index]))
      }
      let call = from.calls.first { $0.origin == edge.origin }
      guard let call, flow.contract[call.use.call].patience != nil else { return true }
      return call.departure?.range != edge.range
    }
  }
}

extension StepFacts {
  /// Whether every choice may be hidden at once, and there is no answer to give.
  ///
  /// - Parameters:
  ///   - used: a choice that was offered, and that is used up; nil for none.
  ///   - onward: what leads on; a choice that does not counts as none. Nil where each counts.
  func mayHaveNothingLeft(
    _ context: CheckContext, _ visits: inout VisitBounds?, using used: Int? = nil, _ onward: OnwardPlaces? = nil
  ) -> Bool {
    let contract = context.flow.contract
    guard step.mayLackAnswer(contract) || mayRefuseAll(contract), context.graph != nil else { return false }
    var hidden: [(Guard, Bool)] = []
    if step.pickCount == 0, let answer = step.answer, let field = contract[answer.call].requiresField {
      hidden.append((.requiring(field, and: nil), false))
    }
    for index in step.choices.indices {
      let condition = condition(of: index, contract)
      if index == used {
        if let condition { hidden.append((condition, true)) }
        continue
      }
      if let onward, !onward.leadsOn(index, at: step.index) { continue }
      if mayBeUsedUp(index, context, &visits) || mayBeBarred(index, context) { continue }
      guard let condition else { return false }
      hidden.append((condition, false))
    }
    let facts = facts(contract)
    // A condition that errs hides its choice, too.
    return used == nil ? Guard.mayAllFail(hidden.map(\.0), knowing: facts) : Guard.canAllBe(hidden, knowing: facts)
  }

  /// Whether nothing that can be handed in meets the checks where a text or a list of the event, or of what is picked, is empty, a list has
  /// all that it may have, a flag is off or on, or a number is very small or very large.
  ///
  /// - Parameter others: what else is known.
  func mayRefuseAll(_ contract: Contract, knowing others: [Guard.Fact] = []) -> Bool {
    guard step.answer != nil, step.awaited != nil else { return false }
    let checks = step.checks.map(\.expression)
    let picks = step.inputs.prefix(step.pickCount)
    var reads: [(path: [String], type: ValueType?)] = []
    for root in ["event"] + picks.map(\.name) {
      for read in checks.flatMap({ $0.typedReads(root) })
      where !reads.contains(where: { $0.path == [root] + read.path }) {
        reads.append(([root] + read.path, read.type))
      }
    }
    guard !reads.isEmpty else { return false }
    let known = facts(contract) + bounds + others
    // An item that is not offered refuses nobody.
    let offered = picks.flatMap { $0.pick?.checks ?? [] }.map { ($0.expression, true) }
    let handedIn = offered + checks.map { ($0, true) }
    // Where they contradict each other, another rule tells that.
    guard Guard.canAllBe(handedIn, knowing: known) else { return false }
    func refuseAll(_ facts: [Guard.Fact]) -> Bool {
      (offered.isEmpty || Guard.canAllBe(offered, knowing: known + facts))
        && !Guard.canAllBe(handedIn, knowing: known + facts)
    }
    let literals = checks.flatMap(\.literals)
    let extremes = reads.map { read in
      self.extremes(of: read.type, besides: literals).map { Guard.Fact(read.path, is: $0) }
    }
    // At a first start, say, there is none of what the event could tell.
    return extremes.joined().contains { refuseAll([$0]) }
      || extremes.count > 1 && refuseAll(extremes.compactMap(\.last))
  }

  /// The values of a type that are the hardest to meet: those at its limits, and those with which something is compared.
  private func extremes(of type: ValueType?, besides literals: [Value]) -> [Value] {
    switch type {
    case .text:
      let texts = literals.filter { if case .text = $0 { true } else { false } }
      return texts + [Value.text("")]
    case .list(let element):
      let all = extremes(of: element, besides: literals).filter { $0 != .text("") }
      return (all.isEmpty ? [] : [.list(all)]) + [.list([])]
    case .int, .count, .seconds:
      let numbers = literals.filter { if case .int = $0 { true } else { false } }
      let least = type == .int ? -Int(Int32.max) : 0
      return numbers + [Value.int(0), Value.int(Int(Int32.max)), Value.int(least)]
    case .oneOf(_, let words): return words.map { .text($0) }
    case .numbered(_, let numbers): return numbers.map { .int($0.number) }
    case .flag: return [.flag(true), .flag(false)]
    case .secret, .record, nil: return []
    }
  }

  /// Whether something may be there to pick, of which nothing meets the checks: the answer is offered, and nobody can hand it in.
  func mayRefuseWhatIsPicked(_ contract: Contract) -> Bool { step.pickCount > 0 && mayRefuseAll(contract) }

  /// Whether what a choice may be used for may be spent.
  func mayBeUsedUp(_ index: Int, _ context: CheckContext, _ visits: inout VisitBounds?) -> Bool {
    let choice = step.choices[index]
    // What others draw on may be spent by them.
    if choice.scopedMax != nil { return true }
    if let budget = choice.sharedMax?.value, context.flow.draws(on: budget) > 1 { return true }
    guard let max = choice.max?.value, let graph = context.graph else { return false }
    if step.within == nil
      ? asksAgain(after: .choice(index), context.relation) : mayBeSpent(index, context.flow.contract)
    {
      return true
    }
    let bounds = visits ?? VisitBounds(context, graph)
    visits = bounds
    // One that leads away each time is spent only where the flow comes back more often; a step that is never come to from outside its
    // cycle has one visit too many in the bounds.
    return bounds[step] - 1 > max
  }

  /// Whether it may wait for ever with nothing to offer that leads on.
  fileprivate func mayComeToNothing(
    _ context: CheckContext, _ visits: inout VisitBounds?, _ onward: OnwardPlaces
  ) -> Bool {
    guard let graph = context.graph else { return false }
    let contract = context.flow.contract
    switch step.kind {
    case .call, .gate: return false
    case .challenge, .event, .interrupt, .wait: break
    }
    let isTimed = step.within == nil ? isInTimeOfCall(context, graph) : !waitsOnAfterItsTime
    let losing = isTimed ? choicesThatLoseTime(contract) : [nil]
    // Where no choice leads on, whether one is offered or not, all of the round is looked at.
    if !step.choices.isEmpty, !step.choices.indices.contains(where: { onward.leadsOn($0, at: step.index) }) {
      return false
    }
    // One that nothing can end has a rule of its own.
    guard !NoAnswer.holdsFast(self) else { return false }
    // A step that can neither ask nor wait goes on by itself; not while it offers what never leads anywhere.
    if step.mayOfferNothing(contract) {
      if mayRefuseWhatIsPicked(contract), mayHaveNothingLeft(context, &visits, onward) { return true }
      return step.choices.indices.contains { index in
        let isIdle =
          mayBeBarred(index, context) || !onward.leadsOn(index, at: step.index) && !step.choices[index].isLimited
        return isIdle && mayHaveNothingLeft(context, &visits, using: index, onward)
      }
    }
    return losing.contains { mayHaveNothingLeft(context, &visits, using: $0, onward) }
  }

  /// Whether it is a `wait:` step at which the open call keeps its time, whatever is done there but to leave it.
  fileprivate var keepsTimeOfCall: Bool {
    step.isWait && step.within == nil && calls.isEmpty && !(timeoutLine?.target.asksAgain ?? false) && !staysPastCall
  }

  /// Whether it waits in the time of a call that is open whenever a run comes there.
  private func isInTimeOfCall(_ context: CheckContext, _ graph: StepGraph) -> Bool {
    guard case .wait = step.kind else { return false }
    return !context.mayCome(to: step, graph) && !(timeoutLine?.target.asksAgain ?? false) && !staysPastCall
  }

  /// Whether an event closes the call that the step waits for, and with it the only time that there is.
  private var staysPastCall: Bool {
    step.within == nil
      && step.transitions.contains { line in
        if case .event = line.trigger { line.target.asksAgain } else { false }
      }
  }

  /// Whether a choice may be used up at its step: the SDK does what it is asked and the flow stays there, or it is silent once.
  private func mayBeSpent(_ index: Int, _ contract: Contract) -> Bool {
    let choice = step.choices[index]
    switch choice.action {
    case .go(let target): return target.staysAtStep(of: step)
    case .call(_, let lines):
      let stays = (lines + step.transitions).contains { line in
        switch line.trigger {
        case .accepted, .event: line.target.staysAtStep(of: step)
        default: false
        }
      }
      return stays
        || choice.max?.value == 1
          && calls.contains { call in
            call.origin == .choice(index) && lineThatWaitsOn(after: call, contract) != nil
          }
    }
  }

  /// Whether the step is kept when its own time is over: no other time begins.
  fileprivate var waitsOnAfterItsTime: Bool { step.within != nil && timeoutLine?.target.asksAgain ?? false }

  /// The choices that may be used up by a call after whose time the step has none any more.
  fileprivate func choicesThatLoseTime(_ contract: Contract) -> [Int?] {
    calls.compactMap { call in
      guard case .choice(let index) = call.origin, mayBeSpent(index, contract), step.choices[index].max != nil,
        lineThatWaitsOn(after: call, contract) != nil
      else { return nil }
      return index
    }
  }

  /// A call at which the flow waits for the SDK, though neither the flow nor the contract says for how long: the time of the step may
  /// be over before the call is made, where the step asks again then.
  fileprivate func callThatNothingEnds(_ contract: Contract) -> CallFacts? {
    guard step.within == nil || waitsOnAfterItsTime else { return nil }
    return calls.first { call in
      if case .choice(let index) = call.origin, step.choices[index].within != nil { return false }
      let spec = contract[call.use.call]
      return call.departure == nil && !spec.replies.isEmpty && spec.patience == nil
        && !call.lines.contains { $0.trigger.isAccepted }
    }
  }

  /// The line that keeps the step after its time is over, or that of one of its calls: no other time begins.
  func lineThatWaitsOn(_ contract: Contract) -> Transition? {
    if waitsOnAfterItsTime { return timeoutLine }
    return calls.lazy.compactMap { self.lineThatWaitsOn(after: $0, contract) }.first
  }

  /// The line that keeps the step when nothing comes of a call in time.
  private func lineThatWaitsOn(after call: CallFacts, _ contract: Contract) -> Transition? {
    guard call.departure == nil, !contract[call.use.call].replies.isEmpty,
      step.within != nil || timesOutEachTime(call, contract),
      let line = call.timeoutLine, line.target.asksAgain
    else { return nil }
    return line
  }

  /// The line that is taken when nothing is offered, or the tries are spent.
  var exhaustedLine: Transition? { step.transitions.line(taking: .exhausted) }

  /// The line that is taken when the step's time is over and no call is open.
  var timeoutLine: Transition? { step.transitions.line(taking: .timeout) }
}

extension CallFacts {
  /// The line that is taken when nothing comes of the call in time.
  var timeoutLine: Transition? { lines.line(taking: .timeout) }
}
