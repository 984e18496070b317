// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowLanguage
import MessageLanguages
import YAMLTree

extension DocumentDecoder {
  /// `wrong-code: "That is not right. Attempts left: {attemptsLeft}."`; `{{` and `}}` stand for the braces themselves.
  ///
  /// A map shows lists, too: `{ text: "Found: {threats}", each: { threats: "- {threatName}" } }`; and it says what stands for
  /// what is missing: `{ text: "Choose a password. {passwordPolicy.msg}", none: Make it hard to guess. }`.
  mutating func message(_ entry: YAMLEntry) -> MessageSyntax? {
    guard entry.value.kind == .mapping else {
      return text(entry.value, Self.words(for: entry.key)).flatMap { message(entry.key, $0, lists: []) }
    }
    let what = Self.words(for: entry.key)
    let before = findings.count
    guard let map = mapping(entry.value, what, Self.messageKeys) else { return nil }
    // A misspelt key is told already, and so is one without its colon: it may be the one that is missing.
    let isTold = findings.count > before
    guard let text = require("text", of: what, in: map, Self.messageKeys).flatMap({ self.text($0, "`text`") })
    else { return nil }
    // Only a list has items; without one, all that a map can add is what stands for a value that is missing.
    let showsList =
      map["each"] != nil || map["most"] != nil || map["more"] != nil
      || ["none", "plural", "longest"].allSatisfy { map[$0] == nil }
    if showsList, map["each"] == nil, map["most"] == nil, map["more"] == nil {
      if !isTold, !entry.value.entries.contains(where: \.isToldAlready) {
        report(
          YAMLRules.missingKey, "\(what) has nothing but its text", entry.value.range,
          help: "write the text alone, without `text:`; or add `none:` for what is missing, or `each:` for a list")
      }
      return nil
    }
    let each = showsList ? require("each", of: what, in: map, Self.messageKeys) : nil
    guard let items = each.map({ $0.mapping("`each`", &findings)?.entries }) ?? (showsList ? nil : []) else {
      return nil
    }
    let most =
      map["most"].flatMap { $0.count("`most`", atMost: ListText.mostItems, &findings) }?.value
      ?? ListText.usualItems
    guard let more = part(map["more"], "`more`", of: entry.key, filledBy: ["count"]),
      let none = part(map["none"], "`none`", of: entry.key, filledBy: [])
    else { return nil }
    var lists: [(name: Spanned<String>, text: ListText)] = []
    for item in items {
      guard let written = self.text(item.value, "an item of `\(item.key.value)`"),
        let pieces = pieces(written, of: entry.key)
      else { return nil }
      lists.append(
        (item.key, ListText(each: pieces, most: most, more: more, none: none, range: written.range)))
    }
    guard let plurals = plurals(map["plural"], of: entry.key, none: none.words) else { return nil }
    var result = message(entry.key, text, lists: lists, plurals, none: map["none"].map { (none.words, $0.range) })
    result?.longest = map["longest"].flatMap { $0.count("`longest`", atMost: MessageLength.most, &findings) }
    return result
  }

  private static let messageKeys = Shape.message.words

  private mutating func message(
    _ key: Spanned<String>, _ text: Spanned<String>, lists: [(name: Spanned<String>, text: ListText)],
    _ plurals: [(name: Spanned<String>, text: PluralText)] = [], none: (words: String, range: SourceRange)? = nil
  ) -> MessageSyntax? {
    guard key.value.isName || takesInnerKeys && key.value.isInnerName else {
      report(
        SyntaxRules.badWord, "`\(key.value)` cannot be the key of a message", key.range,
        help: cure(ofName: key.value))
      return nil
    }
    guard !key.value.isOne(of: ReservedWords.flags) else {
      report(
        SyntaxRules.reservedName, "`\(key.value)` is a word of the language and cannot name a message", key.range,
        help: "`retry: true` asks again without a message: choose another name, such as `\(key.value)Message`")
      return nil
    }
    guard !text.value.allSatisfy(\.isWhitespace) else {
      report(
        YAMLRules.emptyText, "\(Self.words(for: key)) must not be empty", text.range,
        help: "write a text for the user, or remove the key")
      return nil
    }
    guard var pieces = pieces(text, of: key) else { return nil }
    for (name, list) in lists {
      let path: [String]? = name.value.withBytes { self.path($0[...]) }
      guard let path, pieces.contains(.placeholder(path)) else {
        report(
          SyntaxRules.badMessage, "the text of `\(key.value)` does not name `\(name.value)`", name.range,
          help: Suggestion.cure(for: name.value, among: pieces.placeholders)
            ?? Cure("write `{\(name.value)}` where the list is to stand, or take this out"))
        return nil
      }
      pieces = pieces.map { $0 == .placeholder(path) ? .list(path, list) : $0 }
    }
    for (name, plural) in plurals {
      let path: [String]? = name.value.withBytes { self.path($0[...]) }
      guard let path, pieces.contains(.placeholder(path)) else {
        // What its own words name, too, is right.
        if let path, plural.forms.contains(where: { $0.pieces.contains(.placeholder(path)) }),
          let near = Suggestion.nearest(to: name.value, among: pieces.placeholders)
        {
          report(
            SyntaxRules.badMessage, "the text of `\(key.value)` names `\(near)`, and its plural `\(name.value)`",
            text.range, help: Cure("did you mean `{\(name.value)}`?", .word(near, by: name.value)))
          return nil
        }
        report(
          SyntaxRules.badMessage, "the text of `\(key.value)` does not name `\(name.value)`", name.range,
          help: Suggestion.cure(for: name.value, among: pieces.placeholders)
            ?? Cure("write `{\(name.value)}` where the words for the number are to stand, or take this out"))
        return nil
      }
      pieces = pieces.map { $0 == .placeholder(path) ? .plural(path, plural) : $0 }
    }
    if let none {
      // What is a placeholder elsewhere is meant to be one, and has been told.
      let isMeant = !Self.otherPlaceholders(in: Array(text.value.unicodeScalars)).isEmpty
      guard isMeant || pieces.contains(where: { if case .text = $0 { false } else { true } }) else {
        // In a catalogue, the message that the text stands for tells whether a placeholder is lost.
        if takesInnerKeys {
          var message = MessageSyntax(name: key, pieces: pieces, range: text.range)
          message.idleNone = none.range
          return message
        }
        findings.append(.idleNone(key.value, none.range))
        return nil
      }
      pieces = pieces.map {
        if case .placeholder(let path, _) = $0 { .placeholder(path, none: none.words) } else { $0 }
      }
    }
    return MessageSyntax(name: key, pieces: pieces, range: text.range)
  }

