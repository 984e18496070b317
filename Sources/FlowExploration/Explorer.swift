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
    /// Up to how many draws on each budget are distinguished; a budget that is spent is always told from one that is not.
    package var uses = 0
    /// Where interrupts happen.
    package var interrupts = Interrupting.oncePerSite

    package init() {}
  }

  /// Where interrupts happen: only ever one at a time.
  package enum Interrupting: Sendable {
    case nowhere
    /// At the first standing of each site.
    case oncePerSite
    case everywhere
  }

  /// A place of the flow's own layer, in a phase: what becomes of an interrupt hangs on it.
  struct InterruptedPlace: Hashable {
    let step: StepID
    let call: Standing.CallState
    let row: UInt16
    let phase: PhaseID

    init(_ standing: Standing, _ place: Standing.Place) {
      step = place.step
      call = place.call
      row = place.row
      phase = standing.phase
    }
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
    let machine = FlowMachine(program)
    let first = machine.standing(tellingUses: bounds.uses)
    add(Exploration.Node(machine, first, RunAudit(program)), to: &exploration)
    goOn(&exploration)
    return exploration
  }

  /// Looks at the nodes that were not looked at yet, and at all that they lead to.
  func goOn(_ exploration: inout Exploration) {
    while exploration.looked < exploration.nodes.count {
      let index = exploration.looked
      let node = exploration.nodes[index]
      var moments = prospects.next(for: node.machine)
      if mayInterrupt(node, &exploration.interrupted) { moments += interrupts }
      for moment in moments { follow(moment, from: index, &exploration) }
      exploration.looked += 1
    }
  }

  /// Takes a run along that was found otherwise, if it stands where no run has stood.
  func add(_ find: CellPlayer.Find, to exploration: inout Exploration) {
    guard !exploration.positions.contains(find.standing.position) else { return }
    guard exploration.nodes.count < bounds.standings else {
      exploration.unexplored += 1
      return
    }
    add(Exploration.Node(find.machine, find.standing, find.audit, from: nil, find.run), to: &exploration)
  }

  private func add(_ node: Exploration.Node, to exploration: inout Exploration) {
    exploration.known[node.standing] = exploration.nodes.count
    if node.standing.layers.count == 1 { exploration.positions.insert(node.standing.position) }
    exploration.nodes.append(node)
  }

  /// The SDK's interrupts, whether the flow has an entry for them or not, each in all the ways that matter to it.
  private var interrupts: [Moment] {
    program.flow.contract.interrupts.flatMap { event in
      prospects.samples.events(event, mode: nil).map { Moment(.event($0)) }
    }
  }

  private func mayInterrupt(_ node: Exploration.Node, _ interrupted: inout Set<InterruptedPlace>) -> Bool {
    let machine = node.machine
    guard machine.hasBegun, !machine.isOver, !machine.hasPending, let place = node.standing.layers.first?.place
    else { return false }
    switch bounds.interrupts {
    case .nowhere: return false
    case .everywhere: return true
    // What comes before a call is taken is held until then, and is as what comes behind it.
    case .oncePerSite:
      return place.call != .made && place.call != .gated
        && interrupted.insert(InterruptedPlace(node.standing, place)).inserted
    }
  }

  private func follow(_ moment: Moment, from index: Int, _ exploration: inout Exploration) {
    var machine = exploration.nodes[index].machine
    var audit = exploration.nodes[index].audit
    let reaction = machine.pass(moment)
    for violation in audit.note(reaction).broken {
      exploration.violations.append(Exploration.Flaw(violation: violation, from: index, moment: moment))
    }
    let standing = machine.standing(tellingUses: bounds.uses)
    var target = exploration.known[standing]
    if target == nil {
      guard exploration.nodes.count < bounds.standings else {
        exploration.unexplored += 1
        return
      }
      target = exploration.nodes.count
      add(Exploration.Node(machine, standing, audit, from: index, [moment]), to: &exploration)
    }
    exploration.edges.append(Exploration.Edge(from: index, moment: moment, to: target ?? index, marks: reaction.marks))
  }
}

extension Contract {
  /// The events that may come at any moment.
  fileprivate var interrupts: [EventID] {
    events.indices.filter { events[$0].kind == .interrupt }.map { EventID(index: UInt16($0)) }
  }
}
