// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

/// Mutants that nothing catches and that somebody has looked at, with the reasons.
struct ReviewedMutants: Sendable {
  struct Entry: Sendable {
    /// As ``Mutant/key`` has it.
    let key: String
    let reason: String
    /// Whether no run tells it from the original; else it does something else, and nothing sees that.
    let isEquivalent: Bool
  }

  let entries: [Entry]

  static let none = ReviewedMutants(entries: [])

  /// Reads two lists, `equivalents:` and `unseen:`, of `because:` and `mutants:`.
  ///
  /// - Returns: nil if the file is something else.
  init?(_ file: SourceFile) {
    guard let root = YAML.read(file).value, root.kind == .mapping else { return nil }
    var entries: [Entry] = []
    for list in root.entries {
      guard ["equivalents", "unseen"].contains(list.key.value), list.value.kind == .sequence else { return nil }
      for item in list.value.items {
        guard let reason = item["because"]?.text, let mutants = item["mutants"], mutants.kind == .sequence else {
          return nil
        }
        for mutant in mutants.items {
          guard let key = mutant.text else { return nil }
          entries.append(Entry(key: key, reason: reason, isEquivalent: list.key.value == "equivalents"))
        }
      }
    }
    self.entries = entries
  }

  private init(entries: [Entry]) { self.entries = entries }

  /// Nil for a mutant that nobody has looked at.
  func entry(for mutant: Mutant) -> Entry? { entries.first { $0.key == mutant.key } }
}