  /// `plural:`: for each number, the words of each category; nil, with a finding, where it is wrong.
  private mutating func plurals(
    _ node: YAMLNode?, of key: Spanned<String>, none: String
  ) -> [(name: Spanned<String>, text: PluralText)]? {
    guard let node else { return [] }
    guard let map = node.mapping("`plural`", &findings) else { return nil }
    var plurals: [(name: Spanned<String>, text: PluralText)] = []
    for entry in map.entries {
      let what = "the plural of `\(entry.key.value)`"
      guard let words = mapping(entry.value, what, Shape.plural.words) else { return nil }
      var forms: [PluralText.Form] = []
      for form in words.entries {
        // That it is none is told; whether the others fit a language cannot be told without it.
        guard let category = PluralCategory(rawValue: form.key.value) else { return nil }
        guard let written = text(form.value, "`\(form.key.value)`"), let pieces = pieces(written, of: key) else {
          return nil
        }
        forms.append(PluralText.Form(category: category, pieces: pieces, range: form.key.range, text: written.range))
      }
      guard !forms.isEmpty else {
        report(
          SyntaxRules.badMessage, "there are no words for `\(entry.key.value)`", entry.key.range,
          help: "write them by the categories of the language, such as `one` and `other`")
        return nil
      }
      plurals.append((entry.key, PluralText(forms: forms, none: none, range: entry.key.range)))
    }
    if plurals.isEmpty {
      report(
        SyntaxRules.badMessage, "`plural` names no number", node.range,
        help: "write `{ attemptsLeft: { one: …, other: … } }`, or take it out")
      return nil
    }
    return plurals
  }

  /// A text beside the main one; empty where it is not written, nil where it is wrong.
  ///
  /// - Parameter names: what its placeholders may be.
  private mutating func part(
    _ node: YAMLNode?, _ what: String, of key: Spanned<String>, filledBy names: [String]
  ) -> [MessageSyntax.Piece]? {
    guard let node else { return [] }
    guard let text = text(node, what), let pieces = pieces(text, of: key) else { return nil }
    for case .placeholder(let path, _) in pieces where path.count > 1 || !names.contains(path[0]) {
      report(
        SyntaxRules.badMessage, "\(what) cannot be filled with `{\(path.joined(separator: "."))}`", text.range,
        help: names.isEmpty ? "use words without a placeholder" : "its placeholder is `{\(names[0])}`")
      return nil
    }
    return pieces
  }

  private mutating func pieces(_ text: Spanned<String>, of key: Spanned<String>) -> [MessageSyntax.Piece]? {
    pieces(text, Self.words(for: key))
  }

  private static func words(for key: Spanned<String>) -> String { "the message `\(key.value)`" }

  /// A text with placeholders; nil, with a finding, if its braces do not fit.
  mutating func pieces(_ text: Spanned<String>, _ what: @autoclosure () -> String) -> [MessageSyntax.Piece]? {
    if let pieces = pieces(of: text.value) {
      warnOfOtherPlaceholders(text)
      return pieces
    }
    report(
      SyntaxRules.badMessage, "the braces of \(what()) do not fit", text.range,
      help: Self.placeholder(meantIn: text.value).map {
        "write `{\($0)}` for the placeholder, or `{{` for a brace"
      }
        ?? "write a placeholder as `{attemptsLeft}`, and `{{` or `}}` for a brace itself")
    return nil
  }

