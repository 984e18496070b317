// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// A map that was asked for.
///
/// Keys are compared as the bytes of the file: a string is made only of those that are taken out.
package struct YAMLMapping: Sendable {
  /// The map itself, for its place.
  package let node: YAMLNode
  /// By the key that is meant, maps and lists behind one that is misspelt: what stands in them is read all the same, so
  /// that nothing follows from the slip.
  private(set) var misspelt: [String: YAMLNode] = [:]
  /// The keys that are meant by misspelt ones: that they are missing merely follows.
  private var meant: [String] = []
  /// Whether it has a key of which nobody knows what is meant: it may be one that is missing.
  fileprivate var hasOddKey = false

  init(_ node: YAMLNode) { self.node = node }

  /// In the order of the file; no key comes twice.
  package var entries: [YAMLEntry] { node.entries }

  /// How many keys it has, at most.
  package var count: Int { Int(node.row.first) / 2 }

  /// The value of a key; nil if there is no such key.
  package subscript(key: StaticString) -> YAMLNode? {
    node[key] ?? (misspelt.isEmpty ? nil : misspelt[key.description])
  }

  /// The value of a key that is no word of this program; nil if there is no such key.
  package func value(of key: String) -> YAMLNode? { node.value(of: key) ?? misspelt[key] }

  /// Visits the entries, in the order of the file.
  ///
  /// Why: a list of all entries that is needed only once costs more than to read them.
  package func forEachEntry(_ body: (YAMLEntry) -> Void) { node.forEachEntry(body) }

  /// A key and its value; nil if there is no such key.
  package func entry(_ key: String) -> YAMLEntry? { node.entry(of: key) }

  /// Lets a value stand for a key that is missing, if it is more than a word; nil for one that cannot.
  fileprivate mutating func stand(_ value: YAMLNode?, for key: String) {
    meant.append(key)
    if let value, value.kind != .scalar, misspelt[key] == nil { misspelt[key] = value }
  }

  /// Whether it has a key.
  package func has(_ key: StaticString) -> Bool { node[key] != nil }

  /// The entries that have one of these keys, in the order of the file.
  package func entries(among keys: [StaticString]) -> [YAMLEntry] { node.entries(among: keys) }

  /// The entry that has one of these keys; nil if there is none, or there are several.
  package func onlyEntry(among keys: [StaticString]) -> YAMLEntry? { node.onlyEntry(among: keys) }

  /// Whether it has a key that is none of these.
  package func hasKeys(otherThan keys: [String]) -> Bool { node.hasKeys(otherThan: keys) }

  /// Whether it has a key that is none of these words.
  package func hasKeys(otherThan keys: [StaticString]) -> Bool { node.hasKeys(otherThan: keys) }

  /// The value of a key that must be there; nil, and a finding where the map begins, if it is missing and no other key may be meant for it.
  package func require(
    _ key: String, of what: String, _ findings: inout [Diagnostic]
  ) -> YAMLNode? {
    if let value = value(of: key) { return value }
    guard !meant.contains(key), !hasOddKey else { return nil }
    findings.append(.missingKey(key, of: what, at: node))
    return nil
  }
}

extension YAMLNode {
  /// This node as a map with any keys; nil, and a finding, if it is none.
  ///
  /// - Parameter what: what the message calls it, such as `a step`.
  package func mapping(_ what: String, _ findings: inout [Diagnostic]) -> YAMLMapping? {
    guard row.form == .mapping, !isReported else {
      report(.wrongKind(what, must: "be a map", self), in: &findings)
      return nil
    }
    return YAMLMapping(self)
  }

  /// This node as a map with some of the given keys; nil, and nothing said, if it is none or has other keys.
  package func mapping(keys: [StaticString]) -> YAMLMapping? {
    guard row.form == .mapping, !isReported else { return nil }
    let mapping = YAMLMapping(self)
    return mapping.hasKeys(otherThan: keys) ? nil : mapping
  }

