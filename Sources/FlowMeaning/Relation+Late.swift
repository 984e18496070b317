// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// Replies that come once nobody waits for them: "Late replies" of `Documentation/Semantics.md`.
///
/// A late reply is looked at only where a reply to the open call may come in the same way. That the SDK has had its time for a
/// late call is not counted on: a run in which it has can do no less.
extension Relation {
  /// Whether a deadline that passes at a place is that of the SDK for the open call, so that no reply comes any more.
  package func isPatienceOver(at place: Place) -> Bool {
    guard let site = place.site else { return false }
    let step = steps[place.step].step
    // The time of a `wait:` step begins when the SDK has accepted the call that it inherits, or later.
    if case .wait = step.kind, sites[site].step != place.step, let within = step.within {
      return flow.contract[sites[site].call.use.call].patience.map { within.value >= $0 } ?? false
    }
    return step.within == nil && hasWholeTime(site)
  }

  /// Whether the SDK has had its time for the call that is open at a place: somebody is asked there again only after that.
  func isOverdue(_ place: Place) -> Bool {
    guard place.isAsking, let site = place.site, sites[site].step == place.step else { return false }
    return hasWholeTime(site)
  }

  /// Whether the deadline of a call is not before the SDK's time for it is over.
  private func hasWholeTime(_ site: Int) -> Bool {
    let (step, call) = (steps[sites[site].step].step, sites[site].call)
    guard let patience = flow.contract[call.use.call].patience else { return false }
    // An earlier deadline stays: that of a call which a `wait:` step has inherited, or which leaves the step asking.
    if case .wait = step.kind { return false }
    let staysOpen = steps[sites[site].step].calls.contains { call in
      !flow.contract[call.use.call].replies.isEmpty
        && call.lines.contains { $0.trigger.isAccepted && $0.target.asksAgain }
    }
    guard !staysOpen else { return false }
    func isEnough(_ within: Spanned<Int>?) -> Bool { within.map { $0.value >= patience } ?? true }
    switch call.origin {
    case .call: return isEnough(step.within)
    case .choice(let index): return step.within == nil && isEnough(step.choices[index].within)
    case .answer, .itself, .exhausted: return step.within == nil
    }
  }

  /// Whether a reply to the open call of a place may be a late one to another call, so that it shows nothing.
  ///
  /// What would show something, though nothing fresh, is not told apart: it is looked at where the event is kept.
  func isBlurred(_ signal: Signal, at place: Place, _ late: LateBits) -> Bool {
    guard late != .none, place.site != nil else { return false }
    return moves(taking: signal, at: place).contains { late.behind($0.effect.doubt) != 0 }
  }

  /// The late calls to which a reply at a place may be one, so that it does not show all that it would, as bits of ``lateCalls``.
  package func doubted(at place: Place, _ assurance: Assurance) -> UInt32 {
    guard assurance.late != .none, place.site != nil else { return 0 }
    return moves(at: place).reduce(0) { bits, move in
      guard move.cause.isEvent, move.effect.earns != 0 else { return bits }
      let named = assurance.late.foreign & (move.effect.naming?.mayReplyTo ?? 0)
      return bits | assurance.late.behind(move.effect.doubt) | named
    }
  }

  /// An event comes that is kept for a frame: whether it may show anything when that frame takes it, or one below.
  ///
  /// If it may be a late reply, the reply to the frame's own call may come late.
  func noteDoubt(_ signal: Signal, at index: Int, _ configuration: inout Configuration) -> Bool {
    let late = configuration.assurance.late.union(others(under: index, configuration))
    guard late != .none else { return true }
    let frame = configuration.frames[index]
    let before = configuration.assurance.late
    for move in frame.place.site == nil ? [] : moves(taking: signal, at: frame.place)
    where late.all & move.effect.doubt.sharedWith != 0 {
      configuration.assurance.late.add(move.effect.replying, isForAnother: frame.isForAnother, isOld: frame.place.isOld)
    }
    let isDoubted = (0...index).contains { below in
      isBlurred(signal, at: configuration.frames[below].place, before.union(others(under: below, configuration)))
    }
    guard isDoubted else { return true }
    // The machine counts from the last one backwards how many may still earn.
    for kept in configuration.frames[index].kept.indices { configuration.frames[index].kept[kept].mayEarn = false }
    return false
  }

