// SPDX-License-Identifier: Apache-2.0

import FlowFormatting

extension SourcePath {
  /// The place of a key, or of keys in each other.
  init(_ key: String, _ keys: String...) { self.init(([key] + keys).map { .key($0) }) }

  /// The last key; empty for a place in a list.
  var key: String { if case .key(let key)? = parts.last { key } else { "" } }

  var parent: SourcePath { SourcePath(parts.dropLast()) }

  /// The place of the step or interrupt that this is in.
  var place: SourcePath { SourcePath(Array(parts.prefix(2))) }

  var isInInterrupt: Bool { parts.first == .key("interrupts") }
}
