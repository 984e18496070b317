// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// What can happen to a run with its interrupts: opening, staying, resuming, being laid over and being closed.
extension Relation {
  /// Everything that can happen to a run at a configuration.
  package func next(_ configuration: Configuration) -> [Passage] {
    if let next = configuration.waiting.first, rank(of: next) > rankOnTop(configuration) {
      var opened = configuration
      opened.waiting.removeFirst()
      open(next, &opened)
      return [passage(to: opened, from: configuration)]
    }
    // What is kept waits while a call is made, or the modules are asked.
    let leavesFirst = configuration.top.hasArrived && isLeftAtOnce(configuration.top.place, configuration.assurance)
    if !configuration.top.kept.isEmpty, !isPassing(configuration.top.place), !leavesFirst {
      var taking = configuration
      taking.frames[taking.frames.count - 1].hasArrived = false
      let kept = taking.frames[taking.frames.count - 1].kept.removeFirst()
      return deliver(kept.signal, taking, mayEarn: kept.mayEarn)
    }
    if !configuration.top.early.isEmpty, !isPassing(configuration.top.place) { return deliverEarly(configuration) }
    var passages: [Passage] = []
    let auto = automatic(at: configuration)
    for move in ownMoves(at: configuration.top.place)
    where auto.map({ move.origin == .choice($0) }) ?? isPossible(move, configuration) {
      passages.append(take(move, move.effect, configuration))
    }
    if auto == nil, !isPassing(configuration.top.place), !isLeftAtOnce(configuration.top.place, configuration.assurance)
    {
      passages += arrivals(at: configuration)
    }
    return passages
  }

  /// Everything that the SDK may send at a configuration: replies, events that a frame waits for, and interrupts.
  package func arrivals(at configuration: Configuration) -> [Passage] {
    var signals: [Signal] = []
    let keeping = configuration.frames.lastIndex { !$0.kept.isEmpty } ?? 0
    for (index, frame) in configuration.frames.enumerated() where mayHear(frame) {
      // What is kept above comes first, and may lead away from the call.
      if index < keeping, frame.place.site != nil { continue }
      let isAtWork = index == configuration.frames.count - 1 || !frame.kept.isEmpty
      forEachSignal(to: frame.place) { signal in
        // What closes an open call without being its reply matters, too.
        let closes = frame.place.site.map { !isAnswer(signal, to: $0) } ?? false
        guard isAtWork || closes || matters(signal.event, configuration), !signals.contains(signal) else { return }
        // One that nobody takes for a reply comes as any interrupt does.
        guard flow.contract[signal.event].kind != .interrupt || isReply(signal, at: frame.place) else { return }
        signals.append(signal)
      }
    }
    for event in flow.contract.events.indices where flow.contract.events[event].kind == .interrupt {
      let signal = Signal(EventID(index: UInt16(event)), mode: nil, .success)
      if mayInterrupt(signal.event, configuration), !signals.contains(signal) { signals.append(signal) }
    }
    return signals.flatMap { signal in
      let answered = owable.answered(by: signal.event, configuration.assurance.owed, flow.contract)
      var next = configuration
      if answered.nonzeroBitCount == 1 { next.assurance.owed &= ~answered }
      var passages = arrive(signal, next, answersOwed: answered.nonzeroBitCount == 1)
      guard flow.contract[signal.event].kind == .interrupt else { return passages }
      for index in passages.indices { passages[index].isInterrupt = true }
      return passages
    } + owedArrivals(at: configuration)
  }

  /// Whether an interrupt makes a difference at a configuration: one that waits there, and changes nothing by waiting, may as
  /// well come later.
  private func mayInterrupt(_ event: EventID, _ configuration: Configuration) -> Bool {
    let spec = flow.contract[event]
    // Without an entry it closes what is open, whatever it may do to the flow itself.
    let entry = entries[Int(event.index)]
    guard entry == nil ? configuration.frames.count > 1 : isFollowed[Int(event.index)] else { return false }
    if let entry, configuration.waiting.contains(entry) { return false }
    guard configuration.frames.count > 1, !spec.isTerminal, spec.rank <= rankOnTop(configuration) else { return true }
    // Kept for the flow, it closes the call of a step that goes on by `else`.
    let base = configuration.frames[0]
    if entry == nil, base.place.site != nil, base.kept.isEmpty, leadsOnUnnamed(at: base.place) { return true }
    // Where one that is open leads on, another opens before the step does what it does, unless it opens before that one.
    return looksAtWaiting || spec.repetition == .replace || matters(event, configuration)
      || configuration.frames.dropFirst().contains {
        leadsToActing[$0.place.step] && rank(of: $0.place.step) >= spec.rank
      }
  }

