// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime

/// What stands before a line that is to be typed.
struct Prompt: Sendable {
  /// Such as `userName: `.
  let text: String
  /// Whether nothing of the line is shown.
  var isHidden = false
  /// What is left of a countdown that is shown with it; nil for none.
  var left: (@Sendable () -> Duration)?

  /// The fewest columns that are left to what is typed.
  private static let room = 12

  /// What stands above the line, for a prompt that is too long to stand before it.
  func above(columns: Int) -> String { isLong(columns) ? text.lines(behind: Self.margin, columns: columns) : "" }

  /// What stands before the line.
  func before(columns: Int) -> String { countdown + (isLong(columns) ? Self.margin + "> " : Self.margin + text) }

  /// Milliseconds until it reads otherwise than with so many seconds; nil if it stays as it is.
  func change(from shown: Int64?) -> Int64? {
    guard let left = left?() else { return nil }
    if Self.seconds(left) != shown { return 0 }
    return left > .zero ? left.milliseconds % 1000 + 1 : nil
  }

  /// What the countdown reads now; nil for none.
  var seconds: Int64? { left.map { Self.seconds($0()) } }

  /// Whole seconds, rounded up.
  private static func seconds(_ left: Duration) -> Int64 { (max(.zero, left).milliseconds + 999) / 1000 }

  private var countdown: String { seconds.map { "  [\($0) s]" } ?? "" }

  private func isLong(_ columns: Int) -> Bool { (countdown + Self.margin + text).terminalWidth + Self.room > columns }

  private static let margin = "  "
}
