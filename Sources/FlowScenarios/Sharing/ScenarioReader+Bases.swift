// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

/// The scenarios of other files that a file takes over.
extension ScenarioDecoder {
  /// `extends:`, one path or several.
  mutating func bases(_ map: YAMLMapping) -> [Spanned<String>] {
    guard let node = map["extends"] else { return [] }
    let nodes = node.kind == .sequence ? node.items : [node]
    return nodes.compactMap { $0.text("`extends`", &findings) }
  }

  /// `skip:`, the names of scenarios with reasons.
  mutating func leftOut(_ map: YAMLMapping) -> [(name: Spanned<String>, reason: String)] {
    map["skip"]?.mapping("`skip`", &findings)?.entries.compactMap { entry in
      entry.value.text("the reason", &findings).map { (entry.key, $0.value) }
    } ?? []
  }
}
