// SPDX-License-Identifier: Apache-2.0

import FlowRuntime

/// What a call leads to, before a world's faults are laid over it.
enum Reaction {
  /// Refused at once; no event.
  case refused(Rejection)
  /// Taken, and no event follows.
  case accepted
  case reply(Delivery)
  /// Two events, one behind the other; `answer` is the one that answers the call, 0 or 1.
  case replies(Delivery, Delivery, answer: Int)

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
  }

  init(_ event: SDKEvent, opens stage: Stage) {
    self.event = event
    effect = .opens(stage)
  }

  init(_ event: SDKEvent, effect: Effect, delay: Duration = .zero) {
    self.event = event
    self.effect = effect
    self.delay = delay
  }
}
