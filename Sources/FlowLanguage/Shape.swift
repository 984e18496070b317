// SPDX-License-Identifier: Apache-2.0

/// A map of a file with keys of its own, such as a step: what it may hold.
package struct Shape: Sendable {
  /// What the documentation calls it, such as ``step``.
  package let name: String
  /// What it is, in one sentence.
  package let meaning: String
  /// Its keys, in the order in which a formatted file has them; their order means nothing.
  package let keys: [Key]

  package init(_ name: String, _ meaning: String, _ keys: [Key]) {
    self.name = name
    self.meaning = meaning
    self.keys = keys
  }

  /// The key of that name; nil if there is none.
  package func key(named name: some StringProtocol) -> Key? { keys.first { $0.name == name } }
}

/// A key of a ``Shape``.
package struct Key: Sendable {
  package let name: String
  package let value: ValueShape
  /// What it says, in one sentence.
  package let meaning: String
  package let isRequired: Bool
  /// The keys of the same map beside which it has no meaning.
  package let excludes: [String]
  /// What other languages of the field call it, and authors write by mistake.
  package let otherNames: [String]

  package init(
    _ name: String, _ value: ValueShape, _ meaning: String, isRequired: Bool = false, excludes: [String] = [],
    otherNames: [String] = []
  ) {
    self.name = name
    self.value = value
    self.meaning = meaning
    self.isRequired = isRequired
    self.excludes = excludes
    self.otherNames = otherNames
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
  /// A list without repetition, or one value in its place.
  case oneOrList(ValueShape)
  /// A map whose keys are names that the author gives: their order may mean something, and stays.
  case map(ValueShape)
  /// A map with keys of the language. Why a function: shapes may hold each other.
  case shape(@Sendable () -> Shape)
  /// One of these.
  case either([ValueShape])
}

extension ValueShape {
  /// A name that the author gives or repeats, such as that of a step.
  package static let name = pattern("[A-Za-z][A-Za-z0-9_-]*(/[A-Za-z][A-Za-z0-9_-]*)*", example: "enterCode")
  /// A time, such as `90s`.
  package static let duration = pattern("[0-9]+(ms|s|m|h|d)", example: "90s")
  /// A guard in the language of guards.
  package static let expression = text
}

/// A kind of file that people write.
package enum FileKind: String, Sendable, CaseIterable {
  case flow, part, contract, scenarios, world, answers, config

  /// What such a file holds.
  package var shape: Shape {
    switch self {
    case .flow: .flow
    case .part: .part
    case .contract: .contract
    case .scenarios: .scenarios
    case .world: .world
    case .answers: .answers
    case .config: .config
    }
  }
}
