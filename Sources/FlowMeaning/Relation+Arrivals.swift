// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

/// What may come to a run whose frames lie over each other, and what may have come before.
extension Relation {
  /// What the SDK may send, and to which frames.
  private struct Coming {
    let signal: Signal
    /// The highest frame to which it may come.
    var source: Int
    /// Whether it may come as the reply to the call of the flow's own frame; and as anything else.
    var isOfFlow: Bool
    var isOther: Bool
  }

  /// Everything that the SDK may send at a configuration: replies, events that a frame waits for, and interrupts.
  package func arrivals(at configuration: Configuration) -> [Passage] {
    let passages = coming(to: configuration).flatMap { coming in
      let event = coming.signal.event
      let answered = owable.answered(by: event, configuration.assurance.owed, flow.contract)
      var passages: [Passage] = []
      for isOfFlow in [false, true] where isOfFlow ? coming.isOfFlow : coming.isOther {
        passages += arrive(
          coming.signal, configuration, answering: answered.nonzeroBitCount == 1 ? answered : 0,
          at: isOfFlow ? -1 : coming.source, isOfFlow: isOfFlow)
      }
      guard flow.contract[event].kind == .interrupt else { return passages }
      for index in passages.indices { passages[index].isInterrupt = true }
      return passages
    }
    return passages + owedArrivals(at: configuration)
  }

  /// What comes of interrupts that the flow has no entry for where nothing lies over it.
  package func unlistedArrivals(at configuration: Configuration) -> [Passage] {
    let place = configuration.top.place
    guard configuration.isAtRest, !isPassing(place), !isLeftAtOnce(place, configuration.assurance) else { return [] }
    return interruptEvents.flatMap { event -> [Passage] in
      let signal = Signal(event, mode: nil, .success)
      guard entries[Int(event.index)] == nil, started.mayCome(event, at: place.step),
        takes(signal, configuration.top) == nil
      else { return [] }
      return arrive(signal, configuration)
    }
  }

  private func coming(to configuration: Configuration) -> [Coming] {
    var all: [Coming] = []
    let top = configuration.frames.count - 1
    let keeping = configuration.frames.lastIndex { !$0.kept.isEmpty } ?? 0
    for (index, frame) in configuration.frames.enumerated() where mayHear(frame) {
      // What is kept above comes first, and may lead away from the call.
      if index < keeping, frame.place.site != nil { continue }
      let isAtWork = index == top || !frame.kept.isEmpty
      // What comes later finds the step's call made.
      let actsNext = isPassing(frame.place)
      // One that nobody takes for a reply comes as any interrupt does.
      for coming in known(frame.place).comings where !coming.isStray {
        let (signal, isReply) = (coming.signal, coming.isReply)
        guard started.mayCome(signal.event, at: configuration.frames[0].place.step) else { continue }
        // What closes an open call without being its reply matters, too.
        // What a frame above takes for a reply to its own call leads on there.
        guard
          isAtWork || coming.closes || actsNext || matters(signal, configuration)
            || index == 0 && settlesWhoseReply(signal, configuration)
            || configuration.frames[(index + 1)...].contains(where: { takes(signal, $0) != nil })
        else { continue }
        let isOfFlow = isReply && index == 0 && top > 0
        guard let known = all.firstIndex(where: { $0.signal == signal }) else {
          all.append(Coming(signal: signal, source: isReply ? index : top, isOfFlow: isOfFlow, isOther: !isOfFlow))
          continue
        }
        all[known].source = max(all[known].source, isReply ? index : top)
        all[known].isOther = all[known].isOther || !isOfFlow
      }
    }
    for event in interruptEvents {
      let signal = Signal(event, mode: nil, .success)
      if mayInterrupt(event, configuration) || mayNote(event, configuration),
        !all.contains(where: { $0.signal == signal })
      {
        all.append(Coming(signal: signal, source: top, isOfFlow: false, isOther: true))
      }
    }
    return all
  }

  /// Whose replies may come for the call of the flow's own frame once an interrupt has taken its reply.
  ///
  /// The reply to the call of the interrupt itself is still to come; what could be no reply to the flow's call comes too late for
  /// anybody.
  func hearing(at place: Place, after interrupt: Place) -> Place.Hearing {
    guard let site = place.site, let other = heardSite(at: interrupt) else { return .nobody }
    let (mine, theirs) = (events(site), events(other))
    if theirs.isDisjoint(with: mine) { return .nobody }
    return theirs.isSubset(of: mine) ? .other(other) : place.hearing
  }

