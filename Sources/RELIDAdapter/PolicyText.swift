// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Values

/// The policy of passwords, which the server sends as JSON in which numbers and flags may be texts.
enum PolicyText {
  private static let counts = ["minL", "maxL", "minDg", "minUc", "minLc", "minSc", "Repetition"]
  private static let flags = ["UserIDcheck", "SeqCheck", "BlackListedCommonPassword", "SDKValidation"]
  private static let texts = ["charsNotAllowed", "msg"]

  /// The fields of the contract's `policy`; nil for a text that cannot be read, which is no error: a hint is missing.
  static func record(_ text: String) -> Record? {
    guard let node = try? JSONReader.read(Array(text.utf8)), case .object(let members) = node.value else { return nil }
    var record = Record()
    for member in members {
      guard let value = value(member.name, member.node.value) else { continue }
      record[member.name] = value
    }
    return record
  }

  private static func value(_ name: String, _ value: JSONNode.Value) -> Value? {
    switch value {
    case .int(let number) where counts.contains(name) && number >= 0: .int(number)
    case .text(let text) where counts.contains(name): Int(text).flatMap { $0 >= 0 ? .int($0) : nil }
    case .flag(let flag) where flags.contains(name): .flag(flag)
    case .int(let number) where flags.contains(name): flag(String(number)).map { .flag($0) }
    case .text(let text) where flags.contains(name): flag(text).map { .flag($0) }
    case .text(let text) where texts.contains(name) && !text.isEmpty: .text(text)
    default: nil
    }
  }

  /// Nil for a word that is neither yes nor no.
  static func flag(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "true", "1", "yes": true
    case "false", "0", "no": false
    default: nil
    }
  }
}
