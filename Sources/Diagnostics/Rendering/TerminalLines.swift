// SPDX-License-Identifier: Apache-2.0

extension String {
  /// How many columns a terminal gives to this text.
  package var terminalWidth: Int { unicodeScalars.reduce(0) { $0 + $1.terminalWidth } }

  /// As much of its end as fits into so many columns.
  package func ending(in columns: Int) -> String {
    var room = columns
    var shown: [Unicode.Scalar] = []
    for scalar in unicodeScalars.reversed() {
      room -= scalar.terminalWidth
      if room < 0 { break }
      shown.append(scalar)
    }
    var text = ""
    text.unicodeScalars.append(contentsOf: shown.reversed())
    return text
  }

  /// The text in lines of so many columns, broken between words; a word that is longer is left whole.
  ///
  /// - Parameters:
  ///   - lead: what stands before the first line.
  ///   - Returns: each line ends with a line break.
  package func lines(behind lead: String, columns: Int) -> String {
    let indent = String(repeating: " ", count: lead.terminalWidth)
    var text = ""
    var line = lead
    var hasWords = false
    for word in split(separator: " ", omittingEmptySubsequences: true) {
      if hasWords, line.terminalWidth + 1 + String(word).terminalWidth > columns {
        text += line + "\n"
        (line, hasWords) = (indent, false)
      }
      line += (hasWords ? " " : "") + word
      hasWords = true
    }
    return text + line + "\n"
  }
}
