// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Scalars and aliases: where a tree ends.
extension YAMLComposer {
  mutating func addScalar(_ event: YAMLEvent) {
    let isKey = open.last?.awaitsKey == true
    var row = YAMLRow(.scalar, from: event.start, to: event.end, next: rows.count + 1)
    row.isPlain = event.style == .plain
    row.first = Int32(truncatingIfNeeded: text.count)
    if event.hasTag {
      report { $0.tag(event) }
      row.isReported = true
    } else if row.isPlain {
      check(plain: event, isKey: isKey, &row)
      noteLoneKeys(event, isKey: isKey)
      if !isKey, let finding = swallowedItem(event) ?? dashWithoutSpace(event) {
        report { _ in finding }
        row.isReported = true
      }
      if mayHoldCutText, !isKey, let finding = cutText(event) { report { _ in finding } }
    } else if event.style == .block {
      row.end = endOfBlock(event)
      if let sign = commentAtBlock(event) { report { .commentAtBlock(at: SourceRange(sign, sign, in: $0.file)) } }
    } else if event.style == .double, event.hasControlCharacter {
      report { .controlCharacter(at: $0.range(event)) }
      row.isReported = true
    } else if event.style == .double, !(refused?.areTold(in: event) ?? false),
      let hidden = HiddenCharacters.first(in: event.text)
    {
      report { .hidden(hidden.value, hidden.name, isEscaped: true, at: $0.range(event)) }
      isUnclear = isUnclear || refused == nil
    }
    if event.text.count > limits.scalarBytes {
      report { .textTooLong($0.limits.scalarBytes, at: $0.range(event)) }
      row.isReported = true
      row.isDropped = isKey
    } else if let seen = seen(of: event, isKey: isKey) {
      row.length = Int32(truncatingIfNeeded: seen.count)
      text += seen
      row.isReported = row.isReported || seen.isEmpty
      row.isDropped = row.isDropped || isKey && seen.isEmpty
    } else {
      row.length = Int32(truncatingIfNeeded: event.text.count)
      text.append(contentsOf: event.text)
    }
    if row.end > lastEnd { lastEnd = row.end }
    count(1, levels: 0, at: event)
    if event.anchor != nil, let anchor = anchor(event, row: rows.count) {
      anchors[anchor].size = (nodes: 1, levels: 0)
    }
    rows.append(row)
  }

  @inline(__always)
  private mutating func check(plain event: YAMLEvent, isKey: Bool, _ row: inout YAMLRow) {
    if isKey, event.says("<<") {
      row.isDropped = true
      report { .mergeKey(at: $0.range(event)) }
    } else if event.isNull {
      // libyaml puts what is missing at the next word, or below the last line.
      var event = event
      event.end = min(event.end, endOfText())
      event.start = min(event.start, event.end)
      (row.start, row.end) = (event.start, event.end)
      // Why: an empty file is one finding, and not one of these.
      if !open.isEmpty || !event.text.isEmpty { report { $0.null(event, isKey: isKey) } }
      row.isReported = true
      row.isDropped = isKey
    } else if LookAlikes.isBetweenQuotes(event.text) {
      report { .curlyQuotes(at: $0.range(event)) }
    } else if let quote = event.quoteThatIsOnlyClosed {
      report { .halfQuoted(quote, at: $0.range(event)) }
    } else {
      checkPortability(event, isKey: isKey)
    }
  }

  /// Looks whether other parsers deliver what we read.
  @inline(__always)
  private mutating func checkPortability(_ event: YAMLEvent, isKey: Bool) {
    if open.last?.isFlow == true, event.text.contains(UInt8(ascii: "?")) {
      report { .questionMark(at: $0.range(event)) }
    } else if OtherParsers.refuse(event.text) {
      report { .refusedElsewhere(String(decoding: event.text, as: UTF8.self), at: $0.range(event)) }
    } else if let reading = OtherParsers.reading(of: event.text), !isKnown(event, isKey: isKey) {
      report { .readOtherwise(String(decoding: event.text, as: UTF8.self), as: reading, at: $0.range(event)) }
    }
  }

  /// Whether it is a word of the language, whose readers know it, or a text that is merely shown.
  private func isKnown(_ event: YAMLEvent, isKey: Bool) -> Bool {
    if isKey { return words.holdKey(event) }
    return words.holdValue(event) || isForPeople()
  }

  /// Whether the next value is a text that is merely shown.
  func isForPeople() -> Bool {
    guard let container = open.last else { return false }
    let names = [container.isMapping ? lastKey(of: container) : nil, container.row > 0 ? rows[container.row - 1] : nil]
      .compactMap(\.self)
    return names.contains { $0.form == .scalar && words.isShown(below: text[$0.textRange]) }
  }

