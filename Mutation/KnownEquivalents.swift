// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

/// Mutants of which somebody has found that no run tells them from the original, with the reasons.
struct KnownEquivalents: Sendable {
  struct Entry: Sendable {
    /// As ``Mutant/key`` has it.
    let key: String
    let reason: String
  }

  let entries: [Entry]

  static let none = KnownEquivalents(entries: [])

  /// Reads a list of `because:` and `mutants:`.
  ///
  /// - Returns: nil if the file is something else.
  init?(_ file: SourceFile) {
    guard let root = YAML.read(file).value, let list = root["equivalents"], list.kind == .sequence else { return nil }
    var entries: [Entry] = []
    for item in list.items {
      guard let reason = item["because"]?.text, let mutants = item["mutants"], mutants.kind == .sequence else {
        return nil
      }
      for mutant in mutants.items {
        guard let key = mutant.text else { return nil }
        entries.append(Entry(key: key, reason: reason))
      }
    }
    self.entries = entries
  }

  private init(entries: [Entry]) { self.entries = entries }

  /// Nil for a mutant that is not listed.
  func reason(for mutant: Mutant) -> String? { entries.first { $0.key == mutant.key }?.reason }
}
