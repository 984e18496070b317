// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// The three forms of YAML.
public enum YAMLKind: Sendable, Hashable {
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
public struct YAMLNode: Sendable {
  let storage: YAMLStorage
  let index: Int32

  init(_ storage: YAMLStorage, _ index: Int) {
    self.storage = storage
    self.index = Int32(truncatingIfNeeded: index)
  }

  var contentIndex: Int { storage.content(Int(index)) }
  var row: YAMLRow { storage.rows[contentIndex] }

  /// From its first character to just behind its last; comments and blank lines behind it are not part of it.
  public var range: SourceRange {
    let row = storage.rows[Int(index)]
    return SourceRange(row.start, row.end, in: storage.file)
  }

  /// Which of the three forms it has; an alias has the form of what it stands for.
  public var kind: YAMLKind {
    switch row.form {
    case .scalar, .alias: .scalar
    case .mapping: .mapping
    case .sequence: .sequence
    }
  }

  /// True where reading the file has already reported what is wrong with this value, such as an empty one.
  ///
  /// The typed readings then give nil and report nothing more.
  public var isReported: Bool { storage.rows[Int(index)].isReported || row.isReported }

  /// What a scalar says; nil for a map, a list, and a value that is reported already.
  public var text: String? {
    let row = row
    return row.form == .scalar && !row.isReported ? storage.string(row) : nil
  }

  /// True for a scalar that was written without quotes.
  public var isPlain: Bool {
    let row = row
    return row.form == .scalar && row.isPlain
  }

  /// True for a scalar that says just this; cheaper than asking for its text.
  public func isText(_ text: StaticString) -> Bool {
    let row = row
    guard row.form == .scalar, !row.isReported, text.hasPointerRepresentation else { return false }
    return storage.text(row, is: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// What is in a list, in order; empty for anything else.
  public var items: [YAMLNode] {
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
  public var entries: [YAMLEntry] {
    let row = row
    guard row.form == .mapping else { return [] }
    var entries: [YAMLEntry] = []
    entries.reserveCapacity(Int(row.first) / 2)
    forEachEntry { key, value in
      entries.append(entry(key, value))
      return true
    }
    return entries
  }

  /// The value of a key; nil if there is no such key, or this is no map.
  public subscript(key: String) -> YAMLNode? {
    var key = key
    return key.withUTF8 { key in
      var found: YAMLNode?
      forEachEntry { entry, value in
        guard entry.says(key) else { return true }
        found = YAMLNode(storage, value)
        return false
      }
      return found
    }
  }

  /// The entries of a map whose keys fit, in the order of the file.
  func entries(where fits: (YAMLKeyBytes) -> Bool) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    forEachEntry { key, value in
      if fits(key) { entries.append(entry(key, value)) }
      return true
    }
    return entries
  }

  /// The first entry of a map whose key fits; nil if there is none.
  func firstEntry(where fits: (YAMLKeyBytes) -> Bool) -> YAMLEntry? {
    var found: YAMLEntry?
    forEachEntry { key, value in
      guard fits(key) else { return true }
      found = entry(key, value)
      return false
    }
    return found
  }

  /// Whether a map has a key that fits.
  func hasKey(where fits: (YAMLKeyBytes) -> Bool) -> Bool {
    var isFound = false
    forEachEntry { key, _ in
      isFound = fits(key)
      return !isFound
    }
    return isFound
  }

  private func entry(_ key: YAMLKeyBytes, _ value: Int) -> YAMLEntry {
    let range = SourceRange(key.row.start, key.row.end, in: storage.file)
    return YAMLEntry(
      key: Spanned(String(decoding: key.bytes, as: UTF8.self), range), value: YAMLNode(storage, value),
      keyIsPlain: key.row.isPlain)
  }

  /// Visits the keys of a map and the rows of their values, until `body` gives false.
  @inline(__always)
  private func forEachEntry(_ body: (YAMLKeyBytes, Int) -> Bool) {
    let index = contentIndex
    storage.rows.withUnsafeBufferPointer { rows in
      guard rows[index].form == .mapping else { return }
      storage.text.withUnsafeBufferPointer { text in
        var child = index + 1
        let end = Int(rows[index].next)
        while child < end {
          let value = Int(rows[child].next)
          if !rows[child].isDropped, !body(YAMLKeyBytes(rows[child], in: text), value) { return }
          child = Int(rows[value].next)
        }
      }
    }
  }
}

/// A key of a map, as the bytes of the file.
struct YAMLKeyBytes {
  let row: YAMLRow
  let bytes: UnsafeBufferPointer<UInt8>

  @inline(__always)
  init(_ row: YAMLRow, in text: UnsafeBufferPointer<UInt8>) {
    self.row = row
    bytes = UnsafeBufferPointer(rebasing: text[row.textRange])
  }

  /// Compares without making a string; most keys differ in their length already.
  @inline(__always)
  func says(_ key: String) -> Bool { key.utf8.count == bytes.count && isSame(key) }

  func isOne(of keys: [String]) -> Bool {
    for key in keys where says(key) { return true }
    return false
  }

  @inline(__always)
  func says(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    guard key.count == bytes.count else { return false }
    for index in bytes.indices where key[index] != bytes[index] { return false }
    return true
  }

  private func isSame(_ key: String) -> Bool {
    var key = key
    return key.withUTF8 { says($0) }
  }
}

/// A key of a map and its value.
public struct YAMLEntry: Sendable {
  /// The key as text: `101` and `"101"` are the same key.
  public let key: Spanned<String>
  /// What stands behind the colon.
  public let value: YAMLNode
  /// True for a key that was written without quotes.
  public let keyIsPlain: Bool
}