  /// What a step of the flow does with the reply to the call of an interrupt that has taken the step's own reply for that, and that
  /// did not lead away by it.
  ///
  /// - Parameter site: the call of the interrupt, as an index of ``sites``.
  package func moves(takingReplyTo site: Int, at place: Place) -> [Move] {
    let interrupt = self.place(afterTaking: site)
    guard !steps[place.step].step.isInterrupt, hearing(at: place, after: interrupt) == .other(site) else { return [] }
    var isLeftThere = false
    forEachSignal(to: place) { signal in
      isLeftThere =
        isLeftThere || moves(taking: signal, at: interrupt).contains { $0.target.keepsFlow(at: interrupt.step) }
    }
    return isLeftThere ? moves(at: place.hearing(.other(site))).filter(\.cause.isEvent) : []
  }

  private func events(_ site: Int) -> Set<EventID> {
    Set(flow.contract[sites[site].call.use.call].replies.map(\.event))
  }

  /// Whether an interrupt makes a difference at a configuration: one that waits there, and changes nothing by waiting, may as
  /// well come later.
  private func mayInterrupt(_ event: EventID, _ configuration: Configuration) -> Bool {
    let spec = flow.contract[event]
    // Without an entry it closes what is open, whatever it may do to the flow itself.
    let entry = entries[Int(event.index)]
    guard entry == nil ? configuration.frames.count > 1 : isFollowed[Int(event.index)],
      started.mayCome(event, at: configuration.frames[0].place.step)
    else { return false }
    if let entry, configuration.waiting.contains(entry) { return false }
    guard configuration.frames.count > 1, !spec.isTerminal, spec.rank <= rankOnTop(configuration) else { return true }
    // Kept for the flow, it closes the call of a step that goes on by `else`.
    let base = configuration.frames[0]
    if entry == nil, base.place.site != nil, base.kept.isEmpty, leadsOnUnnamed(at: base.place) { return true }
    // Where one that is open leads on, another opens before the step does what it does, unless it opens before that one.
    return looksAtWaiting || spec.repetition == .replace || matters(Signal(event, mode: nil, .success), configuration)
      || configuration.frames.dropFirst().contains {
        leadsToActing[$0.place.step] && rank(of: $0.place.step) >= spec.rank
      }
  }

  /// What comes of interrupts that do something by their arrival alone, where nothing lies over the flow.
  package func notedArrivals(at configuration: Configuration) -> [Passage] {
    guard configuration.isAtRest else { return [] }
    return interruptEvents.flatMap { event -> [Passage] in
      let signal = Signal(event, mode: nil, .success)
      guard mayNote(event, configuration), takes(signal, configuration.top) == nil else { return [] }
      return arrive(signal, configuration)
    }
  }

  /// Whether an interrupt that is merely noted may come, and a run can do something more once it has.
  private func mayNote(_ event: EventID, _ configuration: Configuration) -> Bool {
    guard isNoted[Int(event.index)], started.mayCome(event, at: configuration.frames[0].place.step) else {
      return false
    }
    let before = configuration.assurance
    let after = facts(of: event).applied(to: before)
    return after != before && !after.isNoMore(than: before)
  }

  /// Whether something is otherwise by an event's mere arrival.
  private func matters(_ signal: Signal, _ configuration: Configuration) -> Bool {
    if changes(signal, configuration.assurance) { return true }
    let spec = flow.contract[signal.event]
    if spec.kind == .interrupt, spec.rank > rankOnTop(configuration) { return true }
    return flow.contract.cancelled(by: spec).contains { cancelled in
      entries[Int(cancelled.index)].map { entry in
        configuration.waiting.contains(entry) || configuration.frames.contains { $0.place.step == entry }
      } ?? false
    }
  }

  /// Something happens to a run, with what that does to its assurance.
  ///
  /// - Parameter source: the highest frame to which an event may come though a reply has come there, -1 for none; nil for all.
  func apply(_ effect: Effect, to configuration: inout Configuration, at source: Int? = nil) {
    let top = configuration.frames.count - 1
    // What came for a frame above would be kept there, and nothing comes below that.
    for frame in configuration.frames.indices where frame > source ?? top { configuration.frames[frame].early = [] }
    let after = effect.applied(to: configuration.assurance)
    let loses = effect.loses || effect.mayNameAnother(configuration.assurance)
    outdate(effect, &configuration)
    guard after != configuration.assurance || loses else { return }
    let owed = configuration.assurance.owed
    noteEarly(in: 0..<min(top, (source ?? top) + 1), settling: false, &configuration) { signal in
      // What may be an owed reply would have been taken for that.
      owable.answered(by: signal.event, owed, flow.contract) == 0
    }
    noteNothingToChange(&configuration)
    configuration.assurance = after
    guard loses else { return }
    for frame in configuration.frames.indices {
      for kept in configuration.frames[frame].kept.indices { configuration.frames[frame].kept[kept].mayEarn = false }
      for early in configuration.frames[frame].early.indices {
        configuration.frames[frame].early[early].mayEarn = false
      }
    }
  }

