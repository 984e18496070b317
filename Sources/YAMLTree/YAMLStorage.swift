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
}

/// The tree of a file: rows, and the texts of all scalars one behind the other.
///
/// Why: two flat arrays for a file cost a tenth of a tree of objects, and a string is made only when asked for.
final class YAMLStorage: Sendable {
  let file: FileID
  let rows: [YAMLRow]
  let text: [UInt8]

  init(file: FileID, rows: [YAMLRow], text: [UInt8]) {
    self.file = file
    self.rows = rows
    self.text = text
  }

  /// The row that holds what a node says: the row itself, or what its alias stands for.
  func content(_ index: Int) -> Int {
    rows[index].form == .alias ? Int(rows[index].first) : index
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

  /// Compares without making a string.
  func text(_ row: YAMLRow, is other: UnsafeBufferPointer<UInt8>) -> Bool {
    Int(row.length) == other.count && bytes(row).elementsEqual(other)
  }
}
