// SPDX-License-Identifier: Apache-2.0

/// What a terminal shows of the bytes that it gets, with all that has scrolled away.
///
/// It knows what a run writes: text, line breaks, backspaces. Anything else shows as `�`.
struct TerminalScreen {
  var columns = 80
  private var rows: [[Character]] = [[]]
  private var column = 0

  /// Stands for the command that takes away the rest of a line.
  private static let cut = "\u{F000}"

  mutating func show(_ text: String) {
    for scalar in text.replacing("\u{1B}[K", with: Self.cut).unicodeScalars {
      switch scalar {
      case "\u{F000}": rows[rows.count - 1].removeSubrange(min(column, rows[rows.count - 1].count)...)
      case "\r": column = 0
      case "\n":
        rows.append([])
      case "\u{8}": column = max(0, column - 1)
      case "\0"..<" ", "\u{7F}": put("\u{FFFD}")
      default: put(Character(scalar))
      }
    }
  }

  private mutating func put(_ character: Character) {
    if column >= columns {
      rows.append([])
      column = 0
    }
    var row = rows[rows.count - 1]
    while row.count <= column { row.append(" ") }
    row[column] = character
    rows[rows.count - 1] = row
    column += 1
  }

  /// The rows without the blanks at their ends.
  var text: String {
    rows.map { row in
      String(row.prefix(row.count - row.reversed().prefix { $0 == " " }.count)) + "\n"
    }.joined()
  }
}
