// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// Where a hop comes from, for those who report it; the machine does not need it.
struct HopOrigin: Sendable {
  /// What it was written for; nil for what is no line of a `then:`, and for what stands for a missing `else`.
  var trigger: Trigger?
  /// Where its line is written below a `then:`; nil for the others.
  var place: SourceRange?
  /// Where its target is written; nil for what stands for a missing `else`.
  var target: SourceRange?
  /// Where the line of an inner flow is written that leads to an end of it; nil where none is passed.
  var innerTarget: SourceRange?
  /// The step that it belongs to.
  var owner: UInt16 = 0
  /// The line of a `run:` step that it takes, as an index into ``Flow/passages``; nil for none.
  var passage: Int?

  /// Whether its line or its target is written there.
  func isWritten(at range: SourceRange) -> Bool { target == range || place == range }
}
