// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// The three forms of YAML.
package enum YAMLKind: Sendable, Hashable {
  /// A text.
  case scalar
  /// Keys and values.
  case mapping
  /// A list.
  case sequence
}

/// A value in a file, and the place where its author wrote it.
///
/// Scalars are text and nothing else: whether `on` is a flag or a name is decided by the language that is read, never
/// by YAML. An alias is a node of its own place with the content of its anchor.
package struct YAMLNode: Sendable {
  let storage: YAMLStorage
  let index: Int32

  init(_ storage: YAMLStorage, _ index: Int) {
    self.storage = storage
    self.index = Int32(truncatingIfNeeded: index)
  }

  var contentIndex: Int { storage.content(Int(index)) }
  var row: YAMLRow { storage.rows[contentIndex] }

  /// From its first character to just behind its last; comments and blank lines behind it are not part of it.
  package var range: SourceRange {
    let row = storage.rows[Int(index)]
    return SourceRange(row.start, row.end, in: storage.file(of: Int(index)))
  }

  /// Whether values of several files stand in its tree.
  package var isGrafted: Bool { storage.isGrafted }

  /// Which of the three forms it has; an alias has the form of what it stands for.
  package var kind: YAMLKind {
    switch row.form {
    case .scalar, .alias: .scalar
    case .mapping: .mapping
    case .sequence: .sequence
    }
  }

  /// True where reading the file has already reported what is wrong with this value, such as an empty one.
  ///
  /// The typed readings then give nil and report nothing more.
  package var isReported: Bool { storage.rows[Int(index)].isReported || row.isReported }

  /// How many values it holds, itself and keys among them, as if every alias were written out.
  package var size: Int { storage.size(of: contentIndex) }

  /// Whether it, or something in it, is an alias.
  package var holdsAlias: Bool {
    (Int(index)..<Int(storage.rows[Int(index)].next)).contains { storage.rows[$0].form == .alias }
  }

  /// What a scalar says; nil for a map, a list, and a value that is reported already.
  package var text: String? {
    let row = row
    return row.form == .scalar && !row.isReported ? storage.string(row) : nil
  }

  /// True for a scalar that was written without quotes.
  package var isPlain: Bool {
    let row = row
    return row.form == .scalar && row.isPlain
  }

  /// True for a scalar that says just this; cheaper than asking for its text.
  package func isText(_ text: StaticString) -> Bool {
    let row = row
    guard row.form == .scalar, !row.isReported, text.hasPointerRepresentation else { return false }
    return storage.text(row, is: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// What is in a list, in order; empty for anything else.
  package var items: [YAMLNode] {
    let row = row
    guard row.form == .sequence else { return [] }
    var items: [YAMLNode] = []
    items.reserveCapacity(Int(row.first))
    var child = contentIndex + 1
    while child < Int(row.next) {
      items.append(YAMLNode(storage, child))
      child = Int(storage.rows[child].next)
    }
    return items
  }

  /// The keys and values of a map, in the order of the file and no key twice; empty for anything else.
  package var entries: [YAMLEntry] {
    let row = row
    guard row.form == .mapping else { return [] }
    var entries: [YAMLEntry] = []
    entries.reserveCapacity(Int(row.first) / 2)
    forEachEntry { entries.append($0) }
    return entries
  }

  /// Visits the keys and values of a map, in the order of the file; none for anything else.
  package func forEachEntry(_ body: (YAMLEntry) -> Void) {
    storage.forEachKey(ofMap: contentIndex) { key in
      body(entry(key))
      return true
    }
  }

  /// The value of a key; nil if there is no such key, or this is no map.
  package subscript(key: StaticString) -> YAMLNode? {
    storage.firstKey(ofMap: contentIndex) { storage.isKey($0, key) }.map(value)
  }

  /// The value of a key that is no word of this program; nil if there is no such key, or this is no map.
  package func value(of key: String) -> YAMLNode? {
    storage.firstKey(ofMap: contentIndex) { storage.isKey($0, key) }.map(value)
  }

  /// A key of a map and its value; nil if there is no such key.
  func entry(of key: String) -> YAMLEntry? {
    storage.firstKey(ofMap: contentIndex) { storage.isKey($0, key) }.map(entry)
  }

  /// The entries of a map whose keys are among some words, in the order of the file.
  func entries(among words: [StaticString]) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    storage.forEachKey(ofMap: contentIndex) { key in
      if storage.isKey(key, among: words) { entries.append(entry(key)) }
      return true
    }
    return entries
  }

  /// The entry of a map whose key is among some words; nil if there is none, or there are several.
  func onlyEntry(among words: [StaticString]) -> YAMLEntry? {
    var (only, count) = (0, 0)
    storage.forEachKey(ofMap: contentIndex) { key in
      guard storage.isKey(key, among: words) else { return true }
      (only, count) = (key, count + 1)
      return count == 1
    }
    return count == 1 ? entry(only) : nil
  }

  /// Whether a map has a key that is none of some words.
  func hasKeys(otherThan words: [StaticString]) -> Bool {
    storage.firstKey(ofMap: contentIndex) { !storage.isKey($0, among: words) } != nil
  }

  /// Whether a map has a key that is none of these.
  func hasKeys(otherThan keys: [String]) -> Bool {
    storage.firstKey(ofMap: contentIndex) { key in !keys.contains { storage.isKey(key, $0) } } != nil
  }

  private func entry(_ key: Int) -> YAMLEntry {
    let row = storage.rows[key]
    return YAMLEntry(
      key: Spanned(storage.string(row), SourceRange(row.start, row.end, in: storage.file(of: key))), value: value(key),
      keyIsPlain: row.isPlain)
  }

  private func value(_ key: Int) -> YAMLNode { YAMLNode(storage, Int(storage.rows[key].next)) }
}

/// A key of a map and its value.
package struct YAMLEntry: Sendable {
  /// The key as text: `101` and `"101"` are the same key.
  package let key: Spanned<String>
  /// What stands behind the colon.
  package let value: YAMLNode
  /// True for a key that was written without quotes.
  package let keyIsPlain: Bool
}
