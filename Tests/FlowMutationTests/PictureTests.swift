// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import FlowGraph
import FlowMeaning
import FlowPages
import FlowPictures
import FlowRuntime
import Foundation
import SDKContract
import Testing

@testable import FlowChecks
@testable import FlowMutation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Pictures of shipped flows and of flows that are bred, held against the relation and against runs of the machine.
///
/// `PICTURE_COUNT` flows are bred from `PICTURE_SEED`.
@Suite("Pictures, held against the graph that runs")
struct PictureTests {
  private static let seed = Setting.seed("PICTURE_SEED")
  private static let count = Setting.count("PICTURE_COUNT", unlessSet: 60)

  /// Each with its name.
  static func flows() throws -> [(name: String, flow: Flow)] {
    try Shipped.corpus().flows.map { ($0.path, $0.program.flow) } + bred()
  }

  /// First two in which a step takes a reply to the call of another one, then those that are bred.
  static func bred() -> [(name: String, flow: Flow)] {
    let differential = Differential(seed: seed)
    let reader = SpecimenReader()
    var bred: [(String, Flow)] = []
    for number in [131, 182] {
      guard let flow = reader.read(Differential(seed: 1).specimen(number)).flow else { continue }
      bred.append(("bred \(number), seed 1", flow))
    }
    var number = 0
    while bred.count < count + 2 {
      if let flow = reader.read(differential.specimen(number)).flow {
        bred.append(("bred \(number), seed \(seed)", flow))
      }
      number += 1
    }
    return bred
  }

  /// A way as an arrow must tell it: the step, what makes a run take it, and where it leads.
  private struct Told: Hashable, CustomStringConvertible {
    let step: Int
    let trigger: String
    let move: FlowGraph.Target.Kind

    var description: String { "\(step) -\(trigger)-> \(move)" }
  }

  /// What the relation says, without the picture.
  private static func told(by flow: Flow) -> Set<Told> {
    let context = CheckContext(flow)
    var told: Set<Told> = []
    for step in flow.steps.indices {
      for place in context.moves.places(of: step, context.relation) {
        for move in context.relation.moves(at: place) + context.relation.unlistedMoves(at: place) where !move.isTaking {
          if let line = move.line {
            told.insert(Told(step: step, trigger: flow.contract.key(of: line.trigger), move: line.target.move))
          } else if case .choice(let index) = move.origin, case .go(let target) = flow.steps[step].choices[index].action
          {
            told.insert(Told(step: step, trigger: "choice \(index)", move: target.move))
          } else if let to = flow.steps[step].to {
            told.insert(Told(step: step, trigger: "to", move: to.move))
          }
        }
      }
    }
    return told
  }

  private static func told(_ way: Way, _ flow: Flow) -> Told {
    switch way.cause {
    case .line(let trigger, _): Told(step: way.step, trigger: flow.contract.key(of: trigger), move: way.move)
    case .choice(let index): Told(step: way.step, trigger: "choice \(index)", move: way.move)
    case .to: Told(step: way.step, trigger: "to", move: way.move)
    }
  }

  @Test("every way of the relation is drawn, and none that is not, at every level and in every format")
  func drawsTheRelation() throws {
    for (name, flow) in try Self.flows() {
      let ways = try #require(FlowWays(flow), "\(name)")
      // What comes to a step besides, though its places do not tell, is held to runs: see `StrayReplyTests`.
      let told = Self.told(by: flow)
      #expect(told.isSubset(of: ways.ways.map { Self.told($0, flow) }), "\(name)")
      let places = RelationRuns.ways(ofPlaces: flow)
      for way in ways.ways where places.contains(WrittenWay(step: way.step, target: way.range)) {
        #expect(told.contains(Self.told(way, flow)), "\(name)")
      }
      #expect(Set(ways.ways).count == ways.ways.count, "\(name)")
      for level in FlowPicture.Level.allCases {
        let picture = FlowPicture(of: ways, level: level, proofs: Checker.proofsByStep(flow))
        // Each way once: at an arrow, or counted at its place.
        let drawn =
          picture.edges.flatMap(\.ways) + picture.nodes.flatMap(\.inside) + picture.nodes.flatMap(\.failing)
        #expect(drawn.sorted() == Array(ways.ways.indices), "\(name), \(level)")
        check(picture, "\(name), \(level)")
        let arrows = picture.edges.map { "\(picture.id(of: $0.from)) \(picture.id(of: $0.to))" }.sorted()
        let places = picture.nodes.indices.map { picture.id(of: $0) }.sorted()
        let mermaid = try MermaidReading(MermaidText(picture).text, name)
        #expect(mermaid.arrows.sorted() == Self.joiningLoops(arrows), "\(name), \(level)")
        #expect(mermaid.places.sorted() == places, "\(name), \(level)")
        let json = try JSONReading(picture.json)
        #expect(json.arrows.sorted() == arrows && json.places.sorted() == places, "\(name), \(level)")
        #expect(json.ways == ways.ways.count, "\(name), \(level)")
        let dot = DOTText(picture).text
        #expect(Self.written(dot, #" -> "#) == arrows.count, "\(name), \(level)")
      }
    }
  }

