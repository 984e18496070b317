// SPDX-License-Identifier: Apache-2.0

import FlowRuntime

/// What happens when the time of an event has come.
extension SimulatedSDK {
  /// The next event, if it is due by then; nil otherwise.
  ///
  /// What it changes on the device is changed.
  mutating func next(at now: Duration, in talk: inout Conversation) -> SDKEvent? {
    while let place = queue.place(until: now) {
      var delivery = queue.take(at: place)
      let before = talk.device.stage.phase
      let comes = arrive(&delivery, at: now, in: &talk)
      let phase = talk.device.stage.phase
      if phase != before {
        enter(phase, from: before, at: now, in: &talk)
      } else if phase == .signedIn, comes, talk.logsOff(after: delivery.event) {
        logOff(at: now, in: talk)
      }
      if comes { return delivery.takenEvent() }
    }
    return nil
  }

  /// What it changes is changed, and an event that is made only now is made.
  ///
  /// - Returns: whether the event comes; else it has come to nothing.
  private mutating func arrive(_ delivery: inout Delivery, at now: Duration, in talk: inout Conversation) -> Bool {
    let made: SDKEvent?
    switch delivery.effect {
    case .opens(let stage):
      talk.device.stage = stage
      return true
    case .nothing: return true
    case .asNamed:
      talk.follow(delivery.event)
      return true
    case .extends:
      if delivery.event.hasExtended { extendSession(at: now) }
      return true
    case .finds(let index):
      heldStart?.findings -= 1
      made = talk.find(threats.findings[index])
      goOnStarting(at: now, in: talk)
    case .expires(let request): made = talk.expire(request)
    case .checksSession: made = checkSession(at: now, in: &talk)
    case .logsOff:
      logOff(at: now, in: talk)
      return false
    }
    guard let made else { return false }
    delivery.event = made
    return true
  }

  /// The start goes on as soon as no threat waits for a decision.
  mutating func goOnStarting(at now: Duration, in talk: Conversation) {
    guard let start = heldStart, start.findings <= 0, !talk.device.threats.isUndecided, talk.device.stage != .dead
    else {
      return
    }
    heldStart = nil
    deliver(start.outcome, at: now, isTwice: start.isTwice)
  }

  /// The SDK logs off by itself: what was under way comes to nothing.
  private mutating func logOff(at now: Duration, in talk: Conversation) {
    guard let outcome = talk.loggingOff() else { return }
    queue.drop(.reply)
    deliver(outcome, at: now)
  }

  private mutating func enter(_ phase: SDKPhase, from before: SDKPhase, at now: Duration, in talk: inout Conversation) {
    switch phase {
    case .off, .dead:
      queue.dropAll()
      heldStart = nil
      session = nil
      talk.device.forgetUser()
      talk.device.threats = ThreatDecisions()
    case .beforeLogin:
      if before == .signedIn {
        talk.device.forgetUser()
      } else {
        for (index, time) in threats.later { queue.schedule(Delivery(due: .finds(index)), at: now + time, .threat) }
      }
      beginSession(talk.server.rules.appSession, at: now)
    case .signedIn:
      beginSession(talk.server.rules.session, at: now)
      if let time = talk.server.rules.forcedLogOff {
        queue.schedule(Delivery(due: .logsOff), at: now + time, .logOff)
      }
    }
  }
}

/// The session and its end.
extension SimulatedSDK {
  private mutating func beginSession(_ limits: SessionLimits?, at now: Duration) {
    queue.drop(.session)
    queue.drop(.logOff)
    session = SessionClock(limits, at: now)
    watchSession(at: now)
  }

  /// A call was made.
  mutating func useSession(at now: Duration) {
    guard session != nil else { return }
    let hadWarned = session?.hasWarned ?? false
    session?.use(at: now)
    if hadWarned { watchSession(at: now) }
  }

  private mutating func extendSession(at now: Duration) {
    session?.extend(at: now)
    watchSession(at: now)
  }

  /// Looks at the session again when something may be due; nothing that was due before comes any more.
  private mutating func watchSession(at now: Duration) {
    guard let session else { return }
    queue.drop(.session)
    switch session.due(at: now) {
    case .nothing(let time): queue.schedule(Delivery(due: .checksSession), at: time, .session)
    case .warning, .end: queue.schedule(Delivery(due: .checksSession), at: now, .session)
    }
  }

  private mutating func checkSession(at now: Duration, in talk: inout Conversation) -> SDKEvent? {
    guard let session else { return nil }
    switch session.due(at: now) {
    case .nothing:
      watchSession(at: now)
      return nil
    case .warning(let end):
      self.session?.warn()
      watchSession(at: now)
      return .onSessionTimeOutNotification(
        of: talk.signedInUser.map { talk.server[$0] }, session.limits.message, left: end - now,
        canBeExtended: session.canBeExtended)
    case .end:
      talk.device.stage = .off
      return .onSessionTimeout()
    }
  }
}
