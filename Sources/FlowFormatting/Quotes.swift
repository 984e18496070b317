// SPDX-License-Identifier: Apache-2.0

import YAMLTree

/// Where quotes are needed: where a text without them would be read as something else, by us or by other parsers.
enum Quotes {
  /// A text as it is written, without quotes that it does not need.
  ///
  /// - Parameters:
  ///   - isNeeded: whether other parsers would read it as something else without quotes.
  ///   - inFlow: whether it stands in brackets.
  static func written(_ node: SourceNode, _ raw: String, isNeeded: Bool, inFlow: Bool) -> String {
    switch node.form {
    case .plain where isNeeded:
      // With a `?` in it, a text needs quotes in brackets only, and the line may be broken into a block.
      return raw.hasLineBreak || isPlain(raw, inFlow: inFlow) ? raw : inSingle(raw)
    case .single, .double:
      guard !raw.hasLineBreak, !raw.utf8.contains(UInt8(ascii: "\\")) else { return raw }
      let text = said(raw)
      return isPlain(text, inFlow: inFlow) ? text : raw
    default: return raw
    }
  }

  /// A text as it is written anew: in the quotes of another one, if it is in quotes; else only with quotes that it needs.
  ///
  /// - Parameter other: how what it stands in the place of was written, or what stands beside it; nil if there is nothing.
  static func spelled(_ text: String, like other: SourceNode.Form?, inFlow: Bool) -> String {
    let isHard = text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    if other == .single, !isHard { return inSingle(text) }
    if other != .double, isPlain(text, inFlow: inFlow) { return text }
    if !isHard, text.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
      return inSingle(text)
    }
    return "\"" + text.unicodeScalars.map(escaped).joined() + "\""
  }

  private static func inSingle(_ text: String) -> String {
    "'" + text.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\t": return "\\t"
    default:
      guard scalar.value < 0x20 || scalar.value == 0x7F else { return String(scalar) }
      let digits = String(scalar.value, radix: 16)
      return "\\x" + (digits.count < 2 ? "0" : "") + digits
    }
  }

  /// What a text of one line says that is written with or without quotes.
  static func said(_ raw: String) -> String {
    let scalars = raw.unicodeScalars
    guard scalars.count > 1, let quote = scalars.first, quote == "'" || quote == "\"", scalars.last == quote else {
      return raw
    }
    var (text, isFirstOfTwo) = (String.UnicodeScalarView(), false)
    for scalar in scalars.dropFirst().dropLast() {
      let isQuote = quote == "'" && scalar == quote
      if !isQuote || !isFirstOfTwo { text.append(scalar) }
      isFirstOfTwo = isQuote && !isFirstOfTwo
    }
    return String(text)
  }

  /// Whether a text is text without quotes as well, for us and for other parsers.
  static func isText(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return (first.properties.isAlphabetic || isPath(text) || isOption(text)) && !OtherParsers.isWordOfTheirs(text)
  }

  /// Whether the language takes it for a text without quotes, too, and not for a number or a flag.
  static func isTextToUs(_ text: String) -> Bool {
    guard text != "true", text != "false", let first = text.unicodeScalars.first else { return false }
    return first.properties.isAlphabetic || text == "=" || text == "<<" || isPath(text) || isOption(text)
      || first == "." && beginsText(Array(text.utf8)[...])
  }

  /// `/x`, `./x` or `../x`: no number has a slash there.
  private static func isPath(_ text: String) -> Bool {
    ["/", "./", "../"].contains { text.utf8.starts(with: $0.utf8) }
  }

  /// `-x` or `--x`: no number has a letter behind its sign.
  private static func isOption(_ text: String) -> Bool {
    let bytes = text.utf8
    let word = bytes.starts(with: "--".utf8) ? bytes.dropFirst(2) : bytes.dropFirst()
    return bytes.first == UInt8(ascii: "-") && word.first.map { (97...122).contains($0 | 0x20) } ?? false
  }

  /// Whether what begins with these bytes can be no number, whoever reads it: with a letter, as `=` or `<<`, or as `.inf`.
  static func beginsText(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    if first == UInt8(ascii: ".") { return bytes.dropFirst().first.map { $0 | 0x20 >= UInt8(ascii: "a") } ?? false }
    return first | 0x20 >= UInt8(ascii: "a") || first == UInt8(ascii: "=") || first == UInt8(ascii: "<")
  }

  /// Whether a key is a number, such as a status code.
  static func isNumber(_ key: String) -> Bool { !key.isEmpty && key.utf8.allSatisfy { (48...57).contains($0) } }

  /// Whether quotes around a text are needed for nothing.
  private static func isPlain(_ text: String, inFlow: Bool) -> Bool {
    guard isText(text), let last = text.utf8.last, last != 0x20, last != UInt8(ascii: ":") else { return false }
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case 0..<0x20, 0x7F: return false
      case UInt8(ascii: "#") where CommentSign.begins(behind: previous): return false
      case 0x20 where previous == UInt8(ascii: ":"): return false
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
        UInt8(ascii: "?"), UInt8(ascii: ":"):
        if inFlow { return false }
      default: break
      }
      previous = byte
    }
    return true
  }
}

extension SourceNode {
  /// The quotes of the keys of a map in which all have some, as in JSON; nil for any other map.
  var quotesOfKeys: Form? {
    for entry in entries {
      guard let key = entry.key, key.form == .single || key.form == .double else { return nil }
    }
    return entries.first?.key?.form
  }
}
