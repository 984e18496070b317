// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// What changes mean that do not fit as they are written.
extension ChangedFlow {
  /// The path that is likely meant by one that does not begin with the section of its name; nil where no section has the name, or several.
  func meant(by change: Change) -> String? {
    let words = change.path.value.split(separator: ".").map(String.init)
    func only(_ name: String) -> String? {
      let holders = Self.sections.filter { names(in: $0).contains(name) }
      return holders.count == 1 ? holders[0] : nil
    }
    // The first word stands for the section, or the section is left out.
    let path: [String]? =
      if words.count > 1, let section = only(words[1]), section != words[0] {
        [section] + words.dropFirst()
      } else if !Self.sections.contains(words[0]), let section = only(words[0]) {
        [section] + words
      } else {
        nil
      }
    guard let path, path.count < 3 || ValueShape.shape({ .flow }).mayHold(path[2], at: path[..<2]) else { return nil }
    return path.joined(separator: ".")
  }

  /// Where the path stands that a change replaces by another one of the same file; nil where it does not.
  func sameFile(_ change: Change, in tree: YAMLGraft) -> SourceRange? {
    guard case .change(let node) = change.action, let text = node.text, change.words.count == 3,
      change.words[2] == "run", let said = tree[change.words[0]]?[change.words[1]]?["run"], let path = said.text,
      files.areOne(Spanned(text, node.range), Spanned(path, said.node.range))
    else { return nil }
    return said.node.range
  }
}