  /// The name after the first `{` that is not followed by `}`; nil where there is none.
  private static func placeholder(meantIn text: String) -> String? {
    for part in text.replacing("{{", with: "").split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      let inner = part.drop { $0 == " " }
      let name = inner.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) }
      let word = String(name.reversed().drop { $0 == "." || $0 == "-" }.reversed())
      if word.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ String($0).isName }),
        inner.count < part.count || !inner.dropFirst(name.count).hasPrefix("}")
      {
        return word
      }
    }
    return nil
  }

  /// `${name}` and `{{name}}` are placeholders elsewhere; here a sign, or the braces, would be shown to the user.
  private mutating func warnOfOtherPlaceholders(_ text: Spanned<String>) {
    for match in Self.otherPlaceholders(in: Array(text.value.unicodeScalars)) {
      findings.append(
        Diagnostic(
          SyntaxRules.bracesShown,
          "\(Diagnostic.quoting(match.text)) would show the user \(match.isDollar ? "a `$`" : "braces")",
          at: text.range.part(match.from, match.to, of: text.value), help: "write `{\(match.name)}`"))
    }
  }

  private static func otherPlaceholders(
    in scalars: [Unicode.Scalar]
  ) -> [(text: String, name: String, isDollar: Bool, from: Int, to: Int)] {
    var found: [(text: String, name: String, isDollar: Bool, from: Int, to: Int)] = []
    var index = 0
    func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
    while let open = scalars[index...].firstIndex(of: "{") {
      index = open + 1
      let isDouble = index < scalars.count && scalars[index] == "{"
      if isDouble { index += 1 }
      let isDollar = !isDouble && open > 0 && scalars[open - 1] == "$"
      guard isDouble || isDollar, let close = scalars[index...].firstIndex(of: "}") else { continue }
      let inner = index..<close
      let end = isDouble ? close + 2 : close + 1
      index = close + 1
      let name = text(inner).filter { $0 != " " }
      let isPath = name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { String($0).isName }
      guard isPath, end <= scalars.count, !isDouble || scalars[close + 1] == "}" && name.isFieldLike else { continue }
      let start = isDollar ? open - 1 : open
      found.append((text(start..<end), name, isDollar, start, end))
    }
    return found
  }

  /// Nil if a brace is left open, or a placeholder is not a path of names.
  private func pieces(of text: String) -> [MessageSyntax.Piece]? {
    text.withBytes { bytes in
      guard bytes.contains(where: \.isBrace) else { return [.text(text)] }
      var pieces: [MessageSyntax.Piece] = []
      var plain: [UInt8] = []
      var rest = bytes[...]
      while let brace = rest.firstIndex(where: \.isBrace) {
        plain += rest[..<brace]
        rest = rest[(brace + 1)...]
        if rest.first == bytes[brace] {
          plain.append(bytes[brace])
          rest = rest.dropFirst()
        } else {
          guard bytes[brace] == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")),
            let path = path(rest[..<end])
          else { return nil }
          if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
          plain = []
          pieces.append(.placeholder(path))
          rest = rest[(end + 1)...]
        }
      }
      plain += rest
      if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
      return pieces
    }
  }

  /// The names between the dots; nil if one of them is none.
  private func path(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [String]? {
    let path = UnsafeBufferPointer(rebasing: bytes).parts(between: UInt8(ascii: "."))
    return path.allSatisfy(\.isName) ? path : nil
  }
}

extension String {
  /// Whether it is names with slashes between them.
  fileprivate var isInnerName: Bool {
    split(separator: "/", omittingEmptySubsequences: false).allSatisfy { String($0).isName }
  }

  /// Whether it is written as a field or a path is, and no word of a sentence: `attemptsLeft`, `passwordPolicy.msg`.
  fileprivate var isFieldLike: Bool {
    utf8.contains(UInt8(ascii: "."))
      || utf8.dropFirst().contains { (65...90).contains($0) }
        && utf8.first.map { (97...122).contains($0) } ?? false
  }
}

extension [MessageSyntax.Piece] {
  /// The words of a text without placeholders.
  fileprivate var words: String {
    reduce(into: "") { words, piece in if case .text(let text) = piece { words += text } }
  }
}

extension UInt8 {
  fileprivate var isBrace: Bool { self == UInt8(ascii: "{") || self == UInt8(ascii: "}") }
}

extension Diagnostic {
  /// Words for a value that is missing, where no value is shown.
  package static func idleNone(_ key: String, _ place: SourceRange) -> Diagnostic {
    Diagnostic(
      SyntaxRules.badMessage, "nothing in the text of `\(key)` can be missing", at: place,
      help:
        "take `none` out, and write a text that is left alone as the message itself; or write a placeholder into `text`"
    )
  }
}

extension [MessageSyntax.Piece] {
  /// What is filled in by its path.
  fileprivate var placeholders: [String] {
    compactMap { if case .placeholder(let path, _) = $0 { path.joined(separator: ".") } else { nil } }
  }
}
