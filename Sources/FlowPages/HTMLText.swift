// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MessageLanguages

/// Words of a flow as HTML: nothing in them is an element, an attribute or an entity, and nothing turns the order of the text around.
package enum HTMLText {
  /// A name or a line.
  package static func line(_ text: String) -> String { escaped(TerminalText.line(text)) }

  /// A message as a user sees it: its lines stay, and a word of another direction is kept apart from the words around it.
  package static func message(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { line in
      line.utf8.contains { $0 >= 0x80 } ? isolating(String(line)) : self.line(String(line))
    }.joined(separator: "\n")
  }

  /// A value beside others, which it does not turn around.
  static func value(_ text: String) -> String { isolating(WritingDirection.line(text)) }

  /// The attribute that tells from which side words are read.
  ///
  /// - Parameter isRightToLeft: whether their language is written from right to left; nil for the first letter tells.
  static func direction(_ isRightToLeft: Bool?) -> String {
    " dir=\"\(isRightToLeft.map { $0 ? "rtl" : "ltr" } ?? "auto")\""
  }

  /// Each isolate of a line as an element; marks that do not belong together are dropped.
  private static func isolating(_ line: String) -> String {
    guard WritingDirection.isClosed(line) else {
      return self.line(String(String.UnicodeScalarView(line.unicodeScalars.filter { !isIsolate($0) })))
    }
    return line.split(separator: WritingDirection.open, omittingEmptySubsequences: false).map { part in
      part.split(separator: WritingDirection.close, omittingEmptySubsequences: false).map { self.line(String($0)) }
        .joined(separator: "</bdi>")
    }.joined(separator: "<bdi>")
  }

  /// A line in which what stands in backticks is a word of the author's.
  package static func quoting(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    // Without a closing one, the sign is a sign.
    guard parts.count % 2 == 1 else { return line(text) }
    return parts.enumerated().map { index, part in
      index % 2 == 0 ? line(String(part)) : "<code>\(line(String(part)))</code>"
    }.joined()
  }

  private static func isIsolate(_ scalar: Unicode.Scalar) -> Bool { (0x2066...0x2069).contains(scalar.value) }

  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// A part of a page without the end tags that go without saying: that of a cell or an item, where the next one begins.
  ///
  /// Words of a flow have no sign `<`, so each of these tags is one of the page's own.
  static func lean(_ html: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(html.utf8.count)
    let text = Array(html.utf8)
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "<"), index + 1 < text.count, text[index + 1] == UInt8(ascii: "/"),
        let tag = needless.first(where: { text[(index + 2)...].starts(with: $0) })
      {
        index += tag.count + 2
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let needless = ["li>", "td>", "th>", "tr>", "dt>", "dd>", "thead>", "tbody>"].map { Array($0.utf8) }

  /// JSON that may stand in a `script` element: nothing in it ends the element.
  static func data(_ json: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.utf8.count + json.utf8.count / 16)
    let text = Array(json.utf8)
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "<") {
        bytes += Array("\\u003c".utf8)
      } else if text[index] == 0xE2, text[index...].starts(with: [0xE2, 0x80, 0xA8]) {
        bytes += Array("\\u2028".utf8)
        index += 2
      } else if text[index] == 0xE2, text[index...].starts(with: [0xE2, 0x80, 0xA9]) {
        bytes += Array("\\u2029".utf8)
        index += 2
      } else {
        bytes.append(text[index])
      }
      index += 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
