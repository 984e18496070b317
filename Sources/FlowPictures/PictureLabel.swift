// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A name or a message of a flow, as a picture may show it: in rows that are short enough, and with nothing hidden in it.
package enum PictureLabel {
  /// So many characters stand in a row: longer ones would push everything else out of the picture.
  private static let most = 48
  /// So many rows a text has where not everything is shown.
  private static let mostRows = 3

  /// A text in rows, broken at its blanks; where not everything is shown, a very long one ends with how much of it is left out.
  package static func rows(_ text: String, at level: FlowPicture.Level) -> [String] {
    let line = TerminalText.line(text)
    guard line.count > most else { return [line] }
    var rows: [String] = []
    for word in line.split(separator: " ") {
      if let last = rows.last, last.count + 1 + word.count <= most {
        rows[rows.count - 1] = last + " " + word
        continue
      }
      var rest = word
      while rest.count > most {
        rows.append(String(rest.prefix(most)))
        rest = rest.dropFirst(most)
      }
      rows.append(String(rest))
    }
    guard !rows.isEmpty else { return [line] }
    guard level != .all, rows.count > mostRows else { return rows }
    let left = rows[mostRows...].reduce(0) { $0 + $1.count }
    return rows.prefix(mostRows) + ["… and \(left) more characters"]
  }

  /// A text in one line, for what is not looked at.
  static func line(_ text: String, most: Int) -> String {
    let line = TerminalText.line(text)
    guard line.count > most else { return line }
    return line.prefix(most - 1) + "…"
  }
}
