// SPDX-License-Identifier: Apache-2.0

import FlowGraph
package import SDKContract

/// What the SDK may send, and which frame takes it.
extension Relation {
  /// Visits what the SDK may send to a frame at a place by its contract, but for interrupts that no line names.
  package func forEachSignal(to place: Place, _ body: (Signal) -> Void) {
    forEachSignal(to: place) { signal, _ in body(signal) }
  }

  /// - Parameter body: is told, too, whether it comes as the reply to the open call.
  func forEachSignal(to place: Place, _ body: (Signal, Bool) -> Void) {
    let lines = lines(at: place)
    let own = steps[place.step].step.awaited
    for arrival in heardSite(at: place).map({ sites[$0].call.arrivals }) ?? [] {
      flow.contract.forEachSignal(of: arrival, toldApartBy: lines, own: own) { body($0, true) }
    }
    for line in lines {
      guard case .event(let event, let mode, let outcome) = line.trigger else { continue }
      let isInterrupt = flow.contract[event].kind == .interrupt
      guard
        isInterrupt ? started.mayCome(event, at: place.step) : place.site == nil && !isLed(to: event, at: place.step)
      else { continue }
      body(Signal(event, mode: mode, outcome), false)
    }
  }

  /// The call whose replies may come to a place, as an index of `sites`; nil for none.
  func heardSite(at place: Place) -> Int? {
    switch place.hearing {
    case .own: place.site
    case .other(let site): site
    case .nobody: nil
    }
  }

  /// Whether a call of a step leads to an event, so that it comes only while that is open.
  private func isLed(to event: EventID, at step: Int) -> Bool {
    steps[step].calls.contains { $0.arrivals.contains { $0.event == event } }
  }

  /// Whether a signal is a reply at a place, so that the frame there takes it.
  package func isReply(_ signal: Signal, at place: Place) -> Bool {
    if case .nobody = route(signal, at: place, lines(at: place)) { false } else { true }
  }

  fileprivate func route(_ signal: Signal, at place: Place, _ lines: [Transition]) -> Route<Transition> {
    let isNamed = lines.contains { if case .event(signal.event, _, _) = $0.trigger { true } else { false } }
    return flow.contract.route(
      signal, own: steps[place.step].step.awaited, isCalling: place.site != nil,
      isExpected: place.site.map { sites[$0].call.arrivals.contains { $0.event == signal.event } } ?? false,
      isNamed: isNamed
    ) { trigger in
      // Most events are named by no line, and need not be compared with each.
      if !isNamed, case .event = trigger { return nil }
      return lines.first { $0.trigger == trigger }
    }
  }

  /// What a frame at a place does with a signal; empty if it is no reply there, or leads nowhere.
  ///
  /// There may be several where the contract lets the same event mean several things.
  package func moves(taking signal: Signal, at place: Place) -> [Move] {
    var list = MoveList(self, place)
    list.addMoves(taking: signal)
    return list.moves
  }

  /// Visits what the contract says of a signal as the reply to the open call: the first of its lines that fit, for each mode of
  /// the answered event that it distinguishes; nil for nothing.
  fileprivate func forEachReply(by signal: Signal, at place: Place, _ body: (Arrival?) -> Void) {
    guard let site = place.site else { return body(nil) }
    let call = sites[site].call
    let entering = enteringModes.mode(ofStep: sites[site].step)
    let isInAnyMode = steps[sites[site].step].step.awaited?.mode == nil && entering == nil
    let arrivals = entering.map { mode in call.arrivals.filter { $0.underMode ?? mode == mode } } ?? call.arrivals
    var modes: [Int] = []
    /// Whether what comes after it could not be meant any more.
    func visit(_ arrival: Arrival) -> Bool {
      guard let mode = arrival.underMode, isInAnyMode else {
        body(arrival)
        return true
      }
      guard !modes.contains(mode) else { return false }
      modes.append(mode)
      body(arrival)
      return false
    }
    for arrival in arrivals where arrival.event == signal.event && arrival.fits(signal) {
      if visit(arrival) { return }
    }
    // What the contract says of the code itself comes first.
    if flow.contract.isInformational(signal) {
      let success = Signal(signal.event, mode: signal.mode, .success)
      for arrival in arrivals
      where arrival.event == signal.event && arrival.outcome == .success && arrival.fits(success) {
        if visit(arrival) { return }
      }
    }
    if modes.isEmpty { body(nil) }
  }

