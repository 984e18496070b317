// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// A picture in the language of Graphviz.
///
/// Source: https://graphviz.org/doc/info/lang.html and shapes.html, "HTML-like labels".
package struct DOTText: Sendable {
  private let picture: FlowPicture
  private let colors: PictureColors
  /// By place, the arrows that lead from it to itself, where each has words of its own.
  private let loops: [Int: [Int]]

  package init(_ picture: FlowPicture, _ colors: PictureColors = .light) {
    self.picture = picture
    self.colors = colors
    let own = picture.level == .all ? picture.edges.indices.filter { picture.edges[$0].isLoop } : []
    loops = Dictionary(grouping: own) { picture.edges[$0].from }
  }

  package var text: String {
    var lines = ["digraph \(Self.quoted(picture.flow.name)) {"]
    lines += [
      "  graph [rankdir=TB, nodesep=0.35, ranksep=0.5, bgcolor=\"transparent\", fontname=\"\(Self.font)\", pad=0.2];",
      "  node [fontname=\"\(Self.font)\", fontsize=13, shape=box, style=\"rounded,filled\", penwidth=1.1,"
        + " margin=\"0.16,0.09\"];",
      "  edge [fontname=\"\(Self.font)\", fontsize=10, arrowsize=0.7, penwidth=1.1];",
    ]
    lines += nodes(in: nil, "  ")
    for region in picture.regions.indices where picture.regions[region].parent == nil {
      lines += cluster(region, "  ")
    }
    let last = picture.nodes.indices.filter { picture.nodes[$0].shape == .failures }
    if !last.isEmpty { lines.append("  { rank=max; \(last.map { picture.id(of: $0) + ";" }.joined(separator: " ")) }") }
    for (index, edge) in picture.edges.enumerated() { lines.append("  " + self.edge(edge, index)) }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  /// A wide one, so that letters of every machine have room.
  private static let font = "DejaVu Sans,Verdana,sans-serif"

  private func cluster(_ index: Int, _ indent: String) -> [String] {
    let region = picture.regions[index]
    var lines = ["\(indent)subgraph cluster_\(index) {"]
    let color = region.kind == .interrupts ? colors.interrupts : colors.region
    lines.append(
      "\(indent)  graph [label=<\(rows(region.name).joined(separator: "<BR/>"))>, labeljust=l, fontsize=11,"
        + " style=\"rounded,filled\", penwidth=1, color=\"\(color.line)\", fillcolor=\"\(color.fill)\","
        + " fontcolor=\"\(color.text)\", class=\"region \(region.kind.rawValue)\"];")
    lines += nodes(in: index, indent + "  ")
    for inner in picture.regions.indices where picture.regions[inner].parent == index {
      lines += cluster(inner, indent + "  ")
    }
    return lines + ["\(indent)}"]
  }

  private func nodes(in region: Int?, _ indent: String) -> [String] {
    picture.nodes.indices.filter { picture.nodes[$0].region == region }.map { indent + node($0) }
  }

  private func node(_ index: Int) -> String {
    let node = picture.nodes[index]
    let color = colors.color(of: node)
    var attributes = [
      "label=\(label(of: node))", "fillcolor=\"\(color.fill)\"", "color=\"\(color.line)\"",
      "fontcolor=\"\(color.text)\"", "id=\"\(picture.id(of: index))\"",
      "class=\"place \(node.shape.rawValue)\(node.isReached ? "" : " unreached")\(node.mark.map { " \($0.rawValue)" } ?? "")\"",
    ]
    switch node.shape {
    case .start: attributes += ["shape=circle", "width=0.18", "fixedsize=true"]
    case .success: attributes += ["peripheries=2"]
    case .gate: attributes += ["shape=hexagon", "style=filled", "margin=\"0.05,0.03\""]
    case .call: attributes += ["style=filled"]
    case .wait: attributes += ["style=\"rounded,filled,dashed\""]
    case .resume: attributes += ["style=\"rounded,filled,dashed\"", "margin=\"0.1,0.04\""]
    case .run, .interrupts: attributes += ["shape=folder", "style=filled"]
    case .failures: attributes += ["peripheries=2"]
    case .challenge, .event, .interrupt, .failure, .ended: break
    }
    if !node.isReached {
      attributes.removeAll { $0.hasPrefix("style=") }
      attributes.append("style=\"filled,dotted\"")
    }
    if node.mark != nil { attributes.append("penwidth=2.6") }
    return "\(picture.id(of: index)) [\(attributes.joined(separator: ", "))];"
  }

  /// The name, and below it in small letters what the place is about.
  private func label(of node: FlowPicture.Node) -> String {
    guard node.shape != .start else { return "\"\"" }
    let lines = picture.lines(of: node).flatMap(rows).map { "<BR/><FONT POINT-SIZE=\"10\">\($0)</FONT>" }
    return "<<B>\(rows(node.name).joined(separator: "<BR/>"))</B>\(lines.joined())>"
  }

  /// The rows of a text, as a label has them.
  private func rows(_ text: String) -> [String] {
    PictureLabel.rows(text, at: picture.level).map(Self.escaped)
  }

  private func edge(_ edge: FlowPicture.Edge, _ index: Int) -> String {
    let color = self.color(of: edge)
    var attributes = [
      "id=\"x\(index)\"", "class=\"way \(edge.kind.rawValue)\(edge.mark.map { " \($0.rawValue)" } ?? "")\"",
      "color=\"\(color)\"", "fontcolor=\"\(color)\"",
    ]
    let lines = labels(at: index)
    if !lines.isEmpty {
      let words = lines.joined(separator: "<BR ALIGN=\"LEFT\"/>")
      attributes.append("label=<\(words)\(lines.count > 1 ? "<BR ALIGN=\"LEFT\"/>" : "")>")
    }
    if edge.kind == .deny { attributes.append("arrowhead=tee") }
    // Dotted, too, where no run comes to its beginning.
    if edge.kind == .timeout || !picture.nodes[edge.from].isReached {
      attributes.append("style=dotted")
    } else if edge.kind == .otherwise {
      attributes.append("style=dashed")
    }
    if edge.mark != nil { attributes.append("penwidth=2.6") }
    let ends = "\(picture.id(of: edge.from)) -> \(picture.id(of: edge.to))"
    return "\(ends) [\(attributes.joined(separator: ", "))];"
  }

  private func color(of edge: FlowPicture.Edge) -> String {
    edge.mark.map { colors.marks[$0] ?? colors.line } ?? colors.lines[edge.kind] ?? colors.line
  }

  /// The rows at an arrow.
  ///
  /// If several arrows lead from a place to itself, the last one bears the rows of all, each in its colour: Graphviz draws it around the
  /// others, which would cross words that stand at them.
  private func labels(at index: Int) -> [String] {
    let edge = picture.edges[index]
    guard edge.isLoop, let loops = loops[edge.from], loops.count > 1 else { return rows(of: edge) }
    guard loops.last == index else { return [] }
    return loops.map { picture.edges[$0] }.flatMap { loop in
      rows(of: loop).map { "\u{A0}<FONT COLOR=\"\(color(of: loop))\">\($0.dropFirst())</FONT>" }
    }
  }

  /// The words of an arrow, row by row.
  ///
  /// What goes on in another row stands a little further in than what begins there. The blanks at both ends keep the words from the arrow.
  private func rows(of edge: FlowPicture.Edge) -> [String] {
    picture.lines(of: edge).flatMap {
      rows($0).enumerated().map { "\u{A0}" + ($0 > 0 ? "\u{A0}\u{A0}" : "") + $1 + "\u{A0}" }
    }
  }

  /// In quotes; a name cannot end them, and no backslash means anything.
  static func quoted(_ text: String) -> String {
    "\"" + escaped(PictureLabel.line(text, most: 200)).replacing("\\", with: "\\\\") + "\""
  }

  /// Text in a label: what is no letter, digit or plain sign is written as a number.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension FlowPicture.Edge {
  /// Whether it leads back to where it begins.
  fileprivate var isLoop: Bool { from == to }
}
