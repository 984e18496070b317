// SPDX-License-Identifier: Apache-2.0

/// What one key of a keyboard says.
package enum Keystroke: Hashable, Sendable {
  case up, down, left, right, home, end, pageUp, pageDown
  case enter, escape, tab, erase, delete, eraseWord, eraseLine
  /// Nobody types any more (ctrl-D).
  case endOfInput
  /// All is to be drawn again (ctrl-L).
  case redraw
  case character(Unicode.Scalar)
  /// A character that comes out of a clipboard: it is meant as text, and never as a command.
  case pasted(Unicode.Scalar)
}