  /// Where a comment begins right behind `|` or `>`; nil if none does.
  private mutating func commentAtBlock(_ event: YAMLEvent) -> SourcePosition? {
    let lines = lineTable()
    let start = lines.offset(of: event.start)
    let line = source.bytes[start..<max(start, lines.bytes(ofLine: Int(event.start.line)).upperBound)]
    guard let sign = line.dropFirst().firstIndex(where: { !"+-0123456789".utf8.contains($0) }), line[sign] == 0x23
    else { return nil }
    return lines.position(at: sign)
  }

  mutating func addAlias(_ event: YAMLEvent) {
    let isKey = open.last?.awaitsKey == true
    let name = String(decoding: event.anchor ?? event.text, as: UTF8.self)
    var row = YAMLRow(.scalar, from: event.start, to: event.end, next: rows.count + 1)
    row.isReported = true
    row.isDropped = isKey
    var size = (nodes: 1, levels: 0)
    if isKey {
      report { .keyNotText("an alias", at: $0.range(event)) }
    } else if let anchor = anchorNames[name].map({ anchors[$0] }) {
      if let known = anchor.size {
        row.form = .alias
        row.isReported = false
        row.first = Int32(truncatingIfNeeded: anchor.row)
        size = known
      } else {
        report { .recursiveAlias(name, at: $0.range(event), anchor: anchor.place) }
      }
    } else {
      report { composer in
        let known = composer.anchorNames.count <= 500 ? composer.anchorNames.keys.sorted() : []
        return .unknownAlias(name, at: composer.range(event), known: known)
      }
    }
    if open.count + size.levels > limits.depth { return stop(.nestedTooDeep(limits.depth, at: range(event))) }
    lastEnd = event.end
    count(size.nodes, levels: size.levels, at: event)
    rows.append(row)
  }

  /// Keeps the name that `&` gives to a row, and gives its place among the anchors; nil if there is no name.
  mutating func anchor(_ event: YAMLEvent, row: Int) -> Int? {
    guard let bytes = event.anchor else { return nil }
    let name = String(decoding: bytes, as: UTF8.self)
    var end = event.start
    end.column += Int32(truncatingIfNeeded: bytes.count + 1)
    let place = SourceRange(event.start, end, in: file)
    if let first = anchorNames[name] {
      report { .anchorTwice(name, at: place, first: $0.anchors[first].place) }
    }
    anchorNames[name] = anchors.count
    anchors.append(Anchor(name: name, row: row, size: nil, place: place))
    return anchors.count - 1
  }

  mutating func tag(_ event: YAMLEvent) -> Diagnostic {
    let lines = lineTable()
    let rest = source.bytes[lines.offset(of: event.start)..<lines.bytes(ofLine: Int(event.start.line)).upperBound]
    let word = rest.prefix { $0 != 0x20 }
    var end = event.start
    end.column += Int32(truncatingIfNeeded: word.filter { $0 & 0xC0 != 0x80 }.count)
    return .tagNotAllowed(String(decoding: word, as: UTF8.self), at: SourceRange(event.start, end, in: file))
  }

  private mutating func null(_ event: YAMLEvent, isKey: Bool) -> Diagnostic {
    let word = String(decoding: event.text, as: UTF8.self)
    if isKey { return .emptyKey(word, at: shown(event)) }
    guard let container = open.last, container.isMapping, let key = lastKey(of: container) else {
      return .emptyItem(word, isRoot: open.isEmpty, at: shown(event))
    }
    let name = String(decoding: text[key.textRange], as: UTF8.self)
    if container.isFlow, word.isEmpty, !isFollowedByColon(key) {
      return .cutAtComma(name, isFirst: rows.count - 2 == container.row, at: range(key))
    }
    if word.isEmpty, let comment = commentAsValue(event) { return .valueInComment(name, comment, at: range(key)) }
    let isAbove = word.isEmpty && !container.isFlow && hasKeyBelow(key)
    return .emptyValue(of: name, word, hasKeyBelow: isAbove, at: word.isEmpty ? range(key) : range(event))
  }

  /// Whether the next line has a key that stands as deep.
  private mutating func hasKeyBelow(_ key: YAMLRow) -> Bool {
    guard let line = lineTable().written(below: Int(key.end.line)) else { return false }
    return line.key != nil && line.depth == Int(key.start.column) - 1
  }