  /// Whether something is otherwise by an event's mere arrival.
  private func matters(_ event: EventID, _ configuration: Configuration) -> Bool {
    if Effect(of: event, in: flow.contract).applied(to: configuration.assurance) != configuration.assurance {
      return true
    }
    let spec = flow.contract[event]
    if spec.kind == .interrupt, spec.rank > rankOnTop(configuration) { return true }
    return flow.contract.cancelled(by: spec).contains { cancelled in
      entries[Int(cancelled.index)].map { entry in
        configuration.waiting.contains(entry) || configuration.frames.contains { $0.place.step == entry }
      } ?? false
    }
  }

  /// The frame at work is bare again, and something has changed above it: a reply may have come before that, or not.
  private func deliverEarly(_ configuration: Configuration) -> [Passage] {
    var next = configuration
    next.frames[next.frames.count - 1].early = []
    var passages = [passage(to: next, from: configuration)]
    for early in configuration.top.early { passages += deliver(early.signal, next, mayEarn: early.mayEarn) }
    return passages
  }

  /// Something happens to a run, with what that does to its assurance.
  private func apply(_ effect: Effect, to configuration: inout Configuration) {
    let after = effect.applied(to: configuration.assurance)
    guard after != configuration.assurance || effect.loses else { return }
    for frame in configuration.frames.indices.dropLast() where configuration.frames[frame].kept.isEmpty {
      let place = configuration.frames[frame].place
      guard place.site != nil else { continue }
      forEachSignal(to: place) { signal in
        let isKnown = configuration.frames[frame].early.contains { $0.signal == signal }
        guard !isKnown, !matters(signal.event, configuration) else { return }
        configuration.frames[frame].early.append(Configuration.Kept(signal: signal, mayEarn: true))
      }
    }
    configuration.assurance = after
    guard effect.loses else { return }
    for frame in configuration.frames.indices {
      for kept in configuration.frames[frame].kept.indices { configuration.frames[frame].kept[kept].mayEarn = false }
      for early in configuration.frames[frame].early.indices {
        configuration.frames[frame].early[early].mayEarn = false
      }
    }
  }

  /// The choice that an interrupt surely makes as soon as it opens, so that nothing comes there; nil for none.
  private func automatic(at configuration: Configuration) -> Int? {
    let step = steps[configuration.top.place.step].step
    guard step.isInterrupt, configuration.top.place.site == nil,
      let auto = step.autos.first(where: { step.choices[$0].confirm == nil })
    else { return nil }
    let choice = step.choices[auto]
    guard choice.when == nil, !choice.isLimited, case .go(let target) = choice.action else {
      return nil
    }
    return target.asksAgain ? nil : auto
  }

  private func isPossible(_ move: Move, _ configuration: Configuration) -> Bool {
    allows(move, at: configuration.top.place, configuration.assurance)
      && !(move.makesCall && isBarred(configuration))
  }

  /// Whether an interrupt that bars calls waits for its answer, and is not the one at work.
  private func isBarred(_ configuration: Configuration) -> Bool {
    if configuration.frames.count > 1, bars(steps[configuration.top.place.step].step) { return false }
    return configuration.waiting.contains { bars(steps[$0].step) }
      || configuration.frames.dropFirst().dropLast().contains { bars(steps[$0.place.step].step) }
  }

  /// Takes a move at the frame at work.
  ///
  /// - Parameter effect: what of the move's effect is not so already.
  private func take(_ move: Move, _ effect: Effect, _ configuration: Configuration) -> Passage {
    var next = configuration
    let step = configuration.top.place.step
    apply(effect, to: &next)
    func passage(_ outcome: Passage.Outcome) -> Passage {
      var passage = Passage(
        outcome: outcome, assurance: next.assurance, claim: move.claim, entered: move.entered, step: step,
        range: move.isTaking ? nil : move.range)
      if case .place = move.target { passage.arrives = !move.isTaking }
      return passage
    }
    switch move.target {
    case .end(let end): return passage(.ends(end))
    case .unhandled: return passage(.fails)
    case .resume:
      guard next.frames.count > 1, !isTerminal(step) else { return passage(.fails) }
      next.handDown(next.top.kept, to: next.frames.count - 2)
      leave(by: move, &next)
    case .place(let place) where place.step == step: next.put(at: place)
    case .place(let place) where next.frames.count == 1: next.put(at: place)
    case .place(let place):
      guard !isTerminal(step) else { return passage(.fails) }
      // A `wait:` step takes the call along.
      if place.site == nil { leave(by: move, &next) } else { next.frames.removeLast() }
      close(1..<next.frames.count, &next)
      giveUp(next.frames[0], &next)
      next.frames = [Configuration.Frame(place)]
    }
    if case .place = move.target {
      next.frames[next.frames.count - 1].hasArrived = !next.top.kept.isEmpty
    }
    return passage(.goesOn(next))
  }

