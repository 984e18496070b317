// SPDX-License-Identifier: Apache-2.0

/// The part of a line that is shown, and where the marks stand below it.
///
/// Tabs are shown as four spaces, so that marks stand right whatever a terminal makes of tabs. What a terminal would
/// obey is shown as its number. A long line is cut on both sides of the place.
struct SourceExcerpt {
  private(set) var text = ""
  /// How many columns of a terminal stand before the marks.
  private(set) var indent = 0
  /// How many columns are marked; at least 1.
  private(set) var markWidth = 0

  /// - Parameter columns: how many columns of a terminal the excerpt may take.
  init(_ range: SourceRange, in table: LineTable, _ bytes: [UInt8], columns: Int) {
    let line = table.bytes(ofLine: Int(range.start.line))
    let place = table.offset(of: range.start)
    let left = Self.cells(before: place, in: bytes[line], atMost: columns)
    let right = Self.cells(from: place, in: bytes[line], atMost: columns)
    let isOneLine = range.end.line == range.start.line
    let marked = isOneLine ? Int(range.end.column) - Int(range.start.column) : right.cells.count

    let (leftWidth, rightWidth) = (Self.width(left.cells), Self.width(right.cells))
    let fits = left.isWhole && right.isWhole && leftWidth + rightWidth <= columns
    let leftRoom = fits ? leftWidth : max(columns / 3, columns - rightWidth - (right.isWhole ? 0 : 1))
    let shownLeft = Self.suffix(left.cells, leftRoom, isWhole: left.isWhole)
    let rightRoom = columns - Self.width(shownLeft)
    let shownRight = Self.prefix(right.cells, rightRoom, isWhole: right.isWhole)

    indent = Self.width(shownLeft)
    markWidth = max(1, min(Self.width(shownRight), Self.width(Array(shownRight.prefix(max(0, marked))))))
    text = (shownLeft + shownRight).map(\.text).joined()
  }

  /// A character as it is shown.
  private struct Cell {
    let text: String
    let width: Int

    init(_ scalar: Unicode.Scalar) {
      if scalar == "\t" {
        (text, width) = ("    ", 4)
      } else if TerminalText.isHidden(scalar) {
        text = TerminalText.visible(scalar)
        width = text.utf8.count
      } else {
        (text, width) = (String(scalar), scalar.terminalWidth)
      }
    }

    private init(text: String, width: Int) { (self.text, self.width) = (text, width) }

    static let cut = Cell(text: "…", width: 1)
  }

  private static func width(_ cells: [Cell]) -> Int { cells.reduce(0) { $0 + $1.width } }

  private static func cells(
    from place: Int, in line: ArraySlice<UInt8>, atMost count: Int
  ) -> (cells: [Cell], isWhole: Bool) {
    var end = place
    var scalars = 0
    while end < line.endIndex, scalars < count {
      end += 1
      while end < line.endIndex, line[end] & 0xC0 == 0x80 { end += 1 }
      scalars += 1
    }
    return (cells(line[place..<end]), end == line.endIndex)
  }

  private static func cells(
    before place: Int, in line: ArraySlice<UInt8>, atMost count: Int
  ) -> (cells: [Cell], isWhole: Bool) {
    var start = place
    var scalars = 0
    while start > line.startIndex, scalars < count {
      start -= 1
      while start > line.startIndex, line[start] & 0xC0 == 0x80 { start -= 1 }
      scalars += 1
    }
    return (cells(line[start..<place]), start == line.startIndex)
  }

  private static func cells(_ bytes: ArraySlice<UInt8>) -> [Cell] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.map { Cell($0) }
  }

  private static func suffix(_ cells: [Cell], _ room: Int, isWhole: Bool) -> [Cell] {
    let turned = prefix(cells.reversed(), room, isWhole: isWhole)
    return turned.reversed()
  }

  /// As many cells as there is room for, with `…` for the rest.
  private static func prefix(_ cells: [Cell], _ room: Int, isWhole: Bool) -> [Cell] {
    if isWhole, width(cells) <= room { return cells }
    var shown: [Cell] = []
    var used = 1
    for cell in cells {
      guard used + cell.width <= room else { break }
      used += cell.width
      shown.append(cell)
    }
    return shown + [.cut]
  }
}

extension Unicode.Scalar {
  /// How many columns a terminal gives to this character.
  ///
  /// 0 for what is drawn over its neighbour, 2 for East Asian and emoji blocks. Source: Unicode Standard Annex 11, East Asian Width, ranges W and F, rounded to blocks.
  package var terminalWidth: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x16FE0...0x1B2FF, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
