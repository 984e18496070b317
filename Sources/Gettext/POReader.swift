// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// Reads PO files as the tools of translators write them: texts over several lines, escapes, comments, obsolete entries.
package enum POReader {
  /// The longest text, in bytes: as in a flow.
  static let mostTextBytes = 64 << 10
  /// More findings than this nobody reads.
  private static let mostFindings = 100

  /// The finding about a file that is surely no PO file, so that nothing of it may be shown; nil for one that may be.
  package static func foreign(_ file: SourceFile) -> Diagnostic? {
    let lines = file.bytes.split { $0 == 0x0A || $0 == 0x0D }.map(\.trimmed)
    let said = lines.filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
    guard !said.isEmpty, !said.contains(where: { $0.starts(with: "msgid".utf8) }) else { return nil }
    return Diagnostic(
      GettextRules.malformed, "this is no PO file: no line of it begins with `msgid`", at: .beginning(of: .first),
      help: "give the file that the tool of your translators has written")
  }

  /// The file, and what is wrong with it; no value where anything is.
  ///
  /// - Parameter id: what the ranges call this file.
  package static func read(_ file: SourceFile, as id: FileID = .first) -> Outcome<POFile> {
    let lines = LineTable(file)
    var reading = POReading(id)
    for number in 1...lines.count {
      guard reading.findings.count < mostFindings else { break }
      reading.take(file.bytes[lines.bytes(ofLine: number)], number)
    }
    reading.finish()
    let findings = reading.findings.inReadingOrder()
    return Outcome(findings.isEmpty ? reading.file : nil, findings)
  }
}

/// The reading of one file, line by line.
private struct POReading {
  private(set) var findings: [Diagnostic] = []
  private(set) var file = POFile(header: [], entries: [])
  private let id: FileID
  private var entry = Draft()
  private var isFuzzy = false
  /// Whether the rest of the entry at hand is left aside, since something in it is wrong.
  private var isSkipping = false
  private var hasHeader = false
  /// Which contexts and texts there are, and the line of each.
  private var seen: [Key: Int] = [:]

  private struct Key: Hashable {
    let context: String?
    let id: String
  }

  /// What is known of an entry.
  private struct Draft {
    enum Field: Equatable {
      case context, id, plural
      case text(Int)
    }

    var line: Int?
    var isFuzzy = false
    var context: [UInt8]?
    var id: [UInt8]?
    var plural: [UInt8]?
    var texts: [[UInt8]] = []
    var textLines: [Int] = []
    var isIndexed = false
    var current: Field?
  }

  init(_ id: FileID) {
    self.id = id
    file.headerRange = .beginning(of: id)
  }

  mutating func take(_ line: ArraySlice<UInt8>, _ number: Int) {
    let text = line.trimmed
    guard let first = text.first else { return finish() }
    guard String(validating: text, as: UTF8.self) != nil else {
      return refuse("the line is not UTF-8", number, help: "save the file as UTF-8, as its header should say")
    }
    if first == UInt8(ascii: "#") {
      if entry.current != nil { finish() }
      isSkipping = false
      if text.starts(with: "#,".utf8), text.words.contains("fuzzy") { isFuzzy = true }
      // Nothing is read of an obsolete entry, its flags included.
      if text.starts(with: "#~".utf8) { isFuzzy = false }
      return
    }
    if first == UInt8(ascii: "\"") {
      guard !isSkipping else { return }
      guard let current = entry.current else { return refuseLine(text, number) }
      guard let bytes = string(text, number) else { return }
      return append(bytes, to: current)
    }
    let word = text.prefix { $0 != 0x20 && $0 != 0x09 && $0 != UInt8(ascii: "\"") }
    let name = String(decoding: word, as: UTF8.self)
    let begins = name == "msgctxt" || name == "msgid" && (entry.id != nil || entry.context == nil)
    if begins { finish() }
    guard !isSkipping else { return }
    guard let field = field(name) else { return refuseLine(text, number) }
    guard let bytes = string(text.dropFirst(word.count).trimmed, number) else { return }
    begin(field, bytes, number)
  }

  private func field(_ name: String) -> Draft.Field? {
    switch name {
    case "msgctxt": return .context
    case "msgid": return .id
    case "msgid_plural": return .plural
    case "msgstr": return .text(-1)
    default:
      guard name.hasPrefix("msgstr["), name.hasSuffix("]") else { return nil }
      return Int(name.dropFirst("msgstr[".count).dropLast()).flatMap { $0 >= 0 ? .text($0) : nil }
    }
  }

  private mutating func begin(_ field: Draft.Field, _ bytes: [UInt8], _ number: Int) {
    if entry.line == nil {
      entry.line = number
      entry.isFuzzy = isFuzzy
      isFuzzy = false
    }
    switch field {
    case .context: entry.context = bytes
    case .id: entry.id = bytes
    case .plural:
      guard entry.id != nil, entry.plural == nil, entry.texts.isEmpty else {
        return refuse("`msgid_plural` stands behind `msgid`, once", number, help: "write the entry anew")
      }
      entry.plural = bytes
    case .text(let index):
      guard entry.id != nil else {
        return refuse("a translation stands behind its `msgid`", number, help: "write `msgid` in front of it")
      }
      guard max(index, 0) == entry.texts.count, entry.texts.isEmpty || entry.isIndexed else {
        return refuse(
          "the forms of an entry stand in their order, each once", number, help: "write `msgstr[\(entry.texts.count)]`")
      }
      entry.isIndexed = index >= 0
      entry.texts.append(bytes)
      entry.textLines.append(number)
    }
    entry.current = field
  }