  /// The interrupt at work goes away; its call is open still unless it is the event that leads on.
  private func leave(by move: Move, _ configuration: inout Configuration) {
    let frame = configuration.frames.removeLast()
    if move.makesCall, move.draws, let line = move.line, line.trigger.isAccepted {
      let taken = sites(of: frame.place.step).first { sites[$0].call.origin == move.origin }
      // One that leads to nothing leaves open what was open before.
      if let taken, !sites[taken].call.arrivals.isEmpty { return owe(taken, &configuration) }
    }
    drop(frame, isAnswered: move.cause.isEvent, &configuration)
  }

  private func passage(to next: Configuration, from: Configuration) -> Passage {
    Passage(
      outcome: .goesOn(next), assurance: next.assurance, claim: 0, entered: nil, step: from.top.place.step,
      range: steps[next.top.place.step].step.name.range)
  }

  /// An event comes: its facts are so at once, then its owner is found.
  ///
  /// - Parameters:
  ///   - isOwed: whether it is the reply to a call that is owed.
  ///   - answersOwed: whether it counts as that, whatever sent it: a result is nobody's then.
  func arrive(
    _ signal: Signal, _ configuration: Configuration, isOwed: Bool = false, answersOwed: Bool = false
  ) -> [Passage] {
    let spec = flow.contract[signal.event]
    var next = configuration
    apply(Effect(of: signal.event, in: flow.contract), to: &next)
    for cancelled in flow.contract.cancelled(by: spec) {
      guard let entry = entries[Int(cancelled.index)] else { continue }
      close(entry, &next)
    }
    if isOwed || answersOwed, spec.kind == .result { return [passage(to: next, from: configuration)] }
    return deliver(signal, next, mayEarn: true, isOwed: isOwed)
  }

  /// Finds the topmost frame for which the event is a reply, and hands it over.
  private func deliver(
    _ signal: Signal, _ configuration: Configuration, mayEarn: Bool, isOwed: Bool = false
  ) -> [Passage] {
    let spec = flow.contract[signal.event]
    let top = configuration.frames.count - 1
    if let moves = takes(signal, configuration.top) {
      var next = configuration
      if top > 0, spec.isTerminal {
        close(1..<top, &next)
        next.waiting = []
      }
      return moves.map { take($0, $0.effect.resolved(mayEarn), next) }
    }
    if top > 0, spec.isTerminal { return shutDown(signal, configuration) }
    for index in configuration.frames.indices.dropLast().reversed()
    where takes(signal, configuration.frames[index]) != nil {
      return keeping(signal, mayEarn, isOwed, at: index, configuration).map { kept in
        var next = kept
        if spec.kind == .interrupt, spec.rank > rankOnTop(configuration) {
          close(index + 1..<next.frames.count, &next)
        }
        return passage(to: next, from: configuration)
      }
    }
    switch spec.kind {
    case .interrupt: return interrupt(signal, configuration)
    case .result, .notice:
      // What is kept there may lead to a step which waits for it.
      guard let index = configuration.frames.indices.dropLast().last(where: { !configuration.frames[$0].kept.isEmpty })
      else { return [passage(to: configuration, from: configuration)] }
      var next = configuration
      next.keep(Configuration.Kept(signal: signal, mayEarn: mayEarn), at: index)
      return [passage(to: next, from: configuration)]
    case .challenge:
      guard top > 0 else { return takeUnlisted(signal, configuration) }
      return keeping(signal, mayEarn, isOwed, at: 0, configuration).map { passage(to: $0, from: configuration) }
    }
  }

  /// An event is kept for a frame: behind a reply that may have come before, unless it is the reply itself.
  private func keeping(
    _ signal: Signal, _ mayEarn: Bool, _ isOwed: Bool, at index: Int, _ configuration: Configuration
  ) -> [Configuration] {
    let frame = configuration.frames[index]
    let isAnswered = frame.place.site.map { !isOwed && isAnswer(signal, to: $0) } ?? true
    let before = isAnswered || !frame.kept.isEmpty ? [] : frame.early.map { [$0] }
    return ([[]] + before).map { first in
      var next = configuration
      if frame.place.site != nil { next.frames[index].early = [] }
      for kept in first { next.keep(kept, at: index) }
      next.keep(Configuration.Kept(signal: signal, mayEarn: mayEarn, isOfOwed: isOwed), at: index)
      return next
    }
  }

  /// Whether a signal is a reply to the call of a site.
  private func isAnswer(_ signal: Signal, to site: Int) -> Bool {
    let call = sites[site].call
    let replies = flow.contract.calls[Int(call.use.call.index)].replies
    return call.arrivals.contains { replies[$0.reply].event == signal.event && replies[$0.reply].fits(signal) }
  }

