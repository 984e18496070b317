// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// Runs that can come to no end any more, whatever the user and the SDK do: where a step offers something for ever, and all that
/// leads away from it is spent, or is a call that the phase does not allow.
///
/// Every configuration is looked at, so it is only for flows that have such a step (``CheckContext/mayCatch``).
struct CaughtRuns {
  /// The step at which a run is caught first; nil if none is.
  private(set) var step: Int?
  /// The way there.
  private(set) var way: [Episodes.Stop] = []

  /// More are too many to be looked at in passing.
  private static let mostConfigurations = 4_000

  private var nodes: [Episodes.Node] = []
  private var known: [Configuration: Int] = [:]
  /// By node: those that lead to it by something that somebody can wait for.
  private var origins: [[Int]] = []
  private var canEnd: [Bool] = []

  init(_ context: CheckContext) {
    let relation = context.relation.countingBudgets()
    let start = Place(step: Int(context.flow.start.index))
    add(Configuration(at: start, relation.first), parent: -1, nil)
    var index = 0
    while index < nodes.count {
      guard nodes.count < Self.mostConfigurations else { return }
      for passage in relation.next(nodes[index].configuration) { follow(passage, from: index, relation) }
      index += 1
    }
    look()
  }

  private mutating func add(_ configuration: Configuration, parent: Int, _ stop: Episodes.Stop?) {
    known[configuration] = nodes.count
    nodes.append(Episodes.Node(configuration: configuration, parent: parent, stop: stop))
    origins.append([])
    canEnd.append(false)
  }

  private mutating func follow(_ passage: Passage, from index: Int, _ relation: Relation) {
    let isOver =
      passage.range.map { range in
        relation.claims(passing: passage.claim, entering: passage.entered, at: range)
          .contains { !relation.goesOn(past: $0, passage.assurance) }
      } ?? false
    guard !isOver, case .goesOn(let next) = passage.outcome else {
      if !passage.isInterrupt { canEnd[index] = true }
      return
    }
    if known[next] == nil {
      add(next, parent: index, passage.range.map { Episodes.Stop(step: passage.step, range: $0) })
    }
    if let node = known[next], !passage.isInterrupt { origins[node].append(index) }
  }

  private mutating func look() {
    var open = nodes.indices.filter { canEnd[$0] }
    while let node = open.popLast() {
      for origin in origins[node] where !canEnd[origin] {
        canEnd[origin] = true
        open.append(origin)
      }
    }
    guard let caught = nodes.indices.first(where: { !canEnd[$0] }) else { return }
    step = nodes[caught].configuration.stepAtWork
    way = nodes.way(to: caught)
  }
}

extension CheckContext {
  /// Whether some step offers something for ever that leads nowhere, and nothing that surely leads away.
  var mayCatch: Bool {
    steps.contains { facts in
      let parts = facts.calls.filter { $0.origin != .call }
      guard parts.contains(where: { isEndless($0, facts) }) else { return false }
      let leaves = facts.step.choices.contains { choice in
        guard choice.when == nil, !choice.isLimited, case .go(let target) = choice.action else { return false }
        return !target.asksAgain
      }
      return !leaves && facts.step.within == nil && !parts.contains { isWayOut($0, facts) }
    }
  }

  /// Whether a part can be used for ever, and may leave a run where it is each time.
  private func isEndless(_ call: CallFacts, _ facts: StepFacts) -> Bool {
    guard facts.step.budget(of: call.origin) == nil else { return false }
    return !leads(call, facts)
  }

  /// Whether a part is offered as long as its step is, and may lead away.
  private func isWayOut(_ call: CallFacts, _ facts: StepFacts) -> Bool {
    guard flow.contract[call.use.call].phases.isEmpty, facts.step.budget(of: call.origin) == nil else { return false }
    if case .choice(let index) = call.origin, facts.step.choices[index].when != nil { return false }
    return leads(call, facts)
  }

  /// Whether something that may come of a call leads away from its step.
  private func leads(_ call: CallFacts, _ facts: StepFacts) -> Bool {
    if call.departure != nil { return true }
    guard let site = relation.sites(of: facts.step.index).first(where: { relation.sites[$0].call === call }) else {
      return true
    }
    let isAnswered = !call.arrivals.isEmpty
    let isCaught = call.lines.contains { $0.trigger == .rejected(nil) }
    if !isCaught, let otherwise = call.otherwise, !otherwise.target.staysAtStep(of: facts.step) { return true }
    return isAnswered
      && moves.moves(at: relation.place(afterTaking: site), relation).contains { move in
        guard move.cause != .person, move.cause != .flow else { return false }
        if case .place(let place) = move.target { return place.step != facts.step.index }
        return true
      }
  }
}
