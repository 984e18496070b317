// SPDX-License-Identifier: Apache-2.0

/// Slips that somebody makes.
extension SplitMix64 {
  mutating func mutated(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for number in 0...below(6) {
      let place = below(lines.count)
      switch below(10) {
      case 0: lines.insert(String(repeating: " ", count: below(12)) + "# comment \(number)", at: place)
      case 1: lines[place] += " # behind \(number)"
      case 2: lines.insert("", at: place)
      case 3: lines.insert("  ", at: place)
      case 4: lines.remove(at: place)
      case 5: lines.insert(lines[place], at: below(lines.count))
      case 6: lines[place] = "  " + lines[place]
      case 7:
        lines[place] = lines[place].replacing(": ", with: ":\n" + String(repeating: " ", count: 14), maxReplacements: 1)
      case 8: lines[place] = quoted(lines[place])
      default: lines[place] = lines[place].replacing("{ ", with: "{ # in brackets\n              ", maxReplacements: 1)
      }
      if lines.isEmpty { lines = [""] }
    }
    return lines.joined(separator: "\n")
  }

  /// A line whose keys are in quotes.
  private func quoted(_ line: String) -> String {
    line.replacing(/([A-Za-z0-9-]+)(?=: )/) { "\"\($0.output.1)\"" }
  }
}
