// SPDX-License-Identifier: Apache-2.0

/// A line of a file, sign by sign.
///
/// Why not as Swift counts: to it, a space or a quote and the accent that follows it are one character, which is neither of them.
extension String {
  /// How many spaces it begins with.
  var indentation: Int { utf8.prefix { $0 == 0x20 }.count }

  /// Without so many of the spaces that it begins with.
  func withoutSpaces(_ count: Int) -> String { String(unicodeScalars.dropFirst(min(count, indentation))) }

  /// Without white space in front.
  var withoutIndentation: String { String(unicodeScalars.drop { $0 == " " || $0 == "\t" }) }

  /// Without white space at its end.
  var trimmed: String {
    var text = unicodeScalars[...]
    while let last = text.last, " \t\r\n".unicodeScalars.contains(last) { text.removeLast() }
    return String(text)
  }

  /// Up to the first space or `#`: the sign of a text behind `|` or `>`.
  var signOfBlock: String { String(unicodeScalars.prefix { $0 != " " && $0 != "#" }) }

  /// Between its line breaks, of which CR LF is one.
  var lines: [String] { split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init) }

  var hasLineBreak: Bool { utf8.contains { $0 == 0x0A || $0 == 0x0D } }
}
