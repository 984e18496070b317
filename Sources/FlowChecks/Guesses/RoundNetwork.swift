// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// How often the SDK can count wrong answers from the beginning in a run, at worst: the rounds of guessing.
///
/// Each round but the first begins where something refills the count, and leads to a guess with nothing between that refills it
/// again. So the rounds of a run are units that flow from the start and from the refills to the guesses, and no budget lets more
/// of them through than it has.
struct RoundNetwork {
  typealias Part = UseNetwork.Part

  private let flow: Flow
  private let graph: StepGraph
  private let steps: [StepFacts]
  private let refills: Refills
  private let anywhere: Int
  private let source: Int
  private var network: CapacityNetwork
  private var nodes: [Part: (in: Int, out: Int)] = [:]
  /// The node where a round begins that a part refills.
  private var beginnings: [Part: Int] = [:]
  /// Rounds that begin within an interrupt which then goes back to any place.
  private var within: Int? = 0

  /// - Parameter uses: how often a part can be used in a run; nil for no bound.
  init(_ flow: Flow, _ graph: StepGraph, _ steps: [StepFacts], _ refills: Refills, _ uses: [Part: Int?]) {
    self.flow = flow
    self.graph = graph
    self.steps = steps
    self.refills = refills
    anywhere = graph.count
    source = graph.count + 1
    network = CapacityNetwork(nodes: graph.count + 2)
    network.add(from: source, to: Int(flow.start.index), 1)
    for (part, most) in uses { addBeginning(of: part, most) }
    for facts in steps {
      let step = facts.step.index
      network.add(from: step, to: anywhere)
      if refills.interrupts.contains(step) {
        network.add(from: source, to: step)
      } else if facts.step.isInterrupt {
        network.add(from: anywhere, to: step)
      }
      for edge in graph.edges(from: step) where edge.mayHappen { add(edge) }
    }
  }

  /// The most rounds that come to a guess; nil for no bound.
  func most(_ guesses: [Guess]) -> Int? {
    var filled = self
    let sink = filled.network.newNode()
    for guess in guesses {
      let asked = filled.node(of: Part(step: guess.step, origin: guess.origin))
      filled.network.add(from: asked.in, to: sink)
    }
    guard let rounds = filled.network.fill(from: source, to: sink), let within else { return nil }
    return max(1, rounds + within)
  }

  private mutating func addBeginning(of part: Part, _ most: Int?) {
    let facts = steps[part.step]
    let mayStay = refills.staying.contains(part)
    let refilled = mayStay ? facts.step.budget(of: part.origin)?.value : most
    guard refilled != 0 else { return }
    if facts.step.isInterrupt, resumes(part) {
      within = within.flatMap { known in refilled.map { known + $0 } }
    }
    let done = network.newNode()
    let leaving = network.newNode()
    beginnings[part] = leaving
    network.add(from: source, to: done, refilled ?? CapacityNetwork.unlimited)
    // It is left no oftener than it is entered.
    network.add(from: done, to: leaving, most ?? CapacityNetwork.unlimited)
    if mayStay { network.add(from: done, to: part.step) }
    // While the reply is under way, an interrupt may come, and lead on.
    if part.origin != .itself { network.add(from: done, to: anywhere) }
  }

  /// Whether an interrupt goes back to what it interrupted once a part of it has refilled the count, or is laid over that and
  /// refills it while it stays.
  private func resumes(_ part: Part) -> Bool {
    if refills.staying.contains(part) { return true }
    let facts = steps[part.step]
    let call = facts.calls.first { $0.origin == part.origin }
    let lines = call?.lines(of: facts.step) ?? facts.step.transitions
    let taken = refills.lines[part]
    return lines.contains { line in
      if case .resume = line.target.move { taken?.contains(line.range) ?? true } else { false }
    }
  }

  private mutating func add(_ edge: StepGraph.Edge) {
    let part = Part(step: edge.from, origin: edge.origin)
    let isRefill = refills.parts.contains(part) || refills.lines[part]?.contains(edge.range) ?? false
    guard isRefill else { return network.add(from: node(of: part).out, to: edge.to) }
    // What comes here begins another round, so that the one before is over.
    if let beginning = beginnings[part] { network.add(from: beginning, to: edge.to) }
  }

  private mutating func node(of part: Part) -> (in: Int, out: Int) {
    if let known = nodes[part] { return known }
    let node = (in: network.newNode(), out: network.newNode())
    nodes[part] = node
    let budget = flow.steps[part.step].budget(of: part.origin)?.value
    network.add(from: part.step, to: node.in, budget ?? CapacityNetwork.unlimited)
    if !refills.parts.contains(part) {
      network.add(from: node.in, to: node.out)
      network.add(from: node.out, to: anywhere)
    }
    return node
  }
}
