// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A name or a message of a flow, as a picture may show it: in one line, short enough, and with nothing hidden in it.
package enum PictureLabel {
  /// Longer ones would push everything else out of the picture.
  static let most = 48

  /// - Parameter most: so many characters are shown.
  package static func line(_ text: String, most: Int = most) -> String {
    let line = TerminalText.line(text)
    guard line.count > most else { return line }
    return line.prefix(most - 1) + "…"
  }
}
