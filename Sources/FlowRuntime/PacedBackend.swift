// SPDX-License-Identifier: Apache-2.0

/// A backend that can be played with in a time that is only said: it tells when it has something to do next, and lets
/// scenarios have things happen.
package protocol PacedBackend: Backend {
  /// When its next event is due, since the start of the run; nil if none is under way.
  var nextEventTime: Duration? { get }

  /// Whether an event has been told already that has not been read.
  var hasUnreadEvent: Bool { get }

  /// Whether it carries ``Direction`` out by itself; otherwise who directs it has to make do without.
  var takesDirections: Bool { get }

  /// Whether there was a reply to hold since replies were held last.
  var hasHeldReplies: Bool { get }

  /// Has something happen that no call leads to.
  func direct(_ direction: Direction) async throws(BackendFailure)

  /// Nobody needs it any more: ends what it has started.
  ///
  /// - Returns: what went wrong at the end; nil if nothing did.
  func close() async -> BackendFailure?
}

extension PacedBackend {
  /// It tells nothing before it is asked.
  package var hasUnreadEvent: Bool { false }
}

/// What a scenario has an SDK do.
package enum Direction: Sendable {
  /// It sends an event by itself.
  case send(SDKEvent)
  /// It refuses the next call of that name at once, with an error number.
  case refuse(call: String, code: Int)
  /// It keeps replies back, whatever the time is; other events pass them.
  case hold
  /// It lets held replies go.
  case release
}
