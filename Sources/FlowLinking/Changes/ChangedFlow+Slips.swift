// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax
import YAMLTree

extension ChangedFlow {
  /// Whether a name stands in a part, or in a base, in which something is wrong.
  func isInBrokenFile(_ name: String) -> Bool {
    if parts.contains(where: {
      $0.file.root.holdsKey(name, within: Self.deepestName) && Self.isBroken($0, $0.file.root)
    }) {
      return true
    }
    guard let flow = root?.composed(), flow.holdsKey(name, within: Self.deepestName) else { return false }
    return DocumentReader.read(flow).findings.hasErrors
  }

  /// Whether something is wrong in the files as they are changed by now: that will be told.
  var isBroken: Bool {
    parts.contains { Self.isBroken($0, $0.tree.composed()) }
      || root.map { DocumentReader.read($0.composed()).findings.hasErrors } ?? false
  }

  private static func isBroken(_ part: Part, _ tree: YAMLNode) -> Bool {
    DocumentReader.readPart(tree, knowing: part.file.findings).findings.hasErrors
  }

  /// How deep the name of a step may stand, if its line is indented too deep.
  private static let deepestName = 3
}

extension YAMLNode {
  /// Whether a map in it, or the map that it is, has a key.
  ///
  /// - Parameter depth: how many maps may stand within each other.
  fileprivate func holdsKey(_ name: String, within depth: Int) -> Bool {
    guard depth > 0, kind == .mapping else { return false }
    return entries.contains { $0.key.value == name || $0.value.holdsKey(name, within: depth - 1) }
  }
}
