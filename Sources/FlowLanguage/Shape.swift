// SPDX-License-Identifier: Apache-2.0

/// A map of a file with keys of its own, such as a step: what it may hold.
package struct Shape: Sendable {
  /// What the documentation calls it, such as `step`.
  package let name: String
  /// What it is, in one sentence.
  package let meaning: String
  /// Its keys, in the order in which a formatted file has them; their order means nothing.
  package let keys: [Key]
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
    secrecy: Secrecy = .mixed
  ) {
    self.name = name
    self.meaning = meaning
    self.keys = keys
    self.needsOneOf = needsOneOf
    self.others = others
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

/// A key of a ``Shape``.
package struct Key: Sendable {
  package let name: String
  /// The name, as readers of trees compare it.
  package let word: StaticString
  package let value: ValueShape
  /// What it says, in one sentence.
  package let meaning: String
  package let isRequired: Bool
  /// The key of the same map without which this one must be there; nil where that does not matter.
  package let isRequiredWithout: String?
  /// The keys of the same map beside which it has no meaning.
  package let excludes: [String]
  /// The keys of the same map one of which it needs beside it; empty if it needs none.
  package let needs: [String]
  /// What other keys of the same map may say: it needs one of these beside it; empty if it needs none.
  package let beside: [Neighbour]
  /// The keys of the same map that may say less beside it, as they are then.
  package let narrows: [Key]
  /// The names that its map of names may have, as a pattern; nil for any.
  package let members: String?
  /// Whether an empty text, list or map has no meaning here.
  let isNeverEmpty: Bool
  /// What other languages of the field call it, and authors write by mistake; what it is most likely to mean comes first.
  package let otherNames: [String]
  /// What becomes of it in a variant; nil for what is no outermost key of a flow.
  package let merge: Merge?
  /// Whether what stands behind it may be shown; nil where it is as with most keys of its map.
  let secrecy: Secrecy?

  package init(
    _ word: StaticString, _ value: ValueShape, _ meaning: String, isRequired: Bool = false,
    isRequiredWithout: String? = nil, excludes: [String] = [], needs: [String] = [], beside: [Neighbour] = [],
    narrows: [Key] = [], members: String? = nil, isNeverEmpty: Bool = false, otherNames: [String] = [],
    merge: Merge? = nil, secrecy: Secrecy? = nil
  ) {
    self.word = word
    name = word.description
    self.value = value
    self.meaning = meaning
    self.isRequired = isRequired
    self.isRequiredWithout = isRequiredWithout
    self.excludes = excludes
    self.needs = needs
    self.beside = beside
    self.narrows = narrows
    self.members = members
    self.isNeverEmpty = isNeverEmpty
    self.otherNames = otherNames
    self.merge = merge
    self.secrecy = secrecy
  }
}

/// What a key of the same map says.
package struct Neighbour: Sendable {
  package let name: String
  /// What it may say; nil if it must only be there.
  package let value: ValueShape?

  package init(_ name: String, _ value: ValueShape? = nil) {
    self.name = name
    self.value = value
  }
}

/// What may stand behind a key.
package indirect enum ValueShape: Sendable {
  /// Any text.
  case text
  /// A text with this meaning: a regular expression of ECMA 262 that the whole of it matches, and an example.
  case pattern(String, example: String)
  /// One of these words.
  case word([String])
  /// A whole number from a least to a greatest one, where there is one.
  case count(from: Int, to: Int?)
  case number
  /// `true` or `false`.
  case flag
  /// Only this one.
  case always(Bool)
  /// Any value.
  case anything
  case list(ValueShape)
  /// A list, or one value in its place.
  case oneOrList(ValueShape)
  /// A map whose keys are names that the author gives: their order may mean something, and stays.
  case map(ValueShape)
  /// A map with keys of the language. Why a function: shapes may hold each other.
  case shape(@Sendable () -> Shape)
  /// One of these.
  case either([ValueShape])
}