  /// The place of an empty scalar, widened to the sign before it.
  private func shown(_ event: YAMLEvent) -> SourceRange {
    var range = range(event)
    if range.start == range.end, range.start.column > 1 { range.start.column -= 1 }
    return range
  }

  /// The key that waits for its value; nil if it is no text.
  private func lastKey(of container: Open) -> YAMLRow? {
    guard let row = rows.last, rows.count - 1 > container.row, row.form == .scalar else { return nil }
    return row
  }

  private mutating func isFollowedByColon(_ key: YAMLRow) -> Bool {
    let lines = lineTable()
    let rest = source.bytes[lines.offset(of: key.end)..<lines.bytes(ofLine: Int(key.end.line)).upperBound]
    return rest.first { $0 != 0x20 } == UInt8(ascii: ":")
  }

  /// libyaml ends a text behind `|` below the blank lines that follow it; its author does not.
  private mutating func endOfBlock(_ event: YAMLEvent) -> SourcePosition {
    let lines = lineTable()
    var line = Int(event.end.line)
    if event.end.column == 1 { line -= 1 }
    while line > Int(event.start.line), lines.isBlank(line) { line -= 1 }
    return lines.end(ofLine: line)
  }
}

extension YAMLRow {
  /// Where the text of a scalar stands in the arena.
  var textRange: Range<Int> { Int(first)..<Int(first) + Int(length) }
}

extension YAMLEvent {
  func says(_ word: StaticString) -> Bool {
    text.count == word.utf8CodeUnitCount
      && text.elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// True for nothing at all, and for the words that YAML reads as nothing.
  var isNull: Bool {
    switch text.count {
    case 0: true
    case 1: text[0] == UInt8(ascii: "~")
    case 4: text[0] | 0x20 == UInt8(ascii: "n") && (says("null") || says("Null") || says("NULL"))
    default: false
    }
  }

  /// The quote with which a text ends that begins with none, and has no other; nil for none.
  ///
  /// Double quotes in pairs, and such behind a backslash, belong to the text.
  fileprivate var quoteThatIsOnlyClosed: Character? {
    guard text.count > 1 else { return nil }
    switch text[text.count - 1] {
    case UInt8(ascii: "\""):
      let count = text.indices.count { index in
        text[index] == UInt8(ascii: "\"") && (index == 0 || text[index - 1] != UInt8(ascii: "\\"))
      }
      return count % 2 == 1 ? "\"" : nil
    case UInt8(ascii: "'"):
      // Behind a letter it may be an apostrophe.
      let isBehindLetter = (97...122).contains(text[text.count - 2] | 0x20) || text[text.count - 2] >= 0x80
      return !isBehindLetter && text.count(where: { $0 == UInt8(ascii: "'") }) == 1 ? "'" : nil
    default: return nil
    }
  }

  /// True if an escape wrote a character that a terminal obeys; tabs and line feeds are fine.
  var hasControlCharacter: Bool {
    var previous: UInt8 = 0
    for byte in text {
      if byte < 0x20 && byte != 0x09 && byte != 0x0A || byte == 0x7F { return true }
      if previous == 0xC2 && byte < 0xA0 { return true }
      previous = byte
    }
    return false
  }
}

extension Diagnostic {
  fileprivate static func curlyQuotes(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.curlyQuotes, "these curly quotes are part of the text", at: range,
      help: "write `\"` or `'` in their place; to keep them, put straight quotes around them")
  }

  fileprivate static func halfQuoted(_ quote: Character, at range: SourceRange) -> Diagnostic {
    let other = quote == "'" ? "\"" : "'"
    return Diagnostic(
      YAMLRules.halfQuoted, "the text ends with `\(quote)`, but begins without it", at: range,
      help: "write `\(quote)` in front of the text, too; to keep the last one, put `\(other)` around the whole text")
  }

