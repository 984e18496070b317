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

  init(_ action: Action, _ path: Spanned<String>, below key: SourceRange) {
    self.action = action
    self.path = path
    self.key = key
    words = path.value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// Whether it adds something on the outermost level that is no key of a flow.
  var addsNoKey: Bool {
    guard case .add = action, words.count == 1 else { return false }
    return Shape.flow.key(named: words[0]) == nil
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

/// What the flow that runs another one changes in it, in the order of its levels.
struct ChangeSet {
  var changes: [Change] = []

  var isEmpty: Bool { changes.isEmpty }
}
