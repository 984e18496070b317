// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import YAMLTree

/// Members of a map as they are written, comments included, so that they can stand in another map.
package struct WrittenMembers: Sendable {
  fileprivate var members: [SourceValue.Member] = []
  /// The lines of each, as if its key stood at the margin, without the last line break.
  fileprivate var texts: [String] = []
  /// Where each stands in the tree, its comments included.
  package fileprivate(set) var stretches: [Range<Int>] = []

  package var isEmpty: Bool { members.isEmpty }

  /// Puts comments, each with its sign, above the first member.
  package mutating func prepend(_ comments: [String]) {
    guard !texts.isEmpty, !comments.isEmpty else { return }
    texts[0] = comments.joined(separator: "\n") + "\n" + texts[0]
  }
}

/// Members that go from one map to another.
extension SourceEditor {
  /// Members of a map, in their order: each with the comments right above it, behind it and in it.
  package func written(_ names: Set<String>, at path: SourcePath) throws(EditProblem) -> WrittenMembers {
    let place = try find(path)
    guard place.node.isMap else { throw .otherKind }
    var written = WrittenMembers()
    for (index, entry) in place.node.entries.enumerated() {
      let member = place.value.entries[index]
      guard names.contains(member.key.value) else { continue }
      guard !entry.value.isShared, !(entry.key?.isShared ?? false) else { throw .shared }
      let stretch: Range<Int>
      var margin = 0
      if place.node.isBlock {
        guard isFirst(entry.start) else { throw .commentBetween }
        let last = line(end(of: entry))
        stretch = lines.bytes(ofLine: firstLine(of: entry)).lowerBound..<lines.bytes(ofLine: last).upperBound
        margin = column(entry.start)
      } else {
        guard !place.node.holdsComments else { throw .commentBetween }
        stretch = entry.start..<entry.value.range.upperBound
      }
      written.members.append(SourceValue.Member(member.key.value, SourceValue(member.value)))
      written.texts.append(Self.moved(tree.text(stretch), by: margin))
      written.stretches.append(stretch)
    }
    guard written.members.count == names.count else { throw .nothingThere }
    return written
  }

  /// Lines without so many spaces at their beginning, or as many as they have.
  private static func moved(_ text: String, by margin: Int) -> String {
    text.lines.map { $0.withoutSpaces(margin) }.joined(separator: "\n")
  }

  /// Takes out members of a map, with the comments right above them, behind them and in them; of a map that loses all, empty brackets
  /// are left.
  package func removing(_ names: Set<String>, from path: SourcePath) throws(EditProblem) -> SourceFile {
    let place = try find(path)
    guard place.node.isMap else { throw .otherKind }
    let keys = place.value.entries.map(\.key.value)
    let gone = keys.indices.filter { names.contains(keys[$0]) }
    guard gone.count == names.count, !gone.isEmpty else { throw .nothingThere }
    guard gone.count < keys.count else { return try setting(.map([]), at: path) }
    guard place.node.isBlock else { return try removing(one: keys[gone[0]], then: names, from: path) }
    // Of those at the beginning of the map, the last one.
    let lastInFront = gone.indices.last { gone[$0] == $0 }
    var stretches: [Range<Int>] = []
    for index in gone {
      let entry = place.node.entries[index]
      guard !entry.value.isNamed, !(entry.key?.isNamed ?? false) else { throw .shared }
      var range = try removal(of: index, from: place.node).range
      if index > 0, index == lastInFront { range = withBlankLines(below: range) }
      if let last = stretches.last, range.lowerBound <= last.upperBound {
        stretches[stretches.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        stretches.append(range)
      }
    }
    return try changed(
      by: stretches.map { TextChange($0, "") },
      to: value.changed(at: path.parts[...]) { map in
        guard case .map(let members) = map else { return map }
        return .map(members.filter { !names.contains($0.key) })
      })
  }

  /// A stretch of whole lines, with the blank lines right below it.
  private func withBlankLines(below range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end < tree.bytes.count, lines.isBlank(line(end)) { end = nextLine(end) }
    return range.lowerBound..<end
  }

  /// In brackets, one after the other.
  private func removing(
    one name: String, then names: Set<String>, from path: SourcePath
  ) throws(EditProblem) -> SourceFile {
    let file = try removing(path / name)
    let rest = names.subtracting([name])
    guard !rest.isEmpty else { return file }
    guard let editor = SourceEditor(file, as: shape) else { throw .changesMore }
    return try editor.removing(rest, from: path)
  }

  /// Puts members at the end of a map, as they are written; a map in brackets is opened for them.
  package func inserting(_ written: WrittenMembers, into path: SourcePath) throws(EditProblem) -> SourceFile {
    guard !written.isEmpty else { return file }
    let place = try find(path)
    guard place.node.isMap, !place.node.isNamed else { throw .otherKind }
    let taken = Set(place.value.entries.map(\.key.value))
    guard !written.members.contains(where: { taken.contains($0.key) }) else { throw .keyIsThere }
    let expected = value.changed(at: path.parts[...]) { map in
      guard case .map(let members) = map else { return map }
      return .map(members + written.members)
    }
    let blank = isSpaced(place.node) ? writer.lineBreak : ""
    if place.node.isBlock, let last = place.node.entries.last {
      let margin = column(start(of: place.node.entries[0]))
      let end = endOfLine(end(of: last))
      let text = written.texts.map { writer.lineBreak + blank + indented($0, margin) }.joined()
      return try changed(by: [TextChange(end..<end, text)], to: expected)
    }
    guard let key = place.entry?.key, place.parent.isBlock else { throw .otherKind }
    guard !place.node.holdsComments else { throw .commentBetween }
    let margin = column(key.start) + 2
    let own = place.node.entries.map { tree.text($0.start..<$0.value.range.upperBound) }
    let text = (own + written.texts).map { writer.lineBreak + indented($0, margin) }.joined()
    let end = endOfLine(place.node.range.upperBound)
    return try changed(
      by: [TextChange(try colon(behind: key)..<place.node.range.upperBound, ""), TextChange(end..<end, text)],
      to: expected)
  }

  private func indented(_ text: String, _ margin: Int) -> String {
    let spaces = String(repeating: " ", count: margin)
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : spaces + $0 }.joined(separator: writer.lineBreak)
  }
}

extension SourceNode {
  /// Whether `&` gives a name to it or to something in it, or a name stands in it for something else.
  fileprivate var isShared: Bool {
    form == .alias || anchor != nil || entries.contains { $0.value.isShared || $0.key?.isShared ?? false }
  }
}
