// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import YAMLTree

/// What a node says, without how it is written.
package indirect enum SourceValue: Sendable, Hashable {
  /// A text, a number or a flag; only what is plain can be one of the last two.
  case scalar(String, isPlain: Bool)
  case list([SourceValue])
  case map([Member])

  /// A key and what stands behind it.
  package struct Member: Sendable, Hashable {
    package var key: String
    package var value: SourceValue

    package init(_ key: String, _ value: SourceValue) {
      self.key = key
      self.value = value
    }
  }

  /// A text, which gets quotes where it needs them.
  package static func text(_ text: String) -> SourceValue { .scalar(text, isPlain: false) }

  /// A number, a flag or a word of the language: it never gets quotes.
  package static func word(_ text: String) -> SourceValue { .scalar(text, isPlain: true) }

  package init(_ node: YAMLNode) {
    switch node.kind {
    case .scalar: self = .scalar(node.text ?? "", isPlain: node.isPlain)
    case .sequence: self = .list(node.items.map { SourceValue($0) })
    case .mapping: self = .map(node.entries.map { Member($0.key.value, SourceValue($0.value)) })
    }
  }

  /// As the text of a file, each entry on a line of its own.
  package var fileText: String { ValueWriter(lineBreak: "\n").block(self, 0) + "\n" }

  /// In one line, as it may stand within brackets.
  package var inlineText: String { ValueWriter(lineBreak: "\n").inline(self, inFlow: true) }

  package var isContainer: Bool {
    if case .scalar = self { false } else { true }
  }

  /// Whether both say the same: quotes around what is text with and without them are left aside.
  package func saysTheSame(as other: SourceValue) -> Bool {
    switch (self, other) {
    case (.scalar(let text, let isPlain), .scalar(let other, let isOtherPlain)):
      text == other && (isPlain == isOtherPlain || Quotes.isTextToUs(text))
    case (.list(let items), .list(let others)):
      items.count == others.count && zip(items, others).allSatisfy { $0.saysTheSame(as: $1) }
    case (.map(let members), .map(let others)):
      members.count == others.count
        && zip(members, others).allSatisfy { $0.key == $1.key && $0.value.saysTheSame(as: $1.value) }
    default: false
    }
  }

  /// This value with another one at a place.
  ///
  /// - Parameter change: gets what stands there, and its container's members or items with the place among them.
  func changed(at path: ArraySlice<SourcePath.Part>, _ change: (SourceValue) -> SourceValue) -> SourceValue {
    guard let part = path.first else { return change(self) }
    switch (self, part) {
    case (.map(var members), .key(let key)):
      guard let index = members.firstIndex(where: { $0.key == key }) else { return self }
      members[index].value = members[index].value.changed(at: path.dropFirst(), change)
      return .map(members)
    case (.list(var items), .index(let index)) where items.indices.contains(index):
      items[index] = items[index].changed(at: path.dropFirst(), change)
      return .list(items)
    default: return self
    }
  }
}
