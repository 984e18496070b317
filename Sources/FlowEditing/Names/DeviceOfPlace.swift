// SPDX-License-Identifier: Apache-2.0

import YAMLTree

extension SourceTree {
  /// Of scenarios of several devices, the one on which what stands around a byte happens; nil where that is not said.
  func device(around offset: Int) -> String? {
    var found: String?
    func walk(_ node: SourceNode, _ path: [String]) {
      guard path.count < 24 else { return }
      found = device(of: node, at: path) ?? found
      for entry in node.entries where entry.start <= offset && offset <= entry.value.range.upperBound {
        let path = path + [entry.key.map(word) ?? PlaceMeaning.item]
        if let device = ScenarioMeaning.device(at: path[...]) { found = device }
        walk(entry.value, path)
      }
    }
    walk(root, [])
    return found
  }

  /// The device of `on: phone`, beside what happens on it; nil for any other node.
  func device(of node: SourceNode, at path: [String]) -> String? {
    guard path.last == PlaceMeaning.item else { return nil }
    return node.entries.first { $0.key.map(word) == "on" }.map { word($0.value) }
  }

  private func word(_ node: SourceNode) -> String { KeyedPlace.scalar(text(node.range)) }
}
