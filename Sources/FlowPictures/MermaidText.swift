// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A picture as a flowchart of Mermaid, which many wikis and GitHub draw.
///
/// Source: https://mermaid.js.org/syntax/flowchart.html. Every text is in quotes, and in it what is no letter, digit or plain sign is an entity;
/// every id is a letter and a number, so that none is a word of the language such as `end`.
package struct MermaidText: Sendable {
  private let picture: FlowPicture
  private let colors: PictureColors

  package init(_ picture: FlowPicture, _ colors: PictureColors = .light) {
    self.picture = picture
    self.colors = colors
  }

  package var text: String {
    var lines = ["flowchart TB"]
    lines += nodes(in: nil, "  ")
    for region in picture.regions.indices where picture.regions[region].parent == nil {
      lines += self.region(region, "  ")
    }
    for edge in picture.edges { lines.append("  " + self.edge(edge)) }
    for shape in FlowPicture.Shape.allCases { lines += classes(of: shape) }
    for mark in PictureMark.allCases {
      let marked = picture.edges.indices.filter { picture.edges[$0].mark == mark }
      if !marked.isEmpty, let color = colors.marks[mark] {
        lines.append("  linkStyle \(marked.map { String($0) }.joined(separator: ",")) stroke:\(color),stroke-width:3px")
      }
    }
    for kind in WayKind.allCases {
      let those = picture.edges.indices.filter { picture.edges[$0].kind == kind && picture.edges[$0].mark == nil }
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

  private func edge(_ edge: FlowPicture.Edge) -> String {
    let words = picture.lines(of: edge).flatMap(rows).joined(separator: "<br>")
    let arrow =
      switch edge.kind {
      case .otherwise, .timeout: "-.->"
      case .deny: "--x"
      // No run comes to where it begins.
      default: picture.nodes[edge.from].isReached ? "-->" : "-.->"
      }
    let label = words.isEmpty ? "" : "|\"\(words)\"|"
    return "\(picture.id(of: edge.from)) \(arrow)\(label) \(picture.id(of: edge.to))"
  }

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
