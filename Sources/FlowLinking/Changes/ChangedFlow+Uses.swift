// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax
import YAMLTree

extension ChangedFlow {
  /// The findings for changes of the list of parts that leave the flow with the same parts as before.
  ///
  /// A part is joined as long as anything uses it: whoever takes it out of the flow's own list, or names it there as well, changes nothing.
  ///
  /// - Parameters:
  ///   - changes: those of the list, which have been made.
  ///   - uses: what the list was before.
  ///   - before: the parts before.
  func changingNoParts(_ changes: [Change], _ uses: [YAMLGraft], _ before: [Part]) -> [Diagnostic] {
    changes.flatMap { change -> [Diagnostic] in
      switch change.action {
      case .remove where change.words.count > 1:
        let name = change.words.dropFirst().joined(separator: ".")
        guard let gone = uses.first(where: { $0.text == name }), let user = users(of: gone).first else { return [] }
        return [.stillUsed(change, user)]
      case .add(let node):
        return (node.kind == .sequence ? node.items : [node]).compactMap { added in
          guard isUsed(added.range), let path = path(of: .kept(added)), before.contains(where: { $0.path == path }),
            let user = users(of: .kept(added)).first
          else { return nil }
          return .usedAlready(change, added, user)
        }
      case .change(let node) where changes.count == 1 && Set(before.map(\.path)) == Set(parts.map(\.path)):
        let name = change.words.dropFirst().joined(separator: ".")
        guard node.kind != .sequence || !node.items.isEmpty,
          let said = uses.first(where: { name.isEmpty || $0.text == name })
        else { return [] }
        return [.misfit(change, .same(said.node.range))]
      case .change, .remove: return []
      }
    }
  }

  /// Where else a part is used, by the flow or by its parts.
  private func users(of use: YAMLGraft) -> [SourceRange] {
    guard let path = path(of: use) else { return [] }
    return allTrees.flatMap { $0["use"]?.items ?? [] }.filter {
      $0.node.range != use.node.range && self.path(of: $0) == path
    }.map(\.node.range)
  }

  /// Whether the flow's own list now has the entry that is written at a place.
  private func isUsed(_ range: SourceRange) -> Bool {
    root?["use"]?.items?.contains { $0.node.range == range } ?? false
  }

  private func path(of use: YAMLGraft) -> String? {
    use.text.map { files.path(of: Spanned($0, use.node.range)) }
  }
}

extension Diagnostic {
  fileprivate static func stillUsed(_ change: Change, _ place: SourceRange) -> Diagnostic {
    Diagnostic(
      LinkRules.changesNothing,
      "\(quoting(change.path.value, limit: 50)) changes nothing: the part is used elsewhere, too",
      at: change.path.range, help: "take the line out, or remove the part wherever it is used",
      notes: [Note("it is used here", at: place)])
  }

  fileprivate static func usedAlready(_ change: Change, _ use: YAMLNode, _ place: SourceRange) -> Diagnostic {
    Diagnostic(
      LinkRules.alreadyThere, "\(quoting(use.text ?? change.path.value, limit: 60)) is used already", at: use.range,
      help: "take it out of `add:`", notes: [Note("it is used here", at: place)])
  }
}
