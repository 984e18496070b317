// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// Looks at each place of a flow for what may come there, and keeps what `else` takes.
struct UnnamedSearch {
  private let context: CheckContext
  private let graph: StepGraph
  private let isReached: [Bool]
  /// By step: whether a success end can be reached from it, or an end that is no failure.
  private let mayGoWell: [Bool]
  private let unspent: UnspentLimits
  private var outcomes: [UnnamedOutcome] = []
  /// The populations that a line names.
  private var named: Set<String> = []

  private var flow: Flow { context.flow }
  private var contract: Contract { context.flow.contract }

  /// Nil if a name of the flow could not be resolved.
  static func report(_ context: CheckContext) -> UnnamedReport? {
    guard let graph = context.graph else { return nil }
    var search = UnnamedSearch(context, graph)
    for facts in context.steps where search.isReached[facts.step.index] { search.look(at: facts) }
    let name = Spanned(context.flow.name, context.flow.steps[Int(context.flow.start.index)].name.range)
    return UnnamedReport(
      flow: name, contract: context.flow.contract, outcomes: search.outcomes, interrupts: search.interrupts(),
      named: search.named)
  }

  private init(_ context: CheckContext, _ graph: StepGraph) {
    self.context = context
    self.graph = graph
    isReached = graph.reached(from: context.relation.roots(graph))
    unspent = UnspentLimits(context, graph)
    mayGoWell = graph.leading { step in
      var leads = false
      context.steps[step].forEachTarget { target in
        switch target.move {
        case .end(let end): if context.flow[end].outcome != .failure { leads = true }
        case .resume: leads = true
        case .step, .stay, .retry: break
        }
      }
      return leads
    }
  }

  private mutating func look(at facts: StepFacts) {
    if facts.step.isGate, let otherwise = facts.otherwise {
      for verdict in [Trigger.allow, .deny] where !facts.step.transitions.contains(where: { $0.trigger == verdict }) {
        add(verdict, at: Place(step: facts.step.index), after: nil, by: otherwise)
      }
    }
    for place in context.moves.places(of: facts.step.index, context.relation) {
      if let site = place.site { lookForReplies(to: context.relation.sites[site].call, at: place) }
      for move in context.moves.moves(at: place, context.relation) {
        guard let line = move.line, line.trigger.isOtherwise, let trigger = trigger(of: move, facts) else { continue }
        add(trigger, at: place, after: call(of: move, facts), by: line)
      }
    }
  }

  /// What comes of no event, as a line would name it; nil for an event, and for what no line can name.
  private func trigger(of move: Move, _ facts: StepFacts) -> Trigger? {
    switch move.cause {
    case .event: return nil
    case .time: return .timeout
    case .modules: return facts.step.isGate ? nil : .deny
    case .person, .flow:
      // Without tries it is the refusals of what asks by itself, which `else` takes.
      if move.origin == .exhausted {
        return facts.step.canRunOut(contract) && !unspent[facts.step] ? .exhausted : nil
      }
      guard move.makesCall else { return nil }
      return move.draws ? .accepted : .rejected(nil)
    }
  }

  private func call(of move: Move, _ facts: StepFacts) -> String? {
    facts.calls.first { $0.origin == move.origin }.map { contract[$0.use.call].name }
  }

  private mutating func lookForReplies(to call: CallFacts, at place: Place) {
    let lines = context.relation.lines(at: place)
    guard let otherwise = lines.first(where: \.trigger.isOtherwise) else { return }
    for arrival in call.arrivals where contract[arrival.event].kind != .interrupt {
      let known = contract[arrival.event].modes
      let modes: [Int?] = arrival.mode.map { [$0] } ?? (known.isEmpty ? [nil] : known.map { $0 })
      let open = modes.filter { mode in
        let signal = Signal(arrival.event, mode: mode, arrival.outcome)
        return contract.line(naming: signal) { trigger in lines.first { $0.trigger == trigger } } == nil
      }
      for mode in modes where !open.contains(mode) {
        let trigger = Trigger.event(arrival.event, mode: mode, outcome: arrival.outcome)
        named.formUnion(contract.populations.filter { $0.isOf(trigger) }.map(\.name))
      }
      // What comes in every mode needs no mode to be named.
      for mode in arrival.mode == nil && open.count == modes.count ? [nil] : open {
        add(
          .event(arrival.event, mode: mode, outcome: arrival.outcome), at: place,
          after: contract[call.use.call].name, by: otherwise, origin: call.origin)
      }
    }
  }