  /// This node as a map with some of the given keys; nil, and a finding, if it is none.
  ///
  /// Every other key is reported, with the key its author may have meant.
  ///
  /// - Parameters:
  ///   - listing: those of the keys that have a meaning here, for the advice; nil for all of them.
  ///   - meaning: by words that are no keys, the keys that say the same, the first choice first.
  ///   - elsewhere: keys of another kind of file, which are slips for none of these, each with what is said of it.
  ///   - suits: whether a value can stand behind a key, as far as its form tells: a key behind which it can is meant.
  package func mapping(
    _ what: String, keys: [String], listing: [String]? = nil, meaning: [String: [String]] = [:],
    elsewhere: [String: String] = [:], suits: (String, YAMLNode) -> Bool = { _, _ in true },
    _ findings: inout [Diagnostic]
  ) -> YAMLMapping? {
    guard var mapping = mapping(what, &findings) else { return nil }
    var unknown = 0
    guard mapping.hasKeys(otherThan: keys) else { return mapping }
    var empty: YAMLEntry?
    let allowed = listing ?? keys
    let missing = allowed.filter { mapping.value(of: $0) == nil }
    for entry in mapping.entries {
      // What stands right below a key without a value was to be indented: that is told of the key.
      if entry.isEmpty { empty = empty ?? entry }
      guard !keys.contains(entry.key.value), !entry.isToldAlready, !(empty?.isAbove(entry) ?? false) else { continue }
      unknown += 1
      if unknown > Self.mostUnknownKeys { break }
      if let words = elsewhere[entry.key.value] {
        mapping.hasOddKey = true
        findings.append(.keyOfAnother(entry.key, in: what, words))
        continue
      }
      let suited = missing.filter { mapping.misspelt[$0] == nil && suits($0, entry.value) }
      let near =
        entry.key.value.nameBeforeBrace.flatMap { allowed.contains($0) ? $0 : nil }
        ?? meaning[entry.key.value]?.first { suited.contains($0) }
        // What it says is there already: then nothing that merely looks like it is meant.
        ?? meaning[entry.key.value]?.first { allowed.contains($0) && !missing.contains($0) }
        ?? Suggestion.nearest(to: entry.key.value, among: suited)
        ?? meaning[entry.key.value]?.first { allowed.contains($0) }
        ?? Suggestion.nearest(to: entry.key.value, among: allowed)
      let isFree = near.map { missing.contains($0) && mapping.misspelt[$0] == nil } ?? false
      if let near, isFree {
        mapping.stand(suited.contains(near) ? entry.value : nil, for: near)
      } else if near == nil {
        mapping.hasOddKey = true
      }
      if !isFree, entry.isMember(with: keys) {
        findings.append(.tooDeep(entry.key, in: what))
        continue
      }
      let only = Suggestion.cure(for: entry.key.value, among: allowed)?.change
      let isOnly = only != nil && only == near.map { .word(entry.key.value, by: $0) }
      findings.append(.unknownKey(entry.key, of: what, allowed: allowed, nearest: near, isCertain: isFree && isOnly))
    }
    return mapping
  }

  /// This node as a list; nil, and a finding, if it is none.
  package func sequence(_ what: String, _ findings: inout [Diagnostic]) -> [YAMLNode]? {
    guard row.form == .sequence, !isReported else {
      report(.wrongKind(what, must: "be a list", self), in: &findings)
      return nil
    }
    return items
  }

  /// More unknown keys of one map tell an author nothing new, and cost time.
  private static let mostUnknownKeys = 50

  /// Adds a finding about this node, unless reading the file has reported it already.
  func report(_ finding: @autoclosure () -> Diagnostic, in findings: inout [Diagnostic]) {
    if !isReported { findings.append(finding()) }
  }

  /// What this node is, in plain words.
  var kindInWords: String {
    switch kind {
    case .scalar: Diagnostic.quoting(text ?? "")
    case .mapping: "a map"
    case .sequence: "a list"
    }
  }
}

extension YAMLEntry {
  /// Whether nothing stands behind the colon.
  package var isEmpty: Bool { value.isReported && value.kind == .scalar }

  /// Whether the key was cut in a way that is reported already, such as `getUser:identify` in a map in braces.
  package var isToldAlready: Bool { isEmpty && !key.value.isName }

  /// Whether another key stands below it and as deep.
  fileprivate func isAbove(_ other: YAMLEntry) -> Bool {
    key.range.start.line < other.key.range.start.line && key.range.start.column == other.key.range.start.column
  }

