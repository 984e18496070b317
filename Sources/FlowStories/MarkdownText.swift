// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MessageLanguages

/// Words of a flow in Markdown, which shows them as they are: none of their characters is a sign of it, wherever they stand.
///
/// Source: CommonMark 0.31, and the tables, strikethroughs and formulas that some readers add.
enum MarkdownText {
  /// The words on one line; line breaks and what nobody sees are written out.
  static func line(_ text: String) -> String {
    let isolates: ClosedRange<UInt32> = 0x2066...0x2069
    let shown = String(String.UnicodeScalarView(text.unicodeScalars.filter { !isolates.contains($0.value) }))
    return escaped(TerminalText.line(shown))
  }

  /// A line that somebody is shown: what keeps directions of writing apart stays, and the words around it stay where they are.
  ///
  /// - Parameter isRightToLeft: whether it is in a language that is written so; nil for nobody says.
  static func said(_ text: String, isRightToLeft: Bool? = nil) -> String {
    let shown = WritingDirection.isClosed(text) ? keepingIsolates(text) : line(text)
    return WritingDirection.line(shown, isRightToLeft: isRightToLeft)
  }

  private static func keepingIsolates(_ text: String) -> String {
    let parts = text.split(separator: WritingDirection.open, omittingEmptySubsequences: false).map { part in
      part.split(separator: WritingDirection.close, omittingEmptySubsequences: false)
        .map { TerminalText.line(String($0)) }.joined(separator: String(WritingDirection.close))
    }
    return escaped(parts.joined(separator: String(WritingDirection.open)))
  }

  /// A text of several lines, each of them on a line of its own; an empty one begins another paragraph.
  static func lines(_ text: String, isRightToLeft: Bool? = nil) -> [String] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      said(String($0), isRightToLeft: isRightToLeft)
    }
    return lines.indices.map { index in
      // What is broken in the flow is broken here: by itself Markdown would join the lines.
      let isBroken = index + 1 < lines.count && !lines[index].isEmpty && !lines[index + 1].isEmpty
      return lines[index] + (isBroken ? "\\" : "")
    }
  }

  private static func escaped(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let end = scalars.lastIndex { !$0.properties.isWhitespace } ?? -1
    let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.count
    // Such as the `1` of `1. ` at the beginning, which would begin a list.
    let digits = scalars[start...].prefix { ("0"..."9").contains($0) }.count
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if index < start || index > end {
        // Blanks at the ends would be dropped, or make code or a line break of it.
        result.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
        continue
      }
      let isFirst = index == start && "-+=:".unicodeScalars.contains(scalar)
      let isOfNumber = digits > 0 && index == start + digits && ".)".unicodeScalars.contains(scalar)
      if isFirst || isOfNumber || signs.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  private static let signs = Set("\\`*_{}[]<>#|~&!$".unicodeScalars)
}
