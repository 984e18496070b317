// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import FlowGraph
import FlowPages
import FlowRuntime
import FlowStories
import Foundation
import SDKContract
import Testing

/// The runs of a page, as its script reads them.
private struct PageMap {
  struct Move {
    let words: String
    let delay: Int64
    let trace: Int
  }

  let texts: [String]
  let traces: [[Int]]
  let screens: [[String: Any]]
  let moves: [Move]
  let places: [[Int]]
  let offers: [[Int]]
  /// What is said at an end, by language.
  let said: [[Int]]
  let languages: [String]

  init(_ page: String) throws {
    let start = try #require(page.range(of: #"id="f0-map">"#)).upperBound
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8)) as? [String: Any])
    texts = try #require(object["texts"] as? [String])
    traces = try #require(object["traces"] as? [[Int]])
    screens = try #require(object["screens"] as? [[String: Any]])
    places = try #require(object["places"] as? [[Int]])
    offers = try #require(object["offers"] as? [[Int]])
    said = try #require(object["said"] as? [[Int]])
    languages = object["languages"] as? [String] ?? []
    let all = texts
    moves = try #require(object["moves"] as? [[Int]]).map { move in
      Move(words: all[move[1]], delay: Int64(move[2]), trace: move[4])
    }
  }

  func edges(at place: Int) -> [(move: Int, to: Int)] {
    zip(offers[places[place][5]], places[place].dropFirst(6)).map { ($0, $1) }
  }

  /// The lines of a trace from a moment on.
  func lines(_ trace: Int, from start: Int64) throws -> [String] {
    try traces[trace].map { line in
      let parts = texts[line].split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return "\(start + (try #require(Int64(parts[0])))) \(parts[1]) \(parts[2])"
    }
  }
}

@Suite("A flow to walk through, held against the machine")
struct WalkTests {
  private static let seed = ProcessInfo.processInfo.environment["WALK_SEED"].flatMap { UInt64($0) } ?? 1
  private static let count = ProcessInfo.processInfo.environment["WALK_COUNT"].flatMap { Int($0) } ?? 10_000

  @Test("ten thousand random ways in the pages of the shipped flows have the traces of the machine")
  func walksAsTheMachine() async throws {
    let flows = try ShippedFlows.all()
    #expect(flows.count >= 16)
    let each = Self.count / flows.count + 1
    try await withThrowingTaskGroup(of: Int.self) { group in
      for (number, (path, flow)) in flows.enumerated() {
        group.addTask {
          try Self.walk(flow, each, seed: Self.seed &+ UInt64(number), path)
        }
      }
      var walked = 0
      for try await count in group { walked += count }
      #expect(walked >= Self.count, "seed \(Self.seed)")
    }
  }

  /// Walks over the page's data, and lets the same happen to a machine.
  private static func walk(_ flow: ValidFlow, _ count: Int, seed: UInt64, _ path: String) throws -> Int {
    let program = Program(flow)
    var bounds = WalkGraph.Bounds()
    bounds.places = 300
    var graph = WalkGraph(program, within: bounds)
    graph.follow(FlowStories(graph).runsToEnds)
    var paged = PagedFlow(path: path, flow: flow.flow, picture: try picture(of: flow.flow))
    paged.walk = graph
    let map = try PageMap(FlowPage([paged]).text)
    // By place of the map: what the machine may do there by the map of the machine.
    var dice = Dice(seed)
    for number in 0..<count {
      var machine = FlowMachine(program)
      var (place, here) = (0, 0)
      for _ in 0..<40 {
        let edges = map.edges(at: place)
        #expect(edges.count == graph.places[here].edges.count, "\(path), way \(number), seed \(seed)")
        guard !edges.isEmpty else { break }
        let index = dice.roll(below: edges.count)
        let edge = graph.places[here].edges[index]
        let start = machine.time
        // A moment of the map is told from now on.
        let passage = machine.pass(Moment(edge.moment.happening, at: start + edge.delay))
        let noted = passage.marks.map { mark -> String in
          let entry = TraceEntry(mark, of: program)
          return "\(mark.time) \(entry.kind) \(entry.wordsWithValues)"
        }
        let move = map.moves[edges[index].move]
        guard try map.lines(move.trace, from: start) == noted else {
          Issue.record(
            "\(path), way \(number), seed \(seed): \(move.words)\n\(try map.lines(move.trace, from: start))\n\(noted)")
          return number
        }
        #expect(move.delay == machine.time - start)
        guard edges[index].to >= 0, let next = edge.to else { break }
        (place, here) = (edges[index].to, next)
        check(map, place, machine, "\(path), way \(number), seed \(seed)")
        guard map.places[place][4] != 2 else { break }
      }
    }
    return count
  }