  /// Sorted arrows with one from a place to itself in place of several: Mermaid shows no more.
  private static func joiningLoops(_ arrows: [String]) -> [String] {
    arrows.enumerated().filter { index, arrow in
      let ends = arrow.split(separator: " ")
      return ends[0] != ends[1] || index == 0 || arrows[index - 1] != arrow
    }.map(\.element)
  }

  /// What is counted at arrows and places is what is there.
  private func check(_ picture: FlowPicture, _ name: String) {
    for edge in picture.edges where edge.kind != .start {
      #expect(edge.words.count + edge.left == edge.ways.count, "\(name)")
      for way in edge.ways.map({ picture.ways[$0] }) {
        if case .step(let step) = picture.nodes[edge.from].subject { #expect(way.step == step, "\(name)") }
        switch (picture.nodes[edge.to].subject, way.move) {
        case (.step(let step), .step(let id)): #expect(step == Int(id.index), "\(name)")
        case (.end(let end), .end(let id)): #expect(end == Int(id.index), "\(name)")
        case (.step(let step), .stay), (.step(let step), .retry): #expect(step == way.step, "\(name)")
        case (.resume, .resume), (.interrupts, _), (.run, _), (.failures, .end): break
        default: Issue.record("\(name): \(way) leads to \(picture.nodes[edge.to].name)")
        }
      }
    }
  }

  private static func written(_ text: String, _ words: String) -> Int { text.components(separatedBy: words).count - 1 }

  @Test("whatever line a run takes, it is a way of the picture")
  func drawsWhatRuns() throws {
    for (name, flow) in try Self.flows().prefix(17 + Self.count / 4) {
      let ways = try #require(FlowWays(flow), "\(name)")
      let program = Program(unsound: flow)
      var bounds = WalkGraph.Bounds()
      bounds.places = 250
      for place in WalkGraph(program, within: bounds).places {
        for edge in place.edges {
          for hop in edge.marks.compactMap({ $0.hop(in: program) }) where hop.target != nil {
            let isDrawn = ways.ways.contains { way in
              way.step == Int(hop.step.index) && way.range == hop.target && way.key == hop.key
            }
            #expect(isDrawn, "\(name): \(flow[hop.step].name.value), \(hop)")
          }
        }
      }
    }
  }

  @Test("a row has at most 48 characters, and only the level `all` shows a very long text to its end")
  func breaksRows() {
    let text = String(repeating: "getPassword 164, ", count: 20) + String(repeating: "x", count: 100)
    let whole = PictureLabel.rows(text, at: .all)
    #expect(whole.allSatisfy { $0.count <= 48 })
    #expect(whole.joined().filter { $0 != " " } == text.filter { $0 != " " })
    for level in [FlowPicture.Level.overview, .normal] {
      let rows = PictureLabel.rows(text, at: level)
      #expect(rows.count == 4 && rows[3].hasPrefix("… and ") && rows[3].hasSuffix(" more characters"), "\(rows)")
      #expect(PictureLabel.rows("short", at: level) == ["short"])
    }
  }

  @Test("Graphviz reads the pictures and draws each arrow", .enabled(if: Graphviz.isThere, "Graphviz is not installed"))
  func isReadByGraphviz() throws {
    for (name, flow) in try Self.flows().prefix(17 + Self.count / 6) {
      let ways = try #require(FlowWays(flow), "\(name)")
      for level in FlowPicture.Level.allCases {
        let picture = FlowPicture(of: ways, level: level)
        let read = try Graphviz.read(DOTText(picture).text)
        #expect(
          read.arrows == picture.edges.map { "\(picture.id(of: $0.from)) \(picture.id(of: $0.to))" }.sorted(), "\(name)"
        )
        #expect(read.places == picture.nodes.indices.map { picture.id(of: $0) }.sorted(), "\(name)")
      }
    }
  }

