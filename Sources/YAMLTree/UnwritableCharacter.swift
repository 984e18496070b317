// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A character that no text in a file may hold, neither as it is nor as an escape.
package struct UnwritableCharacter: Sendable, Equatable {
  /// Such as `U+00AD`.
  package let number: String
  /// What it is, such as `an invisible character`.
  package let name: String

  /// The first one of a text; nil if a file can hold all of it.
  package init?(firstIn text: String) {
    var text = text
    let hidden = text.withUTF8 { HiddenCharacters.first(in: $0) }
    // Tabs and line feeds can be written as escapes.
    let forbidden = text.unicodeScalars.first { scalar in
      scalar != "\t" && scalar != "\n" && CharacterRules.forbiddenName(scalar.value) != nil
    }
    if let forbidden, let name = CharacterRules.forbiddenName(forbidden.value) {
      self.init(forbidden.value, name)
    } else if let hidden {
      self.init(hidden.value, hidden.name)
    } else {
      return nil
    }
  }

  private init(_ value: UInt32, _ name: String) {
    let digits = String(value, radix: 16, uppercase: true)
    number = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    self.name = name
  }
}
