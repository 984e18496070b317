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
    case .plain where isNeeded: return raw.contains("\n") ? raw : "'" + raw.split("'").joined(separator: "''") + "'"
    case .single, .double:
      guard !raw.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == 0x0A || $0 == 0x0D }) else { return raw }
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
    if other == .single, !isHard { return "'" + text.split("'").joined(separator: "''") + "'" }
    if other != .double, isPlain(text, inFlow: inFlow) { return text }
    if !isHard, text.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
      return "'" + text.split("'").joined(separator: "''") + "'"
    }
    return "\"" + text.unicodeScalars.map(escaped).joined() + "\""
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
    guard raw.utf8.count > 1, let first = raw.first, first == "'" || first == "\"", raw.last == first else {
      return raw
    }
    let inner = String(raw.dropFirst().dropLast())
    return first == "'" ? inner.split("''").joined(separator: "'") : inner
  }

  /// Whether a text is text without quotes as well, for us and for other parsers.
  static func isText(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic else { return false }
    return !OtherParsers.isWordOfTheirs(text)
  }

  /// Whether the language takes it for a text without quotes, too, and not for a number or a flag.
  static func isTextToUs(_ text: String) -> Bool {
    guard text != "true", text != "false", let first = text.unicodeScalars.first else { return false }
    return first.properties.isAlphabetic || text == "=" || text == "<<"
      || first == "." && beginsText(Array(text.utf8)[...])
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
    guard isText(text), text.last != " ", text.last != ":" else { return false }
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case 0..<0x20, 0x7F: return false
      case UInt8(ascii: "#") where previous == 0x20: return false
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

extension String {
  /// The parts between the places where another text stands.
  fileprivate func split(_ separator: String) -> [String] {
    var parts: [String] = [""]
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(separator) {
        parts.append("")
        rest = rest.dropFirst(separator.count)
      } else {
        parts[parts.count - 1].append(rest.removeFirst())
      }
    }
    return parts
  }
}
