// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// Names that the author gives.
extension DocumentDecoder {
  /// The name of a step, an end, a choice or an input.
  mutating func name(_ key: Spanned<String>, _ what: String) -> Spanned<String>? {
    guard key.value.isName else {
      report(
        SyntaxRules.badWord, "`\(key.value)` cannot be the name of \(what)", key.range,
        help: cure(ofName: key.value))
      return nil
    }
    guard !key.value.isOne(of: SyntaxRules.reserved) else {
      reserved(key, what)
      return nil
    }
    return key
  }

  /// The name that a file gives itself: it may be a word of the language, but for `true` and `false`.
  mutating func ownName(_ node: YAMLNode, _ long: String, _ what: String) -> Spanned<String>? {
    node.name(long, &findings).flatMap { notAFlag($0, what) }
  }

  /// A name that cannot be mistaken for a yes or no; nil, and a finding, for another.
  mutating func notAFlag(_ name: Spanned<String>, _ what: String) -> Spanned<String>? {
    guard name.value.isOne(of: ReservedWords.flags) else { return name }
    reserved(name, what)
    return nil
  }

  private mutating func reserved(_ name: Spanned<String>, _ what: String) {
    let noun = what.split(separator: " ").last ?? ""
    let suffix = name.value.contains("-") ? "-\(noun)" : noun.prefix(1).uppercased() + noun.dropFirst()
    report(
      SyntaxRules.reservedName, "`\(name.value)` is a word of the language and cannot name \(what)", name.range,
      help: "choose another name, such as `\(name.value)\(suffix)`")
  }
}
