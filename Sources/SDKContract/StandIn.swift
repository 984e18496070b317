// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension Contract {
  /// The built-in contract that people take this one for by its name, though it says something else; nil if there is none.
  ///
  /// A copy of a built-in contract stands in for nothing, however its text is laid out. A name that only looks like that of a
  /// built-in contract does: another case, a hyphen more, a digit for a letter.
  package var standsInFor: String? {
    let look = Self.look(of: name)
    guard let builtIn = EmbeddedContracts.names.first(where: { Self.look(of: $0) == look }) else { return nil }
    return isBuiltIn ? nil : builtIn
  }

  /// The built-in contract whose name differs from this one's by one letter only; nil if there is none.
  package var nearlyBears: String? {
    isBuiltIn ? nil : EmbeddedContracts.names.first { Suggestion.isOneLetter(name, from: $0) }
  }

  /// Whether it says just what the program's own contract of its name says.
  package var isBuiltIn: Bool { EmbeddedContracts.contract(named: name)?.fingerprint == fingerprint }

  /// What a reader who is in a hurry sees of a name; names are letters, digits, `-` and `_`.
  private static func look(of name: String) -> [UInt8] {
    name.utf8.compactMap { byte in
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"): nil
      case UInt8(ascii: "0"): UInt8(ascii: "o")
      case UInt8(ascii: "1"), UInt8(ascii: "i"), UInt8(ascii: "I"): UInt8(ascii: "l")
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      default: byte
      }
    }
  }
}
