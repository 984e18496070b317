// SPDX-License-Identifier: Apache-2.0

import YAMLTree

/// The parameters of a part: the entries of its `needs` that have a value.
extension SourceTree {
  /// Where a flow would have what stands behind an entry of `needs`: below `budgets`, `gates` or `messages`; nil for what each flow must
  /// have.
  func parameterSection(of value: SourceNode) -> String? {
    switch value.form {
    case .list: "gates"
    case .map, .block: "messages"
    case .alias: nil
    case .plain, .single, .double:
      switch unquoted(value) {
      case "", "required": nil
      case let word where word.utf8.allSatisfy({ (48...57).contains($0) }): "budgets"
      default: "messages"
      }
    }
  }

  /// What a variant may change of the parameters, as keys below others: the sections, or the names in one.
  func parameterKeys(below parent: [String]) -> [String] {
    guard parent.count < 2, let needs = member("needs", of: root), needs.isMap else { return [] }
    return needs.entries.compactMap { entry in
      guard let key = entry.key, let section = parameterSection(of: entry.value) else { return nil }
      return parent.isEmpty ? section : parent == [section] ? unquoted(key) : nil
    }
  }
}