  /// Before something changes above frames: the replies that may have come for them, and changed nothing.
  ///
  /// - Parameter settling: whether those are noted, too, that settle whose reply comes next; where anything may come, they are followed
  ///   by themselves.
  func noteEarly(
    in frames: Range<Int>, settling: Bool = true, _ configuration: inout Configuration, where mayCome: (Signal) -> Bool
  ) {
    for frame in frames where configuration.frames[frame].kept.isEmpty {
      let place = configuration.frames[frame].place
      guard place.site != nil else { continue }
      for signal in known(place).comings.lazy.map(\.signal) {
        let isKnown = configuration.frames[frame].early.contains { $0.signal == signal }
        guard !isKnown, mayCome(signal), !matters(signal, configuration),
          settling || frame > 0 || !settlesWhoseReply(signal, configuration)
        else { continue }
        let mayEarn = !isBlurred(signal, at: place, configuration.assurance.late)
        configuration.frames[frame].early.append(Configuration.Kept(signal: signal, mayEarn: mayEarn))
      }
    }
  }

  /// The frame at work is bare again, and something has changed above it: a reply may have come before that, or not.
  func deliverEarly(_ configuration: Configuration) -> [Passage] {
    var next = configuration
    next.frames[next.frames.count - 1].early = []
    next.frames[next.frames.count - 1].hasArrived = false
    var passages = [passage(to: next, from: configuration)]
    for early in configuration.top.early {
      passages += deliver(early.signal, next, mayEarn: early.mayEarn, wasKept: true)
    }
    return passages
  }

  /// An event is kept for a frame: behind a reply that may have come before, unless it is the reply itself.
  ///
  /// - Parameter isTakenUp: whether it closes what lies over the frame, which takes it up now.
  func keeping(
    _ signal: Signal, _ mayEarn: Bool, _ isOwed: Bool, isTakenUp: Bool = false, at index: Int,
    _ configuration: Configuration
  ) -> [Configuration] {
    let frame = configuration.frames[index]
    let isAnswered = frame.place.site.map { !isOwed && isAnswer(signal, to: $0) } ?? true
    let before = isAnswered || !frame.kept.isEmpty ? [] : frame.early.map { [$0] }
    return ([[]] + before).map { first in
      var next = configuration
      if frame.place.site != nil { next.frames[index].early = [] }
      for kept in first { next.keep(kept, at: index) }
      let isClear = noteDoubt(signal, at: index, &next)
      let kept = Configuration.Kept(signal: signal, mayEarn: mayEarn && isClear, isOfOwed: isOwed)
      next.keep(kept, isTakenUp: isTakenUp, at: index)
      return next
    }
  }

  /// The questions that the modules were asked before the calls to which an event may be the reply, or that said who the user is.
  func questions(forUserNamedBy signal: Signal, _ configuration: Configuration) -> UInt8 {
    configuration.frames.reduce(0) { bits, frame in
      guard let site = frame.place.site else { return bits }
      guard naming.contains(site) && !frame.isForAnother || isAnswer(signal, to: site) else { return bits }
      return bits | self.bits(sites[site].call.use.gate)
    }
  }

  /// Whether a signal is a reply to the call of a site.
  func isAnswer(_ signal: Signal, to site: Int) -> Bool {
    let call = sites[site].call
    let replies = flow.contract[call.use.call].replies
    return call.arrivals.contains { replies[$0.reply].event == signal.event && replies[$0.reply].fits(signal) }
  }

  /// Whether something may still come for a frame: what is kept for it is not the reply to its call.
  private func mayHear(_ frame: Configuration.Frame) -> Bool {
    guard !frame.kept.isEmpty else { return true }
    guard let site = frame.place.site, frame.kept.count < Configuration.mostKept else { return false }
    return !frame.kept.contains { !$0.isOfOwed && isAnswer($0.signal, to: site) }
  }
}

extension Move.Target {
  /// Whether an interrupt is at work then as before, or has led back.
  fileprivate func keepsFlow(at interrupt: Int) -> Bool {
    switch self {
    case .place(let place): place.step == interrupt
    case .resume: true
    case .end, .unhandled: false
    }
  }
}
