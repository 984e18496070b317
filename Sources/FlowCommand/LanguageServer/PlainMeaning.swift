// SPDX-License-Identifier: Apache-2.0

extension String {
  /// What our explanations say, for an editor that shows each sign of Markdown as it is: without bold, italics, fences and backticks.
  var withoutMarkdown: String {
    var lines: [String] = []
    var isFenced = false
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isFenced.toggle()
      } else if isFenced {
        lines.append(String(line))
      } else if line == "---" {
        // A rule between two explanations: the empty lines around it are enough.
        if lines.last == "" { lines.removeLast() }
      } else {
        lines.append(Self.plain(line))
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func plain(_ line: Substring) -> String {
    let isItalic = line.count > 1 && line.first == "_" && line.last == "_"
    var rest = isItalic ? line.dropFirst().dropLast() : line
    var plain = ""
    var isCode = false
    while let sign = rest.first {
      if sign == "`" {
        isCode.toggle()
        rest.removeFirst()
      } else if !isCode, rest.hasPrefix("**") {
        rest.removeFirst(2)
      } else {
        plain.append(sign)
        rest.removeFirst()
      }
    }
    return plain
  }
}
