// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// What can be read of a broken file, and where it is broken.
package struct PartialTree: Sendable {
  package let root: YAMLNode
  /// Where something was taken out or closed, and where something is wrong with what is written.
  package let flaws: [SourceRange]
  /// The lines of the file, with forbidden characters counted like others.
  private let lines: LineTable

  /// Where more is wrong than this, nobody can tell what the rest was meant to be.
  private static let mostFlaws = 100

  /// Nil where nothing can be read, or too much is wrong.
  ///
  /// - Parameters:
  ///   - found: what is wrong with what is written.
  ///   - root: what the mended text says.
  init?(_ mended: MendedText, _ found: [Diagnostic], _ root: YAMLNode) {
    let file = root.range.file
    let gaps = mended.changes.map { change in
      SourceRange(
        mended.lines.position(at: change.lowerBound), mended.lines.position(at: change.upperBound), in: file)
    }
    flaws = (gaps + found.filter { $0.severity == .error }.flatMap(\.places)).filter { $0.file == file }
    guard flaws.count <= Self.mostFlaws else { return nil }
    self.root = root
    lines = mended.lines
  }
}

extension PartialTree {
  /// The ranges of the members of outermost maps that say exactly what the author wrote, each from the start of its key's line to the next
  /// key.
  ///
  /// Left out is what a flaw touches, what holds an alias, since something may be missing in what it stands for, and, up to the next outermost
  /// key, what follows a line that may have been the key of another map.
  package func readableMembers(of keys: [StaticString]) -> [SourceRange] {
    let outermost = root.entries
    return outermost.indices.flatMap { index -> [SourceRange] in
      let entry = outermost[index]
      guard keys.contains(where: { $0.description == entry.key.value }) else { return [] }
      let end =
        index + 1 < outermost.count
        ? outermost[index + 1].key.range.start : SourcePosition(line: lines.count + 1, column: 1)
      return readableMembers(of: entry, upTo: end)
    }
  }

  private func readableMembers(of map: YAMLEntry, upTo end: SourcePosition) -> [SourceRange] {
    let members = map.value.entries
    guard let first = members.first?.key.range, map.value.range.start <= first.start else { return [] }
    var readable: [SourceRange] = []
    let shallow = lines(from: first.start.line, upTo: end.line, lessDeepThan: Int(first.start.column) - 1)
    var isKnown =
      !mayBeginMap(from: map.key.range.start.line + 1, upTo: first.start.line)
      && !shallow.contains { mayBeSibling($0, ofMapThatHolds: members) }
    for (index, member) in members.enumerated() {
      let start = SourcePosition(line: Int(member.key.range.start.line), column: 1)
      let next = index + 1 < members.count ? members[index + 1].key.range.start : end
      // Such a line says nothing of the members above it.
      if let line = shallow.first, line.number < next.line { isKnown = false }
      if isFlawed(from: start, to: next) {
        isKnown = isKnown && !mayBeginMap(from: start.line, upTo: next.line)
      } else if isKnown, !member.value.holdsAlias {
        readable.append(SourceRange(start, next, in: first.file))
      }
    }
    return readable
  }

  /// The lines that are deeper than the outermost keys and less deep than the members.
  private func lines(from first: Int32, upTo last: Int32, lessDeepThan depth: Int) -> [WrittenLine] {
    (Int(first)..<max(Int(first), Int(last))).lazy.map { WrittenLine($0, in: lines) }.filter { line in
      !line.isEmpty && line.indentation > 0 && line.indentation < depth
    }
  }

  /// Whether a line that is less deep than members may stand beside the key that they belong to, because their own key is missing: some map
  /// begins there, and what stands above it is not maps alone, as steps and ends are.
  private func mayBeSibling(_ line: WrittenLine, ofMapThatHolds members: [YAMLEntry]) -> Bool {
    guard line.key != nil, line.valueStart.map({ line.scalars[$0] == "{" }) ?? true else { return false }
    return members.contains { $0.key.range.start.line < line.number && $0.value.kind != .mapping }
  }

  /// Where the next key is a flaw, its line may have been one of the member.
  private func isFlawed(from start: SourcePosition, to next: SourcePosition) -> Bool {
    flaws.contains { $0.start <= next && $0.end >= start }
  }

  /// Whether a line may have been the key of a map whose members stand below it: it begins in the first column, or nothing stands behind
  /// its colon and the next line is no deeper.
  private func mayBeginMap(from first: Int32, upTo last: Int32) -> Bool {
    (Int(first)..<max(Int(first), Int(last))).contains { number in
      let line = WrittenLine(number, in: lines)
      guard !line.isEmpty else { return false }
      if line.indentation == 0 { return !["}", "]"].contains(line.scalars[0]) }
      guard line.key != nil, line.valueStart == nil else { return false }
      return lines.written(below: number).map { $0.indentation <= line.indentation } ?? true
    }
  }
}
