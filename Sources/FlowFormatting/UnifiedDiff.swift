// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// What changes in a file, as `diff -u` writes it.
package enum UnifiedDiff {
  private static let context = 3
  /// In files with more lines between the first and the last change, all of these are shown as one change.
  private static let mostCompared = 2_000

  private enum Line {
    case same(Substring)
    case removed(Substring)
    case added(Substring)
  }

  /// - Parameter path: what both versions are called.
  package static func text(_ old: SourceFile, _ new: SourceFile, _ path: String) -> String {
    let lines = lines(of(old), of(new))
    var text = "--- \(safe(path[...]))\n+++ \(safe(path[...]))\n"
    for hunk in hunks(lines) { text += written(lines, hunk) }
    return text
  }

  private static func of(_ file: SourceFile) -> [Substring] {
    let text = String(decoding: file.bytes, as: UTF8.self)
    var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines
  }

  private static func lines(_ old: [Substring], _ new: [Substring]) -> [Line] {
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var end = 0
    while end < old.count - start, end < new.count - start, old[old.count - 1 - end] == new[new.count - 1 - end] {
      end += 1
    }
    let (before, after) = (Array(old[start..<old.count - end]), Array(new[start..<new.count - end]))
    return old[..<start].map { .same($0) } + compared(before, after) + old[(old.count - end)...].map { .same($0) }
  }

  private static func compared(_ old: [Substring], _ new: [Substring]) -> [Line] {
    guard old.count <= mostCompared, new.count <= mostCompared else {
      return old.map { .removed($0) } + new.map { .added($0) }
    }
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [Line] = []
    var (one, other) = (0, 0)
    while one < old.count || other < new.count {
      if one < old.count, removed.contains(one) {
        lines.append(.removed(old[one]))
        one += 1
      } else if other < new.count, added.contains(other) {
        lines.append(.added(new[other]))
        other += 1
      } else {
        lines.append(.same(old[one]))
        (one, other) = (one + 1, other + 1)
      }
    }
    return lines
  }

  /// The changes with the lines around them; those that meet are one.
  private static func hunks(_ lines: [Line]) -> [Range<Int>] {
    var hunks: [Range<Int>] = []
    for (index, line) in lines.enumerated() {
      if case .same = line { continue }
      let around = max(0, index - context)..<min(lines.count, index + context + 1)
      if let last = hunks.last, around.lowerBound <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<around.upperBound
      } else {
        hunks.append(around)
      }
    }
    return hunks
  }

  private static func written(_ lines: [Line], _ hunk: Range<Int>) -> String {
    let (before, after) = counts(lines[..<hunk.lowerBound])
    let (old, new) = counts(lines[hunk])
    var text = "@@ -\(old == 0 ? before : before + 1),\(old) +\(new == 0 ? after : after + 1),\(new) @@\n"
    for line in lines[hunk] {
      switch line {
      case .same(let words): text += " \(safe(words))\n"
      case .removed(let words): text += "-\(safe(words))\n"
      case .added(let words): text += "+\(safe(words))\n"
      }
    }
    return text
  }

  private static func counts(_ lines: ArraySlice<Line>) -> (old: Int, new: Int) {
    var counts = (old: 0, new: 0)
    for line in lines {
      switch line {
      case .same: counts = (counts.old + 1, counts.new + 1)
      case .removed: counts.old += 1
      case .added: counts.new += 1
      }
    }
    return counts
  }

  /// A line of somebody else's file as it may be printed: nothing in it moves a cursor.
  private static func safe(_ line: Substring) -> Substring {
    guard line.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }) else {
      return line
    }
    return Diagnostic.quoting(String(line), limit: .max).dropFirst().dropLast()[...]
  }
}
