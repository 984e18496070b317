// SPDX-License-Identifier: Apache-2.0

extension POFile {
  /// The file as text; the same file always gives the same text.
  package var text: String {
    var lines = ["msgid \"\"", "msgstr \"\""]
    lines += header.map { "\"\(Self.escaped("\($0.name): \($0.value)\n"))\"" }
    for entry in entries {
      lines.append("")
      lines += entry.notes.map { "#. \($0)" }
      lines += entry.references.map { "#: \(Self.reference($0))" }
      if entry.isFuzzy { lines.append("#, fuzzy") }
      if let context = entry.context { lines += Self.lines("msgctxt", context) }
      lines += Self.lines("msgid", entry.id)
      if let plural = entry.plural {
        lines += Self.lines("msgid_plural", plural)
        for (index, text) in entry.texts.enumerated() { lines += Self.lines("msgstr[\(index)]", text) }
      } else {
        lines += Self.lines("msgstr", entry.texts.first ?? "")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A word and its text: in one line, or line by line below the word where the text has several.
  private static func lines(_ word: String, _ text: String) -> [String] {
    var parts: [String] = []
    var rest = text.unicodeScalars[...]
    while let end = rest.firstIndex(of: "\n") {
      let next = rest.index(after: end)
      parts.append(String(rest[..<next]))
      rest = rest[next...]
    }
    if !rest.isEmpty || parts.isEmpty { parts.append(String(rest)) }
    guard parts.count > 1 else { return ["\(word) \"\(escaped(parts[0]))\""] }
    return ["\(word) \"\""] + parts.map { "\"\(escaped($0))\"" }
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      case "\t": escaped += "\\t"
      case "\r": escaped += "\\r"
      case "\u{07}": escaped += "\\a"
      case "\u{08}": escaped += "\\b"
      case "\u{0B}": escaped += "\\v"
      case "\u{0C}": escaped += "\\f"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 8)
        escaped += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// A path with spaces stands between marks, as gettext has it since 0.22.
  private static func reference(_ text: String) -> String {
    text.contains(" ") ? "\u{2068}\(text)\u{2069}" : text
  }
}
