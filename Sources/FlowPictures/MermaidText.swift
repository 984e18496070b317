// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A picture as a flowchart of Mermaid, which many wikis and GitHub draw.
///
/// Source: https://mermaid.js.org/syntax/flowchart.html. Every text is in quotes, and in it what is no letter, digit or plain sign is an entity;
/// every id is a letter and a number, so that none is a word of the language such as `end`.
package struct MermaidText: Sendable {
  private let picture: FlowPicture
  private let colors: PictureColors

  /// The arrows of the chart, each as the indices of those of the picture that it stands for.
  ///
  /// Why: of several arrows from a place to itself Mermaid shows one alone, so these are one.
  private let arrows: [[Int]]

  package init(_ picture: FlowPicture, _ colors: PictureColors = .light) {
    self.picture = picture
    self.colors = colors
    var arrows: [[Int]] = []
    var loops: [Int: Int] = [:]
    for (index, edge) in picture.edges.enumerated() {
      if edge.from == edge.to, let loop = loops[edge.from] {
        arrows[loop].append(index)
      } else {
        if edge.from == edge.to { loops[edge.from] = arrows.count }
        arrows.append([index])
      }
    }
    self.arrows = arrows
  }

  package var text: String {
    var lines = ["flowchart TB"]
    lines += nodes(in: nil, "  ")
    for region in picture.regions.indices where picture.regions[region].parent == nil {
      lines += self.region(region, "  ")
    }
    for arrow in arrows { lines.append("  " + self.line(of: arrow)) }
    for shape in FlowPicture.Shape.allCases { lines += classes(of: shape) }
    for mark in PictureMark.allCases {
      let marked = arrows.indices.filter { self.mark(of: arrows[$0]) == mark }
      if !marked.isEmpty, let color = colors.marks[mark] {
        lines.append("  linkStyle \(marked.map { String($0) }.joined(separator: ",")) stroke:\(color),stroke-width:3px")
      }
    }
    for kind in WayKind.allCases {
      let those = arrows.indices.filter { self.kind(of: arrows[$0]) == kind && mark(of: arrows[$0]) == nil }
      if !those.isEmpty, let color = colors.lines[kind] {
        lines.append("  linkStyle \(those.map { String($0) }.joined(separator: ",")) stroke:\(color)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func region(_ index: Int, _ indent: String) -> [String] {
    let region = picture.regions[index]
    var lines = ["\(indent)subgraph g\(index)[\"\(rows(region.name).joined(separator: "<br>"))\"]"]
    lines += nodes(in: index, indent + "  ")
    for inner in picture.regions.indices where picture.regions[inner].parent == index {
      lines += self.region(inner, indent + "  ")
    }
    return lines + ["\(indent)end"]
  }

  private func nodes(in region: Int?, _ indent: String) -> [String] {
    picture.nodes.indices.filter { picture.nodes[$0].region == region }.map { indent + node($0) }
  }

  private func node(_ index: Int) -> String {
    let node = picture.nodes[index]
    let words = ([node.name] + picture.lines(of: node)).flatMap(rows)
    let label = "\"\(words.joined(separator: "<br>"))\""
    let id = picture.id(of: index)
    return switch node.shape {
    case .start: "\(id)((\"start\"))"
    case .challenge, .event, .interrupt, .wait: "\(id)(\(label))"
    case .call: "\(id)[\(label)]"
    case .gate: "\(id){{\(label)}}"
    case .run, .interrupts: "\(id)[[\(label)]]"
    case .resume, .success, .failure, .failures, .ended: "\(id)([\(label)])"
    }
  }

  private func line(of arrow: [Int]) -> String {
    let edges = arrow.map { picture.edges[$0] }
    // Where only some are set off, the words say which.
    let isMixed = edges.contains { $0.mark != edges[0].mark }
    let words = edges.flatMap { edge in
      picture.lines(of: edge) + (isMixed ? edge.mark.map { ["(\($0.meaning))"] } ?? [] : [])
    }
    let rows = words.flatMap(self.rows).joined(separator: "<br>")
    let line =
      switch kind(of: arrow) {
      case .otherwise, .timeout: "-.->"
      case .deny: "--x"
      // No run comes to where it begins.
      default: picture.nodes[edges[0].from].isReached ? "-->" : "-.->"
      }
    let label = rows.isEmpty ? "" : "|\"\(rows)\"|"
    return "\(picture.id(of: edges[0].from)) \(line)\(label) \(picture.id(of: edges[0].to))"
  }

  /// What all that an arrow stands for are; nil where they are of several kinds.
  private func kind(of arrow: [Int]) -> WayKind? {
    let kind = picture.edges[arrow[0]].kind
    return arrow.allSatisfy { picture.edges[$0].kind == kind } ? kind : nil
  }

  private func mark(of arrow: [Int]) -> PictureMark? { arrow.lazy.compactMap { picture.edges[$0].mark }.first }

  /// The rows of a text, as a label has them.
  private func rows(_ text: String) -> [String] {
    PictureLabel.rows(text, at: picture.level).map(Self.escaped)
  }

  private func classes(of shape: FlowPicture.Shape) -> [String] {
    let those = picture.nodes.indices.filter { picture.nodes[$0].shape == shape }
    guard let first = those.first else { return [] }
    var unmarked = picture.nodes[first]
    unmarked.mark = nil
    let color = colors.color(of: unmarked)
    var lines = [
      "  classDef \(shape.rawValue)Place fill:\(color.fill),stroke:\(color.line),color:\(color.text)",
      "  class \(those.map { picture.id(of: $0) }.joined(separator: ",")) \(shape.rawValue)Place",
    ]
    for index in those where !picture.nodes[index].isReached {
      lines.append("  style \(picture.id(of: index)) stroke-dasharray:3")
    }
    for index in those {
      guard let color = picture.nodes[index].mark.flatMap({ colors.marks[$0] }) else { continue }
      lines.append("  style \(picture.id(of: index)) stroke:\(color),stroke-width:3px")
    }
    return lines
  }

  /// What is no letter, digit, space or plain sign is written as its number: `#60;` for `<`.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", ":", "-", "_", "/", "(", ")", "'", "…":
        result.unicodeScalars.append(scalar)
      case _ where scalar.properties.isAlphabetic: result.unicodeScalars.append(scalar)
      default: result += "#\(scalar.value);"
      }
    }
  }
}
