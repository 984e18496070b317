// SPDX-License-Identifier: Apache-2.0

/// The run that shows a finding, as numbered lines; of a long one, the beginning and the end.
package struct WayLines {
  /// Such as ``12. `signIn` leads to `locked` (flows/login.yaml:31:9)``, fit for a terminal.
  package private(set) var lines: [String] = []

  /// A longer run is cut in its middle: its end is where the harm is done.
  private static let mostShown = 24
  private static let shownBefore = 8

  /// The lines of a run, whose places are in these files.
  package init(_ way: [WayStep], in sources: SourceMap) {
    let isCut = way.count > Self.mostShown
    let left = isCut ? Self.shownBefore..<(way.count - Self.mostShown + Self.shownBefore + 1) : 0..<0
    let width = String(way.count).utf8.count
    for (index, step) in way.enumerated() {
      if left.contains(index) {
        if index == left.lowerBound { lines.append("… \(left.count) more steps") }
        continue
      }
      let number = String(index + 1)
      let text = "\(number). \(step.message) (\(sources.shownPlace(step.range)))"
      lines.append(String(repeating: " ", count: width - number.utf8.count) + TerminalText.line(text))
    }
  }
}