  /// Whether it is a map with some of these keys and no other.
  fileprivate func isMember(with keys: [String]) -> Bool {
    guard value.kind == .mapping, !value.entries.isEmpty else { return false }
    return !value.hasKeys(otherThan: keys)
  }
}

extension Diagnostic {
  static func wrongKind(_ what: String, must form: String, _ node: YAMLNode) -> Diagnostic {
    let help: String
    switch form {
    case "be a map" where node.text.flatMap { LookAlikes.first(in: $0) } != nil:
      help = node.text.flatMap { LookAlikes.first(in: $0) }.map { LookAlikes.cure($0) } ?? ""
    case "be a map" where node.text?.utf8.contains(UInt8(ascii: ":")) == true:
      help = "write a space behind the colon, as in `key: value`"
    case "be a map" where node.items.contains { $0.kind == .mapping }:
      help = "take the dashes out, or write `{ }` in place of `[ ]`: a map has keys, and no items"
    case "be a map" where node.text?.firstWord != nil:
      let word = node.text?.firstWord ?? ""
      help =
        "if `\(word)` is a key, write a colon behind it, as in `\(word): …`; else write `key: value` pairs below it"
    case "be a map": help = "write `key: value` pairs below it, or `{ key: value }`"
    case "be a list" where node.asList != nil: help = node.asList.map { "write `\($0)`" } ?? ""
    case "be a list": help = "write one item a line, each behind `- `, or `[one, two]`"
    default: help = "write one value here, with nothing nested in it"
    }
    return Diagnostic(
      YAMLRules.wrongKind, "\(what) must \(form), not \(node.kindInWords)", at: node.firstLine, help: help)
  }

  fileprivate static func keyOfAnother(_ key: Spanned<String>, in what: String, _ words: String) -> Diagnostic {
    Diagnostic(YAMLRules.unknownKey, "\(what) has no key \(quoting(key.value))", at: key.range, help: words)
  }

  fileprivate static func unknownKey(
    _ key: Spanned<String>, of what: String, allowed: [String], nearest: String?, isCertain: Bool
  ) -> Diagnostic {
    let list = allowed.map { "`\($0)`" }.joined(separator: ", ")
    let every = allowed.isEmpty ? "it has no keys" : "allowed here: \(list)"
    let isBeforeBrace = key.value.nameBeforeBrace.map { allowed.contains($0) } ?? false
    let near =
      (isBeforeBrace ? key.value.cureBeforeBrace : nil)
      ?? LookAlikes.first(in: key.value).map { Cure(LookAlikes.cure($0) + "; " + every) }
      ?? nearest.map { Cure("did you mean `\($0)`? " + every, isCertain ? .word(key.value, by: $0) : nil) }
    return Diagnostic(
      YAMLRules.unknownKey, "\(what) has no key \(quoting(key.value))", at: key.range, help: near ?? Cure(every))
  }

  /// What has the keys of the very map that it stands in: it was to stand beside that map.
  fileprivate static func tooDeep(_ key: Spanned<String>, in what: String) -> Diagnostic {
    Diagnostic(
      YAMLRules.unknownKey, "\(quoting(key.value)) is indented too deep: it stands in \(what)", at: key.range,
      help: "indent it less, as the names beside which it belongs, and what stands below it as well")
  }

  fileprivate static func missingKey(_ key: String, of what: String, at node: YAMLNode) -> Diagnostic {
    Diagnostic(
      YAMLRules.missingKey, "\(what) must have the key `\(key)`", at: node.firstWord, help: "add `\(key): …` to it")
  }
}

extension YAMLNode {
  /// This node without what is below its first line, so that a finding does not underline half a file.
  package var firstLine: SourceRange {
    let range = range
    return range.start.line == range.end.line ? range : firstWord
  }

  /// The first key of a map; else the first character.
  var firstWord: SourceRange {
    let range = range
    let inside = Int(index) + 1
    if storage.rows[Int(index)].form == .mapping, inside < storage.rows.count {
      let key = storage.rows[inside]
      if key.start == range.start { return SourceRange(key.start, key.end, in: storage.file(of: inside)) }
    }
    if range.start.line == range.end.line { return range }
    var end = range.start
    end.column += 1
    return SourceRange(range.start, end, in: range.file)
  }
}