  fileprivate static func mergeKey(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.mergeKey, "the merge key `<<` is not allowed", at: range,
      help: "write the keys out: a reader must see every key of a map where the map is")
  }

  fileprivate static func tagNotAllowed(_ tag: String, at range: SourceRange) -> Diagnostic {
    if tag.hasPrefix("!!") || tag.hasPrefix("!<") {
      return Diagnostic(
        YAMLRules.tagNotAllowed, "a YAML tag such as \(quoting(tag)) is not allowed", at: range,
        help: "remove it: every value is what the language says at this place")
    }
    return Diagnostic(
      YAMLRules.tagNotAllowed, "a text must not begin with `!` unless it is in quotes", at: range,
      help: "put single quotes around the whole text; without them \(quoting(tag)) is a YAML tag")
  }

  fileprivate static func emptyKey(_ word: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.emptyValue, "a key must not be \(word.isEmpty ? "empty" : "`\(word)`")", at: range,
      help: "write a name in front of the colon")
  }

  fileprivate static func emptyItem(_ word: String, isRoot: Bool, at range: SourceRange) -> Diagnostic {
    let what = isRoot ? "a file" : "a list item"
    let headline = "\(what) must have a value" + (word.isEmpty ? "" : ", not `\(word)`")
    return Diagnostic(
      YAMLRules.emptyValue, headline, at: range,
      help: isRoot ? "write at least one `key: value`" : "write the item behind `- `, or remove the line")
  }

  fileprivate static func emptyValue(
    of key: String, _ word: String, hasKeyBelow: Bool, at range: SourceRange
  ) -> Diagnostic {
    let headline = "\(quoting(key)) must have a value" + (word.isEmpty ? "" : ", not `\(word)`")
    return Diagnostic(
      YAMLRules.emptyValue, headline, at: range,
      help: hasKeyBelow
        ? "write a value behind the colon, or indent the lines below that belong to it: two more spaces"
        : "write a value behind the colon, or remove the key: a forgotten value must not remove a rule")
  }

  /// A text that begins with a `#`, which makes a comment of it.
  fileprivate static func valueInComment(_ key: String, _ comment: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.emptyValue, "\(quoting(key)) must have a value, and \(quoting(comment)) is a comment here", at: range,
      help: "put quotes around the text: a `#` after a space begins a comment")
  }

  fileprivate static func cutAtComma(_ key: String, isFirst: Bool, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.emptyValue, "\(quoting(key)) must have a value, as everything in `{ }`", at: range,
      help: cureOfCut(key, isFirst: isFirst))
  }

  private static func cureOfCut(_ key: String, isFirst: Bool) -> String {
    if let other = LookAlikes.first(in: key) { return LookAlikes.cure(other) }
    if key.isName {
      return "write a colon and a value behind it, or a list in `[ ]`; a text in braces or with a comma needs quotes"
    }
    // Such as `getUser:identify`, and not what merely holds a colon somewhere.
    let parts = key.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let isPair = parts.count == 2 && !parts[1].isEmpty && !parts[1].hasPrefix("/") && !parts[0].contains(",")
    if isPair { return "write a space behind the colon, as in `key: value`" }
    let quotes = "put quotes around a text that holds a comma: YAML cuts at commas inside `{ }`"
    guard let word = key.firstWord ?? key.codeBeforeBlank else { return quotes }
    // Words behind a comma may be the rest of a text, and so may be both.
    let colon = "write a colon behind `\(word)`, as in `key: value`"
    return isFirst ? colon : "if `\(word)` is a key, \(colon); else \(quotes)"
  }

  fileprivate static func controlCharacter(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.forbiddenCharacter, "a text must not hold control characters", at: range,
      help: "remove the escape; only `\\n` and `\\t` are allowed")
  }

  fileprivate static func textTooLong(_ limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.textTooLong, "a single text must not be longer than \(limit) bytes", at: range,
      help: "shorten it, or look for a quote that is closed too late")
  }

  static func keyNotText(_ form: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.keyNotText, "a key must be a text, not \(form)", at: range,
      help: form == "a list"
        ? "write a line for each item, with the item alone in front of the colon; a text that begins with `[` needs quotes"
        : "write a plain word in front of the colon; a value that begins with `{`, `[` or `*` needs quotes")
  }

  fileprivate static func unknownAlias(_ name: String, at range: SourceRange, known: [String]) -> Diagnostic {
    Diagnostic(
      YAMLRules.unknownAlias, "no anchor `&…` above gives the name of \(quoting("*" + name))", at: range,
      help: Suggestion.cure(
        for: name, among: known,
        otherwise: "write `&\(name)` before the value it stands for; a text that begins with `*` needs quotes"))
  }

  fileprivate static func recursiveAlias(
    _ name: String, at range: SourceRange, anchor: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      YAMLRules.recursiveAlias, "\(quoting("*" + name)) must not stand inside of what it stands for", at: range,
      help: "write the value out here", notes: [Note("what it stands for begins here", at: anchor)])
  }

  fileprivate static func anchorTwice(
    _ name: String, at range: SourceRange, first: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      YAMLRules.anchorTwice, "the anchor \(quoting("&" + name)) stands twice in this file", at: range,
      help: "give one of them another name, and its aliases too", notes: [Note("first here", at: first)])
  }
}
