// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A text without quotes that ends in front of a `#` which its author wrote as a part of it: `Enter code #1`.
///
/// Why only without a space behind the `#`: people begin a comment with `# `, and write a number or a placeholder as `#1` and `#{name}`.
enum CutText {
  /// Whether what stands behind a `#` looks like the rest of a text.
  ///
  /// - Parameters:
  ///   - next: the first byte behind it, of the bytes of a character; nil at the end of the line.
  ///   - isShown: whether the text in front is for people only; elsewhere a word is more likely a comment.
  static func goesOn(with next: UInt8?, isShown: Bool) -> Bool {
    guard let next else { return false }
    if next == UInt8(ascii: "{") || (48...57).contains(next) { return true }
    return isShown && ((97...122).contains(next | 0x20) || next > 0x7F)
  }

  /// Whether a file holds a `#` at all that may cut a text: nearly none does, and no text of it need be looked at then.
  static func mayBe(in bytes: [UInt8]) -> Bool {
    var isBehindBlank = false
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: "#"), isBehindBlank, index + 1 < bytes.count,
        goesOn(with: bytes[index + 1], isShown: true)
      {
        return true
      }
      isBehindBlank = byte == 0x20
    }
    return false
  }

  static func headline(_ word: String) -> String {
    "\(Diagnostic.quoting(word)) is a comment here, and no part of the text"
  }

  static let cure = "put quotes around the whole text; if it is a comment, write a space behind the `#`"
}

extension YAMLComposer {
  /// The first word behind a key that is read as a comment, though it was meant as its value: `summary: #1`; nil if there is none.
  mutating func commentAsValue(_ event: YAMLEvent) -> String? {
    let lines = lineTable()
    let comment = comment(behind: lines.offset(of: event.start), lines.bytes(ofLine: Int(event.start.line)))
    guard let comment, CutText.goesOn(with: comment.next, isShown: true) else { return nil }
    return String(decoding: comment.word, as: UTF8.self)
  }

  /// The comment that begins behind a place of a line, with its first word, `#` included, and the byte behind the `#`; nil if none does.
  private func comment(behind place: Int, _ line: Range<Int>) -> (word: ArraySlice<UInt8>, next: UInt8?)? {
    guard place <= line.upperBound, let sign = source.bytes[place..<line.upperBound].firstIndex(where: { $0 != 0x20 }),
      source.bytes[sign] == UInt8(ascii: "#")
    else { return nil }
    let word = source.bytes[sign..<line.upperBound].prefix { $0 != 0x20 && $0 != 0x0D }
    return (word, sign + 1 < line.upperBound ? source.bytes[sign + 1] : nil)
  }

  /// The rest of a text without quotes that is read as a comment; nil if there is none.
  mutating func cutText(_ event: YAMLEvent) -> Diagnostic? {
    guard !event.text.isEmpty else { return nil }
    let lines = lineTable()
    let line = lines.bytes(ofLine: Int(event.end.line))
    let end = lines.offset(of: event.end)
    guard end < line.upperBound, source.bytes[end] == 0x20, let (word, next) = comment(behind: end, line) else {
      return nil
    }
    let isShown = isForPeople()
    guard CutText.goesOn(with: next, isShown: isShown), isShown || event.text.contains(0x20) else { return nil }
    return Diagnostic(
      YAMLRules.cutText, CutText.headline(String(decoding: word, as: UTF8.self)),
      at: SourceRange(lines.position(at: word.startIndex), lines.position(at: word.endIndex), in: file),
      help: CutText.cure)
  }
}

extension LineSlips {
  /// A `#` in brackets that takes the closing bracket for a comment: `{ text: Enter code #1 }`.
  func cutInBrackets() -> ProblemWording? {
    guard problem.problem.contains("did not find expected ','"), let start = problem.contextPlace else { return nil }
    let (first, last) = (Int(start.line), Int(problem.place.line))
    guard first <= last, last - first <= WrittenLine.most else { return nil }
    for number in first...last {
      let scalars = WrittenLine(number, in: lines).scalars
      guard let sign = cut(in: scalars), scalars[sign...].contains(where: { $0 == "}" || $0 == "]" }) else { continue }
      let word = String(String.UnicodeScalarView(scalars[sign...].prefix { $0 != " " && $0 != "," && $0 != "}" }))
      return ProblemWording(
        headline: CutText.headline(word), help: CutText.cure,
        place: SourcePosition(line: number, column: sign + 1), from: number)
    }
    return nil
  }

  /// The `#` in a line that begins a comment, and looks like the rest of a text; nil for none.
  private func cut(in scalars: [Unicode.Scalar]) -> Int? {
    var quote: Unicode.Scalar?
    for index in scalars.indices {
      let scalar = scalars[index]
      if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'", index == 0 || " {[,".unicodeScalars.contains(scalars[index - 1]) {
        quote = scalar
      } else if scalar == "#", index > 0, CommentSign.begins(behind: scalars[index - 1]) {
        let next = index + 1 < scalars.count ? String(scalars[index + 1]).utf8.first : nil
        return CutText.goesOn(with: next, isShown: true) ? index : nil
      }
    }
    return nil
  }
}
