// SPDX-License-Identifier: Apache-2.0

/// Writes XML 1.0, indented, in the order of the calls.
package struct XMLWriter {
  package private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var depth = 0

  /// An element with others in it.
  package mutating func element(
    _ name: String, _ attributes: [(String, String)], _ body: (inout XMLWriter) -> Void
  ) {
    let start = indent + "<\(name)\(Self.written(attributes))"
    var inner = XMLWriter(depth: depth + 1)
    body(&inner)
    text += inner.text.isEmpty ? start + "/>\n" : start + ">\n" + inner.text + indent + "</\(name)>\n"
  }

  /// An element with a text, which keeps its lines.
  package mutating func element(_ name: String, _ attributes: [(String, String)], text: String) {
    let parts = Self.legal(text).split(separator: "]]>", omittingEmptySubsequences: false)
    let data = parts.joined(separator: "]]]]><![CDATA[>")
    self.text += indent + "<\(name)\(Self.written(attributes))><![CDATA[\(data)]]></\(name)>\n"
  }

  /// Elements that another writer wrote.
  package mutating func add(written elements: String) { text += elements }

  package init() {}

  /// A writer of elements that belong into another's document.
  ///
  /// - Parameter depth: how many elements they are nested in.
  package init(depth: Int) {
    text = ""
    self.depth = depth
  }

  private var indent: String { String(repeating: "  ", count: depth) }

  private static func written(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0.0)=\"\(escaped($0.1))\"" }.joined()
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in legal(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\r": result += "&#13;"
      case "\t": result += "&#9;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text with U+FFFD for what XML 1.0 cannot hold, not even escaped.
  ///
  /// Source: XML 1.0, production 2, Char.
  private static func legal(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      // A terminal obeys these, or turns the line round.
      case 0x7F...0x9F, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: result.append("\u{FFFD}")
      case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...: result.append(scalar)
      default: result.append("\u{FFFD}")
      }
    }
    return String(result)
  }
}
