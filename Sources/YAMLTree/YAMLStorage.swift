// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// One node of a tree, in the order of the file: a map or list stands right before what is in it.
struct YAMLRow {
  enum Form: UInt8 {
    case scalar, mapping, sequence, alias
  }

  var form: Form
  /// A scalar without quotes, on its own lines or not.
  var isPlain = false
  /// A place where something was found already: it says nothing, and is never reported again.
  var isReported = false
  /// A key that is not an entry of its map: a duplicate, a merge, a map.
  var isDropped = false
  var start: SourcePosition
  var end: SourcePosition
  /// Of a scalar, where its text begins in the arena; of an alias, the row it stands for; else, how many children.
  var first: Int32 = 0
  /// Of a scalar, the bytes of its text.
  var length: Int32 = 0
  /// The row behind this node and all that is in it.
  var next: Int32

  init(_ form: Form, from start: SourcePosition, to end: SourcePosition, next: Int) {
    self.form = form
    self.start = start
    self.end = end
    self.next = Int32(truncatingIfNeeded: next)
  }

  /// Ends a map or list.
  mutating func close(at end: SourcePosition, before next: Int, holding children: Int) {
    self.end = end
    self.next = Int32(truncatingIfNeeded: next)
    first = Int32(truncatingIfNeeded: children)
  }
}

/// The tree of a file: rows, and the texts of all scalars one behind the other.
///
/// Why: two flat arrays for a file cost a tenth of a tree of objects, and a string is made only when asked for.
final class YAMLStorage: Sendable {
  private let file: FileID
  /// The file of each row, where the rows are of several files; else empty.
  private let files: [FileID]
  let rows: [YAMLRow]
  let text: [UInt8]

  init(file: FileID, rows: [YAMLRow], text: [UInt8]) {
    self.file = file
    files = []
    self.rows = rows
    self.text = text
  }

  init(_ grafted: GraftedRows) {
    file = grafted.files[0]
    files = grafted.files
    rows = grafted.rows
    text = grafted.text
  }

  /// Whether rows of several files stand here.
  var isGrafted: Bool { !files.isEmpty }

  /// The file in which a row stands.
  func file(of row: Int) -> FileID { files.isEmpty ? file : files[row] }

  /// The row that holds what a node says: the row itself, or what its alias stands for.
  func content(_ index: Int) -> Int {
    rows[index].form == .alias ? Int(rows[index].first) : index
  }

  /// How many values a row holds, as if every alias were written out.
  func size(of row: Int) -> Int {
    (row..<Int(rows[row].next)).reduce(0) { size, index in
      size + (rows[index].form == .alias ? self.size(of: Int(rows[index].first)) : 1)
    }
  }

  func bytes(_ row: YAMLRow) -> ArraySlice<UInt8> {
    text[Int(row.first)..<Int(row.first) + Int(row.length)]
  }

  func string(_ row: YAMLRow) -> String {
    let range = Int(row.first)..<Int(row.first) + Int(row.length)
    return text.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }

  /// The row of the first key of a map that fits; nil if none does, or the row is no map.
  @inline(__always)
  func firstKey(ofMap map: Int, where fits: (Int) -> Bool) -> Int? {
    var found: Int?
    forEachKey(ofMap: map) { key in
      guard fits(key) else { return true }
      found = key
      return false
    }
    return found
  }

  /// Visits the rows of the keys of a map, until `body` gives false.
  ///
  /// Why by index: to borrow the rows is to count them, which costs more than to look for a key.
  @inline(__always)
  func forEachKey(ofMap map: Int, _ body: (Int) -> Bool) {
    guard rows[map].form == .mapping else { return }
    var key = map + 1
    let end = Int(rows[map].next)
    while key < end {
      if !rows[key].isDropped, !body(key) { return }
      key = Int(rows[Int(rows[key].next)].next)
    }
  }

  func isKey(_ key: Int, among words: [StaticString]) -> Bool {
    for word in words where isKey(key, word) { return true }
    return false
  }

  /// Most words differ in their length already.
  @inline(__always)
  func isKey(_ key: Int, _ word: StaticString) -> Bool {
    let length = Int(rows[key].length)
    guard length == word.utf8CodeUnitCount else { return false }
    let first = Int(rows[key].first)
    let bytes = word.utf8Start
    for index in 0..<length where text[first + index] != bytes[index] { return false }
    return true
  }

  @inline(__always)
  func isKey(_ key: Int, _ name: String) -> Bool {
    name.utf8.count == Int(rows[key].length) && bytes(rows[key]).elementsEqual(name.utf8)
  }

  /// Compares without making a string.
  func text(_ row: YAMLRow, is other: UnsafeBufferPointer<UInt8>) -> Bool {
    Int(row.length) == other.count && bytes(row).elementsEqual(other)
  }
}
