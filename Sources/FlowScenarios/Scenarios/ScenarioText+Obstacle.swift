// SPDX-License-Identifier: Apache-2.0

import YAMLTree

extension ScenarioText {
  /// What a text has that a scenario file cannot hold, such as ``U+00AD, which is an invisible character``; nil for nothing.
  package static func obstacle(to text: String) -> String? {
    if let character = UnwritableCharacter(firstIn: text) { return "\(character.number), which is \(character.name)" }
    let limit = YAMLLimits.standard.scalarBytes
    return text.utf8.count > limit ? "more than \(limit) bytes" : nil
  }
}
