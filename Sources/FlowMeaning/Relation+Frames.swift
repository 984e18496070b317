// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// What can happen to a run with its interrupts: opening, staying, resuming, being laid over and being closed.
extension Relation {
  /// Everything that can happen to a run at a configuration.
  package func next(_ configuration: Configuration) -> [Passage] {
    guard configuration.mayWait != 0 else { return following(configuration) }
    var others = configuration
    others.mayWait = 0
    return following(others) + openings(of: configuration.mayWait, others)
  }

  private func following(_ configuration: Configuration) -> [Passage] {
    if configuration.mayLapse != 0 { return lapses(of: configuration.mayLapse, at: configuration) }
    let takesUp = configuration.takesUp && !configuration.top.kept.isEmpty
    if !takesUp, let next = configuration.waiting.first, rank(of: next) > rankOnTop(configuration) {
      var opened = configuration
      opened.waiting.removeFirst()
      open(next, &opened)
      return [passage(to: opened, from: configuration)]
    }
    // What is kept waits while a call is made, or the modules are asked; what came before the step could do that comes first.
    let leavesFirst = configuration.top.hasArrived && isLeftAtOnce(configuration.top.place, configuration.assurance)
    if !configuration.top.kept.isEmpty, !leavesFirst,
      !isPassing(configuration.top.place) || acts(configuration.top.place) && !configuration.top.hasArrived
    {
      var taking = configuration
      taking.frames[taking.frames.count - 1].hasArrived = false
      let kept = taking.frames[taking.frames.count - 1].kept.removeFirst()
      return deliver(kept.signal, taking, mayEarn: kept.mayEarn, wasKept: true)
    }
    if !configuration.top.early.isEmpty, !leavesFirst, !isPassing(configuration.top.place) {
      return deliverEarly(configuration)
    }
    var passages: [Passage] = []
    let auto = automatic(at: configuration)
    for move in known(configuration.top.place).ownMoves
    where auto.map({ move.origin == .choice($0) }) ?? isPossible(move, configuration) {
      passages.append(take(move, move.effect, configuration))
    }
    if hears(configuration) { passages += arrivals(at: configuration) }
    return passages + lapses(at: configuration)
  }

  /// Whether anything may come while the frame at work is where it is: it does nothing by itself there.
  func hears(_ configuration: Configuration) -> Bool {
    automatic(at: configuration) == nil && !isPassing(configuration.top.place)
      && !isLeftAtOnce(configuration.top.place, configuration.assurance)
  }

  /// Whether a step makes its own call, or asks the modules.
  private func acts(_ place: Place) -> Bool {
    switch steps[place.step].step.kind {
    case .call, .gate: true
    case .challenge, .event, .wait, .interrupt: false
    }
  }

  /// The choice that an interrupt surely makes as soon as it opens, so that nothing comes there; nil for none.
  private func automatic(at configuration: Configuration) -> Int? {
    let step = steps[configuration.top.place.step].step
    guard step.isInterrupt, configuration.top.place.site == nil, let auto = step.takenAutos.first
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
    var effect = effect
    if configuration.top.isVoid { effect.givesUp = 0 }
    effect.isForAnother = configuration.top.isForAnother
    if isForAnother(move, at: configuration.top) { effect.earns = 0 }
    effect.besides = others(under: configuration.frames.count - 1, configuration)
    apply(effect, to: &next)
    // The call that was open before is not the one that is open now.
    if move.makesCall, move.draws, opens(move.origin, of: step) { next.frames[next.frames.count - 1].leaveCall() }
    func passage(_ outcome: Passage.Outcome) -> Passage {
      var passage = Passage(
        outcome: outcome, assurance: next.assurance, claim: move.claim, entered: move.entered, step: step,
        range: move.isTaking ? nil : move.range)
      if case .place = move.target { passage.arrives = !move.isTaking }
      if move.makesCall, move.draws { passage.taken = move.origin }
      return passage
    }
    switch move.target {
    case .end(let end): return passage(.ends(end))
    case .unhandled: return passage(.fails)
    case .resume:
      guard next.frames.count > 1, !isTerminal(step) else { return passage(.fails) }
      next.handDown(next.top.kept, to: next.frames.count - 2)
      leave(by: move, &next)
      if next.top.hasToTake { next.mayWait = mayWait(under: configuration) }
    case .place(let place) where place.step == step: next.put(at: place)
    case .place(let place) where next.frames.count == 1: next.put(at: place)
    case .place(let place):
      guard !isTerminal(step) else { return passage(.fails) }
      // A `wait:` step takes the call along.
      if place.site == nil { leave(by: move, &next) } else { next.frames.removeLast() }
      close(1..<next.frames.count, &next)
      giveUp(next.frames[0], &next)
      let kept = configuration.frames.flatMap(\.kept)
      // What is given up was made before the step is entered.
      if effect.enters != 0 { next.assurance.late.old = next.assurance.late.all }
      next.frames = [Configuration.Frame(place)]
      // An interrupt that was kept for what is left opens by its entry; all else is dropped.
      for one in kept where flow.contract[one.signal.event].kind == .interrupt {
        // One that waits stands for all that do.
        guard let entry = entries[Int(one.signal.event.index)], !next.waiting.contains(entry) else { continue }
        wait(entry, &next)
      }
    }
    if case .place = move.target {
      next.frames[next.frames.count - 1].hasArrived = next.top.hasToTake
    }
    next.forgetIfBare()
    if move.entered != nil || next.top.kept.isEmpty { next.takesUp = false }
    return passage(.goesOn(next))
  }

