// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension YAMLComposer {
  /// An item of a list that stands deeper than the one above, whose text it has become a part of.
  mutating func swallowedItem(_ event: YAMLEvent) -> Diagnostic? {
    guard event.end.line > event.start.line, let container = open.last, !container.isMapping, !container.isFlow else {
      return nil
    }
    let lines = lineTable()
    let last = min(Int(event.end.line), Int(event.start.line) + WrittenLine.most)
    let written = (Int(event.start.line) + 1...last).lazy.map { WrittenLine($0, in: lines) }
    guard let item = written.first(where: \.isItem) else { return itemWithoutDash(event) }
    let dash = WrittenLine(Int(event.start.line), in: lines).indentation
    let place = SourcePosition(line: item.number, column: item.indentation + 1)
    return Diagnostic(
      YAMLRules.invalidYAML, "this item of the list is indented deeper than the one above",
      at: SourceRange(place, SourcePosition(line: item.number, column: item.indentation + 2), in: file),
      help: "indent the dash as in line \(event.start.line): with \(dash) spaces")
  }

  /// An item that lacks its dash, and has become a part of the text of the item above: no name and no path holds a blank.
  private mutating func itemWithoutDash(_ event: YAMLEvent) -> Diagnostic? {
    let text = String(decoding: event.text, as: UTF8.self)
    let lines = Int(event.end.line) - Int(event.start.line) + 1
    let words = text.split(separator: " ")
    guard words.count == lines, words.allSatisfy(\.mayBeItem) else { return nil }
    let line = lineTable().written(below: Int(event.start.line))
    let place = SourcePosition(line: Int(event.start.line) + 1, column: (line?.depth ?? 0) + 1)
    return Diagnostic(
      YAMLRules.invalidYAML, DashWords.missing, at: SourceRange(place, place, in: file), help: DashWords.cureOfMissing)
  }

  /// The first item of a list whose dash has no space behind it, so that the list is no list but one text.
  mutating func dashWithoutSpace(_ event: YAMLEvent) -> Diagnostic? {
    guard event.text.count > 1, event.text[0] == UInt8(ascii: "-"), let container = open.last, container.isMapping,
      !container.isFlow, let key = rows.last, key.form == .scalar, key.end.line < event.start.line
    else { return nil }
    let word = String(decoding: event.text, as: UTF8.self).dropFirst().prefix { $0 != " " }
    guard word.first != "-", word.mayBeItem, word.contains(where: \.isLetter), !isForPeople() else { return nil }
    var end = event.start
    end.column += 1
    return Diagnostic(
      YAMLRules.invalidYAML, DashWords.glued, at: SourceRange(event.start, end, in: file),
      help: DashWords.cureOfGlued(word))
  }
}

/// What is said of the dash of an item.
enum DashWords {
  static let missing = "this item of the list has no dash"
  static let cureOfMissing = "begin the line with `- `, in place of the last two spaces in front of it"
  static let glued = "the dash of a list item must have a space behind it"

  static func cureOfGlued(_ word: some StringProtocol) -> String { "write \(Diagnostic.quoting("- " + word))" }
}

extension Substring {
  /// Whether it is a name or a path.
  fileprivate var mayBeItem: Bool {
    utf8.allSatisfy { (97...122).contains($0 | 0x20) || (45...57).contains($0) || $0 == UInt8(ascii: "_") }
  }
}
