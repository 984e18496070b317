// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowDifference
import FlowGraph
import FlowLanguage

extension FlowWorkspace {
  /// What a flow of the workspace would do otherwise by the changes, in a sentence; nil where all do the same.
  ///
  /// A flow that has errors may not tell what it does; what is wrong with it is for others to count.
  ///
  /// - Parameter isOnlyMoved: whether texts of a flow that differ are the same ones at other lines.
  func difference(by edits: FileEdits, whereTextsOnlyMove isOnlyMoved: (Flow, SourceMap) -> Bool) -> String? {
    let changed = texts(with: edits)
    let (check, other) = (standingCheck(reading: NotedReads(texts)), standingCheck(reading: NotedReads(changed)))
    for root in roots(changedBy: edits) {
      guard let before = texts.text(root), before.kind == .flow, let after = changed.text(root),
        let (old, sources) = check.placedGraph(of: before.file)
      else { continue }
      let name = "`\(root.split(separator: "/").last ?? "")`"
      guard let new = other.graph(of: after.file), let comparison = FlowComparison(old, new) else {
        return "\(name) has errors, so nobody knows whether it would do the same"
      }
      var differences = comparison.differences[...]
      if differences.contains(where: { $0.verdict == .wording }), isOnlyMoved(old, sources) {
        differences = differences.filter { $0.verdict != .wording }[...]
      }
      if let first = differences.first { return "it would change \(name): \(first.words)" }
    }
    return nil
  }

  /// The texts of the workspace once they are changed.
  func texts(with edits: FileEdits) -> WorkspaceTexts {
    let changed = WorkspaceTexts()
    for path in texts.editedPaths { if let text = texts.edited(path) { changed.edit(text.file) } }
    for (path, changes) in edits.changes { if let text = texts.text(path) { changed.edit(text.file(with: changes)) } }
    for (path, text) in edits.created { changed.edit(SourceFile(path: path, text: text)) }
    return changed
  }

  /// The files that are read with one that changes; what nobody has checked yet, too.
  func roots(changedBy edits: FileEdits) -> [String] {
    knownPaths.filter { root in
      names.space(of: root).contains { edits.changes[$0] != nil }
        || !filesChecked(with: root).isDisjoint(with: edits.changes.keys)
    }
  }
}
