// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A line as an editor shows it, whether or not it is YAML: how deep it stands, and its key.
struct WrittenLine {
  let number: Int
  let scalars: [Unicode.Scalar]
  /// How many characters stand in front of its key or value, dashes of lists included.
  let depth: Int
  /// Whether a `- ` stands in front.
  let isItem: Bool
  /// Nil where it does not look like `key:` or `key: value`.
  let key: String?
  /// The first character behind the colon, counted from 0; nil where nothing stands there but a comment.
  let valueStart: Int?

  /// No longer line is looked at, and no more lines than these.
  static let longest = 2_000
  static let most = 500

  init(_ number: Int, in lines: LineTable) {
    self.number = number
    let scalars = Array(lines.text(ofLine: number).unicodeScalars.prefix(Self.longest))
    var start = scalars.firstIndex { $0 != " " } ?? scalars.count
    var isItem = false
    while start + 1 < scalars.count, scalars[start] == "-", scalars[start + 1] == " " {
      isItem = true
      start = scalars[(start + 1)...].firstIndex { $0 != " " } ?? scalars.count
    }
    (depth, self.isItem) = (start, isItem)
    self.scalars = scalars
    let colon = Self.colon(scalars, from: start)
    key = colon.map { String(String.UnicodeScalarView(scalars[start..<$0])) }
    valueStart = colon.flatMap { Self.content(scalars, from: $0 + 1) }
  }

  /// How many spaces it begins with.
  var indentation: Int { scalars.firstIndex { $0 != " " } ?? scalars.count }

  /// Whether nothing stands in it but a comment.
  var isEmpty: Bool { depth == scalars.count || scalars[depth] == "#" }

  /// Whether a value stands behind the colon that ends in this line.
  var hasWholeValue: Bool {
    guard let valueStart else { return false }
    return !["|", ">", "&"].contains(scalars[valueStart])
  }

  /// Whether the key is one that nobody would write within a sentence: a name, a number, `getUser 141`, `getPassword(set)` or the path
  /// of a change, such as `steps.signIn/identify.tries`.
  var hasPlainKey: Bool {
    guard let key, let first = key.unicodeScalars.first, first.isASCII else { return false }
    let words = key.split(separator: " ")
    guard words.count <= 3, let head = words.first, words.dropFirst().allSatisfy({ $0 == "error" || Int($0) != nil })
    else { return false }
    return ![".", "/"].contains(head.last)
      && head.utf8.allSatisfy {
        (97...122).contains($0 | 0x20) || (48...57).contains($0) || "-_()./".utf8.contains($0)
      }
  }

  /// The colon that ends a key; nil if none does.
  private static func colon(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
    guard start < scalars.count, !"\"'{[#&*!|>%@`".unicodeScalars.contains(scalars[start]) else { return nil }
    for index in start..<scalars.count {
      if scalars[index] == "#", index > start, CommentSign.begins(behind: scalars[index - 1]) { return nil }
      if scalars[index] == ":", index > start, index + 1 == scalars.count || scalars[index + 1] == " " { return index }
    }
    return nil
  }

  private static func content(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
    guard let first = scalars[min(start, scalars.count)...].firstIndex(where: { $0 != " " }) else { return nil }
    return scalars[first] == "#" ? nil : first
  }
}

extension LineTable {
  /// The nearest line above another one with something in it; nil if there is none near.
  func written(above line: Int) -> WrittenLine? {
    var number = line - 1
    while number >= max(1, line - WrittenLine.most) {
      let written = WrittenLine(number, in: self)
      if !written.isEmpty { return written }
      number -= 1
    }
    return nil
  }

  /// The nearest line below another one with something in it; nil if there is none near.
  func written(below line: Int) -> WrittenLine? {
    var number = line + 1
    while number <= min(count, line + WrittenLine.most) {
      let written = WrittenLine(number, in: self)
      if !written.isEmpty { return written }
      number += 1
    }
    return nil
  }
}