  /// Whether a call of a step is open once the SDK has taken it.
  private func opens(_ origin: Origin, of step: Int) -> Bool {
    site(of: origin, at: step).map { !flow.contract[sites[$0].call.use.call].replies.isEmpty } ?? false
  }

  /// The call that a part of a step makes, as an index of ``sites``; nil for none.
  private func site(of origin: Origin, at step: Int) -> Int? {
    sites(of: step).first { sites[$0].call.origin == origin }
  }

  /// The interrupt at work goes away; its call is open still unless it is the event that leads on.
  private func leave(by move: Move, _ configuration: inout Configuration) {
    let frame = configuration.frames.removeLast()
    if move.makesCall, move.draws, let line = move.line, line.trigger.isAccepted {
      // One that leads to nothing leaves open what was open before.
      if let taken = site(of: move.origin, at: frame.place.step), !sites[taken].call.arrivals.isEmpty {
        return owe(taken, over: configuration.frames.indices, &configuration)
      }
    }
    drop(frame, over: configuration.frames.indices, isAnswered: move.cause.isEvent, &configuration)
  }

  /// - Parameter named: the step that is told; nil for the one at work then.
  func passage(to next: Configuration, from: Configuration, naming named: Int? = nil) -> Passage {
    var next = next
    next.forgetIfBare()
    return Passage(
      outcome: .goesOn(next), assurance: next.assurance, claim: .none, entered: nil, step: from.top.place.step,
      range: steps[named ?? next.top.place.step].step.name.range)
  }

  /// An event comes: its facts are so at once, then its owner is found.
  ///
  /// - Parameters:
  ///   - isOwed: whether it is the reply to a call that is owed.
  ///   - answered: the owed calls to which it counts as the reply, whoever sent it: a result is nobody's then.
  ///   - source: the highest frame to which it may come.
  ///   - isOfFlow: whether it is the reply to the call of the flow's own frame.
  func arrive(
    _ signal: Signal, _ configuration: Configuration, isOwed: Bool = false, answering answered: UInt8 = 0,
    at source: Int? = nil, isOfFlow: Bool = false
  ) -> [Passage] {
    let spec = flow.contract[signal.event]
    var next = configuration
    var facts = facts(of: signal)
    if facts.naming != nil {
      facts.approvedForUser = questions(forUserNamedBy: signal, configuration)
      facts.besides = others(under: configuration.frames.count, configuration)
    }
    apply(facts, to: &next, at: source)
    // The event itself may be a late reply, though none comes after it.
    if next.assurance.late != configuration.assurance.late { next.ending = configuration.assurance.late }
    next.endsOwn = next.frames[0].isVoid && !configuration.frames[0].isVoid
    next.assurance.owed &= ~answered
    var closed: UInt64 = 0
    for cancelled in flow.contract.cancelled(by: spec) {
      guard let entry = entries[Int(cancelled.index)] else { continue }
      close(entry, &next)
      closed |= waitingBit(of: entry)
    }
    if next.frames.count < configuration.frames.count {
      // The last bit may stand for several.
      next.mayWait = mayWait(under: configuration) & (~closed | 1 << 63)
    }
    if isOwed || answered != 0, spec.kind == .result { return [passage(to: next, from: configuration)] }
    var passages = deliver(
      signal, next, mayEarn: true, isOwed: isOwed, isOfFlow: isOfFlow,
      changesUser: facts.mayNameAnother(configuration.assurance))
    for index in passages.indices where next.ending != .none || next.endsOwn {
      guard case .goesOn(var over) = passages[index].outcome else { continue }
      (over.ending, over.endsOwn) = (.none, false)
      passages[index].outcome = .goesOn(over)
    }
    return passages
  }

