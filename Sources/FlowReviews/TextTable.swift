// SPDX-License-Identifier: Apache-2.0

/// A table of cells with several lines each; groups of rows are set apart by a rule.
struct TextTable {
  /// By column, the lines of its head.
  let header: [[String]]
  /// By group and row and column, the lines of the cell.
  let groups: [[[[String]]]]

  /// By column, how wide it is.
  private var widths: [Int] {
    let rows = groups.flatMap { $0 }
    return header.indices.map { column in
      ([header[column]] + rows.map { $0[column] }).flatMap { $0 }.map(\.count).max() ?? 0
    }
  }

  /// The lines on a screen: where it is too narrow, in several tables below each other, each with the first column and those of the others
  /// that have room beside it.
  ///
  /// - Parameter columns: how wide the screen is; nil where nothing breaks lines.
  func lines(in columns: Int?) -> [String] {
    guard let columns else { return lines }
    return Array(parts(within: columns).map(\.lines).joined(separator: [""]))
  }

  private func parts(within columns: Int) -> [TextTable] {
    let widths = widths
    var parts: [[Int]] = []
    var width = 0
    for column in header.indices.dropFirst() {
      if parts.isEmpty || width + 2 + widths[column] > columns {
        parts.append([0])
        width = widths[0]
      }
      parts[parts.count - 1].append(column)
      width += 2 + widths[column]
    }
    guard parts.count > 1 else { return [self] }
    return parts.map { part in
      TextTable(
        header: part.map { header[$0] }, groups: groups.map { group in group.map { row in part.map { row[$0] } } })
    }
  }

  var lines: [String] {
    let widths = widths
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
