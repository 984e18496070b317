// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowLanguage
import SDKContract
import Values
import YAMLTree

/// Fields of events in the texts of messages and in those of picks, behind a brace: nothing else can be proposed in a text.
extension FlowWorkspace {
  /// Nil where no text with placeholders stands; empty in such a text outside of braces.
  func messageFields(at offset: Int, in text: EditedText, _ kind: FileKind) -> [CompletionItem]? {
    let place = KeyedPlace.find(at: offset, in: text)
    guard let keys = place?.keys ?? Self.keys(ofEmptyValueAt: offset, in: text), place?.role != .key,
      Self.mayHoldPlaceholders(keys, kind)
    else { return nil }
    // Behind `most:` stands a number.
    if keys.count == 3, !["text", "none", "more"].contains(keys[2]), keys[0] == "messages" { return nil }
    let line = text.lines.bytes(ofLine: Int(text.lines.position(at: offset).line))
    let before = text.bytes[line.lowerBound..<max(line.lowerBound, offset)]
    guard let open = before.lastIndex(of: UInt8(ascii: "{")), !before[open...].contains(UInt8(ascii: "}")),
      open >= (place?.range.lowerBound ?? offset)
    else { return [] }
    let typed = String(decoding: before[(open + 1)...], as: UTF8.self)
    guard typed.utf8.allSatisfy({ $0 == 0x2E || $0 == 0x2D || $0 == 0x5F || Self.isOfName($0) }) else { return [] }
    let path = typed.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var end = offset
    while end < line.upperBound, Self.isOfName(text.bytes[end]) { end += 1 }
    let replaced = offset - (path.last?.utf8.count ?? 0)..<end
    return placeholders(at: keys, below: Array(path.dropLast()), of: text).map { field in
      CompletionItem(
        label: field.name, kind: .field, detail: field.owner, explanation: field.meaning, replaced: replaced,
        text: field.name, isTemplate: false, rank: 5)
    }
  }

  /// What a placeholder at a byte stands for; nil where none stands, or nothing is known of it.
  func placeholder(at offset: Int, of place: KeyedPlace, in text: EditedText, _ kind: FileKind) -> WordMeaning? {
    guard place.role == .value, Self.mayHoldPlaceholders(place.keys, kind) else { return nil }
    var (start, end) = (offset, offset)
    let isInside = { (byte: UInt8) in byte == 0x2E || byte == 0x2D || byte == 0x5F || Self.isOfName(byte) }
    while start > place.range.lowerBound, isInside(text.bytes[start - 1]) { start -= 1 }
    while end < place.range.upperBound, isInside(text.bytes[end]) { end += 1 }
    guard start > 0, text.bytes[start - 1] == UInt8(ascii: "{"), end < text.bytes.count,
      text.bytes[end] == UInt8(ascii: "}"), start < end
    else { return nil }
    // Up to the name in which the byte stands.
    while let dot = text.bytes[offset..<end].firstIndex(of: 0x2E), dot < end { end = dot }
    let path = text.text(start..<end).split(separator: ".").map(String.init)
    guard let last = path.last else { return nil }
    if place.keys.last == "more", path == ["count"] {
      return WordMeaning(text: "**count**: how many items are left out", range: start..<end)
    }
    let found = placeholders(at: place.keys, below: Array(path.dropLast()), of: text).filter { $0.name == last }
    guard let first = found.first else { return nil }
    let owners = found.map(\.owner).joined(separator: ", ")
    return WordMeaning(
      text: "**\(last)**: \(owners)\(first.meaning.isEmpty ? "" : "\n\n\(first.meaning)")", range: start..<end)
  }

  /// Something that a placeholder may name.
  private struct Placeholder {
    let name: String
    /// What it is of, such as ``a field of `getUser`, text``.
    let owner: String
    let meaning: String
  }

  private static func mayHoldPlaceholders(_ keys: [String], _ kind: FileKind) -> Bool {
    guard kind == .flow || kind == .part || kind == .catalogue else { return false }
    return keys.first == "messages" && keys.count > 1 || isShownOfPick(keys)
  }

  private static func isShownOfPick(_ keys: [String]) -> Bool {
    keys.count == 5 && keys[2] == "pick" && keys[4] == "show"
  }

