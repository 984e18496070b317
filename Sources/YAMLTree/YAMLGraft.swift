// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// A tree that is being changed: values of other files can be put in, and each keeps its own place.
package indirect enum YAMLGraft {
  /// A value as it was read, with all that is in it.
  case kept(YAMLNode)
  /// Another text in the place of a value, and where it was written.
  case scalar(Spanned<String>, like: YAMLNode)
  /// A map of which some values are changed. It stands where that node stands.
  case mapping([Entry], like: YAMLNode)
  /// A list of which some items are changed. It stands where that node stands.
  case sequence([YAMLGraft], like: YAMLNode)

  /// A key of a map and its value.
  package struct Entry {
    package let key: Spanned<String>
    let keyIsPlain: Bool
    package var value: YAMLGraft

    package init(_ key: Spanned<String>, _ value: YAMLGraft) {
      self.key = key
      keyIsPlain = true
      self.value = value
    }

    package init(_ entry: YAMLEntry) {
      key = entry.key
      keyIsPlain = entry.keyIsPlain
      value = .kept(entry.value)
    }
  }

  /// Another text, where a value is written.
  package init(text: String, inPlaceOf node: YAMLNode) { self = .scalar(Spanned(text, node.range), like: node) }

  /// The entries of a map; nil for anything else.
  package var entries: [Entry]? {
    switch self {
    case .kept(let node): node.kind == .mapping ? node.entries.map { Entry($0) } : nil
    case .mapping(let entries, _): entries
    case .sequence, .scalar: nil
    }
  }

  /// The items of a list; nil for anything else.
  package var items: [YAMLGraft]? {
    switch self {
    case .kept(let node): node.kind == .sequence ? node.items.map { .kept($0) } : nil
    case .sequence(let items, _): items
    case .mapping, .scalar: nil
    }
  }

  /// The node in whose place it stands.
  package var node: YAMLNode {
    switch self {
    case .kept(let node), .scalar(_, let node), .mapping(_, let node), .sequence(_, let node): node
    }
  }

  /// What a scalar says; nil for a map, a list, and a value that is reported already.
  package var text: String? {
    switch self {
    case .kept(let node): node.text
    case .scalar(let word, _): word.value
    case .mapping, .sequence: nil
    }
  }

  /// The value of a key; nil if there is no such key, or this is no map.
  package subscript(key: String) -> YAMLGraft? {
    if case .kept(let node) = self { return node.value(of: key).map { .kept($0) } }
    return entries?.first { $0.key.value == key }?.value
  }

  /// Whether both say the same, wherever they stand and however they are written.
  ///
  /// The order of keys means nothing.
  package func says(_ other: YAMLGraft) -> Bool {
    if let mine = entries, let theirs = other.entries {
      return mine.count == theirs.count
        && mine.allSatisfy { entry in other[entry.key.value]?.says(entry.value) ?? false }
    }
    if let mine = items, let theirs = other.items {
      return mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.says($1) }
    }
    return entries == nil && items == nil && other.entries == nil && other.items == nil && text == other.text
  }

  /// The tree of all this, as if it had been read from one file.
  package func composed() -> YAMLNode {
    if case .kept(let node) = self { return node }
    var rows = GraftedRows()
    rows.append(self)
    return YAMLNode(YAMLStorage(rows), 0)
  }
}

/// The rows of several files, one behind the other.
struct GraftedRows {
  private(set) var rows: [YAMLRow] = []
  private(set) var text: [UInt8] = []
  /// The file of each row.
  private(set) var files: [FileID] = []

  mutating func append(_ graft: YAMLGraft) {
    switch graft {
    case .kept(let node): append(node)
    case .scalar(let word, let node): append(word.value, at: word.range, isPlain: node.isPlain)
    case .mapping(let entries, let node):
      append(.mapping, like: node, holding: entries.count * 2) { rows in
        for entry in entries {
          rows.append(entry.key.value, at: entry.key.range, isPlain: entry.keyIsPlain)
          rows.append(entry.value)
        }
      }
    case .sequence(let items, let node):
      append(.sequence, like: node, holding: items.count) { rows in for item in items { rows.append(item) } }
    }
  }

  private mutating func append(
    _ form: YAMLRow.Form, like node: YAMLNode, holding count: Int, _ inside: (inout GraftedRows) -> Void
  ) {
    let place = rows.count
    let range = node.range
    rows.append(YAMLRow(form, from: range.start, to: range.end, next: 0))
    files.append(range.file)
    inside(&self)
    rows[place].close(at: range.end, before: rows.count, holding: count)
  }

  private mutating func append(_ word: String, at range: SourceRange, isPlain: Bool) {
    var row = YAMLRow(.scalar, from: range.start, to: range.end, next: rows.count + 1)
    row.isPlain = isPlain
    row.first = Int32(truncatingIfNeeded: text.count)
    row.length = Int32(truncatingIfNeeded: word.utf8.count)
    text += word.utf8
    rows.append(row)
    files.append(range.file)
  }

  /// A value of a file with all that is in it; an alias is written out.
  private mutating func append(_ node: YAMLNode) {
    let content = node.row
    var row = node.storage.rows[Int(node.index)]
    let isReported = row.isReported || content.isReported
    (row.form, row.isPlain, row.isReported) = (content.form, content.isPlain, isReported)
    let place = rows.count
    switch content.form {
    case .scalar, .alias:
      row.first = Int32(truncatingIfNeeded: text.count)
      row.length = content.length
      text += node.storage.bytes(content)
      rows.append(row)
      files.append(node.range.file)
    case .mapping, .sequence:
      row.first = content.first
      rows.append(row)
      files.append(node.range.file)
      var child = node.contentIndex + 1
      while child < Int(content.next) {
        append(YAMLNode(node.storage, child))
        child = Int(node.storage.rows[child].next)
      }
    }
    rows[place].next = Int32(truncatingIfNeeded: rows.count)
  }
}