  private mutating func append(_ bytes: [UInt8], to field: Draft.Field) {
    switch field {
    case .context: entry.context?.append(contentsOf: bytes)
    case .id: entry.id?.append(contentsOf: bytes)
    case .plural: entry.plural?.append(contentsOf: bytes)
    case .text: entry.texts[entry.texts.count - 1].append(contentsOf: bytes)
    }
  }

  /// Takes the entry at hand in.
  mutating func finish() {
    let draft = entry
    entry = Draft()
    let wasSkipping = isSkipping
    isSkipping = false
    guard let line = draft.line, !wasSkipping else { return }
    guard let idBytes = draft.id else {
      return refuse("an entry has no `msgid`", line, help: "write the text that is translated", skips: false)
    }
    guard !draft.texts.isEmpty else {
      return refuse(
        "an entry has no `msgstr`", line, help: "write `msgstr \"\"` where there is no translation", skips: false)
    }
    guard draft.isIndexed == (draft.plural != nil) else {
      return refuse(
        draft.isIndexed ? "`msgstr[0]` needs `msgid_plural`" : "`msgid_plural` needs `msgstr[0]`", line,
        help: draft.isIndexed ? "write `msgstr`" : "write a form for each kind of number", skips: false)
    }
    let all = [draft.context ?? [], idBytes, draft.plural ?? []] + draft.texts
    guard all.allSatisfy({ $0.count <= POReader.mostTextBytes }) else {
      return refuse(
        "a text is longer than \(POReader.mostTextBytes >> 10) KiB", line, help: "split it into several", skips: false)
    }
    let texts = all.map { String(validating: $0, as: UTF8.self) }
    guard texts.allSatisfy({ $0 != nil && !($0 ?? "").utf8.contains(0) }) else {
      return refuse("an escape makes no character", line, help: "write the character itself, as UTF-8", skips: false)
    }
    add(draft, texts.map { $0 ?? "" }, line)
  }

  private mutating func add(_ draft: Draft, _ texts: [String], _ line: Int) {
    let key = Key(context: draft.context == nil ? nil : texts[0], id: draft.context == nil ? texts[1] : "")
    if let other = seen.updateValue(line, forKey: key) {
      let name = draft.context == nil ? texts[1] : texts[0]
      return findings.append(
        Diagnostic(
          GettextRules.malformed, "\(Diagnostic.quoting(name)) has two entries", at: range(line),
          help: "take one of them out", notes: [Note("the other one", at: range(other))]))
    }
    guard draft.context != nil || !texts[1].isEmpty else {
      file.header = Self.header(texts[3])
      file.headerRange = range(line)
      return
    }
    var entry = POEntry(
      context: draft.context == nil ? nil : texts[0], id: texts[1], plural: draft.plural == nil ? nil : texts[2],
      texts: Array(texts[3...]))
    entry.isFuzzy = draft.isFuzzy
    entry.range = range(line)
    entry.textRanges = draft.textLines.map { range($0) }
    file.entries.append(entry)
  }

  private static func header(_ text: String) -> [POFile.Field] {
    text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      return POFile.Field(
        String(decoding: Array(parts[0].utf8)[...].trimmed, as: UTF8.self),
        String(decoding: Array(parts[1].utf8)[...].trimmed, as: UTF8.self))
    }
  }

  /// What stands between the quotes of a line; nil, with a finding, where they do not fit.
  private mutating func string(_ text: ArraySlice<UInt8>, _ number: Int) -> [UInt8]? {
    guard text.count >= 2, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"") else {
      refuse("the text has no quotes around it", number, help: "write it between `\"` and `\"`, in one line")
      return nil
    }
    switch POEscapes.resolved(text.dropFirst().dropLast()) {
    case .success(let bytes): return bytes
    case .failure(let problem):
      refuse(problem.message, number, help: problem.help)
      return nil
    }
  }

  private mutating func refuseLine(_ text: ArraySlice<UInt8>, _ number: Int) {
    let shown = Diagnostic.quoting(String(decoding: text.prefix(200), as: UTF8.self), limit: 30)
    refuse(
      "\(shown) is no line of a PO file", number, help: "write `msgctxt`, `msgid`, `msgstr` or a comment with `#`")
  }

  private mutating func refuse(_ message: String, _ number: Int, help: String, skips: Bool = true) {
    findings.append(Diagnostic(GettextRules.malformed, message, at: range(number), help: help))
    guard skips else { return }
    (entry, isSkipping) = (Draft(), true)
  }

  /// The beginning of a line: what is told of an entry is told there.
  private func range(_ line: Int) -> SourceRange {
    let place = SourcePosition(line: line, column: 1)
    return SourceRange(place, place, in: id)
  }
}

extension ArraySlice<UInt8> {
  /// Without the spaces and tabs around it.
  fileprivate var trimmed: ArraySlice<UInt8> {
    var slice = self
    while let last = slice.last, last == 0x20 || last == 0x09 || last == 0x0D { slice.removeLast() }
    return slice.drop { $0 == 0x20 || $0 == 0x09 }
  }

  /// The flags of a line `#, fuzzy, c-format`.
  fileprivate var words: [String] {
    dropFirst(2).split(separator: UInt8(ascii: ",")).map { String(decoding: $0.trimmed, as: UTF8.self) }
  }
}
