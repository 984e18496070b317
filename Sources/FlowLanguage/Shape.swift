// SPDX-License-Identifier: Apache-2.0

/// A map of a file with keys of its own, such as a step: what it may hold.
package final class Shape: Sendable {
  /// What the documentation calls it, such as `step`.
  package let name: String
  /// What it is, in one sentence.
  package let meaning: String
  /// Its keys, in the order in which a formatted file has them; their order means nothing.
  package let keys: [Key]
  /// Whether it has no meaning without a key.
  let isNeverEmpty: Bool
  /// Where it says one thing, by one key with those that need it: the key that may stand beside that one; nil for any other map.
  let companion: StaticString?
  /// Keys of which at least one must be there.
  package let needsOneOf: [StaticString]
  /// What may stand behind other keys, whose names the author gives; nil if there are no others.
  package let others: ValueShape?
  /// Whether what stands behind its keys may be shown, where a key does not say so itself.
  let secrecy: Secrecy
  /// The names of the keys, in their order.
  ///
  /// Why kept: each map of a file is held against them.
  package let names: [String]
  /// The names as readers of trees compare them.
  package let words: [StaticString]

  package init(
    _ name: String, _ meaning: String, _ keys: [Key], needsOneOf: [StaticString] = [], others: ValueShape? = nil,
    isNeverEmpty: Bool = false, companion: StaticString? = nil, secrecy: Secrecy = .mixed
  ) {
    self.name = name
    self.meaning = meaning
    self.keys = keys
    self.needsOneOf = needsOneOf
    self.others = others
    self.isNeverEmpty = isNeverEmpty
    self.companion = companion
    self.secrecy = secrecy
    names = keys.map(\.name)
    words = keys.map(\.word)
  }

  /// The key of that name; nil if there is none.
  package func key(named name: String) -> Key? { names.firstIndex(of: name).map { keys[$0] } }

  /// The same by a piece of a text.
  package func key(named name: some StringProtocol) -> Key? { key(named: String(name)) }

  /// An example of what stands behind a key; empty where the table has none.
  package func example(of key: String) -> String {
    if case .pattern(_, let example) = self.key(named: key)?.value { example } else { "" }
  }
}
