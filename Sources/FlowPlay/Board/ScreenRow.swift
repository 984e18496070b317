// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MessageLanguages

/// A row of a screen: pieces of text, each with its look, and none of them wider than its place.
package struct ScreenRow: Equatable, Sendable {
  package enum Look: Sendable {
    case plain, bold, quiet, turned
  }

  package struct Piece: Equatable, Sendable {
    let text: String
    let look: Look
    /// Where it begins, from 0; nil for behind the piece before.
    ///
    /// Why: whatever a terminal makes of characters that it does not know, a pane beside them stands where it should.
    var column: Int?
  }

  private(set) var pieces: [Piece] = []

  static let empty = ScreenRow()

  init(_ text: String = "", _ look: Look = .plain) { add(text, look) }

  mutating func add(_ text: String, _ look: Look = .plain, at column: Int? = nil) {
    if !text.isEmpty { pieces.append(Piece(text: text, look: look, column: column)) }
  }

  /// Puts another row beside it.
  func with(_ other: ScreenRow, at column: Int) -> ScreenRow {
    var row = self
    for (index, piece) in other.pieces.enumerated() {
      row.add(piece.text, piece.look, at: index == 0 ? column : piece.column.map { $0 + column })
    }
    return row
  }

  var width: Int {
    pieces.reduce(0) { width, piece in (piece.column ?? width) + piece.text.terminalWidth }
  }

  /// As a terminal is told to show it, from its first column on.
  package func escaped(isStyled: Bool) -> String {
    pieces.reduce(into: "") { text, piece in
      if let column = piece.column { text += "\u{1B}[\(column + 1)G" }
      text += isStyled ? "\(piece.look.code)\(piece.text)\(piece.look == .plain ? "" : "\u{1B}[0m")" : piece.text
    }
  }

  /// As it looks without its looks.
  var plain: String {
    var (text, width) = ("", 0)
    for piece in pieces {
      if let column = piece.column, column > width {
        text += String(repeating: " ", count: column - width)
        width = column
      }
      text += piece.text
      width += piece.text.terminalWidth
    }
    return text
  }
}

extension ScreenRow.Look {
  fileprivate var code: String {
    switch self {
    case .plain: ""
    case .bold: "\u{1B}[1m"
    case .quiet: "\u{1B}[2m"
    case .turned: "\u{1B}[7m"
    }
  }
}

extension String {
  /// As much of its beginning as fits into so many columns; `…` stands for the rest.
  ///
  /// What runs in another direction of writing is closed where it is cut.
  func beginning(in columns: Int) -> String {
    guard terminalWidth > columns else { return self }
    guard columns > 0 else { return "" }
    var shown = UnicodeScalarView()
    var (room, depth) = (columns - 1, 0)
    for scalar in unicodeScalars {
      room -= scalar.terminalWidth
      if room < 0 { break }
      shown.append(scalar)
      depth += scalar.isolation
    }
    return String(shown) + String(repeating: WritingDirection.close, count: max(0, depth)) + "…"
  }

  /// The text in rows of so many columns, broken between words, and within those that are longer.
  ///
  /// What runs in another direction of writing is closed at the end of a row, and opened again on the next one.
  func rows(in columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    var (rows, row, depth) = ([String](), "", 0)
    func isRoom(for word: String) -> Bool { row.isEmpty || row.terminalWidth + 1 + word.terminalWidth <= columns }
    func end() {
      rows.append(row + String(repeating: WritingDirection.close, count: max(0, depth)))
      row = String(repeating: WritingDirection.open, count: max(0, depth))
    }
    var hasWords = false
    for word in split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
      if hasWords, !isRoom(for: word) {
        end()
        hasWords = false
      }
      if hasWords { row += " " }
      for scalar in word.unicodeScalars {
        if row.terminalWidth + scalar.terminalWidth > columns, row.terminalWidth > 0 { end() }
        row.unicodeScalars.append(scalar)
        depth += scalar.isolation
      }
      hasWords = true
    }
    end()
    return rows
  }
}

extension Unicode.Scalar {
  /// 1 for what opens an isolate of its own direction of writing, -1 for what closes it.
  fileprivate var isolation: Int {
    switch Character(self) {
    case WritingDirection.open: 1
    case WritingDirection.close: -1
    default: 0
    }
  }
}