  @Test(
    "an SVG has the places and arrows of the picture, each arrow between its places, alone and in a page",
    .enabled(if: Graphviz.isThere, "Graphviz is not installed"))
  func isDrawnAsSVG() throws {
    for (name, flow) in try Self.flows().prefix(17 + Self.count / 6) {
      let ways = try #require(FlowWays(flow), "\(name)")
      for level in FlowPicture.Level.allCases {
        let picture = FlowPicture(of: ways, level: level, proofs: Checker.proofsByStep(flow))
        let svg = try Graphviz.svg(DOTText(picture).text)
        check(try SVGReading(svg), picture, "\(name), \(level)")
        let part = PageSVG.text(svg, prefix: "")
        check(try SVGReading(part), picture, "\(name), \(level), in a page")
        #expect(part.utf8.count < svg.utf8.count && !part.contains("fill=\"#"), "\(name)")
      }
    }
  }

  private func check(_ drawn: SVGReading, _ picture: FlowPicture, _ name: String) {
    #expect(Set(drawn.places.keys) == Set(picture.nodes.indices.map { picture.id(of: $0) }), "\(name)")
    #expect(Set(drawn.arrows.keys) == Set(picture.edges.indices.map { "x\($0)" }), "\(name)")
    for (index, edge) in picture.edges.enumerated() {
      guard let (start, end) = drawn.arrows["x\(index)"], let from = drawn.places[picture.id(of: edge.from)],
        let to = drawn.places[picture.id(of: edge.to)]
      else { continue }
      // Where an arrow has its head, the line ends before the place.
      #expect(from.isNear(start, by: 4), "\(name), x\(index)")
      #expect(to.isNear(end, by: 14), "\(name), x\(index)")
    }
    for place in drawn.places.values { #expect(place.left <= place.right, "\(name)") }
    let words = Set(drawn.words)
    for node in picture.nodes where node.shape != .start {
      for shown in PictureLabel.rows(node.name, at: picture.level) {
        #expect(words.contains(shown), "\(name): \(shown)")
      }
    }
  }
}

/// An SVG of a picture, read by an XML parser.
private final class SVGReading: NSObject, XMLParserDelegate {
  struct Box {
    var (left, right, top, bottom) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)

    mutating func take(_ x: Double, _ y: Double) {
      (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
    }

    func isNear(_ point: (x: Double, y: Double), by distance: Double) -> Bool {
      point.x >= left - distance && point.x <= right + distance && point.y >= top - distance
        && point.y <= bottom + distance
    }
  }

  private(set) var places: [String: Box] = [:]
  /// Where the line of each begins and ends.
  private(set) var arrows: [String: (start: (x: Double, y: Double), end: (x: Double, y: Double))] = [:]
  private(set) var words: [String] = []
  private var group: (id: String, kinds: Set<Substring>) = ("", [])
  private var text: String?

  init(_ svg: String) throws {
    super.init()
    // In a page, the names of the namespaces are those of HTML.
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
  }

  private static func points(_ text: String) -> [(x: Double, y: Double)] {
    let numbers = text.split { !($0.isNumber || $0 == "." || $0 == "-") }.compactMap { Double($0) }
    return stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    if name == "g" { group = (attributes["id"] ?? "", Set((attributes["class"] ?? "").split(separator: " "))) }
    if name == "text" { text = "" }
    func number(_ key: String) -> Double { attributes[key].flatMap { Double($0) } ?? 0 }
    if group.kinds.contains("way"), name == "path" {
      let points = Self.points(attributes["d"] ?? "")
      if let first = points.first, let last = points.last { arrows[group.id] = (first, last) }
    } else if group.kinds.contains("place") {
      var box = places[group.id] ?? Box()
      for point in Self.points(attributes["d"] ?? "") + Self.points(attributes["points"] ?? "") {
        box.take(point.x, point.y)
      }
      if name == "ellipse" {
        for sign in [-1.0, 1] { box.take(number("cx") + sign * number("rx"), number("cy") + sign * number("ry")) }
      } else if name == "rect" {
        box.take(number("x"), number("y"))
        box.take(number("x") + number("width"), number("y") + number("height"))
      }
      places[group.id] = box
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text? += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if name == "text", let text { words.append(text) }
    if name == "text" { text = nil }
  }
}

/// A chart of Mermaid, read by what its documentation allows and no more.
private struct MermaidReading {
  var places: [String] = []
  var arrows: [String] = []