  /// What the page shows of a place is what the machine asks there.
  private static func check(_ map: PageMap, _ place: Int, _ machine: FlowMachine, _ way: String) {
    let row = map.places[place]
    #expect((row[4] == 1) == machine.isOver, "\(way)")
    #expect(
      map.texts[row[1]] == machine.proofs.map { "\($0.factor.rawValue) by \($0.authenticator)" }.joined(separator: ", ")
    )
    guard let question = machine.question(at: machine.time) else {
      #expect(row[0] < 0, "\(way)")
      return
    }
    guard row[0] >= 0 else {
      Issue.record("\(way): the page shows no screen")
      return
    }
    let screen = Screen(question, at: machine.time, of: machine.program.flow)
    let shown = map.screens[row[0]]
    #expect(shown["step"] as? String == screen.step, "\(way)")
    #expect(shown["say"] as? String == screen.message, "\(way)")
    #expect(shown["attempts"] as? Int == screen.attemptsLeft, "\(way)")
    #expect(shown["deadline"] as? Int == screen.deadline, "\(way)")
    let choices = (shown["choices"] as? [[String]] ?? []).map { $0[0] + $0[2] }
    #expect(choices == screen.choices.map { $0.name + ($0.obstacle ?? "") }, "\(way)")
    #expect(asides(shown) == asides(screen), "\(way)")
  }

  private static func asides(_ shown: [String: Any]) -> [[String]] { shown["asides"] as? [[String]] ?? [] }

  private static func asides(_ screen: Screen) -> [[String]] { screen.asides.map { [$0.occasion, $0.key, $0.text] } }

  @Test(
    "over the page one can walk to each end that a run was found to",
    arguments: ["activation", "notifications", "variants/kiosk"])
  func walksToEachEnd(_ name: String) throws {
    let flow = try #require(try ShippedFlows.all().first { $0.path == "flows/\(name).yaml" }).flow
    var bounds = WalkGraph.Bounds()
    bounds.places = 300
    var graph = WalkGraph(Program(flow), within: bounds)
    let stories = FlowStories(graph)
    graph.follow(stories.runsToEnds)
    let map = try PageMap(page(flow, graph))
    var reached: Set<Substring> = []
    var known: Set<Int> = [0]
    var open = [0]
    while let place = open.popLast() {
      for (move, to) in map.edges(at: place) where to >= 0 {
        for line in try map.lines(map.moves[move].trace, from: 0) {
          let words = line.split(separator: " ")
          if words[1] == "end" { reached.insert(words[2]) }
        }
        if known.insert(to).inserted { open.append(to) }
      }
    }
    let ends = stories.stories.compactMap { $0.shows[0].hasPrefix("end ") ? $0.shows[0].dropFirst(4) : nil }
    #expect(ends.count > 3 && reached.isSuperset(of: ends), "\(Set(ends).subtracting(reached))")
    #expect(flow.flow.ends.contains { $0.outcome == .success && reached.contains($0.name.value[...]) })
  }

  @Test("where the map ends the page says so, and a whole map has no such place")
  func saysWhereItEnds() throws {
    let flow = try ShippedFlows.read(Samples.small)
    var bounds = WalkGraph.Bounds()
    bounds.places = 5
    let cut = WalkGraph(Program(flow), within: bounds)
    #expect(cut.unlooked > 0)
    let text = try page(flow, cut)
    let map = try PageMap(text)
    let ends = map.places.count { $0[4] == 2 }
    #expect(ends > 0 && text.contains("\(ends) of its \(map.places.count) places say that it has nothing beyond them"))
    bounds.places = 5_000
    bounds.depth = 400
    let whole = WalkGraph(Program(flow), within: bounds)
    #expect(whole.unlooked == 0, "\(whole.places.count)")
    #expect(whole.places.allSatisfy { $0.machine.isOver || $0.isLookedAt })
    #expect(try page(flow, whole).contains("The page has every run"))
  }

  @Test("no two things that may happen at a place have the same words")
  func tellsMovesApart() throws {
    for (path, flow) in try ShippedFlows.all().prefix(6) {
      var bounds = WalkGraph.Bounds()
      bounds.places = 120
      let graph = WalkGraph(Program(flow), within: bounds)
      var walk = WalkWords(graph)
      for place in graph.places.indices {
        let words = walk.words(at: place)
        #expect(Set(words).count == words.count, "\(path)")
      }
    }
  }

  @Test("in each language the page says at each place what the machine says there")
  func speaksAsTheMachine() throws {
    let flow = try #require(try ShippedFlows.all().first { $0.path == "flows/variants/country.yaml" }).flow
    let tags = FlowWording.languages(of: flow.flow)
    #expect(tags == [FlowWording.own, "de"])
    let graph = WalkGraph(Program(flow))
    var paged = PagedFlow(path: "country.yaml", flow: flow.flow, picture: try picture(of: flow.flow))
    paged.walk = graph
    paged.spoken = tags.map { ($0, Program(flow.speaking($0))) }
    let map = try PageMap(FlowPage([paged]).text)
    #expect(map.languages == tags)
    var dice = Dice(Self.seed)
    var (heard, ends) = (0, 0)
    for number in 0..<400 {
      let language = dice.roll(below: tags.count)
      var machine = FlowMachine(paged.spoken[language].program)
      var (place, here) = (0, 0)
      for _ in 0..<40 {
        let edges = map.edges(at: place)
        guard !edges.isEmpty else { break }
        let index = dice.roll(below: edges.count)
        let edge = graph.places[here].edges[index]
        let passage = machine.pass(Moment(edge.moment.happening, at: machine.time + edge.delay))
        guard edges[index].to >= 0, let next = edge.to else { break }
        (place, here) = (edges[index].to, next)
        let row = map.places[place]
        for mark in passage.marks {
          guard case .ended(let end) = mark.what, let said = machine.said(at: end) else { continue }
          #expect(map.texts[map.said[row[2]][language]] == said.text, "way \(number), seed \(Self.seed)")
          ends += 1
        }
        guard row[0] >= 0, let question = machine.question(at: machine.time) else { continue }
        let screen = Screen(question, at: machine.time, of: machine.program.flow)
        let own = map.screens[row[0]]
        let others = own["in"] as? [[String: Any]]
        let shown = language == 0 ? own : own.merging(others?[language - 1] ?? [:]) { $1 }
        #expect(shown["say"] as? String == screen.message, "way \(number), seed \(Self.seed)")
        #expect(
          (shown["choices"] as? [[String]] ?? []).map { $0[1] } == screen.choices.map { $0.confirm ?? "" },
          "way \(number), seed \(Self.seed)")
        #expect(Self.asides(shown) == Self.asides(screen), "way \(number), seed \(Self.seed)")
        if language > 0, screen.message != nil { heard += 1 }
      }
    }
    #expect(heard > 50 && ends > 20, "\(heard), \(ends)")
  }

  private func page(_ flow: ValidFlow, _ graph: WalkGraph) throws -> String {
    var paged = PagedFlow(path: "test.yaml", flow: flow.flow, picture: try picture(of: flow.flow))
    paged.walk = graph
    return FlowPage([paged]).text
  }
}
