// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowLanguage
package import YAMLTree

/// Changes one thing in a file, and nothing else: each other byte stays.
///
/// A comment right above what is removed goes with it, and one behind it. Whatever is written takes over the indentation, the quotes
/// and the brackets of what it replaces, or of what stands beside it. Each result is read again, and handed out only if it says what
/// was asked for.
package struct SourceEditor {
  package let file: SourceFile
  package let tree: SourceTree
  /// What the file says.
  package let value: SourceValue
  let root: YAMLNode
  let shape: ValueShape
  let lines: LineTable
  let writer: ValueWriter

  /// Nil for a file that is broken, or has an error as YAML.
  ///
  /// - Parameter shape: what the file may hold; it decides where a new key belongs.
  package init?(_ file: SourceFile, as shape: ValueShape = .anything) {
    let read = YAML.read(file)
    guard let root = read.value, !read.findings.hasErrors, let tree = SourceTree(file) else { return nil }
    (self.file, self.root, self.tree, self.shape) = (file, root, tree, shape)
    value = SourceValue(root)
    lines = LineTable(tree.bytes)
    let first = tree.bytes.firstIndex(of: 0x0A)
    writer = ValueWriter(lineBreak: first.map { $0 > 0 && tree.bytes[$0 - 1] == 0x0D } ?? false ? "\r\n" : "\n")
  }

  /// Puts a value in the place of another one.
  package func setting(_ new: SourceValue, at path: SourcePath) throws(EditProblem) -> SourceFile {
    let place = try find(path)
    guard let entry = place.entry else { throw .root }
    let changes = try replacing(entry, in: place, by: new)
    return try changed(by: changes, to: value.changed(at: path.parts[...]) { _ in new })
  }

  /// Gives a key another name.
  package func renaming(_ path: SourcePath, to name: String) throws(EditProblem) -> SourceFile {
    let place = try find(path)
    guard let key = place.entry?.key, case .key(let old)? = path.parts.last else { throw .otherKind }
    guard !place.names.contains(name) || name == old else { throw .keyIsThere }
    guard key.form != .alias, key.anchor == nil else { throw .shared }
    let isWord = Order.isWord(name, of: place.parent, as: place.parentShape, in: tree)
    let text = writer.key(name, like: key.form, isWord: isWord, inFlow: !place.parent.isBlock)
    return try changed(
      by: [TextChange(key.range, text)],
      to: value.changed(at: path.parts.dropLast()) { container in
        guard case .map(var members) = container else { return container }
        for index in members.indices where members[index].key == old { members[index].key = name }
        return .map(members)
      })
  }

  /// Takes out an entry of a map, or an item of a list; of what it was the last of, empty brackets are left.
  package func removing(_ path: SourcePath) throws(EditProblem) -> SourceFile {
    let place = try find(path)
    guard let entry = place.entry else { throw .root }
    guard !entry.value.isNamed, !(entry.key?.isNamed ?? false) else { throw .shared }
    let index = place.index
    let expected = value.changed(at: path.parts.dropLast()) { $0.without(index) }
    guard place.parent.entries.count > 1 else {
      let container = SourcePath(path.parts.dropLast())
      return try setting(place.parent.isMap ? .map([]) : .list([]), at: container)
    }
    return try changed(by: [removal(of: index, from: place.parent)], to: expected)
  }

  /// Puts a key with its value into a map.
  ///
  /// - Parameter index: in front of which entry; nil where the language has its place.
  package func inserting(
    _ member: SourceValue.Member, into path: SourcePath, at index: Int? = nil
  ) throws(EditProblem) -> SourceFile {
    let place = try find(path)
    guard place.node.isMap else { throw .otherKind }
    guard place.value.value(of: member.key) == nil else { throw .keyIsThere }
    let index = index ?? Order.index(of: member.key, in: place.node, as: place.shape, in: tree)
    return try inserting(member.key, member.value, at: index, into: place, path)
  }

  /// Puts an item into a list, in front of another one or at its end.
  package func inserting(
    item: SourceValue, into path: SourcePath, at index: Int? = nil
  ) throws(EditProblem) -> SourceFile {
    let place = try find(path)
    guard place.node.isContainer, !place.node.isMap else { throw .otherKind }
    return try inserting(nil, item, at: index ?? place.node.entries.count, into: place, path)
  }

  private func inserting(
    _ key: String?, _ new: SourceValue, at index: Int, into place: Place, _ path: SourcePath
  ) throws(EditProblem) -> SourceFile {
    guard (0...place.node.entries.count).contains(index) else { throw .nothingThere }
    let expected = value.changed(at: path.parts[...]) { $0.with(key, new, at: index) }
    guard !place.node.entries.isEmpty else {
      let filled: SourceValue = key.map { .map([SourceValue.Member($0, new)]) } ?? .list([new])
      return try changed(by: [TextChange(place.node.range, writer.inline(filled, inFlow: true))], to: expected)
    }
    let isWord = key.map { Order.isWord($0, of: place.node, as: place.shape, in: tree) } ?? false
    let changes = try insertion(of: new, named: key, isWord: isWord, at: index, into: place.node)
    return try changed(by: [changes], to: expected)
  }

  /// The file with its changes, if it says what it should.
  func changed(by changes: [TextChange], to expected: SourceValue) throws(EditProblem) -> SourceFile {
    var bytes = tree.bytes
    // From the end, so that places stay; what is inserted at the beginning of a stretch that goes comes after it.
    let places = { (change: TextChange) in (change.range.lowerBound, change.range.upperBound) }
    for change in changes.sorted(by: { places($0) > places($1) }) {
      bytes.replaceSubrange(change.range, with: change.text.utf8)
    }
    let result = SourceFile(path: file.path, bytes: file.bytes[..<file.markLength] + bytes)
    let read = YAML.read(result)
    guard let after = read.value, !read.findings.hasErrors, SourceValue(after).saysTheSame(as: expected) else {
      throw .changesMore
    }
    return result
  }
}

/// Other text in the place of some bytes.
struct TextChange {
  let range: Range<Int>
  let text: String

  init(_ range: Range<Int>, _ text: String) {
    self.range = range
    self.text = text
  }
}

extension SourceValue {
  fileprivate func without(_ index: Int) -> SourceValue {
    switch self {
    case .scalar: return self
    case .list(var items):
      items.remove(at: index)
      return .list(items)
    case .map(var members):
      members.remove(at: index)
      return .map(members)
    }
  }

  fileprivate func with(_ key: String?, _ value: SourceValue, at index: Int) -> SourceValue {
    switch (self, key) {
    case (.list(var items), nil):
      items.insert(value, at: index)
      return .list(items)
    case (.map(var members), let key?):
      members.insert(Member(key, value), at: index)
      return .map(members)
    default: return self
    }
  }
}

extension SourceNode {
  /// Whether `&` gives it, or something in it, a name.
  var isNamed: Bool {
    anchor != nil || entries.contains { $0.value.isNamed || $0.key?.isNamed ?? false }
  }
}
