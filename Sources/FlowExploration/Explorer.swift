// SPDX-License-Identifier: Apache-2.0

import FlowGraph
package import FlowRuntime
import SDKContract

/// Finds every place that runs of a flow can reach, and the shortest way to each: breadth first, over machines.
///
/// What may happen at a place is what the SDK's contract lets come back to the open call, every answer and choice that is
/// offered, refusals, verdicts, deadlines, and interrupts.
package struct Explorer: Sendable {
  /// How far it goes.
  package struct Bounds: Sendable {
    /// So many standings are looked at; what lies beyond is told as not explored.
    package var standings = 20_000
    /// Up to how many draws on each budget are told apart; a budget that is spent is always told from one that is not.
    package var uses = 0
    /// Where interrupts happen.
    package var interrupts = Interrupting.oncePerStep

    package init() {}
  }

  /// Where interrupts happen: only ever one at a time.
  package enum Interrupting: Sendable {
    case nowhere
    /// At the first standing of each step in which it waits with no call under way, and of each step that only calls.
    case oncePerStep
    case everywhere
  }

  private let program: Program
  private let prospects: Prospects
  private let bounds: Bounds

  package init(_ program: Program, _ prospects: Prospects, within bounds: Bounds = Bounds()) {
    self.program = program
    self.prospects = prospects
    self.bounds = bounds
  }

  /// Explores the flow from the beginning of a run.
  package func explore() -> Exploration {
    var exploration = Exploration()
    var known: [Standing: Int] = [:]
    let machine = FlowMachine(program)
    let first = machine.standing(tellingUses: bounds.uses)
    exploration.nodes.append(Exploration.Node(machine, first, RunAudit(program), from: nil))
    known[first] = 0
    var interrupted: Set<StepID> = []
    var index = 0
    while index < exploration.nodes.count {
      let node = exploration.nodes[index]
      var moments = prospects.next(for: node.machine)
      if mayInterrupt(node, &interrupted) { moments += interrupts }
      for moment in moments { follow(moment, from: index, &exploration, &known) }
      index += 1
    }
    return exploration
  }

  /// The flow's own interrupts, each in all the ways that matter to it.
  private var interrupts: [Moment] {
    program.flow.interrupts.compactMap(\.awaited).flatMap { awaited in
      prospects.samples.events(awaited.event, mode: nil).map { Moment(.event($0)) }
    }
  }

  private func mayInterrupt(_ node: Exploration.Node, _ interrupted: inout Set<StepID>) -> Bool {
    let machine = node.machine
    guard machine.hasBegun, !machine.isOver, machine.pending.isEmpty, let place = node.standing.layers.first?.place
    else { return false }
    switch bounds.interrupts {
    case .nowhere: return false
    case .everywhere: return true
    case .oncePerStep:
      let isCalling = if case .call = program.flow[place.step].kind { true } else { false }
      guard place.call == (isCalling ? .open : .none) else { return false }
      return interrupted.insert(place.step).inserted
    }
  }

  private func follow(
    _ moment: Moment, from index: Int, _ exploration: inout Exploration, _ known: inout [Standing: Int]
  ) {
    var machine = exploration.nodes[index].machine
    var audit = exploration.nodes[index].audit
    let passage = machine.pass(moment)
    for violation in audit.note(passage).broken {
      exploration.violations.append(Exploration.Flaw(violation: violation, from: index, moment: moment))
    }
    let standing = machine.standing(tellingUses: bounds.uses)
    var target = known[standing]
    if target == nil {
      guard exploration.nodes.count < bounds.standings else {
        exploration.unexplored += 1
        return
      }
      target = exploration.nodes.count
      known[standing] = target
      exploration.nodes.append(Exploration.Node(machine, standing, audit, from: (index, moment)))
    }
    exploration.edges.append(Exploration.Edge(from: index, moment: moment, to: target ?? index, marks: passage.marks))
  }
}
