// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowChecks
import FlowGraph
import SDKContract

extension FlowPicture {
  /// A picture of a flow.
  ///
  /// - Parameters:
  ///   - open: the `run:` steps whose flows are shown step by step; those of all flows inside at the level `all`.
  ///   - proofs: what is proved at each step; nil for nobody has asked.
  package init(
    of ways: FlowWays, level: Level = .normal, open: Set<String> = [], proofs: ProofsByStep? = nil
  ) {
    let words = WayWords(flow: ways.flow)
    self.init(
      flow: ways.flow, level: level, ways: ways.ways, words: ways.ways.map(words.words), fallen: ways.fallen,
      kinds: ways.ways.map(words.kind), late: ways.late.flatMap(\.self))
    var maker = PictureMaker(picture: self, words: words, open: open, proofs: proofs, idle: ways.late.map(\.count))
    maker.make()
    maker.tell(unhandled: ways.unhandled)
    self = maker.picture
  }
}

/// Makes the places and arrows of a picture.
private struct PictureMaker {
  var picture: FlowPicture
  let words: WayWords
  let open: Set<String>
  let proofs: ProofsByStep?
  let idle: [Int]
  private var nodes: [FlowPicture.Subject: Int] = [:]
  private var regions: [String: Int] = [:]
  private var interrupts: Int?

  init(picture: FlowPicture, words: WayWords, open: Set<String>, proofs: ProofsByStep?, idle: [Int]) {
    self.picture = picture
    self.words = words
    self.open = open
    self.proofs = proofs
    self.idle = idle
  }

  private var flow: Flow { picture.flow }

  mutating func make() {
    let first = add(.start)
    for step in flow.steps.indices { add(subject(ofStep: step)) }
    if picture.ways.contains(where: { $0.move == .resume }) { add(subject(of: .resume, from: nil)) }
    for end in flow.ends.indices { add(subject(of: .end(EndID(end)), from: nil)) }
    picture.edges.append(
      FlowPicture.Edge(from: first, to: node(ofStep: Int(flow.start.index)), kind: .start, ways: []))
    var edges: [EdgeKey: Int] = [:]
    for index in picture.ways.indices { join(index, &edges) }
    for index in picture.edges.indices { picture.edges[index].words = shown(picture.edges[index]) }
    tellUnreached()
  }

  /// Notes at each place what ends a run there, though no line says so.
  mutating func tell(unhandled: [[String]]) {
    for (step, names) in unhandled.enumerated() {
      let node = node(ofStep: step)
      for name in names where !picture.nodes[node].unhandled.contains(name) {
        picture.nodes[node].unhandled.append(name)
      }
    }
  }

  /// Finds the places to which nothing leads, and those to which only a late reply does.
  private mutating func tellUnreached() {
    let (steps, ends) = reached(by: picture.ways)
    let late = reached(by: picture.ways + picture.late)
    /// Whether a place is among these; nil for one to which nothing has to lead.
    func holds(_ subject: FlowPicture.Subject, _ steps: Set<Int>, _ ends: Set<Int>) -> Bool? {
      switch subject {
      case .step(let step): steps.contains(step)
      case .end(let end): ends.contains(end)
      case .run(let name): steps.contains { flow.steps[$0].name.value.hasPrefix(name + "/") }
      case .start, .interrupts, .resume, .failures: nil
      }
    }
    for index in picture.nodes.indices {
      let subject = picture.nodes[index].subject
      guard holds(subject, steps, ends) == false else { continue }
      picture.nodes[index].isReached = false
      picture.nodes[index].isReachedLate = holds(subject, late.steps, late.ends) ?? false
    }
  }

  /// The steps and ends to which some ways lead, from the start and from each interrupt on.
  private func reached(by ways: [Way]) -> (steps: Set<Int>, ends: Set<Int>) {
    var steps = Set(flow.steps.filter(\.isInterrupt).map { Int($0.id.index) })
    steps.insert(Int(flow.start.index))
    var ends: Set<Int> = []
    let ways = Dictionary(grouping: ways, by: \.step)
    var open = Array(steps)
    while let step = open.popLast() {
      for way in ways[step] ?? [] {
        switch way.move {
        case .step(let id): if steps.insert(Int(id.index)).inserted { open.append(Int(id.index)) }
        case .end(let id): ends.insert(Int(id.index))
        case .stay, .retry, .resume: break
        }
      }
    }
    return (steps, ends)
  }

  private struct EdgeKey: Hashable {
    let from: Int
    let to: Int
    let kind: WayKind?
    let way: Int?
  }

  private mutating func join(_ index: Int, _ edges: inout [EdgeKey: Int]) {
    let way = picture.ways[index]
    let from = node(ofStep: way.step)
    let to = nodes[subject(of: way.move, from: way.step)] ?? from
    if picture.level == .overview, picture.nodes[to].shape == .failures, picture.kinds[index] != .choice {
      return picture.nodes[from].failing.append(index)
    }
    let isFolded = picture.nodes[from].steps > 1 || picture.level == .overview
    guard from != to || !isFolded else { return picture.nodes[from].inside.append(index) }
    let key =
      switch picture.level {
      case .overview: EdgeKey(from: from, to: to, kind: nil, way: nil)
      case .normal: EdgeKey(from: from, to: to, kind: from == to ? nil : picture.kinds[index], way: nil)
      case .all: EdgeKey(from: from, to: to, kind: nil, way: index)
      }
    if let known = edges[key] { return picture.edges[known].ways.append(index) }
    edges[key] = picture.edges.count
    picture.edges.append(FlowPicture.Edge(from: from, to: to, kind: picture.kinds[index], ways: [index]))
  }

