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
      result += TerminalText.visible(scalar)
      length += 1
    }
    return result + "`"
  }
}
