// SPDX-License-Identifier: Apache-2.0

/// What a terminal shows of the bytes that it gets, with all that has scrolled away.
///
/// It knows what the program writes: text, line breaks, backspaces, and on the whole screen its places. Anything else shows as `�`.
struct TerminalScreen {
  var columns = 80
  var rows = 24
  private var lines: [[Character]] = [[]]
  private var column = 0
  /// The whole screen, where a program draws upon it, by row; nil where none does.
  private var whole: [[Character]]?
  private var row = 0
  /// What is switched on and has to be switched off again.
  private(set) var leftOn: Set<String> = []
  /// A sequence that has begun.
  private var sequence: String?

  /// What a program may switch, and whether that is usual.
  private static let modes: [String: Bool] = ["?1049": false, "?7": true, "?2004": false, "?25": true]

  /// Whether a program draws upon the whole screen.
  var isWhole: Bool { whole != nil }

  /// Whether all that was switched is as it was.
  var isAsBefore: Bool { leftOn.isEmpty }

  mutating func show(_ text: String) {
    for scalar in text.unicodeScalars {
      if let begun = sequence {
        take(scalar, behind: begun)
        continue
      }
      switch scalar {
      case "\u{1B}": sequence = ""
      case "\r": column = 0
      case "\n":
        if whole == nil { lines.append([]) } else { row = min(rows - 1, row + 1) }
      case "\u{8}": column = max(0, column - 1)
      case "\0"..<" ", "\u{7F}": put("\u{FFFD}")
      default: put(Character(scalar))
      }
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar, behind begun: String) {
    let text = begun + String(scalar)
    guard text.count > 1, ("@"..."~").contains(scalar) else {
      if text.hasPrefix("[") {
        sequence = text
      } else {
        sequence = nil
        put("\u{FFFD}")
        if scalar != "\u{1B}" { put(Character(scalar)) }
      }
      return
    }
    sequence = nil
    let numbers = String(text.dropFirst().dropLast())
    let parts = numbers.split(separator: ";").map { Int($0) ?? 1 }
    switch scalar {
    case "K": cut()
    case "m": break
    case "H" where whole != nil: (row, column) = ((parts.first ?? 1) - 1, (parts.dropFirst().first ?? 1) - 1)
    case "G" where whole != nil: column = (parts.first ?? 1) - 1
    case "J" where whole != nil && numbers == "2": whole = []
    case "h", "l":
      guard let usual = Self.modes[numbers] else { return put("\u{FFFD}") }
      if (scalar == "h") == usual { leftOn.remove(numbers) } else { leftOn.insert(numbers) }
      if numbers == "?1049" { whole = scalar == "h" ? [] : nil }
      if whole == nil { column = lines[lines.count - 1].count }
    default: put("\u{FFFD}")
    }
  }

  private mutating func cut() {
    guard let all = whole else {
      lines[lines.count - 1].removeSubrange(min(column, lines[lines.count - 1].count)...)
      return
    }
    guard row < all.count, column < all[row].count else { return }
    whole?[row].removeSubrange(column...)
  }

  private mutating func put(_ character: Character) {
    guard whole == nil else { return putWhole(character) }
    if column >= columns {
      lines.append([])
      column = 0
    }
    var line = lines[lines.count - 1]
    while line.count <= column { line.append(" ") }
    line[column] = character
    lines[lines.count - 1] = line
    column += 1
  }

  /// What reaches beyond a row, or below the last one, shows as a flaw.
  private mutating func putWhole(_ character: Character) {
    guard var all = whole, row < rows else { return }
    while all.count <= row { all.append([]) }
    while all[row].count <= min(column, columns - 1) { all[row].append(" ") }
    all[row][min(column, columns - 1)] = column < columns ? character : "\u{FFFD}"
    whole = all
    column += 1
  }

  /// The rows without the blanks at their ends.
  var text: String { Self.text(lines) }

  /// The same of the whole screen, as many as it has.
  var wholeText: String {
    let shown = whole ?? []
    return Self.text(shown + Array(repeating: [], count: max(0, rows - shown.count)))
  }

  private static func text(_ lines: [[Character]]) -> String {
    lines.map { line in
      String(line.prefix(line.count - line.reversed().prefix { $0 == " " }.count)) + "\n"
    }.joined()
  }
}
