// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import SDKContract
import Values
import YAMLTree

/// Fields of events in the texts of messages, behind a brace: nothing else can be proposed in a text.
extension FlowWorkspace {
  /// Nil where no text of a message stands; empty in such a text outside of braces.
  func messageFields(at offset: Int, in text: EditedText, _ kind: FileKind) -> [CompletionItem]? {
    guard kind == .flow || kind == .part || kind == .catalogue else { return nil }
    let place = CompletionPlace.written(at: offset, in: text)
    guard let keys = place?.keys ?? Self.keys(ofEmptyValueAt: offset, in: text), place?.role != .key,
      keys.first == "messages", keys.count > 1
    else { return nil }
    // Behind `most:` stands a number.
    if keys.count == 3, !["text", "none", "more"].contains(keys[2]) { return nil }
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
    let list = keys.count == 4 && keys[2] == "each" ? keys[3] : nil
    return fields(ofMessage: keys[1], below: (list.map { [$0] } ?? []) + path.dropLast(), of: text.path).map { field in
      CompletionItem(
        label: field, kind: .field, detail: "a field of the event", explanation: "", replaced: replaced, text: field,
        isTemplate: false, rank: 5)
    }
  }

  /// The keys above a value that is not written yet, as in `hello: `; nil where no key stands before.
  private static func keys(ofEmptyValueAt offset: Int, in text: EditedText) -> [String]? {
    CompletionPlace.find(at: offset, in: text).first { $0.place.role == .value }?.place.keys
  }

  private static func isOfName(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) || (48...57).contains(byte) }

  /// The fields of the events of all steps that show a message, each once.
  ///
  /// - Parameter path: the records above; empty for the event itself.
  private func fields(ofMessage name: String, below path: [String], of file: String) -> [String] {
    let reached = namesInReach(of: file)
    let contract = contract(for: file) ?? flows(with: file).lazy.compactMap { self.contract(for: $0.path) }.first
    guard let contract else { return [] }
    let shown = reached.filter { $0.place.kind == .message && $0.place.name == name }
    var seen: Set<String> = []
    var found: [String] = []
    for (file, place) in reached where place.kind == .step || place.kind == .event && place.isDefinition {
      guard let range = place.definition,
        shown.contains(where: { $0.path == file && range.contains($0.place.range.lowerBound) })
      else { continue }
      let words = place.kind == .event ? place.name : names.names(in: file)?.awaited[place.name] ?? ""
      guard let event = contract.event(named: String(words.prefix { $0 != "(" && $0 != " " })) else { continue }
      var fields = contract[event].fields
      for key in path {
        guard let type = fields.fields.first(where: { $0.name == key })?.type.record else { return found }
        fields = type
      }
      found += fields.shown.map(\.name).filter { seen.insert($0).inserted }
    }
    return found
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
