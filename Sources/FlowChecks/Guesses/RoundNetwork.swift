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

  private let relation: Relation
  private let openings: Openings
  private let graph: StepGraph
  private let refills: Refills
  private let anywhere: Int
  private let source: Int
  private var network: CapacityNetwork
  private var nodes: [Part: (in: Int, out: Int)] = [:]
  /// The node where a round begins that a part refills.
  private var beginnings: [Part: Int] = [:]
  /// The node where a part has just refilled the count.
  private var refilled: [Part: Int] = [:]
  /// Rounds that begin within an interrupt which then goes back to any place.
  private var within: Int? = 0

  /// - Parameter uses: how often a part can be used in a run; nil for no bound.
  init(_ relation: Relation, _ graph: StepGraph, _ refills: Refills, _ uses: [Part: Int?]) {
    self.relation = relation
    openings = Openings(relation, graph)
    self.graph = graph
    self.refills = refills
    anywhere = graph.count
    source = graph.count + 1
    network = CapacityNetwork(nodes: graph.count + 2)
    network.add(from: source, to: Int(flow.start.index), 1)
    for (part, most) in uses { addBeginning(of: part, most) }
    for interrupt in refills.interrupts where steps[interrupt].resumes {
      within = refills.mayRepeat(interrupt) ? nil : within.map { $0 + 1 }
    }
    for facts in steps {
      let step = facts.step.index
      addInterrupts(from: step, at: step)
      if refills.interrupts.contains(step) {
        network.add(from: source, to: step)
      } else if facts.step.isInterrupt {
        network.add(from: anywhere, to: step)
      }
      for edge in graph.edges(from: step) where edge.mayHappen { add(edge) }
    }
  }

  private mutating func addInterrupts(from node: Int, at step: Int) {
    let to = openings.interrupts(at: step).map { open in open.filter { !refills.interrupts.contains($0) } }
    for interrupt in to ?? [anywhere] { network.add(from: node, to: interrupt) }
  }

  private var flow: Flow { relation.flow }
  private var steps: [StepFacts] { relation.steps }

  /// The most guesses that the rounds come to, if each has so many; nil for no bound.
  ///
  /// A place takes no more of them than its budget and the ways to it let it, however many rounds come to it.
  ///
  /// - Parameter guesses: of each, how often the flow lets it be used in all rounds together; nil for no bound.
  func most(_ guesses: [(part: Part, most: Int?)], inEach attempts: Int) -> Int? {
    let parts = guesses.map(\.part)
    guard let rounds = most(parts), let within else { return nil }
    let (all, isTooMany) = rounds.multipliedReportingOverflow(by: attempts)
    guard !isTooMany, attempts > 0 else { return isTooMany ? nil : 0 }
    var asked = self
    for part in parts { _ = asked.node(of: part) }
    var filled = asked.network
    filled.multiply(by: attempts)
    let sink = filled.newNode()
    for (part, most) in guesses {
      let budget = flow.steps[part.step].budget(of: part.origin)?.value
      let room = [budget, most].compactMap(\.self).min()
      filled.add(from: asked.node(of: part).in, to: sink, room ?? CapacityNetwork.unlimited)
    }
    guard let units = filled.fill(from: source, to: sink) else { return all }
    let (inside, isVast) = within.multipliedReportingOverflow(by: attempts)
    return isVast ? all : min(all, units + inside)
  }

  /// The most rounds that come to a guess; nil for no bound.
  func most(_ parts: [Part]) -> Int? {
    var asked = self
    for part in parts { _ = asked.node(of: part) }
    var filled = asked.network
    let sink = filled.newNode()
    for part in parts { filled.add(from: asked.node(of: part).in, to: sink) }
    guard let rounds = filled.fill(from: source, to: sink), let within else { return nil }
    let isPlain =
      within == 0 && refills.interrupts.isEmpty && parts.allSatisfy { !steps[$0.step].step.isInterrupt }
    return max(1, isPlain ? asked.narrowed(rounds, parts) : rounds + within)
  }

  /// No more rounds than a budget pays for that each of them must draw on: on the way to what refills the count, and from
  /// there to the guess.
  private mutating func narrowed(_ rounds: Int, _ guesses: [Part]) -> Int {
    let asked = Set(guesses.map { node(of: $0).in })
    let live = refills.all.filter { part in
      refilled[part].map { network.leads(from: [$0], to: asked) } ?? false
    }
    guard !live.isEmpty else { return 1 }
    let arrivals = Set(live.map { arrival(at: $0) })
    let begun = live.compactMap { refilled[$0] }
    let guessed = guesses.flatMap { part in
      let isAskedAgain = steps[part.step].asksAgain(after: part.origin, relation)
      return [node(of: part).out] + (isAskedAgain ? [part.step] : []) + (refilled[part].map { [$0] } ?? [])
    }
    // What begins the count again, and leads only to what does so once more, is a way there, too.
    let between = refills.all.filter { !live.contains($0) }.compactMap { refilled[$0] }
    let start = [Int(flow.start.index)]
    // A guess that begins the count again itself is the end of its round.
    let endsRound = guesses.contains(where: refills.parts.contains)
    var rounds = rounds
    for (part, node) in nodes {
      guard let budget = flow.steps[part.step].budget(of: part.origin)?.value else { continue }
      func isSure(_ first: [Int], _ last: Set<Int>) -> Int {
        network.leads(from: first, to: last, avoiding: node.in) ? 0 : 1
      }
      let toGuess = isSure(begun, asked)
      let each = toGuess + (endsRound ? 0 : isSure(guessed + between, arrivals))
      guard each > 0 else { continue }
      let first = isSure(start, asked) == 0 ? 0 : isSure(start + between, arrivals) == 0 ? toGuess : 1
      rounds = min(rounds, 1 + max(0, budget - first) / each)
    }
    return rounds
  }

  /// The node at which a part is about to refill the count.
  private mutating func arrival(at part: Part) -> Int {
    let node = node(of: part)
    return refills.parts.contains(part) ? node.in : node.out
  }

  private mutating func addBeginning(of part: Part, _ most: Int?) {
    let facts = steps[part.step]
    let mayStay = refills.staying.contains(part)
    let times = mayStay ? facts.step.budget(of: part.origin)?.value : most
    guard times != 0 else { return }
    if facts.step.isInterrupt, resumes(part) {
      within = within.flatMap { known in times.map { known + $0 } }
    }
    let done = network.newNode()
    let leaving = network.newNode()
    beginnings[part] = leaving
    refilled[part] = done
    network.add(from: source, to: done, times ?? CapacityNetwork.unlimited)
    // It is left no oftener than it is entered.
    network.add(from: done, to: leaving, most ?? CapacityNetwork.unlimited)
    if mayStay { network.add(from: done, to: part.step) }
    // While the reply is under way, an interrupt may come, and lead on.
    if part.origin != .itself { addInterrupts(from: done, at: part.step) }
  }

  /// Whether an interrupt goes back to what it interrupted once a part of it has refilled the count, or is laid over that and
  /// refills it while it stays.
  private func resumes(_ part: Part) -> Bool {
    if refills.staying.contains(part) { return true }
    let facts = steps[part.step]
    let call = facts.calls.first { $0.origin == part.origin }
    let lines = call?.lines ?? facts.step.transitions
    let taken = refills.lines[part]
    return lines.contains { line in
      if case .resume = line.target.move { taken?.contains(line.range) ?? true } else { false }
    }
  }

  private mutating func add(_ edge: StepGraph.Edge) {
    let part = Part(step: edge.from, origin: edge.origin)
    let isRefill = refills.parts.contains(part) || refills.lines[part]?.contains(edge.range) ?? false
    guard isRefill else { return network.add(from: edge.isUse ? node(of: part).out : edge.from, to: edge.to) }
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
      addInterrupts(from: node.out, at: part.step)
    }
    return node
  }
}