  /// The words of an arrow, as far as the level has room for them.
  private func shown(_ edge: FlowPicture.Edge) -> [String] {
    let most: Int
    switch picture.level {
    case .overview: most = edge.ways.count == 1 ? 1 : 0
    case .normal: most = edge.ways.count <= 3 ? 3 : 2
    case .all: most = edge.ways.count
    }
    return edge.ways.prefix(most).map { index in
      let count = picture.fallen[index].count
      return picture.words[index] + (count > 1 ? " (\(count) things)" : "")
    }
  }

  /// The place that a step stands in.
  private func subject(ofStep index: Int) -> FlowPicture.Subject {
    let step = flow.steps[index]
    if step.isInterrupt, picture.level == .overview { return .interrupts }
    if let folded = runs(around: step).first(where: { !isOpen($0) }) { return .run(folded) }
    return .step(index)
  }

  private func subject(of move: Target.Kind, from step: Int?) -> FlowPicture.Subject {
    switch move {
    case .step(let id): subject(ofStep: Int(id.index))
    case .end(let id): picture.level == .overview && flow[id].outcome == .failure ? .failures : .end(Int(id.index))
    case .stay, .retry: step.map { subject(ofStep: $0) } ?? .resume
    case .resume: picture.level == .overview ? .interrupts : .resume
    }
  }

  private func node(ofStep index: Int) -> Int { nodes[subject(ofStep: index)] ?? 0 }

  private func isOpen(_ run: String) -> Bool {
    picture.level == .all || open.contains(run) || open.contains("all")
  }

  /// The `run:` steps whose flows a step is in, from the outside.
  private func runs(around step: Step) -> [String] {
    let parts = step.name.value.split(separator: "/", omittingEmptySubsequences: false)
    return (1..<max(1, parts.count)).map { parts[..<$0].joined(separator: "/") }
  }

  @discardableResult
  private mutating func add(_ subject: FlowPicture.Subject) -> Int {
    if let known = nodes[subject] { return known }
    let node: FlowPicture.Node
    switch subject {
    case .start: node = plain(subject, .start, "start")
    case .step(let index): node = self.node(of: flow.steps[index])
    case .end(let index):
      let end = flow.ends[index]
      let shape: FlowPicture.Shape =
        switch end.outcome {
        case .success: .success
        case .failure: .failure
        case .ended: .ended
        }
      let required = end.requirement.map { $0.lines.map(\.text) } ?? []
      node = plain(subject, shape, end.name.value, required.isEmpty ? "" : required.joined(separator: ", "))
    case .run(let name):
      let inside = flow.steps.filter { $0.name.value.hasPrefix(name + "/") }
      node = plain(
        subject, .run, name, "a flow inside", in: region(ofRuns: parents(of: name)), steps: inside.count,
        idle: inside.reduce(0) { $0 + idle[Int($1.id.index)] })
    case .interrupts:
      node = plain(
        subject, .interrupts, "interrupts", "may open above whatever is open", steps: flow.interrupts.count,
        idle: flow.interrupts.reduce(0) { $0 + idle[Int($1.id.index)] })
    case .resume: node = plain(subject, .resume, "back to where it was", in: regionOfInterrupts())
    case .failures:
      let names = flow.ends.filter { $0.outcome == .failure }.map(\.name.value)
      node = plain(subject, .failures, "failure ends", names.joined(separator: ", "))
    }
    nodes[subject] = picture.nodes.count
    picture.nodes.append(node)
    return picture.nodes.count - 1
  }

  private func plain(
    _ subject: FlowPicture.Subject, _ shape: FlowPicture.Shape, _ name: String, _ deed: String = "",
    in region: Int? = nil, steps: Int = 0, idle: Int = 0
  ) -> FlowPicture.Node {
    FlowPicture.Node(
      subject: subject, shape: shape, name: name, deed: deed, budgets: [], proofs: nil, region: region, steps: steps,
      idle: idle)
  }

  private mutating func node(of step: Step) -> FlowPicture.Node {
    let shape: FlowPicture.Shape =
      switch step.kind {
      case .challenge: .challenge
      case .event: .event
      case .call: .call
      case .wait: .wait
      case .gate: .gate
      case .interrupt: .interrupt
      }
    let index = Int(step.id.index)
    let weakest = proofs.map { $0.weakest[index] } ?? []
    let region = step.isInterrupt ? regionOfInterrupts() : region(ofRuns: runs(around: step))
    return FlowPicture.Node(
      subject: .step(index), shape: shape, name: step.name.value, deed: words.deed(of: step),
      budgets: words.budgets(of: step),
      proofs: weakest.isEmpty || proofs?.isComplete != true ? nil : weakest.map(Self.words), region: region, steps: 1,
      idle: idle[index])
  }

  static func words(_ shown: [Proof]) -> String {
    shown.isEmpty ? "nothing" : shown.map(\.words).joined(separator: ", ")
  }

  private mutating func regionOfInterrupts() -> Int? {
    guard picture.level != .overview else { return nil }
    if let interrupts { return interrupts }
    interrupts = picture.regions.count
    picture.regions.append(
      FlowPicture.Region(kind: .interrupts, name: "may come at any time, above whatever is open", parent: nil))
    return interrupts
  }

  private func parents(of run: String) -> [String] {
    let parts = run.split(separator: "/", omittingEmptySubsequences: false)
    return (1..<max(1, parts.count)).map { parts[..<$0].joined(separator: "/") }
  }

  private mutating func region(ofRuns runs: [String]) -> Int? {
    var parent: Int?
    for run in runs {
      if let known = regions[run] {
        parent = known
      } else {
        regions[run] = picture.regions.count
        picture.regions.append(FlowPicture.Region(kind: .run, name: run, parent: parent))
        parent = picture.regions.count - 1
      }
    }
    return parent
  }
}
