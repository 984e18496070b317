// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import SimulatedWorlds
import Values

/// What a world lets go wrong with a call, at once or later.
struct Fault: Sendable {
  var call: CallName
  /// Which call of that name, from 1; nil for each.
  var nth: Int?
  var effect: Effect

  enum Effect: Sendable {
    /// Refused at once with this number.
    case reject(Int)
    /// Taken, but the SDK does nothing and sends nothing.
    case silent
    case reply(Change)
  }

  /// How the event that answers the call is changed.
  struct Change: Sendable {
    /// Another event in its place; what the call would have done is undone.
    ///
    /// Nil for the same event.
    var event: String?
    /// The event as the file writes it; nil for the same event.
    var written: WrittenEvent?
    /// The data of the other event.
    var data = Record()
    var status: Int?
    var error: Int?
    /// How much later it comes.
    var delay = Duration.zero
    /// Whether it comes a second time right behind.
    var isTwice = false

    /// The event as it is sent.
    func changed(_ original: SDKEvent) -> SDKEvent {
      var changed = event.map { SDKEvent($0, data: data) } ?? original
      if let status {
        changed.status = status
        changed.statusMessage = nil
      }
      if let error { changed.error = error }
      return changed
    }
  }
}
