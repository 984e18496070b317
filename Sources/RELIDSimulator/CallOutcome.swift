// SPDX-License-Identifier: Apache-2.0

import FlowRuntime

/// What a call leads to, before a world's faults are laid over it.
enum CallOutcome: Sendable {
  /// Refused at once; no event.
  case refused(Rejection)
  /// Taken, and no event follows.
  case accepted
  case reply(Delivery)
  /// Two events, one behind the other; `answer` is the one that answers the call, 0 or 1.
  case replies(Delivery, Delivery, answer: Int)
  /// Taken; somebody else must act before a reply comes, and this is what happens if nobody does.
  case waits(Delivery)

  var refusal: Rejection? {
    if case .refused(let rejection) = self { rejection } else { nil }
  }
}

/// An event, and what it changes on the device when it arrives.
struct Delivery: Sendable {
  var event: SDKEvent
  var effect: Effect
  /// How much longer than the world's latency it takes.
  var delay: Duration = .zero

  enum Effect: Sendable {
    /// The device waits for this from then on.
    case opens(Stage)
    case nothing
    /// A script made the event: its name decides.
    case asNamed
    /// The session's idle time starts again, if the event is a success.
    case extends
    /// Threats are found, by their place in the list of the device's; those that the user has accepted are none.
    case finds(Int)
    /// The request for an approval has come to its end, if it still stands.
    case expires(request: String)
    /// The session is looked at: it may have to be warned of, or be over.
    case checksSession
    /// The SDK logs the user off by itself.
    case logsOff
  }

  /// The event, which is not needed here any more.
  consuming func takenEvent() -> SDKEvent { event }

  init(_ event: SDKEvent, opens stage: Stage) {
    self.event = event
    effect = .opens(stage)
  }

  init(_ event: SDKEvent, effect: Effect, delay: Duration = .zero) {
    self.event = event
    self.effect = effect
    self.delay = delay
  }

  /// Something that happens at a time, whose event is made then, if there is to be one.
  init(due effect: Effect, delay: Duration = .zero) {
    self.init(SDKEvent(""), effect: effect, delay: delay)
  }
}

/// An event that what one device does leads to on another.
struct Letter: Sendable {
  /// The other device, as an index.
  let device: Int
  let delivery: Delivery
}
