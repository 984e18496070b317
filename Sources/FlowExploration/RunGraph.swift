// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
import FlowRuntime
import SDKContract
import Values

/// Every configuration that runs of a flow reach, and what leads from one to another.
package struct RunGraph: Sendable {
  /// Something that a run showed.
  package enum Observation: Sendable, Hashable {
    /// A success end that was not reached, for want of what it takes: of the flow, or of a flow inside where it is nil.
    case shortfall(EndID?)
    /// A step that makes a call by itself, or asks for what its answering call needs, in a phase without that call.
    case callOutOfPhase(StepID)
    /// A step was at work.
    case atWork(StepID)
    /// A choice whose call the phase allows, while its step was at work.
    case callable(StepID, choice: Int)
    /// The run went on after a terminating threat, or past an interrupt that must not be skipped.
    case passedThreat
    /// A success end was reached.
    case success(EndID)
  }

  struct Node: Sendable {
    let point: RunPoint
    /// The node from which it was found, and what happened there.
    let origin: Int
    let moment: Moment?
  }

  struct Edge: Sendable {
    let to: Int
    let isInterrupt: Bool
    /// The row of the call that the SDK took; nil for none.
    var accepted: UInt16?
    /// The user for whom the SDK took it.
    var user = 0
    /// How many proofs the reply shows that was taken, be they shown before or not.
    var shown = 0
    /// Whether all that was shown before was taken away.
    var loses = false
    /// The success end that was reached, and what had been shown there; nil for none.
    var success: (end: EndID, items: Set<String>)?
  }

  private(set) var nodes: [Node]
  /// In the order of their origins.
  private(set) var edges: [Edge] = []
  /// Where the edges of each node end in `edges`.
  private(set) var ends: [Int] = []
  /// What was seen, with where it was seen first and what happened there.
  private var sights: [Observation: (from: Int, moment: Moment)] = [:]
  /// Where runs are over since nobody said how they go on.
  private(set) var unhandled: Set<Int> = []
  /// Those of them that turned in circles by themselves.
  private(set) var circling: Set<Int> = []
  /// By each run that came to a success end: what its user had shown, each proof as its factor and its authenticator.
  package private(set) var prices: Set<Set<String>> = []
  /// Whether every configuration was looked at.
  package private(set) var isComplete = true

  init(_ first: RunPoint) { nodes = [Node(point: first, origin: -1, moment: nil)] }

  mutating func add(_ point: RunPoint, from origin: Int, _ moment: Moment) {
    nodes.append(Node(point: point, origin: origin, moment: moment))
  }

  mutating func join(_ from: Int, to: Int, isInterrupt: Bool) { edges.append(Edge(to: to, isInterrupt: isInterrupt)) }

  /// All edges of a node were joined.
  mutating func close(_ node: Int) { ends.append(edges.count) }

  mutating func cut() { isComplete = false }

  /// Looks at what the last edge led to.
  ///
  /// - Parameter point: as the moment has left it; the configuration that the edge leads to may be that of another run.
  mutating func note(
    _ marks: [TraceMark], from node: Int, _ moment: Moment, behind point: RunPoint, in program: Program
  ) {
    let machine = point.machine
    var phase = nodes[node].point.machine.currentPhase
    func see(_ sight: Observation) { if sights[sight] == nil { sights[sight] = (node, moment) } }
    edges[edges.count - 1].shown = shown(by: moment, at: nodes[node].point.machine, program)
    for mark in marks {
      switch mark.what {
      case .lost: edges[edges.count - 1].loses = true
      case .phase(let entered): phase = PhaseID(index: entered)
      case .accepted(let row): (edges[edges.count - 1].accepted, edges[edges.count - 1].user) = (row, point.user)
      case .unresolvable(let row):
        let (step, choice) = program.origin(ofRow: row)
        if choice == nil, !program.isCallable(nil, of: step, in: phase) { see(.callOutOfPhase(step)) }
      case .entered(let step): see(.atWork(StepID(Int(step))))
      case .asked(_, let step, _), .exhausted(let step), .spent(let step):
        let step = program.flow.steps[Int(step)]
        see(.atWork(step.id))
        // Whose tries are spent needs no answer any more.
        guard step.answer != nil, !nodes[edges[edges.count - 1].to].point.machine.hasSpentTries(of: step.id) else {
          break
        }
        if !program.isCallable(nil, of: step.id, in: phase) { see(.callOutOfPhase(step.id)) }
      case .ended(.goalNotReached(let end)): see(.shortfall(end))
      case .tooManyMoves: circling.insert(edges[edges.count - 1].to)
      case .ended(.unhandled): unhandled.insert(edges[edges.count - 1].to)
      case .ended(.end(let end, _)) where program.flow[end].outcome == .success:
        see(.success(end))
        let items = Set(machine.proofs.map(\.words))
        prices.insert(items)
        edges[edges.count - 1].success = (end, items)
      default: break
      }
    }
    look(at: nodes[edges[edges.count - 1].to].point.machine, program, see)
    var watch = ThreatWatch(program, isShut: nodes[node].point.isShut)
    let step = nodes[node].point.machine.layers.first.map { program.flow[$0.step] }
    let lines = step.map { step in step.transitions + step.calls.flatMap(\.over) } ?? []
    if watch.isPassed(in: marks, hasElse: lines.contains { $0.trigger == .otherwise }) { see(.passedThreat) }
  }

  /// How many proofs a reply shows to the call at work, by the contract.
  private func shown(by moment: Moment, at machine: FlowMachine, _ program: Program) -> Int {
    guard case .event(let occurrence) = moment.happening, let open = machine.callAtWork, machine.hasBegun,
      !machine.awaitsAnswer, machine.line(for: occurrence) != nil
    else { return 0 }
    let contract = program.flow.contract
    guard let id = contract.event(named: occurrence.event.name) else { return 0 }
    let event = occurrence.event
    let outcome = contract.outcome(of: contract[id], status: event.status, error: event.error, data: event.data)
    let limit = program.flow[machine.stepAtWork].earns
    let replies = contract[open.call].replies.filter {
      $0.event == id && $0.outcome == outcome && $0.given.fields.isEmpty
    }
    return replies.first.map { reply in reply.earns.filter { limit?.keeps($0) ?? true }.count } ?? 0
  }

  /// A choice can be made only where the run rests.
  private func look(at machine: FlowMachine, _ program: Program, _ see: (Observation) -> Void) {
    guard machine.hasQuestion else { return }
    let (step, phase) = (program.flow[machine.stepAtWork], machine.currentPhase)
    for choice in step.choices.indices where program.isCallable(choice, of: step.id, in: phase) {
      see(.callable(step.id, choice: choice))
    }
  }

  /// Whether some run showed it.
  package func shows(_ sight: Observation) -> Bool { sights[sight] != nil }

  /// Everything that runs showed.
  package var shown: Set<Observation> { Set(sights.keys) }

  /// The shortest run that shows something; nil if none does.
  package func run(showing sight: Observation) -> [Moment]? { sights[sight].map { run(to: $0.from) + [$0.moment] } }

  /// How many configurations there are.
  package var count: Int { nodes.count }

  /// The shortest run to a configuration.
  package func run(to node: Int) -> [Moment] {
    var moments: [Moment] = []
    var current = node
    while current >= 0 {
      if let moment = nodes[current].moment { moments.append(moment) }
      current = nodes[current].origin
    }
    return moments.reversed()
  }

  func edges(from node: Int) -> ArraySlice<Edge> { edges[(node == 0 ? 0 : ends[node - 1])..<ends[node]] }
}
