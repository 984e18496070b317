// SPDX-License-Identifier: Apache-2.0

/// The picture as a part of a page: the page gives it its colours and its letters, by classes, and says nothing twice.
package enum PageSVG {
  /// - Parameter prefix: what the ids begin with, since a page may have several pictures, such as `f0-p`.
  package static func text(_ svg: String, prefix: String) -> String {
    var result = ""
    result.reserveCapacity(svg.utf8.count)
    var isArrow = false
    for line in svg.utf8.split(separator: UInt8(ascii: "\n")) {
      let line = Substring(line)
      let element = Element(line)
      switch element.name {
      case "g":
        isArrow = element["class"]?.utf8.starts(with: "edge ".utf8) ?? false
        result += group(element, prefix)
      case "path" where !isArrow: result += box(element)
      case "path": result += "<path d=\"\(whole(element["d"]))\"\(dashes(element))/>"
      case "polygon": result += "<polygon points=\"\(open(whole(element["points"])))\"/>"
      case "polyline": result += "<polyline points=\"\(whole(element["points"]))\"/>"
      case "ellipse":
        let numbers = ["cx", "cy", "rx", "ry"].map { " \($0)=\"\(whole(element[$0]))\"" }
        result += "<ellipse\(numbers.joined())/>"
      case "text":
        // A name is in large letters, all else in small ones.
        let isName = element["font-weight"] != nil
        result +=
          "<text\(isName ? " class=\"n\"" : "") x=\"\(whole(element["x"]))\" y=\"\(whole(element["y"]))\"\(element.rest)\n"
      case "svg": result += "<svg role=\"group\"" + line.dropFirst("<svg".count) + "\n"
      default:
        result += line.utf8.starts(with: " viewBox".utf8) ? " viewBox=\"\(element["viewBox"] ?? "")\">\n" : line
      }
    }
    return result
  }

  /// A tag with its attributes, as Graphviz writes it: on a line of its own, and with quotes.
  private struct Element {
    let name: Substring
    private var attributes: [(name: Substring, value: Substring)] = []
    /// What stands behind the attributes.
    let rest: Substring

    init(_ line: Substring) {
      let parts = line.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).map {
        Substring($0)
      }
      let head = parts[0].utf8
      guard head.first == UInt8(ascii: "<") || parts.count > 1 else {
        name = ""
        rest = line
        return
      }
      let word = head.dropFirst().prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ">") }
      name = head.first == UInt8(ascii: "<") ? Substring(word) : ""
      for index in stride(from: 0, to: parts.count - 1, by: 2) {
        let key = parts[index].utf8.split(separator: UInt8(ascii: " ")).last ?? parts[index].utf8
        attributes.append((Substring(key.dropLast()), parts[index + 1]))
      }
      rest = parts[parts.count - 1]
    }

    subscript(name: String) -> Substring? { attributes.first { $0.name == name }?.value }
  }

  private static func group(_ element: Element, _ prefix: String) -> String {
    var text = "<g"
    if let id = element["id"] { text += " id=\"\(prefix)\(id)\"" }
    let classes = (element["class"] ?? "").utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
      .filter { !["node", "edge", "cluster"].contains($0) }
    if !classes.isEmpty { text += " class=\"\(classes.joined(separator: " "))\"" }
    if let transform = element["transform"] { text += " transform=\"\(transform)\"" }
    return text + ">"
  }

  /// A box with round corners, which Graphviz writes as an outline.
  private static func box(_ element: Element) -> String {
    var numbers: [Int] = []
    for number in (element["d"] ?? "").utf8.split(whereSeparator: { !Self.isOfNumber($0) }) {
      numbers.append(rounded(Substring(number)))
    }
    let (xs, ys) = (
      stride(from: 0, to: numbers.count - 1, by: 2).map { numbers[$0] },
      stride(from: 1, to: numbers.count, by: 2).map { numbers[$0] }
    )
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return "" }
    return
      "<rect x=\"\(left)\" y=\"\(top)\" width=\"\(right - left)\" height=\"\(bottom - top)\" rx=\"12\"\(dashes(element))/>"
  }

  private static func dashes(_ element: Element) -> String {
    element["stroke-dasharray"].map { " stroke-dasharray=\"\($0)\"" } ?? ""
  }

  /// Corners without the last one, where that is the first again: a polygon closes by itself.
  private static func open(_ points: String) -> String {
    let corners = points.split(separator: " ")
    return corners.count > 1 && corners.first == corners.last
      ? corners.dropLast().joined(separator: " ") : corners.joined(separator: " ")
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }

  private static func rounded(_ number: Substring) -> Int {
    Int(number.prefix { $0 != "." }) ?? 0
  }

  /// Coordinates in whole points: nobody sees less of them.
  private static func whole(_ text: Substring?) -> String {
    guard let text else { return "" }
    var bytes: [UInt8] = []
    var isBehindPoint = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: ".") {
        isBehindPoint = true
      } else if !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte) {
        isBehindPoint = false
      }
      if !isBehindPoint { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
