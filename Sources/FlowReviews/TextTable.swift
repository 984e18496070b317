// SPDX-License-Identifier: Apache-2.0

/// A table of cells with several lines each; groups of rows are set apart by a rule.
struct TextTable {
  /// By column, the lines of its head.
  let header: [[String]]
  /// By group and row and column, the lines of the cell.
  let groups: [[[[String]]]]

  var lines: [String] {
    let rows = groups.flatMap { $0 }
    let widths = header.indices.map { column in
      ([header[column]] + rows.map { $0[column] }).flatMap { $0 }.map(\.count).max() ?? 0
    }
    let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "──")
    var lines = Self.lines(of: header, widths)
    for group in groups {
      lines.append(rule)
      let isTall = group.contains { row in row.contains { $0.count > 1 } }
      for (index, row) in group.enumerated() {
        if isTall, index > 0 { lines.append("") }
        lines += Self.lines(of: row, widths)
      }
    }
    return lines
  }

  private static func lines(of row: [[String]], _ widths: [Int]) -> [String] {
    (0..<(row.map(\.count).max() ?? 0)).map { line in
      let cells = zip(row, widths).map { cell, width in (line < cell.count ? cell[line] : "").padded(to: width) }
      return cells.joined(separator: "  ").trimmedBehind
    }
  }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  fileprivate var trimmedBehind: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
