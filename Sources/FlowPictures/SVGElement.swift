// SPDX-License-Identifier: Apache-2.0

/// The SVG of Graphviz as a picture that stands anywhere: without what repeats ids, and with letters that fit on every machine.
package struct SVGElement: Sendable {
  package let text: String

  /// All that Graphviz has written, one behind the other.
  package static func all(in written: [UInt8]) -> [SVGElement] {
    var rest = written[...]
    var all: [SVGElement] = []
    while let end = rest.place(of: Words.end) {
      if let element = SVGElement(rest[..<end.upperBound]) { all.append(element) }
      rest = rest[end.upperBound...]
    }
    return all
  }

  /// Nil for what is no SVG.
  private init?(_ svg: ArraySlice<UInt8>) {
    guard let start = svg.place(of: Words.start) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(svg.count)
    var place: Outline?
    var isFirstTitle = true
    for line in Self.withoutComments(svg[start.lowerBound...]).split(separator: 0x0A) {
      // Of places and arrows the titles are mere ids; that of the whole picture is a name.
      if line.starts(with: Words.title) {
        if isFirstTitle { bytes += line + [0x0A] }
        isFirstTitle = false
        continue
      }
      if line.starts(with: Words.group) { place = line.place(of: Words.node) == nil ? nil : Outline() }
      place?.take(line)
      if let place { place.write(line, to: &bytes) } else { Self.write(line, to: &bytes) }
      bytes.append(0x0A)
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  private static func withoutComments(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var rest = text
    var kept: [UInt8] = []
    while let comment = rest.place(of: Words.comment) {
      kept += rest[..<comment.lowerBound]
      guard let end = rest[comment.upperBound...].place(of: Words.endOfComment) else { return kept }
      rest = rest[end.upperBound...]
    }
    return kept + rest
  }

  /// The layout was made for wide letters; narrow ones are easier to read.
  private static func write(_ line: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    guard line.starts(with: Words.text), let font = line.place(of: Words.wideFonts) else { return bytes += line }
    bytes += line[..<font.lowerBound]
    bytes += Words.narrowFonts
    bytes += line[font.upperBound...]
  }

  /// What is looked for and written, as bytes.
  private enum Words {
    static let start = Array("<svg".utf8)
    static let end = Array("</svg>".utf8)
    static let title = Array("<title>".utf8)
    static let group = Array("<g ".utf8)
    static let node = Array("class=\"node ".utf8)
    static let text = Array("<text".utf8)
    static let startOfText = Array("<text text-anchor=\"start\" x=\"".utf8)
    static let comment = Array("<!--".utf8)
    static let endOfComment = Array("-->".utf8)
    static let wideFonts = Array("DejaVu Sans,Verdana,sans-serif".utf8)
    static let narrowFonts = Array("Helvetica,Arial,Liberation Sans,sans-serif".utf8)
    static let outlines = [Array(" points=\"".utf8), Array(" d=\"".utf8)]
  }

  /// A place whose words are put into its middle.
  private struct Outline {
    private var left = Double.infinity
    private var right = -Double.infinity

    /// Takes note of how far its outline goes.
    mutating func take(_ line: ArraySlice<UInt8>) {
      for name in Words.outlines {
        guard let start = line.place(of: name) else { continue }
        let numbers = line[start.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
          .split { !((48...57).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")) }
          .compactMap { Double(String(decoding: $0, as: UTF8.self)) }
        for index in stride(from: 0, to: numbers.count, by: 2) {
          left = min(left, numbers[index])
          right = max(right, numbers[index])
        }
      }
    }

    /// Writes a line of the place: a text with the middle as its place.
    func write(_ line: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
      guard line.starts(with: Words.startOfText), left < right else { return SVGElement.write(line, to: &bytes) }
      let hundredths = Int(((left + right) * 50).rounded())
      let rest = line.dropFirst(Words.startOfText.count).drop { $0 != UInt8(ascii: "\"") }
      let sign = hundredths < 0 ? "-" : ""
      let digits = String(abs(hundredths) % 100 + 100).dropFirst()
      let start = "<text text-anchor=\"middle\" x=\"\(sign)\(abs(hundredths) / 100).\(digits)"
      SVGElement.write((Array(start.utf8) + rest)[...], to: &bytes)
    }
  }
}

extension ArraySlice<UInt8> {
  /// Where a word stands first.
  ///
  /// Why our own: that of the library takes many times as long for bytes.
  fileprivate func place(of word: [UInt8]) -> Range<Int>? {
    var start = startIndex
    while let first = self[start...].firstIndex(of: word[0]) {
      if self[first...].starts(with: word) { return first..<first + word.count }
      start = first + 1
    }
    return nil
  }
}
