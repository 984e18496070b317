// SPDX-License-Identifier: Apache-2.0

extension RulePage {
  /// The entry as it reads without Markdown: examples are indented, links are their words.
  ///
  /// Backticks stay: findings quote with them, too.
  package var plain: String {
    var lines: [String] = []
    var isExample = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isExample.toggle()
      } else if isExample {
        lines.append(line.isEmpty ? "" : "    " + line)
      } else {
        lines.append(Self.plain(line))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// A line of prose without its marks.
  private static func plain(_ line: Substring) -> String {
    var line = line
    if line.hasPrefix("#") { return String(line.drop { $0 == "#" }.dropFirst()) }
    var words = ""
    if line.hasPrefix("**"), let weight = label(line.dropFirst(2), closedBy: "**"), weight.rest.hasPrefix(" — ") {
      words = "\(weight.words): "
      line = weight.rest.dropFirst(3)
    } else if line.hasPrefix("*"), let head = label(line.dropFirst(), closedBy: "*"), head.words.hasSuffix(":") {
      words = String(head.words)
      line = head.rest
    }
    return words + withoutLinks(line)
  }

  /// What stands before a mark, and what stands behind it.
  private static func label(_ text: Substring, closedBy mark: String) -> (words: Substring, rest: Substring)? {
    var rest = text
    while !rest.isEmpty {
      if rest.hasPrefix(mark) { return (text[..<rest.startIndex], rest.dropFirst(mark.count)) }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// The words of each link in place of the link; what stands in backticks is left as it is.
  private static func withoutLinks(_ line: Substring) -> String {
    var words = ""
    var rest = line
    var isQuoted = false
    while let sign = rest.first {
      if sign == "`" { isQuoted.toggle() }
      if sign == "[", !isQuoted, let link = label(rest.dropFirst(), closedBy: "]("),
        !link.words.contains("["), let target = label(link.rest, closedBy: ")")
      {
        words += link.words
        rest = target.rest
      } else {
        words.append(sign)
        rest = rest.dropFirst()
      }
    }
    return words
  }
}