  /// - Parameter origin: of the call to which it is a reply; nil for none.
  private mutating func add(
    _ trigger: Trigger, at place: Place, after call: String?, by otherwise: Transition, origin: Origin? = nil
  ) {
    let target = otherwise.target
    let step = flow.steps[place.step]
    var caution = caution(trigger, at: step, by: otherwise)
    var choice = step.choice(with: otherwise)
    var isBesideElse = true
    // Among the lines of the choice it takes nothing but the reply to its call.
    if caution == .letsWait, case .choice(let index)? = origin {
      (choice, caution, isBesideElse) = (step.choices[index].name, nil, false)
    }
    let known = outcomes.lastIndex {
      $0.step.range == step.name.range && $0.trigger == trigger && $0.target.range == target.range
        && $0.choice?.range == choice?.range
    }
    if let known {
      if let call, !outcomes[known].calls.contains(call) { outcomes[known].calls.append(call) }
      return
    }
    let populations = contract.populations.filter { $0.isOf(trigger) }
    let alternative = alternative(for: trigger, at: step, mayBeRetried: origin == .answer)
    outcomes.append(
      UnnamedOutcome(
        step: step.name, choice: choice, isInterrupt: step.isInterrupt, trigger: trigger,
        calls: [call].compactMap(\.self), meaning: contract.meaning(of: trigger), populations: populations,
        otherwise: otherwise, destination: flow.destination(of: target), fails: fails(target, at: step),
        line: "\(trigger.words(contract)): \(flow.aim(of: target))", isBesideElse: isBesideElse, caution: caution,
        alternative: alternative.flatMap { $0 == flow.aim(of: target) ? nil : $0 }))
  }

  /// What changes by a line that leads where `else` leads; nil for nothing.
  private func caution(_ trigger: Trigger, at step: Step, by otherwise: Transition) -> UnnamedOutcome.Caution? {
    switch trigger {
    case .rejected: if case .call = step.kind { return nil } else { return .endsAsking }
    case .event(let event, let mode, let outcome):
      if let own = step.awaited, contract.asks(again: Signal(event, mode: mode ?? own.mode, outcome), own) {
        return .takesOwn
      }
      // A line of its own tells that somebody exists, unless the flow has the call for it (MFA430).
      if case .code(let number) = outcome,
        contract.codes.contains(where: { $0.number == number && $0.reveals == .user })
      {
        return .reveals
      }
      return letsWait(trigger, at: step, by: otherwise) ? .letsWait : takesFromChoice(trigger, at: step, by: otherwise)
    default: return takesFromChoice(trigger, at: step, by: otherwise)
    }
  }

  /// A choice whose call may be open when it comes, and whose own lines lead it elsewhere today.
  ///
  /// What a line of the step names goes before the `else` of a choice, and before what the choice names less exactly. A reply to another
  /// call of the step may come late.
  private func takesFromChoice(
    _ trigger: Trigger, at step: Step, by otherwise: Transition
  ) -> UnnamedOutcome.Caution? {
    guard step.transitions.contains(where: { $0.range == otherwise.range }) else { return nil }
    let facts = context.steps[Int(step.id.index)]
    for call in facts.calls where !call.over.isEmpty && !call.over.contains(where: { $0.trigger == trigger }) {
      guard case .choice(let index) = call.origin, let today = taker(of: trigger, at: call),
        today.target.move != otherwise.target.move || today.target.say != otherwise.target.say,
        mayCome(trigger, by: today, at: facts)
      else { continue }
      return .takesFrom(choice: step.choices[index].name.value)
    }
    return nil
  }

  /// The line that takes it today while a call is open, and would not if a line of the step named it; nil for none.
  private func taker(of trigger: Trigger, at call: CallFacts) -> Transition? {
    let otherwise = call.lines.first(where: \.trigger.isOtherwise)
    guard case .event(let event, let mode, let outcome) = trigger else { return otherwise }
    let signal = Signal(event, mode: mode, outcome)
    let new = -1
    let taker = contract.line(naming: signal) { named in
      call.lines.firstIndex { $0.trigger == named } ?? (named == trigger ? new : nil)
    }
    guard taker == new else { return nil }
    return contract.line(naming: signal) { named in call.lines.first { $0.trigger == named } } ?? otherwise
  }

  /// Whether that line may take it: what is no event comes only as the relation says.
  private func mayCome(_ trigger: Trigger, by line: Transition, at facts: StepFacts) -> Bool {
    if case .event = trigger { return true }
    return context.moves.places(of: facts.step.index, context.relation).contains { place in
      context.moves.moves(at: place, context.relation).contains {
        $0.line?.range == line.range && self.trigger(of: $0, facts) == trigger
      }
    }
  }

