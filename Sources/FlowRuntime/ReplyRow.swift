// SPDX-License-Identifier: Apache-2.0

import FlowMeaning

/// What a call's reply brings.
struct ReplyRow: Sendable {
  var signal: UInt32
  /// Whether the call has done what it is for.
  var isSuccess: Bool
  var earns: UInt32
  var enrols: UInt32
  /// What it may set up, whatever the run knows of its arguments: that earns nothing any more.
  var setsUp: UInt32
  /// Only when the answered event had this mode; -1 for any.
  var underMode: Int32
  /// The path to the ids that must be those of the answered event, in `Program.echoes`; -1 for none.
  var echo: Int16
  /// The late calls whose reply it could be, and those whose reply would show less.
  var doubt: LateCalls.Doubt
}
