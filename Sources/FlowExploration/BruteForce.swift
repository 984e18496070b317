// SPDX-License-Identifier: Apache-2.0

import FlowGraph
package import FlowRuntime
import SDKContract

/// Plays every run of a small flow: machines as values, and at every configuration all that may happen there.
///
/// It is the definition by which the checker is judged, so it knows nothing of the checker, and takes no short cut: an SDK
/// that keeps to its contract may take or refuse each call, send every reply that the contract lets come to each open call
/// of whatever layer, and every interrupt at every configuration: before its word on a call, above another, and again while
/// one waits. Users do all that is offered. Two runs are the same only if nothing can tell what they do from now on.
///
/// ``Explorer`` looks at far larger flows, and lets interrupts come one at a time.
package struct BruteForce: Sendable {
  /// How far it goes.
  package struct Bounds: Sendable {
    /// A flow with more is left unjudged.
    package var configurations = 20_000
    /// An interrupt comes only where fewer events than this wait, are held or are kept.
    package var backlog = 1
    /// A flow in which more events can wait, or be kept, is left unjudged: it may let them pile up for ever.
    package var mostWaiting = 8
    /// Whether the reply to a call may come when the flow has left the step that waited for it, or is about to.
    package var hasLateReplies = false
    /// How many users the SDK may be about.
    package var users = 1

    package init() {}
  }

  private let program: Program
  private let prospects: Prospects
  private let bounds: Bounds
  private let interrupts: [Moment]

  package init(_ program: Program, within bounds: Bounds = Bounds()) {
    self.program = program
    self.bounds = bounds
    let prospects = Prospects(program)
    interrupts = prospects.samples.interrupts.map { Moment(.event($0)) }
    self.prospects = prospects
  }

  /// Plays all runs.
  package func explore() -> RunGraph {
    let first = RunPoint(machine: FlowMachine(program))
    var graph = RunGraph(first)
    var known = [first.key: 0]
    var effects = Effects(tracing: true)
    var users = SDKUsers(program, count: bounds.users)
    var index = 0
    while index < graph.nodes.count, graph.isComplete {
      let point = graph.nodes[index].point
      for (move, isInterrupt) in users.moves(moves(at: point), at: point) {
        effects.clear()
        let next = point.after(move, in: program, keepingLateReplies: bounds.hasLateReplies, &effects)
        let key = next.key
        var target = known[key]
        if target == nil, graph.nodes.count < bounds.configurations, next.machine.backlog <= bounds.mostWaiting {
          target = graph.nodes.count
          known[key] = target
          graph.add(next, from: index, move.moment)
        }
        guard let target else {
          graph.cut()
          break
        }
        graph.join(index, to: target, isInterrupt: isInterrupt)
        graph.note(effects.marks, from: index, move.moment, behind: next, in: program)
      }
      graph.close(index)
      index += 1
    }
    return graph
  }

  /// All that may happen, and of each whether it is an interrupt that comes unasked.
  func moves(at point: RunPoint) -> [(move: RunPoint.Stimulus, isInterrupt: Bool)] {
    let machine = point.machine
    guard !machine.isOver else { return [] }
    guard machine.hasBegun else { return [(RunPoint.Stimulus(Moment(.start)), false)] }
    var moves = word(at: machine).map { (move: RunPoint.Stimulus($0), isInterrupt: isInterrupt($0)) }
    // What comes before the SDK's word on another call may be late by then: that may close what waits for it.
    let mayReply = bounds.hasLateReplies || !machine.awaitsAnswer
    let layers = machine.layers
    // What is kept above comes first: it may lead away from the call.
    let keeping = bounds.hasLateReplies ? 0 : layers.lastIndex { $0.keeps } ?? 0
    for (index, debt) in point.debts.enumerated()
    where mayReply && (index == 0 || point.debts[index - 1] != debt) {
      let isBelow = layers[..<keeping].contains { $0.open == debt.call.call }
      if isBelow, !layers[keeping...].contains(where: { $0.open == debt.call.call }) { continue }
      for reply in prospects.replies(to: debt.call) {
        moves.append((RunPoint.Stimulus(Moment(.event(reply)), paying: index), false))
      }
    }
    if machine.backlog < bounds.backlog {
      moves += interrupts.map { (move: RunPoint.Stimulus($0), isInterrupt: true) }
    }
    return moves
  }

  private func isInterrupt(_ moment: Moment) -> Bool {
    guard case .event(let event) = moment.happening else { return false }
    let contract = program.flow.contract
    return contract.event(named: event.event.name).map { contract[$0].kind == .interrupt } ?? false
  }

  /// What may happen besides replies and interrupts.
  private func word(at machine: FlowMachine) -> [Moment] {
    if machine.awaitsAnswer { return [Moment(.accepted)] + prospects.rejections(of: machine) }
    if machine.awaitsVerdict { return [Moment(.verdict(.allow)), Moment(.verdict(.deny("a sample reason")))] }
    var moments = prospects.answers(to: machine) + prospects.deadlines(of: machine)
    guard machine.backlog < bounds.backlog else { return moments }
    if let call = machine.callAtWork {
      moments += prospects.notices(before: call, in: machine.currentPhase).map { Moment(.event($0)) }
    }
    for layer in machine.layers where layer.open == nil {
      moments += prospects.named(by: program.flow[layer.step], hasData: layer.hasData).map { Moment(.event($0)) }
    }
    return moments
  }
}