  /// Whether what no line names leads anywhere but to an end without success.
  package func leadsOnUnnamed(at place: Place) -> Bool {
    guard let target = lines(at: place).first(where: \.trigger.isOtherwise)?.target else { return false }
    guard case .end(let end) = target.move else { return true }
    return target.claim != .none || flow[end].outcome == .success
  }

  /// The interrupts for which the flow has no entry, and that no line in force at a place names: they go to `else`.
  package func unlisted(at place: Place) -> [EventID] {
    guard !isPassing(place) else { return [] }
    return interruptEvents.filter { event in
      entries[Int(event.index)] == nil && started.mayCome(event, at: place.step)
        && !isReply(Signal(event, mode: nil, .success), at: place)
    }
  }

  /// The ways that those open.
  package func unlistedMoves(at place: Place) -> [Move] {
    unlisted(at: place).flatMap { moves(takingUnlisted: $0, at: place) }
  }

  /// What a frame does with an interrupt that it does not name, where the flow has no entry for it.
  package func moves(takingUnlisted event: EventID, at place: Place) -> [Move] {
    let signal = Signal(event, mode: nil, .success)
    var list = MoveList(self, place)
    let line = list.lines.first(where: \.trigger.isOtherwise)
    if flow.contract[event].isTerminal {
      guard let line, case .end = line.target.move else { return [] }
    }
    var effect = facts(of: event)
    if let site = place.site { effect.giveUp(site, self) }
    list.addLine(line, .event(signal), .itself, effect)
    return list.moves
  }
}

extension MoveList {
  /// The ways that the SDK's events open at the place.
  mutating func addEvents() {
    signals.removeAll(keepingCapacity: true)
    relation.forEachSignal(to: place) { signal in
      if !signals.contains(signal) { signals.append(signal) }
    }
    for index in signals.indices { addMoves(taking: signals[index]) }
  }

  /// What a frame at the place does with a signal.
  mutating func addMoves(taking signal: Signal) {
    let line: Transition?
    switch relation.route(signal, at: place, lines) {
    case .takes(let named): line = named
    case .asksAgain: return addStaying(.event(signal), relation.origin(at: place), relation.facts(of: signal))
    case .nobody: return
    case .otherwise: line = lines.first { $0.trigger.isOtherwise }
    }
    guard let line else { return }
    let contract = relation.flow.contract
    let facts = relation.facts(of: signal)
    let origin = relation.origin(at: place)
    relation.forEachReply(by: signal, at: place) { reply in
      var effect = facts
      if let reply, reply.earns || reply.enrols, let site = place.site {
        let call = relation.sites[site].call
        let replies = contract[call.use.call].replies
        // What may show nothing shows nothing, and what may be set up is set up.
        if reply.earns {
          effect.earns = relation.bits(replies[reply.reply].earns, keptBy: call.earns)
          effect.isOfAnswered = effect.naming != nil && relation.answersForNamed(site)
        }
        effect.enrols = relation.bits(replies[reply.reply].enrols, keptBy: nil)
      }
      if let site = place.site {
        if reply != nil || relation.naming.contains(site) {
          effect.approvedForUser = relation.bits(relation.sites[site].call.use.gate)
        }
        if let reply { effect.doubt(reply, as: signal, site, relation) } else { effect.giveUp(site, relation) }
      }
      addLine(line, .event(signal), origin, effect, draws: true)
    }
  }
}

extension Relation {
  /// Whether the call of a site is for the user whom the event names that it answers, and says nothing of who that is.
  fileprivate func answersForNamed(_ site: Int) -> Bool {
    guard !naming.contains(site) else { return false }
    let contract = flow.contract
    if let awaited = steps[sites[site].step].step.awaited { return contract[awaited.event].userField != nil }
    return contract[sites[site].call.use.call].answers.contains { contract[$0].userField != nil }
  }
}
