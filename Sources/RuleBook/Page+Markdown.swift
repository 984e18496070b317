// SPDX-License-Identifier: Apache-2.0

extension Page {
  /// A page of the documentation.
  ///
  /// Of Markdown it knows what our pages use outside of tables: headings, paragraphs, lists, fenced blocks, links, backticks and
  /// `**`. Fences are not shown, and what stands in `<` and `>` on a line of its own is for readers of HTML.
  package init(markdown text: String) {
    var reading = MarkdownReading()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { reading.take(line) }
    reading.finish()
    self.init(reading.blocks)
  }
}

/// The blocks of a page, as its lines are read.
private struct MarkdownReading {
  private(set) var blocks: [Page.Block] = []
  /// The lines of the paragraph or item that is read.
  private var open: (lead: String, lines: [[Page.Piece]])?
  /// The lines of the fenced block that is read.
  private var example: [String]?

  mutating func take(_ line: Substring) {
    if line.hasPrefix("```") {
      let isOpening = example == nil
      finish()
      if isOpening { example = [] }
    } else if example != nil {
      example?.append(String(line))
    } else if line.allSatisfy({ $0 == " " }) {
      finish()
      blocks.append(.blank)
    } else if line.hasPrefix("#") {
      finish()
      let level = line.prefix { $0 == "#" }.count
      blocks.append(.heading(Self.pieces(of: line.dropFirst(level + 1)), level: level))
    } else if line.hasPrefix("<"), line.hasSuffix(">") {
      finish()
    } else {
      prose(line)
    }
  }

  private mutating func prose(_ line: Substring) {
    let lead = Self.lead(of: line)
    if !lead.isEmpty || open == nil {
      finish()
      open = (lead, [Self.pieces(ofFirst: line.dropFirst(lead.count))])
    } else {
      open?.lines.append(Self.pieces(of: line))
    }
  }

  /// What is open is over.
  mutating func finish() {
    if let open { blocks.append(.prose(lead: open.lead, open.lines)) }
    open = nil
    if let example { blocks.append(.example(example)) }
    example = nil
  }

  /// Such as `- ` or `2. `; empty for a line that is no item.
  private static func lead(of line: Substring) -> String {
    let indent = line.prefix { $0 == " " }
    let rest = line.dropFirst(indent.count)
    if rest.hasPrefix("- ") { return indent + "- " }
    let digits = rest.prefix { ("0"..."9").contains($0) }
    return digits.isEmpty || !rest.dropFirst(digits.count).hasPrefix(". ") ? "" : indent + digits + ". "
  }

  /// Those of a line that may begin with a label: `**error** — …` or `*Why it matters:* …`.
  private static func pieces(ofFirst line: Substring) -> [Page.Piece] {
    if line.hasPrefix("**"), let weight = label(line.dropFirst(2), closedBy: "**"), weight.rest.hasPrefix(" — ") {
      return [Page.Piece("\(weight.words):", .strong), Page.Piece(" ")] + pieces(of: weight.rest.dropFirst(3))
    }
    if line.hasPrefix("*"), !line.hasPrefix("**"), let head = label(line.dropFirst(), closedBy: "*"),
      head.words.hasSuffix(":")
    {
      return [Page.Piece(String(head.words), .strong)] + pieces(of: head.rest)
    }
    return pieces(of: line)
  }

  private static func pieces(of line: Substring) -> [Page.Piece] {
    var pieces: [Page.Piece] = []
    var plain = ""
    var rest = line
    func finished(_ mark: Page.Mark, _ words: Substring) -> [Page.Piece] {
      (plain.isEmpty ? [] : [Page.Piece(plain)]) + [Page.Piece(String(words), mark)]
    }
    while let sign = rest.first {
      var found: (mark: Page.Mark, words: Substring, rest: Substring)?
      if sign == "`", let code = label(rest.dropFirst(), closedBy: "`") {
        found = (.code, code.words, code.rest)
      } else if rest.hasPrefix("**"), let strong = label(rest.dropFirst(2), closedBy: "**") {
        found = (.strong, strong.words, strong.rest)
      } else if sign == "[", let link = label(rest.dropFirst(), closedBy: "]("), !link.words.contains("["),
        let target = label(link.rest, closedBy: ")")
      {
        found = (.link, link.words, target.rest)
      }
      if let found {
        pieces += finished(found.mark, found.words)
        (plain, rest) = ("", found.rest)
      } else {
        plain.append(sign)
        rest = rest.dropFirst()
      }
    }
    return plain.isEmpty ? pieces : pieces + [Page.Piece(plain)]
  }

  /// What stands before a mark, and what stands behind it.
  private static func label(_ text: Substring, closedBy mark: String) -> (words: Substring, rest: Substring)? {
    var rest = text
    while !rest.isEmpty {
      if rest.hasPrefix(mark) { return (text[..<rest.startIndex], rest.dropFirst(mark.count)) }
      rest = rest.dropFirst()
    }
    return nil
  }
}

extension Page {
  /// The pieces of a line of Markdown.
  package static func pieces(ofMarkdown line: String) -> [Piece] {
    if case .prose(_, let lines)? = Page(markdown: line).blocks.first { return lines.first ?? [] }
    return [Piece(line)]
  }
}

extension RulePage {
  /// The entry as it reads without Markdown: examples are indented, links are their words.
  ///
  /// Backticks stay: findings quote with them, too.
  package var plain: String { Page(markdown: text).text(.plain) }
}
