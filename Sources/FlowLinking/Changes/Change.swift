// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// One line below `change:`, `add:` or `remove:`: what a variant does to a place of its base, or a flow to a place of a part.
struct Change {
  /// What it does.
  enum Action {
    /// Another value in the place of the one that is there.
    case change(YAMLNode)
    /// A value where none is; or items for a list.
    case add(YAMLNode)
    /// Nothing in its place; the node is the path itself.
    case remove(YAMLNode)
  }

  let action: Action
  /// The words of the path, such as `steps`, `identify` and `tries`.
  var words: [String]
  /// The path as its author wrote it.
  let path: Spanned<String>
  /// The key below which it stands.
  let key: SourceRange
  /// The words of what is added on the same level beside it: several lines may add one thing together.
  var beside: [[String]] = []

  init(_ action: Action, _ path: Spanned<String>, below key: SourceRange) {
    self.action = action
    self.path = path
    self.key = key
    words = path.value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// The first words of its path, as they are written: ``words`` may begin in a flow that is run, or in what a part needs.
  func written(_ count: Int) -> String {
    path.value.split(separator: ".", omittingEmptySubsequences: false).prefix(count).joined(separator: ".")
  }

  /// Whether it adds something on the outermost level that is no key of a flow.
  var addsNoKey: Bool {
    guard case .add = action, words.count == 1 else { return false }
    return Shape.flow.key(named: words[0]) == nil
  }

  /// Whether what it would add at its first so many words, which are the name of something, is not whole whatever else is added:
  /// most likely the name is a slip for one that is there.
  func addsFragment(at count: Int) -> Bool {
    guard case .add = action, words.count > count else { return false }
    let place = ValueShape.shape({ .flow })
    let isName = place.values(at: words[..<(count - 1)]).contains { if case .map = $0 { true } else { false } }
    guard isName else { return false }
    let keys = Set(beside.filter { $0.count > count && $0[..<count] == words[..<count] }.map { $0[count] })
      .union([words[count]])
    let shapes = place.values(at: words[..<count]).compactMap(\.shape)
    return !shapes.isEmpty && !shapes.contains { $0.isWhole(with: keys) }
  }

  /// What is added in the lines above it; nil for nothing.
  func lineAbove(among changes: [Change]) -> Change? {
    changes.last { $0.verb == verb && $0.path.range.file == path.range.file && $0.path.range.end < path.range.start }
  }

  /// Whether it adds a map that may have a key and does not.
  func lacks(_ key: String) -> Bool {
    guard case .add(let node) = action, node.kind == .mapping else { return false }
    return !node.entries.contains { $0.key.value == key } && ValueShape.shape({ .flow }).mayHold(key, at: words[...])
  }

  /// The section to which what it adds belongs, as far as that can be told by its keys.
  var likelySection: String {
    guard case .add(let node) = action, node.kind == .mapping else { return "messages" }
    if node["outcome"] != nil { return "ends" }
    return node["text"] != nil ? "messages" : "steps"
  }

  /// The key below which it stands.
  var verb: String {
    switch action {
    case .change: "change"
    case .add: "add"
    case .remove: "remove"
    }
  }
}

extension Shape {
  /// Whether a map with these keys has all that it must have.
  fileprivate func isWhole(with keys: Set<String>) -> Bool {
    self.keys.allSatisfy { !$0.isRequired || keys.contains($0.name) }
      && (needsOneOf.isEmpty || needsOneOf.contains { keys.contains($0.description) })
  }
}

/// What the flow that runs another one changes in it, in the order of its levels.
struct ChangeSet {
  var changes: [Change] = []

  var isEmpty: Bool { changes.isEmpty }
}

extension [Change] {
  /// The same, where each that adds something below a name knows what the others add there.
  func tellingWhatIsAddedBeside() -> [Change] {
    var added: [ArraySlice<String>: [[String]]] = [:]
    for change in self where change.verb == "add" && change.words.count > 3 {
      added[change.words[..<3], default: []].append(change.words)
    }
    return map { change in
      var change = change
      if change.verb == "add", change.words.count > 3 { change.beside = added[change.words[..<3]] ?? [] }
      return change
    }
  }
}
