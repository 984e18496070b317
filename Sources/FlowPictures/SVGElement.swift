// SPDX-License-Identifier: Apache-2.0

/// The SVG of Graphviz as a picture that stands anywhere: without what repeats ids, and with letters that fit on every machine.
package struct SVGElement: Sendable {
  package let text: String

  /// Nil for what is no SVG.
  package init?(_ written: String) {
    guard let start = written.firstRange(of: "<svg") else { return nil }
    var lines: [String] = []
    var place: Place?
    var isFirstTitle = true
    for line in Self.withoutComments(written[start.lowerBound...]).split(separator: "\n") {
      // Of places and arrows the titles are mere ids; that of the whole picture is a name.
      if line.hasPrefix("<title>") {
        if isFirstTitle { lines.append(String(line)) }
        isFirstTitle = false
        continue
      }
      if line.hasPrefix("<g ") { place = line.contains("class=\"node ") ? Place() : nil }
      place?.take(line)
      lines.append(place?.centered(line) ?? Self.fonts(String(line)))
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func withoutComments(_ text: Substring) -> String {
    var (rest, kept) = (text, "")
    while let comment = rest.firstRange(of: "<!--") {
      kept += rest[..<comment.lowerBound]
      guard let end = rest[comment.upperBound...].firstRange(of: "-->") else { return kept }
      rest = rest[end.upperBound...]
    }
    return kept + rest
  }

  /// The layout was made for wide letters; narrow ones are easier to read.
  private static func fonts(_ line: String) -> String {
    line.replacing("DejaVu Sans,Verdana,sans-serif", with: "Helvetica,Arial,Liberation Sans,sans-serif")
  }

  /// A place whose words are put into its middle.
  private struct Place {
    private var left = Double.infinity
    private var right = -Double.infinity

    /// Takes note of how far its outline goes.
    mutating func take(_ line: Substring) {
      for name in [" points=\"", " d=\""] {
        guard let start = line.firstRange(of: name) else { continue }
        let numbers = line[start.upperBound...].prefix { $0 != "\"" }
          .split { !($0.isNumber || $0 == "." || $0 == "-") }.compactMap { Double($0) }
        for index in stride(from: 0, to: numbers.count, by: 2) {
          left = min(left, numbers[index])
          right = max(right, numbers[index])
        }
      }
    }

    func centered(_ line: Substring) -> String {
      let marker = "<text text-anchor=\"start\" x=\""
      guard line.hasPrefix(marker), left < right else { return SVGElement.fonts(String(line)) }
      let hundredths = Int(((left + right) * 50).rounded())
      let rest = line.dropFirst(marker.count).drop { $0 != "\"" }
      let sign = hundredths < 0 ? "-" : ""
      let digits = String(abs(hundredths) % 100 + 100).dropFirst()
      return SVGElement.fonts("<text text-anchor=\"middle\" x=\"\(sign)\(abs(hundredths) / 100).\(digits)\(rest)")
    }
  }
}