  /// Finds the topmost frame for which the event is a reply, and hands it over.
  ///
  /// - Parameter changesUser: whether it has just named another user.
  func deliver(
    _ signal: Signal, _ configuration: Configuration, mayEarn: Bool, isOwed: Bool = false, isOfFlow: Bool = false,
    wasKept: Bool = false, changesUser: Bool = false
  ) -> [Passage] {
    let spec = flow.contract[signal.event]
    let top = configuration.frames.count - 1
    if let moves = takes(signal, configuration.top) {
      var next = configuration
      if isOfFlow, top > 0 {
        let place = configuration.frames[0].place
        next.frames[0].place = place.hearing(hearing(at: place, after: configuration.top.place))
      }
      if top > 0, spec.isTerminal {
        close(1..<top, &next)
        next.waiting = []
      }
      return moves.map { move in
        let isOfOther = changesUser && move.effect.isOfAnswered
        return take(move, move.effect.resolved(mayEarn && !isOfOther, wasKept: wasKept), next)
      }
    }
    if top > 0, spec.isTerminal { return shutDown(signal, configuration) }
    for index in configuration.frames.indices.dropLast().reversed() {
      guard let moves = takes(signal, configuration.frames[index]) else { continue }
      let isOfOther = changesUser && moves.contains(where: \.effect.isOfAnswered)
      let closes = spec.kind == .interrupt && spec.rank > rankOnTop(configuration)
      return keeping(signal, mayEarn && !isOfOther, isOwed, isTakenUp: closes, at: index, configuration).map { kept in
        var next = kept
        if closes {
          close(index + 1..<next.frames.count, &next)
          next.takesUp = true
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

  /// What a frame does with a signal; nil if it is no reply there.
  func takes(_ signal: Signal, _ frame: Configuration.Frame) -> [Move]? {
    known(frame.place).takes(signal, frame.place, self)
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
    if isNoted[Int(signal.event.index)] { return [passage(to: next, from: configuration, naming: entry)] }
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

  func open(_ step: Int, _ configuration: inout Configuration) {
    configuration.frames[configuration.frames.count - 1].hasArrived = false
    configuration.frames.append(Configuration.Frame(Place(step: step)))
  }

  func rankOnTop(_ configuration: Configuration) -> Int {
    guard configuration.frames.count > 1 else { return 0 }
    let step = configuration.top.place.step
    return isTerminal(step) ? .max : rank(of: step)
  }

  func rank(of interrupt: Int) -> Int {
    steps[interrupt].step.awaited.map { flow.contract[$0.event].rank } ?? 0
  }

  func isTerminal(_ step: Int) -> Bool {
    steps[step].step.isInterrupt && steps[step].step.awaited.map { flow.contract[$0.event].isTerminal } ?? false
  }
}

extension Configuration {
  /// As much as is distinguished of what is kept for a frame.
  static let mostKept = 2

  /// - Parameter isTakenUp: whether the frame takes it up now, behind what is kept there already.
  mutating func keep(_ kept: Kept, isTakenUp: Bool = false, at index: Int) {
    // Leaving out what comes next would tell of runs that nobody can have; it does not pile up.
    guard isTakenUp || frames[index].kept.count < Self.mostKept else { return }
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
