// SPDX-License-Identifier: Apache-2.0

extension Diagnostic {
  /// An author's own word, in backticks, fit for a headline: on one line, cut to `limit` characters, and with
  /// nothing in it that a terminal would obey.
  public static func quoting(_ word: some StringProtocol, limit: Int = 32) -> String {
    var result = "`"
    var length = 0
    for scalar in word.unicodeScalars {
      guard length < limit else {
        result += "…"
        break
      }
      // A mark of its own inside would end the quotation too early, for readers and for what covers secrets in it.
      result += scalar == "`" ? "'" : TerminalText.visible(scalar)
      length += 1
    }
    return result + "`"
  }

  /// The bytes as messages quote them: with `'` for a backtick.
  package static func asQuoted(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { $0 == UInt8(ascii: "`") ? UInt8(ascii: "'") : $0 }
  }

  /// A word, in backticks or not, behind `a` or `an`.
  package static func withArticle(_ word: some StringProtocol) -> String {
    let letter = word.unicodeScalars.first { $0 != "`" }
    return "\(letter.map { "aeiouAEIOU".unicodeScalars.contains($0) } ?? false ? "an" : "a") \(word)"
  }

  /// The path of a file, in backticks: whole, but for one longer than any that people write.
  public static func quoting(path: some StringProtocol) -> String { quoting(path, limit: 200) }
}
