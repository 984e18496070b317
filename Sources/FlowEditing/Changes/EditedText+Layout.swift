// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowFormatting
import YAMLTree

extension EditedText {
  /// The changes that lay the file out, each of whole lines; empty where it is laid out, or cannot be read.
  package var layoutChanges: [FileEdits.Change] { laidOut.map { changes(to: $0) } ?? [] }

  /// The file as it is laid out; nil where it cannot be read.
  var laidOut: [UInt8]? {
    guard let known, bytes.count <= Self.largestLayout,
      case .formatted(let text) = Formatter.format(file, as: known.shape, words: known.words)
    else { return nil }
    return Array(text.utf8)
  }

  /// Whether it can be read, and is laid out.
  var isLaidOut: Bool { laidOut == bytes }

  private static let largestLayout = 1 << 20

  /// Those of the changes that concern some lines, from 1; none where they would not leave what the file says as it is.
  package func layoutChanges(inLines wanted: ClosedRange<Int>) -> [FileEdits.Change] {
    let all = layoutChanges
    let some = all.filter { change in
      let first = Int(lines.position(at: change.range.lowerBound).line)
      let last = change.range.isEmpty ? first : Int(lines.position(at: change.range.upperBound - 1).line)
      return wanted.overlaps(first...max(first, last))
    }
    guard !some.isEmpty, some.count < all.count else { return some }
    let after = file(with: some)
    let words = known?.words ?? YAMLWords()
    guard let old = YAML.read(file, words: words).value, let new = YAML.read(after, words: words).value,
      SourceValue(old).saysTheSame(as: SourceValue(new)),
      YAMLComments(after).places.count == YAMLComments(file).places.count
    else { return [] }
    return some
  }

  /// The change of one line, from 1, that somebody has ended; none where other lines would change with it.
  ///
  /// What stands in the next line is left alone: an editor has just put its indentation there.
  package func layoutChanges(ofEndedLine line: Int) -> [FileEdits.Change] {
    let changes = layoutChanges(inLines: line...line)
    let own = lines.bytes(ofLine: line)
    guard changes.count == 1, let change = changes.first, change.range.lowerBound == own.lowerBound else { return [] }
    guard let end = bytes[own.lowerBound...].firstIndex(of: 0x0A).map({ $0 + 1 }), end < change.range.upperBound else {
      return changes
    }
    let rest = bytes[end..<change.range.upperBound]
    guard rest.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }),
      let last = change.text.utf8.firstIndex(of: 0x0A)
    else { return [] }
    let words = String(change.text[...last])
    return Array(words.utf8) == Array(bytes[own.lowerBound..<end])
      ? [] : [FileEdits.Change(own.lowerBound..<end, words)]
  }

  /// Whether its first line ends with a carriage return, too.
  var breaksWithReturn: Bool {
    guard let first = bytes.firstIndex(of: 0x0A), first > 0 else { return false }
    return bytes[first - 1] == 0x0D
  }

  /// The changes that make other bytes of the file, each of whole lines.
  func changes(to new: [UInt8]) -> [FileEdits.Change] {
    guard new != bytes else { return [] }
    let (before, after) = (Self.lines(of: bytes), Self.lines(of: new))
    var start = 0
    while start < before.count, start < after.count, before[start] == after[start] { start += 1 }
    var end = 0
    while end < before.count - start, end < after.count - start,
      before[before.count - 1 - end] == after[after.count - 1 - end]
    {
      end += 1
    }
    let (old, other) = (Array(before[start..<before.count - end]), Array(after[start..<after.count - end]))
    let from = before[..<start].reduce(0) { $0 + $1.count }
    guard old.count <= Self.mostCompared, other.count <= Self.mostCompared else {
      return [change(from, old[...], other[...])]
    }
    var (removed, added): (Set<Int>, Set<Int>) = ([], [])
    for change in other.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var changes: [FileEdits.Change] = []
    var (one, two, offset) = (0, 0, from)
    while one < old.count || two < other.count {
      let (first, second) = (one, two)
      while removed.contains(one) || added.contains(two) {
        if removed.contains(one) { one += 1 } else { two += 1 }
      }
      if one > first || two > second {
        changes.append(change(offset, old[first..<one], other[second..<two]))
        offset += old[first..<one].reduce(0) { $0 + $1.count }
      } else {
        offset += old[one].count
        (one, two) = (one + 1, two + 1)
      }
    }
    return changes
  }

  private static let mostCompared = 2_000

  private func change(_ offset: Int, _ old: ArraySlice<ArraySlice<UInt8>>, _ new: ArraySlice<ArraySlice<UInt8>>)
    -> FileEdits.Change
  {
    let count = old.reduce(0) { $0 + $1.count }
    return FileEdits.Change(offset..<offset + count, String(decoding: new.joined(), as: UTF8.self))
  }

  /// Each with its line break.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for index in bytes.indices where bytes[index] == 0x0A {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }
}
