// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph
import SDKContract

/// The lines of a flow that some run may take, be it by a reply that comes late, and the steps that those lead to.
///
/// What is not among them no run can take: more special lines take all that it is for, there is no count or time that runs out, or only
/// such lines lead to its step. What the SDK sends against its contract may take such a line all the same.
package struct LinesInReach: Sendable {
  /// By step: where its lines in reach are written; none if no run comes there.
  private let byStep: [Set<SourceRange>]
  /// By step: whether a run may come there.
  private let isReached: [Bool]

  /// - Parameter flow: one of which every name is resolved.
  package init(of flow: Flow) {
    let relation = Relation(flow, flow.steps.map { StepFacts($0, flow.contract) })
    let table = MoveTable(relation)
    let lines = flow.steps.indices.map { step in
      let places = table.places(of: step, relation)
      var ranges: Set<SourceRange> = []
      for place in places {
        for move in table.moves(at: place, relation) + relation.unlistedMoves(at: place) {
          if let line = move.line { ranges.insert(line.range) }
        }
      }
      relation.steps[step].forEachLine { line in
        guard !ranges.contains(line.range), relation.mayReplyLate(to: line, at: places) else { return }
        ranges.insert(line.range)
      }
      return ranges
    }
    let isReached = relation.stepsReached(by: lines)
    self.isReached = isReached
    byStep = lines.indices.map { isReached[$0] ? lines[$0] : [] }
  }

  /// Whether some run may come to a step.
  package func contains(step: Int) -> Bool { isReached[step] }

  /// Whether some run may take the line of a step that is written there.
  package func contains(lineAt place: SourceRange, ofStep step: Int) -> Bool { byStep[step].contains(place) }
}

extension Relation {
  /// By step: whether these lines, and choices that go somewhere at once, lead there from where runs begin.
  fileprivate func stepsReached(by lines: [Set<SourceRange>]) -> [Bool] {
    var isReached = lines.map { _ in false }
    var open = [Int(flow.start.index)] + flow.interrupts.map { Int($0.id.index) }
    while let step = open.popLast() {
      guard !isReached[step] else { continue }
      isReached[step] = true
      func follow(_ target: Target) { if case .step(let next) = target.move { open.append(Int(next.index)) } }
      steps[step].forEachLine { if lines[step].contains($0.range) { follow($0.target) } }
      if let to = steps[step].step.to { follow(to) }
      for choice in steps[step].step.choices { if case .go(let target) = choice.action { follow(target) } }
    }
    return isReached
  }

  /// Whether the reply to some call of the flow, at which nobody waits for it any more, takes a line at one of the places of its step.
  fileprivate func mayReplyLate(to line: Transition, at places: [Place]) -> Bool {
    guard mayComeLate(to: line, at: places) else { return false }
    guard case .event(let event, _, _) = line.trigger else { return true }
    let arrivals = sites.flatMap(\.call.arrivals).filter { $0.event == event }
    return places.contains { place in
      guard !isPassing(place) else { return false }
      let own = steps[place.step].step.awaited
      var isTaken = false
      for arrival in arrivals where !isTaken {
        flow.contract.forEachSignal(of: arrival, toldApartBy: lines(at: place), own: own) { signal in
          isTaken = isTaken || moves(taking: signal, at: place).contains { $0.line?.range == line.range }
        }
      }
      return isTaken
    }
  }

  /// Whether a reply to a call for which nobody waits any more may take a line at one of the places of its step (Semantics.md,
  /// *Events* 6), which is no move of a place.
  ///
  /// Of an `else` and an `error` that is taken for granted: something may always come that no other line names.
  package func mayComeLate(to line: Transition, at places: [Place]) -> Bool {
    // What holds all else takes nothing that comes late.
    let places = places.filter { !isPassing($0) }
    guard !places.isEmpty else { return false }
    switch line.trigger {
    case .rejected, .accepted, .timeout, .exhausted, .allow, .deny: return false
    case .error, .otherwise: return true
    case .event(let event, let mode, let outcome):
      // Lines of single modes may take all of it.
      let known = flow.contract[event].modes
      let modes = mode == nil && !known.isEmpty ? known.map(Optional.some) : [mode]
      let signals = modes.map { Signal(event, mode: $0, outcome) }
      return places.contains { place in
        signals.contains { moves(taking: $0, at: place).contains { $0.line?.range == line.range } }
      }
    }
  }
}
