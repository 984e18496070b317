// SPDX-License-Identifier: Apache-2.0

/// The picture as a part of a page: the page gives it its colours and its letters, by classes.
enum PageSVG {
  /// - Parameter prefix: what the ids begin with, since a page may have several pictures, such as `f0-p`.
  static func text(_ svg: String, prefix: String) -> String {
    var text = svg
    for attribute in dropped { text = text.replacing(attribute, with: "") }
    for name in ["fill", "stroke"] { text = without(name, text) }
    return whole(text).replacing(" id=\"", with: " id=\"\(prefix)")
      .replacing("<svg ", with: "<svg role=\"group\" ")
      .replacing(" xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"", with: "")
  }

  /// Coordinates in whole points: nobody sees less of them.
  private static func whole(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let quote = rest.firstRange(of: "=\"") {
      result += rest[..<quote.upperBound]
      let isPlace = places.contains { result.hasSuffix($0) }
      rest = rest[quote.upperBound...]
      let value = rest.prefix { $0 != "\"" }
      rest = rest.dropFirst(value.count)
      guard isPlace else {
        result += value
        continue
      }
      var isBehindPoint = false
      for character in value {
        if character == "." { isBehindPoint = true } else if !character.isNumber { isBehindPoint = false }
        if !isBehindPoint { result.append(character) }
      }
    }
    return result + rest
  }

  private static let places = [" d=\"", " points=\"", " x=\"", " y=\""]

  private static let dropped = [
    " font-family=\"Helvetica,Arial,Liberation Sans,sans-serif\"", " stroke=\"transparent\"", " fill=\"none\"",
    " stroke-width=\"1.1\"", " text-anchor=\"start\"", " text-anchor=\"middle\"",
  ]

  /// Without the colours of an attribute, such as ` fill="#ffffff"`.
  private static func without(_ name: String, _ text: String) -> String {
    var parts = text.split(separator: " \(name)=\"#", omittingEmptySubsequences: false)[...]
    guard var result = parts.popFirst().map(String.init) else { return text }
    for part in parts { result += part.drop { $0 != "\"" }.dropFirst() }
    return result
  }
}
