// SPDX-License-Identifier: Apache-2.0

import Values

/// What looks like a secret, whoever wrote it: what stands behind a name such as `token=` or `Bearer`, and long words of
/// letters and digits as no language has them.
enum TokenShape {
  private static let longestWord = 19

  /// The text with `•••` for each of them.
  static func covered(_ text: String) -> String {
    var shown = ""
    var isNamed = false
    var rest = text[...]
    while let first = rest.first {
      let word = rest.prefix(while: isOfToken)
      guard !word.isEmpty else {
        shown.append(first)
        // A value stands behind its name and nothing but signs and one blank.
        if !" \t\"'=:".contains(first) { isNamed = false }
        rest = rest.dropFirst()
        continue
      }
      let lower = word.lowercased()
      if isNamed || looksLikeToken(word) {
        shown += SecretMask.cover
        isNamed = false
      } else {
        shown += word
        isNamed = isName(lower, before: rest.dropFirst(word.count))
      }
      rest = rest.dropFirst(word.count)
    }
    return shown
  }

  private static func isName(_ word: String, before rest: Substring) -> Bool {
    if word == "bearer" || word == "basic" { return true }
    guard SecretNames.usual.contains(word.filter { $0 != "_" && $0 != "-" }) else { return false }
    return rest.drop { "\"' ".contains($0) }.first.map { "=:".contains($0) } ?? false
  }

  private static func looksLikeToken(_ word: Substring) -> Bool {
    guard word.count > longestWord else { return false }
    return word.contains(where: \.isNumber) && word.contains(where: \.isLowercase)
      && word.contains(where: \.isUppercase)
  }

  private static func isOfToken(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "_-.+/~%&".contains(character))
  }
}
