// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// How a page looks where it is shown.
package struct PageLook: Sendable {
  /// How many columns there are; nil where lines stay as they were written.
  let columns: Int?
  /// Whether there is bold and underlined.
  let isStyled: Bool

  /// For files and programs: backticks stay, since findings quote with them, too.
  package static let plain = PageLook(columns: nil, isStyled: false)

  /// Longer lines are hard to read.
  private static let widest = 100
  private static let narrowest = 24

  /// - Parameters:
  ///   - columns: those of the terminal; nil where nobody looks.
  ///   - isStyled: whether the terminal is to show bold and underlined.
  package init(columns: Int?, isStyled: Bool) {
    self.columns = columns.map { min(max($0, Self.narrowest), Self.widest) }
    self.isStyled = isStyled
  }
}

extension Page {
  /// The page as it is written.
  package func text(_ look: PageLook) -> String {
    var writer = PageWriter(look)
    var rows: [(name: String, text: [Piece])] = []
    for (index, block) in blocks.enumerated() {
      if case .row(let name, let text) = block {
        rows.append((name, text))
        if index + 1 < blocks.count, case .row = blocks[index + 1] { continue }
        writer.write(rows)
        rows = []
      } else {
        writer.write(block)
      }
    }
    return writer.text
  }
}

/// Writes the blocks of a page.
private struct PageWriter {
  private enum Style: String {
    case bold = "1"
    case underlined = "4"
    case title = "1;4"
  }

  /// A word, which is not broken, in its pieces.
  private struct Word {
    var pieces: [Page.Piece] = []
    var width = 0
  }

  private let look: PageLook
  private var lines: [String] = []

  private static let exampleIndent = "    "
  private static let rowIndent = "  "
  /// A name that is wider has a line of its own.
  private static let widestName = 36

  init(_ look: PageLook) { self.look = look }

  var text: String { lines.joined(separator: "\n") }

  mutating func write(_ block: Page.Block) {
    switch block {
    case .blank: lines.append("")
    case .heading(let pieces, let level):
      let style: Style = level == 1 ? .title : .bold
      guard let columns = look.columns else {
        lines.append(styled(pieces.map { shown($0, isStyled: false) }.joined(), style))
        return
      }
      lines += rows(of: pieces, columns).map { row in
        styled(row.map { $0.pieces.map { shown($0, isStyled: false) }.joined() }.joined(separator: " "), style)
      }
    case .example(let example): lines += example.map { $0.isEmpty ? "" : Self.exampleIndent + $0 }
    case .prose(let lead, let written):
      guard let columns = look.columns else {
        lines += written.enumerated().map { index, pieces in (index == 0 ? lead : "") + shown(pieces) }
        return
      }
      let pieces = Array(written.joined(separator: [Page.Piece(" ")]))
      lines += wrapped(
        pieces, to: columns - lead.terminalWidth, behind: lead, String(repeating: " ", count: lead.terminalWidth))
    case .row(let name, let text): write([(name, text)])
    }
  }

  mutating func write(_ rows: [(name: String, text: [Page.Piece])]) {
    let width = min(rows.map(\.name.terminalWidth).max() ?? 0, Self.widestName)
    let indent = Self.rowIndent + String(repeating: " ", count: width + 2)
    for (name, text) in rows {
      let shown = Self.rowIndent + styled(name, .bold)
      let isWide = name.terminalWidth > width
      if isWide || text.isEmpty { lines.append(shown) }
      guard !text.isEmpty else { continue }
      let lead = isWide ? indent : shown + String(repeating: " ", count: width - name.terminalWidth + 2)
      if let columns = look.columns {
        lines += wrapped(text, to: max(16, columns - indent.terminalWidth), behind: lead, indent)
      } else {
        lines.append(lead + self.shown(text))
      }
    }
  }

  private func wrapped(_ pieces: [Page.Piece], to columns: Int, behind lead: String, _ indent: String) -> [String] {
    rows(of: pieces, columns).enumerated().map { index, words in
      (index == 0 ? lead : indent) + words.map { shown($0.pieces) }.joined(separator: " ")
    }
  }

  /// The words of some pieces, in lines of so many columns.
  private func rows(of pieces: [Page.Piece], _ columns: Int) -> [[Word]] {
    var lines: [[Word]] = []
    var width = 0
    for word in words(of: pieces) {
      if lines.isEmpty || width + 1 + word.width > columns {
        lines.append([word])
        width = word.width
      } else {
        lines[lines.count - 1].append(word)
        width += 1 + word.width
      }
    }
    return lines
  }

  /// The words of some pieces; what is typed keeps its blanks, since a line that is broken there would read as two.
  private func words(of pieces: [Page.Piece]) -> [Word] {
    var words: [Word] = []
    var word = Word()
    func add(_ text: Substring, _ mark: Page.Mark) {
      let piece = Page.Piece(String(text), mark)
      word.pieces.append(piece)
      word.width += shown(piece, isStyled: false).terminalWidth
    }
    func finish() {
      if !word.pieces.isEmpty { words.append(word) }
      word = Word()
    }
    for piece in pieces {
      guard piece.mark != .code else {
        add(piece.text[...], .code)
        continue
      }
      for (index, part) in piece.text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { finish() }
        if !part.isEmpty { add(part, piece.mark) }
      }
    }
    finish()
    return words
  }

  private func shown(_ pieces: [Page.Piece]) -> String { pieces.map { shown($0, isStyled: true) }.joined() }

  private func shown(_ piece: Page.Piece, isStyled: Bool) -> String {
    switch piece.mark {
    case .plain: piece.text
    case .code: look.isStyled ? (isStyled ? styled(piece.text, .bold) : piece.text) : "`\(piece.text)`"
    case .strong: isStyled ? styled(piece.text, .bold) : piece.text
    case .link: isStyled ? styled(piece.text, .underlined) : piece.text
    }
  }

  private func styled(_ text: String, _ style: Style) -> String {
    look.isStyled && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
