// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// Where a run comes to that a gate has denied, and that never gets its leave.
struct DeniedWays {
  private let context: CheckContext
  private let graph: StepGraph

  init(_ context: CheckContext, _ graph: StepGraph) {
    self.context = context
    self.graph = graph
  }

  /// A line of denial behind which stands a success end to which nothing leads but the gate: its verdict decides nothing.
  ///
  /// - Parameter origin: the part of the step whose call the gate guards; `.itself` for a `gate:` step.
  func denial(at gate: Int, of origin: Origin) -> (line: Transition, end: EndID)? {
    for line in denials(at: gate, of: origin) {
      var ends: Set<EndID> = []
      switch line.target.move {
      case .end(let end): ends = [end]
      case .step(let id): ends = reachedEnds(from: [Int(id.index)], without: gate, origin)
      case .stay, .retry: ends = reachedEnds(from: [gate], without: gate, origin)
      case .resume: continue
      }
      ends = ends.filter { context.flow[$0].outcome == .success }
      guard !ends.isEmpty else { continue }
      ends.subtract(reachedEnds(from: context.flow.roots, without: gate, origin))
      if let end = ends.min(by: { $0.index < $1.index }) { return (line, end) }
    }
    return nil
  }

  /// Whether leads to an end, too, what the gate gives leave to.
  func isReached(_ end: EndID, byLeaveAt gate: Int, of origin: Origin, without denial: Transition) -> Bool {
    var roots: [Int] = []
    var isFound = false
    context.moves.forEachMove(at: gate) { move in
      guard context.steps[gate].step.isGate || move.origin == origin, move.line?.range != denial.range else { return }
      switch move.target {
      case .end(let other): if other == end { isFound = true }
      case .place(let place): roots.append(place.step)
      case .resume, .unhandled: break
      }
    }
    return isFound || reachedEnds(from: roots) { _, move in move.line?.range == denial.range }.contains(end)
  }

  /// The ends that a run may come to from a step.
  func reachedEnds(from step: Int) -> Set<EndID> { reachedEnds(from: [step]) { _, _ in false } }

  /// The lines that a run takes which is denied there.
  private func denials(at gate: Int, of origin: Origin) -> [Transition] {
    let facts = context.steps[gate]
    guard !facts.step.isGate else {
      return [facts.step.transitions.line(taking: .deny)].compactMap(\.self)
    }
    guard let call = facts.calls.first(where: { $0.origin == origin }) else { return [] }
    return [call.lines.line(taking: .deny)].compactMap(\.self)
  }

  /// The ends that can be reached though the gate gives no leave.
  private func reachedEnds(from roots: [Int], without gate: Int, _ origin: Origin) -> Set<EndID> {
    let isGate = context.steps[gate].step.isGate
    return reachedEnds(from: roots) { step, move in step == gate && (isGate || move.origin == origin) }
  }

  private func reachedEnds(from roots: [Int], without isLeftOut: (Int, Move) -> Bool) -> Set<EndID> {
    var ends: Set<EndID> = []
    var isReached = Array(repeating: false, count: graph.count)
    var open: [Int] = []
    func reach(_ step: Int) {
      guard !isReached[step] else { return }
      isReached[step] = true
      open.append(step)
    }
    for root in roots { reach(root) }
    while let step = open.popLast() {
      context.moves.forEachMove(at: step) { move in
        guard !isLeftOut(step, move) else { return }
        switch move.target {
        case .end(let end): ends.insert(end)
        case .place(let place): reach(place.step)
        case .resume, .unhandled: break
        }
      }
    }
    return ends
  }
}
