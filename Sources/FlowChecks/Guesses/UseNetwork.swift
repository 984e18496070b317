// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// How often each part of a flow (its answers, its choices, its calls) can be used in a run, at worst.
///
/// A run is a walk from the start, and each budget says how often one part is used in all of it. So the most uses of a
/// part are the most units that can flow into it, where one unit begins at the start, and each use of the part begins
/// another one: a way to the part, and then ways round from it to itself. What bounds them is a narrowest cut.
struct UseNetwork {
  /// A part of a step.
  struct Part: Hashable {
    let step: Int
    let origin: Origin
  }

  /// The most uses of a part.
  struct Most {
    /// Nil if there is no bound.
    let uses: Int?
    /// The parts whose budgets bound them.
    let bounds: [Part]
  }

  private let openings: Openings
  private let start: Int
  /// The node from which every interrupt may come.
  private let anywhere: Int
  private var network: CapacityNetwork
  /// As ``CapacityNetwork/mayBeOnRound``; nil where nobody has asked yet.
  private var onRound: [Bool]?
  /// The nodes where a part begins and is left.
  private var nodes: [Part: (in: Int, out: Int)] = [:]
  private var parts: [Int: Part] = [:]
  /// By step that has a time limit: where whatever leads to it arrives.
  private var arrivals: [Int: Int] = [:]
  /// By step: whether a run may come there.
  private var isReached: [Bool] = []

  init(_ relation: Relation, _ graph: StepGraph) {
    let flow = relation.flow
    openings = Openings(relation, graph)
    start = Int(flow.start.index)
    anywhere = graph.count
    network = CapacityNetwork(nodes: graph.count + 1)
    for step in flow.steps where step.within != nil {
      let node = network.newNode()
      network.add(from: node, to: step.index)
      arrivals[step.index] = node
    }
    let owed = relation.owedEvents
    for step in flow.steps {
      for edge in graph.edges(from: step.index) where edge.mayHappen {
        let part = node(of: Part(step: edge.from, origin: edge.origin), flow)
        network.add(from: edge.isUse ? part.out : edge.from, to: arrivals[edge.to] ?? edge.to)
      }
      addUnasked(at: step.index, owed, relation)
      addInterrupts(from: step.index, at: step.index)
      if step.isInterrupt { network.add(from: anywhere, to: step.index) }
    }
    isReached = network.reached(from: [start])
  }

  /// What comes though the step asked for nothing of it, and leads on: replies to calls of interrupts that are gone, or that have taken
  /// the step's own reply for theirs.
  ///
  /// - Parameter owed: those replies, each with how often at most it comes.
  private mutating func addUnasked(at step: Int, _ owed: [(event: EventID, most: Int)], _ relation: Relation) {
    let flow = relation.flow
    // Before a step makes its own call, they come only to interrupts that waited, and that lead back.
    if !relation.isPassing(Place(step: step)) || flow.interrupts.contains(where: { relation.steps[$0.index].resumes }) {
      for (event, room) in owed {
        add(relation.moves(takingOwed: event, at: Place(step: step)), from: step, room)
      }
    }
    for site in relation.sites(of: step) {
      let place = relation.place(afterTaking: site)
      let part = node(of: Part(step: step, origin: relation.sites[site].call.origin), flow)
      for (event, room) in owed {
        add(relation.moves(takingOwed: event, at: place), from: part.out, room)
      }
      addReply(to: site, behind: owed, relation)
      for site in flow.interrupts.flatMap({ relation.sites(of: $0.index) }) {
        let most = flow.steps[relation.sites[site].step].budget(of: relation.sites[site].call.origin)?.value
        add(relation.moves(takingReplyTo: site, at: place), from: part.out, most ?? CapacityNetwork.unlimited)
      }
    }
  }

  /// The reply to a call, where an owed one was taken for it: both were kept under an interrupt, and the reply is taken at the step to
  /// which the first has led.
  private mutating func addReply(to site: Int, behind owed: [(event: EventID, most: Int)], _ relation: Relation) {
    var open = [relation.place(afterTaking: site)]
    var known: Set<Place> = []
    while let place = open.popLast() {
      for (event, room) in owed {
        for move in relation.moves(takingOwed: event, at: place) {
          guard case .place(let next) = move.target else { continue }
          // A step that makes a call by itself takes what is kept once that is accepted, too.
          let calls = relation.sites(of: next.step).filter { relation.sites[$0].call.origin == .call }
          for reached in [Place(step: next.step)] + calls.map({ relation.place(afterTaking: $0) })
          where known.insert(reached).inserted {
            let node =
              reached.site == nil
              ? reached.step : node(of: Part(step: reached.step, origin: .call), relation.flow).out
            add(relation.moves(takingReplyTo: site, keptFor: reached), from: node, room)
            open.append(reached)
          }
        }
      }
    }
  }

  private mutating func add(_ moves: [Move], from node: Int, _ room: Int) {
    for move in moves {
      guard case .place(let place) = move.target else { continue }
      network.add(from: node, to: arrivals[place.step] ?? place.step, room)
    }
  }

  /// How often at most something leads to a step with a time limit, which starts again then; nil for no bound.
  private func most(arrivalsAt step: Int) -> Int? {
    guard let arrival = arrivals[step] else { return nil }
    var filled = network
    let source = filled.newNode()
    filled.add(from: source, to: arrivals[start] ?? start, 1)
    filled.add(from: source, to: step)
    return filled.fill(from: source, to: arrival)
  }