  /// The other calls, beside those that are late, whose reply may come just now: those that were late until the event came, and those
  /// that are open below a frame.
  func others(under index: Int, _ configuration: Configuration) -> LateBits {
    var bits = configuration.ending
    for (place, frame) in configuration.frames[..<index].enumerated() where !isOverdue(frame.place) {
      guard !frame.isVoid || place == 0 && configuration.endsOwn else { continue }
      guard let site = frame.place.site else { continue }
      bits.add(lateCalls.bit(ofSite: site), isForAnother: frame.isForAnother, isOld: frame.place.isOld)
    }
    return bits
  }

  /// Whether an event that is kept for the flow's own frame ends the call there, so that no reply above it may be one to that any more.
  ///
  /// Only where it may come now, and is the first to be kept.
  func settlesWhoseReply(_ signal: Signal, _ configuration: Configuration) -> Bool {
    let own = configuration.frames[0]
    guard !lateCalls.isEmpty, configuration.frames.count > 1, !own.isVoid, let site = own.place.site,
      facts(of: signal).loses, case let bit = lateCalls.bit(ofSite: site), bit != 0
    else { return false }
    let above = configuration.frames.dropFirst()
    guard !above.contains(where: \.hasToTake), hears(configuration), takes(signal, own) != nil,
      !above.contains(where: { takes(signal, $0) != nil })
    else { return false }
    return above.contains { frame in
      sites(of: frame.place.step).contains { known(place(afterTaking: $0)).takesReply(thatMayBeOneTo: bit) }
    }
  }

  /// What something that happens says of the calls that are open: whether they are answered still, and for whom they were made.
  func outdate(_ effect: Effect, _ configuration: inout Configuration) {
    let changesUser = effect.mayNameAnother(configuration.assurance)
    let supersedes = effect.supersedes != 0 || effect.supersedesOwed != 0
    guard effect.loses || effect.renames || changesUser || supersedes else { return }
    for index in configuration.frames.indices {
      guard let site = configuration.frames[index].place.site else { continue }
      let bit = lateCalls.bit(ofSite: site)
      let isSuperseded =
        bit & effect.supersedes != 0 || owable.bit(of: sites[site].call.use.call) & effect.supersedesOwed != 0
      if effect.loses && index == 0 && bit != 0 || isSuperseded {
        configuration.frames[index].isVoid = true
      }
      if effect.renames || changesUser && !naming.contains(site) { configuration.frames[index].isForAnother = true }
    }
  }

  /// Whether an event may be about another user than the one for whom the call of a frame was made.
  func isForAnother(_ move: Move, at frame: Configuration.Frame) -> Bool {
    guard frame.isForAnother, case .event(let signal) = move.cause else { return false }
    return flow.contract[signal.event].userField == nil
  }
}

extension Effect {
  /// The reply to the call of a site will not be heard: what it may set up is set up, and it may come late.
  ///
  /// - Parameter isOver: whether the SDK has had its time for it.
  mutating func giveUp(_ site: Int, _ relation: Relation, isOver: Bool = false) {
    enrols |= relation.settingUp(site)
    // What takes the proofs away ends what the flow has open, too.
    guard !isOver, !loses || relation.isOfInterrupt(site) else { return }
    givesUp |= relation.lateCalls.bit(ofSite: site)
    givesUpSignIn = givesUpSignIn || relation.sites[site].call.maySignIn
  }

  /// What comes as the reply to the call of a site may be a late one to another call.
  mutating func doubt(_ reply: Arrival, as signal: Signal, _ site: Int, _ relation: Relation) {
    guard !relation.lateCalls.isEmpty,
      let index = relation.sites[site].call.arrivals.firstIndex(where: { $0.reply == reply.reply })
    else { return }
    doubt = relation.lateCalls.doubt(ofArrival: index, toSite: site, as: signal)
    replying = loses && !relation.isOfInterrupt(site) ? 0 : relation.lateCalls.bit(ofSite: site)
  }
}

extension Relation {
  /// Whether it is an interrupt that makes the call of a site.
  fileprivate func isOfInterrupt(_ site: Int) -> Bool { steps[sites[site].step].step.isInterrupt }
}