  /// The keys above a value that is not written yet, as in `hello: `; nil where no key stands before.
  private static func keys(ofEmptyValueAt offset: Int, in text: EditedText) -> [String]? {
    CompletionPlace.find(at: offset, in: text).first { $0.place.role == .value }?.place.keys
  }

  private static func isOfName(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) || (48...57).contains(byte) }

  /// What placeholders may name in the text behind a row of keys.
  ///
  /// - Parameter path: the names before the dot, if there is one.
  private func placeholders(at keys: [String], below path: [String], of text: EditedText) -> [Placeholder] {
    if Self.isShownOfPick(keys) {
      guard let contract = contract(for: text.path),
        let step = writtenStep(keys[1], in: keys[0], of: text.path),
        let item = contract.picks(of: step).first(where: { $0.name == keys[3] })
      else { return [] }
      return Self.fields(of: item.type, below: path[...], owner: "a field of what is picked")
    }
    let list = keys.count == 4 && keys[2] == "each" ? keys[3] : nil
    let shown = steps(showing: keys[1], of: text.path)
    var seen: Set<String> = []
    var found: [Placeholder] = []
    for (event, type) in shown.events {
      found += Self.fields(
        of: .record(type), below: ((list.map { [$0] } ?? []) + path)[...], owner: "a field of `\(event)`"
      ).filter { seen.insert("\($0.name) \($0.owner)").inserted }
    }
    let counts = list == nil ? shown.counts.filter { $0.count == path.count + 1 && $0.starts(with: path) } : []
    return found + counts.map { Placeholder(name: $0[path.count], owner: "counted by the flow", meaning: "") }
      + Set(
        shown.counts.filter { list == nil && $0.count > path.count + 1 && $0.starts(with: path) }.map { $0[path.count] }
      )
      .sorted().map { Placeholder(name: $0, owner: "counted by the flow", meaning: "") }
  }

  private static func fields(of type: ValueType, below path: ArraySlice<String>, owner: String) -> [Placeholder] {
    guard let record = type.record else { return [] }
    if let first = path.first {
      guard let inner = record.fields.first(where: { $0.name == first })?.type else { return [] }
      return fields(of: inner, below: path.dropFirst(), owner: owner)
    }
    return record.shown.map {
      Placeholder(name: $0.name, owner: "\(owner), \($0.type)", meaning: GuardWords.words(of: $0.type))
    }
  }

  /// The events of all steps that show a message, each once, and what the flow counts at those steps.
  private func steps(
    showing message: String, of file: String
  ) -> (events: [(name: String, type: RecordType)], counts: [[String]]) {
    let reached = namesInReach(of: file)
    let contract = contract(for: file) ?? flows(with: file).lazy.compactMap { self.contract(for: $0.path) }.first
    guard let contract else { return ([], []) }
    let shown = reached.filter { $0.place.kind == .message && $0.place.name == message }
    var events: [(name: String, type: RecordType)] = []
    var counts: [[String]] = []
    for (file, place) in reached where place.kind == .step || place.kind == .event && place.isDefinition {
      guard let range = place.definition,
        shown.contains(where: { $0.path == file && range.contains($0.place.range.lowerBound) })
      else { continue }
      if let step = writtenStep(
        place.name, in: place.kind == .step ? "steps" : "interrupts", of: file, at: place.range.lowerBound)
      {
        counts += step.counts.filter { !counts.contains($0) }
      }
      let words = place.kind == .event ? place.name : names.names(in: file)?.awaited[place.name] ?? ""
      guard let event = contract.event(named: String(words.prefix { $0 != "(" && $0 != " " })),
        !events.contains(where: { $0.name == contract[event].name })
      else { continue }
      events.append((contract[event].name, contract[event].fields))
    }
    return (events, counts)
  }
}

extension RecordType {
  /// The fields that a user may see.
  var shown: [Field] { fields.filter { !$0.type.holdsSecret && !$0.isPrivate } }
}

extension ValueType {
  /// What it holds, or each item of it; nil for what holds no fields.
  var record: RecordType? {
    switch self {
    case .record(let record): record
    case .list(let item): item.record
    default: nil
    }
  }
}