  /// The most uses of a part in a run.
  ///
  /// - Parameter timesOut: whether the step asks once more when its time is over.
  mutating func most(of part: Part, timesOut: Bool = false, in flow: Flow) -> Most {
    guard timesOut else { return most(of: [(part, false)], in: flow) }
    guard let arrivals = most(arrivalsAt: part.step) else { return Most(uses: nil, bounds: []) }
    var again = self
    again.network.add(from: again.node(of: part, flow).out, to: part.step, arrivals)
    again.onRound = nil
    return again.most(of: [(part, false)], in: flow)
  }

  /// The most uses of several parts together in a run; of each, whether its step goes on asking after it.
  mutating func most(of parts: [(part: Part, goesOnAsking: Bool)], in flow: Flow) -> Most {
    // A part that no run comes to may still lead back to itself.
    let asked = parts.filter {
      isReached[$0.part.step] && flow.steps[$0.part.step].budget(of: $0.part.origin)?.value != 0
    }
    .map { (part: $0, node: node(of: $0.part, flow), step: $0.part.step, goesOnAsking: $0.goesOnAsking) }
    guard !asked.isEmpty else { return Most(uses: 0, bounds: []) }
    // What one of them leads to is come to no oftener than that one is used.
    let isOnRound = onRound ?? network.mayBeOnRound
    onRound = isOnRound
    if asked.count == 1, !isOnRound[asked[0].node.in], !asked[0].goesOnAsking { return Most(uses: 1, bounds: []) }
    let single =
      asked.count == 1
      ? [nil] : asked.map { isOnRound[$0.node.in] ? most(of: [$0.part], in: flow).uses : 1 }
    var filled = network
    let source = filled.newNode()
    let sink = filled.newNode()
    filled.add(from: source, to: arrivals[start] ?? start, 1)
    for (part, most) in zip(asked, single) {
      let room = most ?? CapacityNetwork.unlimited
      filled.add(from: source, to: part.node.out, room)
      if part.goesOnAsking { filled.add(from: source, to: part.step, room) }
      filled.add(from: part.node.in, to: sink)
    }
    guard let uses = filled.fill(from: source, to: sink) else { return Most(uses: nil, bounds: []) }
    let bounds = cut(filled.reached(from: [source]))
    return Most(uses: uses - countedTwice(bounds, in: flow), bounds: bounds)
  }

  /// The node of a part; a part that leads nowhere is made when it is asked for.
  private mutating func node(of part: Part, _ flow: Flow) -> (in: Int, out: Int) {
    if let known = nodes[part] { return known }
    let node = (in: network.newNode(), out: network.newNode())
    // What comes behind it comes behind its step, too.
    onRound?.append(contentsOf: [true, true])
    nodes[part] = node
    parts[node.in] = part
    let budget = flow.steps[part.step].budget(of: part.origin)?.value
    network.add(from: part.step, to: node.in, budget ?? CapacityNetwork.unlimited)
    network.add(from: node.in, to: node.out)
    // While what it asked for is under way, an interrupt may come, and lead on.
    addInterrupts(from: node.out, at: part.step)
    return node
  }

  private mutating func addInterrupts(from node: Int, at step: Int) {
    for interrupt in openings.interrupts(at: step) ?? [anywhere] { network.add(from: node, to: interrupt) }
  }

  /// What a cut counts more than once, since steps share it.
  private func countedTwice(_ bounds: [Part], in flow: Flow) -> Int {
    var known: Set<String> = []
    return bounds.reduce(0) { sum, part in
      guard let shared = flow.steps[part.step].sharedBudget(of: part.origin), !known.insert(shared).inserted else {
        return sum
      }
      return sum + (flow.steps[part.step].budget(of: part.origin)?.value ?? 0)
    }
  }

  /// The budgeted parts that nothing more can come through.
  private func cut(_ isReached: [Bool]) -> [Part] {
    parts.filter { isReached[$0.value.step] && !isReached[$0.key] }.map(\.value)
      .sorted { ($0.step, $0.origin.order) < ($1.step, $1.origin.order) }
  }
}

/// Which interrupts may open above which steps: not those that a step takes itself by a line.
struct Openings {
  /// By step: those that open there; nil for all.
  private var byStep: [Int: [Int]] = [:]

  init(_ relation: Relation, _ graph: StepGraph) {
    let interrupts = relation.flow.interrupts
    guard !interrupts.isEmpty else { return }
    let closed = Set(interrupts.map(\.index)).subtracting(relation.roots(graph))
    for facts in relation.steps {
      let opening = interrupts.filter { interrupt in
        guard let event = interrupt.awaited?.event else { return true }
        if closed.contains(interrupt.index) { return false }
        if facts.step.isInterrupt { return true }
        if !facts.step.transitions.contains(where: { $0.trigger == .event(event, mode: nil, outcome: .success) }) {
          return true
        }
        // One that waits opens above the step that another leads to, whatever that step takes.
        return interrupts.contains { other in
          other.index != interrupt.index && graph.edges(from: other.index).contains { $0.to == facts.step.index }
        }
      }
      if opening.count < interrupts.count { byStep[facts.step.index] = opening.map(\.index) }
    }
  }

  /// The interrupts that may open above a step; nil for all.
  func interrupts(at step: Int) -> [Int]? { byStep[step] }
}

extension StepFacts {
  /// Whether anything leads back from an interrupt.
  var resumes: Bool {
    var resumes = false
    forEachTarget { if case .resume = $0.move { resumes = true } }
    return resumes
  }
}

extension Origin {
  /// The place among the parts of a step.
  var order: Int {
    switch self {
    case .call: -2
    case .answer: -1
    case .choice(let index): index
    case .itself: 1_000_000
    case .exhausted: 1_000_001
    }
  }
}