  /// Whether something may still come for a frame: what is kept for it is not the reply to its call.
  private func mayHear(_ frame: Configuration.Frame) -> Bool {
    guard !frame.kept.isEmpty else { return true }
    guard let site = frame.place.site, frame.kept.count < Configuration.mostKept else { return false }
    return !frame.kept.contains { !$0.isOfOwed && isAnswer($0.signal, to: site) }
  }

  /// What a frame does with a signal; nil if it is no reply there.
  private func takes(_ signal: Signal, _ frame: Configuration.Frame) -> [Move]? {
    isReply(signal, at: frame.place) ? moves(taking: signal, at: frame.place) : nil
  }

  /// An interrupt comes that no frame names.
  private func interrupt(_ signal: Signal, _ configuration: Configuration) -> [Passage] {
    let spec = flow.contract[signal.event]
    var next = configuration
    guard let entry = entries[Int(signal.event.index)] else {
      guard configuration.frames.count > 1 else { return takeUnlisted(signal, configuration) }
      if spec.rank > rankOnTop(configuration) {
        // Where the flow would stay, what is open stays open.
        if lines(at: configuration.frames[0].place).first(where: \.trigger.isOtherwise)?.target.move == .stay {
          return [passage(to: configuration, from: configuration)]
        }
        close(1..<next.frames.count, &next)
        next.frames = [Configuration.Frame(configuration.frames[0].place)]
        return takeUnlisted(signal, next)
      }
      next.keep(Configuration.Kept(signal: signal, mayEarn: true), at: 0)
      return [passage(to: next, from: configuration)]
    }
    if spec.isTerminal {
      close(1..<next.frames.count, &next)
      next.waiting = []
      open(entry, &next)
      return [passage(to: next, from: configuration)]
    }
    if spec.repetition == .replace { close(entry, sparingCalls: true, &next) }
    if spec.rank > rankOnTop(next) { open(entry, &next) } else { wait(entry, &next) }
    return [passage(to: next, from: configuration)]
  }

  /// Nobody expects it: the flow does what it does with what it did not name.
  private func takeUnlisted(_ signal: Signal, _ configuration: Configuration) -> [Passage] {
    moves(takingUnlisted: signal.event, at: configuration.frames[0].place).map {
      take($0, $0.effect.resolved(false), configuration)
    }
  }

  /// The SDK has shut itself down: nothing that is open, or waits, has anything to wait for.
  private func shutDown(_ signal: Signal, _ configuration: Configuration) -> [Passage] {
    if entries[Int(signal.event.index)] != nil { return interrupt(signal, configuration) }
    var next = configuration
    next.frames = [Configuration.Frame(configuration.frames[0].place)]
    next.waiting = []
    return deliver(signal, next, mayEarn: false)
  }

  private func open(_ step: Int, _ configuration: inout Configuration) {
    configuration.frames[configuration.frames.count - 1].hasArrived = false
    configuration.frames.append(Configuration.Frame(Place(step: step)))
  }

  /// An interrupt waits, behind those of its rank: in which order others came makes no difference.
  private func wait(_ step: Int, _ configuration: inout Configuration) {
    let place = configuration.waiting.firstIndex { rank(of: $0) < rank(of: step) } ?? configuration.waiting.count
    configuration.waiting.insert(step, at: place)
  }

  private func rankOnTop(_ configuration: Configuration) -> Int {
    guard configuration.frames.count > 1 else { return 0 }
    let step = configuration.top.place.step
    return isTerminal(step) ? .max : rank(of: step)
  }

  private func rank(of interrupt: Int) -> Int {
    steps[interrupt].step.awaited.map { flow.contract[$0.event].rank } ?? 0
  }

  private func isTerminal(_ step: Int) -> Bool {
    steps[step].step.isInterrupt && steps[step].step.awaited.map { flow.contract[$0.event].isTerminal } ?? false
  }
}

extension Configuration {
  /// As much as is distinguished of what is kept for a frame.
  static let mostKept = 2

  mutating func keep(_ kept: Kept, at index: Int) {
    guard frames[index].kept.count < Self.mostKept else { return }
    frames[index].kept.append(kept)
  }

  /// What is kept for a frame that goes away is for the one at an index: before what came once proofs were lost, if it came before.
  mutating func handDown(_ kept: [Kept], to index: Int) {
    for one in kept where frames[index].kept.count < Self.mostKept {
      let place = one.mayEarn ? nil : frames[index].kept.firstIndex(where: \.mayEarn)
      frames[index].kept.insert(one, at: place ?? frames[index].kept.count)
    }
  }
}