  /// Whether a line for it lets the step wait where it goes on today: with nothing to offer, a step waits if its `then` names another
  /// event than its own.
  private func letsWait(_ trigger: Trigger, at step: Step, by otherwise: Transition) -> Bool {
    guard step.mayBeLeft, step.pickCount == 0, step.waitsFor(trigger),
      step.transitions.contains(where: { $0.range == otherwise.range })
    else { return false }
    return step.mayOfferNothing(contract) || context.relation.mayFindNothingLegal(step)
  }

  private func fails(_ target: Target, at step: Step) -> Bool {
    switch target.move {
    case .end(let end): flow[end].outcome == .failure
    case .step(let next): !mayGoWell[Int(next.index)]
    case .stay, .retry, .resume: false
    }
  }

  /// Where a line for it might lead, if not where `else` leads: to the step that is for it, or back to the same step for one of its
  /// tries.
  private func alternative(for trigger: Trigger, at step: Step, mayBeRetried: Bool) -> String? {
    guard case .event(let event, let mode, let outcome) = trigger else { return nil }
    if outcome == .success { return self.step(for: event, mode, from: step)?.name.value }
    guard case .code(let number) = outcome, mayBeRetried, step.tries != nil, step.awaited?.event == event,
      let code = contract.codes.first(where: { $0.number == number }), !code.shutsOut
    else { return nil }
    return "retry"
  }

  /// The step of the same flow that is for an event; nil if there is none, or several.
  private func step(for event: EventID, _ mode: Int?, from step: Step) -> Step? {
    let fitting = flow.steps.filter { other in
      guard !other.isInterrupt, other.run == step.run, let own = other.awaited, own.event == event else { return false }
      return own.code == nil && (own.mode == nil || own.mode == mode)
    }
    return fitting.count == 1 ? fitting[0] : nil
  }
}

extension UnnamedSearch {
  fileprivate func interrupts() -> [UnlistedInterrupt] {
    let told = InterruptWithoutEntry.told(context)
    return contract.events.indices.compactMap { index in
      let event = contract.events[index]
      guard event.kind == .interrupt, context.relation.entries[index] == nil, mayCome(event) else { return nil }
      let id = EventID(index: UInt16(truncatingIfNeeded: index))
      let takers = context.steps.filter { facts in
        isReached[facts.step.index] && !facts.step.isInterrupt && facts.otherwise != nil
          && facts.step.awaited?.event != id && !facts.names(id)
      }
      guard !takers.isEmpty else { return nil }
      return UnlistedInterrupt(
        event: id, name: event.name, meaning: event.meaning, weight: event.weight,
        takers: takers.compactMap { facts in
          facts.otherwise.map { (facts.step.name, flow.destination(of: $0.target)) }
        }, line: InterruptEntry.line(for: id, to: flow.failureEnd, in: contract), isTold: told.contains(id.index))
    }
  }

  private func mayCome(_ event: EventSpec) -> Bool {
    event.after.isEmpty
      || context.steps.contains { $0.calls.contains { event.after.contains($0.use.call) } }
  }
}

extension Step {
  /// The choice among whose lines one is; nil for a line of the step.
  fileprivate func choice(with line: Transition) -> Spanned<String>? {
    choices.first { choice in
      guard case .call(_, let over) = choice.action else { return false }
      return over.contains { $0.range == line.range }
    }?.name
  }
}

extension EventSpec {
  fileprivate var weight: UnlistedInterrupt.Weight? {
    if severity != nil { return .threat }
    if isTerminal || losesProofs { return .session }
    return needsAnswer ? .question : nil
  }
}

extension Population {
  /// Whether to whom this comes is one of them.
  fileprivate func isOf(_ trigger: Trigger) -> Bool {
    guard case .event(let event, let mode, let outcome) = trigger else { return false }
    return comes.contains { mark in
      mark.event == event && mark.outcome == outcome && (mark.mode == nil || mode == nil || mark.mode == mode)
    }
  }
}

extension StepGraph {
  /// Which steps lead to a step that something is so of, those included.
  fileprivate func leading(to isSo: (Int) -> Bool) -> [Bool] {
    var leads = (0..<count).map(isSo)
    var isNew = true
    while isNew {
      isNew = false
      for edge in edges.reversed() where !leads[edge.from] && leads[edge.to] {
        leads[edge.from] = true
        isNew = true
      }
    }
    return leads
  }
}