  init(_ text: String, _ name: String) throws {
    let label = #"(?:"[^"\[\]{}<>|`]*(?:<br>[^"\[\]{}<>|`]*)*")"#
    let place = try Regex(
      #"^([a-z]\d+)(?:\(\(\#(label)\)\)|\(\[\#(label)\]\)|\(\#(label)\)|\[\[\#(label)\]\]|\[\#(label)\]|\{\{\#(label)\}\})$"#
    )
    let arrow = try Regex(#"^([a-z]\d+) (?:-->|-\.->|--x)(?:\|\#(label)\|)? ([a-z]\d+)$"#)
    let region = try Regex(#"^subgraph g\d+\[\#(label)\]$"#)
    let style = try Regex(
      #"^(?:classDef [a-zA-Z]+ [a-z\-]+:[#\w]+(?:,[a-z\-]+:[#\w]+)*|class [a-z]\d+(?:,[a-z]\d+)* [a-zA-Z]+|style [a-z]\d+ [\w:#,\-]+|linkStyle \d+(?:,\d+)* [\w:#,\-]+)$"#
    )
    var depth = 0
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.first == "flowchart TB")
    for line in lines.dropFirst() {
      if let match = try place.wholeMatch(in: line) {
        places.append(String(match.output[1].substring ?? ""))
      } else if let match = try arrow.wholeMatch(in: line) {
        arrows.append("\(match.output[1].substring ?? "") \(match.output[2].substring ?? "")")
      } else if try region.wholeMatch(in: line) != nil {
        depth += 1
      } else if line == "end" {
        depth -= 1
      } else if try style.wholeMatch(in: line) == nil {
        Issue.record("\(name): no line of a chart: \(line)")
      }
    }
    #expect(depth == 0)
  }
}

private struct JSONReading {
  var places: [String] = []
  var arrows: [String] = []
  var ways = 0

  init(_ text: String) throws {
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    places = try #require(object["places"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    arrows = try #require(object["arrows"] as? [[String: Any]]).map {
      "\($0["from"] as? String ?? "") \($0["to"] as? String ?? "")"
    }
    ways = try #require(object["ways"] as? [Any]).count
  }
}

/// The program `dot`, asked what it has read.
private enum Graphviz {
  static let isThere: Bool = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/dot") }
  }()

  /// The picture as the program shows it.
  static func svg(_ dot: String) throws -> String {
    let written = try run(dot, ["-Tsvg", "-Gnslimit=4", "-Gnslimit1=4", "-Gmclimit=1"])
    return try #require(SVGElement.all(in: Array(written)).first).text
  }

  private static func run(_ dot: String, _ options: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["dot"] + options
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let writer = input.fileHandleForWriting
    DispatchQueue.global().async {
      try? writer.write(contentsOf: Data(dot.utf8))
      try? writer.close()
    }
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return bytes
  }

  static func read(_ dot: String) throws -> (places: [String], arrows: [String]) {
    // `osage` lays out in no time, and all that is looked at is what was read.
    let bytes = try run(dot, ["-Kosage", "-Tdot_json"])
    let object = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    let objects = (object["objects"] as? [[String: Any]]) ?? []
    let names = Dictionary(
      uniqueKeysWithValues: objects.map { ($0["_gvid"] as? Int ?? -1, $0["name"] as? String ?? "") })
    let arrows = ((object["edges"] as? [[String: Any]]) ?? []).map { edge in
      "\(names[edge["tail"] as? Int ?? -1] ?? "") \(names[edge["head"] as? Int ?? -1] ?? "")"
    }
    return (names.values.filter { !$0.hasPrefix("cluster_") && !$0.hasPrefix("%") }.sorted(), arrows.sorted())
  }
}
