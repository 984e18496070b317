// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

/// What interrupts do to the phase of the SDK, worked out once for each phase in which they open: the same ones open above each step.
///
/// A class, since the result for one opening is needed while another is worked out.
final class InterruptPhases {
  /// An interrupt that opens in a phase, as a number.
  struct Opening {
    let entry: Int
    let phase: UInt8
    let number: Int
  }

  /// What an interrupt leads to that has opened in a phase, with those that open above it.
  struct Summary {
    /// The phases in which it may lead back to what it has interrupted, as a set of bits.
    var resumed: UInt64 = 0
    /// The steps of the flow that it may lead to, each with the phase.
    var exits: [(place: Place, phase: UInt8)] = []
    /// The interrupts that may be open while somebody is signed in, as indices of the steps.
    var signedIn: Set<Int> = []
  }

  /// The interrupts of the flow that a run may go on from, as indices of the steps.
  let all: [Int]
  /// How many openings there are.
  let count: Int
  private let relation: Relation
  private let table: MoveTable
  private let phases: FollowedPhases
  /// By interrupt and phase: the phase once it has come.
  private let opened: [UInt8]
  /// By the number of the opening.
  private var known: [Summary?]

  init(_ relation: Relation, _ table: MoveTable, _ phases: FollowedPhases) {
    (self.relation, self.table, self.phases) = (relation, table, phases)
    let flow = relation.flow
    all = flow.interrupts.compactMap { step in
      step.awaited.flatMap { flow.contract[$0.event].isTerminal ? nil : step.index }
    }
    count = flow.interrupts.count * UInt64.bitWidth
    opened = flow.interrupts.flatMap { step in
      let effect = step.awaited.map { relation.facts(of: $0.event) }
      return (0..<UInt8(UInt64.bitWidth)).map { phase in effect.map { phases.after($0, phase) } ?? phase }
    }
    known = Array(repeating: nil, count: count)
  }

  /// An interrupt that opens while the SDK is in a phase, which may become another one by that.
  func opening(_ entry: Int, in phase: UInt8) -> Opening {
    let first = (entry - relation.flow.plainCount) * UInt64.bitWidth
    let phase = opened[first + Int(phase)]
    return Opening(entry: entry, phase: phase, number: first + Int(phase))
  }

  /// Whether an interrupt may open above a step of the flow in a phase; an interrupt that comes only after certain calls may open where one
  /// of these can be made.
  func mayOpen(_ entry: Int, at place: Place, in phase: UInt8) -> Bool {
    guard let event = event(of: entry), relation.started.mayCome(event, at: place.step) else { return false }
    return mayOpen(entry, above: place, in: phase)
  }

  /// Whether an interrupt may open while the call is under way that is open at a place.
  func mayOpen(_ entry: Int, duringCallAt place: Place) -> Bool {
    guard let event = event(of: entry), let site = place.site else { return false }
    let calls = relation.flow.contract[event].after
    return calls.isEmpty || calls.contains(relation.sites[site].call.use.call)
  }

  private func mayOpen(_ entry: Int, above place: Place, in phase: UInt8) -> Bool {
    guard let event = event(of: entry) else { return false }
    let calls = relation.flow.contract[event].after
    return
      (calls.isEmpty || calls.contains { relation.phases(of: $0) & phases.bits(phase) != 0 })
      && !relation.isReply(Signal(event, mode: nil, .success), at: place)
  }

  /// What an interrupt leads to that has opened in a phase.
  func summary(of opening: Opening) -> Summary {
    if let summary = known[opening.number] { return summary }
    var summary = Summary()
    var seen: [Place: UInt64] = [:]
    var open: [(place: Place, phase: UInt8)] = []
    func visit(_ place: Place, _ phase: UInt8) {
      guard seen[place, default: 0] & 1 << UInt64(phase) == 0 else { return }
      seen[place, default: 0] |= 1 << UInt64(phase)
      open.append((place, phase))
      if phase == phases.signedIn || phases.isLate(phase) { summary.signedIn.insert(opening.entry) }
    }
    visit(Place(step: opening.entry), opening.phase)
    while let (place, phase) = open.popLast() {
      for move in table.moves(at: place, relation) {
        guard let after = phases.after(move, phase) else { continue }
        switch move.target {
        case .place(let next) where next.step == opening.entry: visit(next, after)
        case .place(let next):
          summary.exits.append((next, phases.asking(relation.flow.steps[next.step], after)))
        case .resume: summary.resumed |= 1 << UInt64(after)
        case .end, .unhandled: break
        }
      }
      guard !relation.isPassing(place) else { continue }
      if phases.isLate(phase), phases.lateSignIn(at: place, relation).mayStay { visit(place, phases.signedIn) }
      for other in all where other != opening.entry && mayOpen(other, above: place, in: phase) {
        let next = self.opening(other, in: phase)
        guard rank(of: other) > rank(of: opening.entry) else {
          // It waits, but what its event says about the phase holds at once.
          visit(place, next.phase)
          continue
        }
        // Only those of higher rank open above it, so that this comes to an end.
        let above = self.summary(of: next)
        summary.exits += above.exits
        summary.signedIn.formUnion(above.signedIn)
        above.resumed.forEachBit { visit(place, $0) }
      }
    }
    known[opening.number] = summary
    return summary
  }

  private func event(of entry: Int) -> EventID? { relation.flow.steps[entry].awaited?.event }

  private func rank(of entry: Int) -> Int { event(of: entry).map { relation.flow.contract[$0].rank } ?? 0 }
}

extension UInt64 {
  /// Visits the position of each bit that is set.
  func forEachBit(_ body: (UInt8) -> Void) {
    var rest = self
    while rest != 0 {
      body(UInt8(rest.trailingZeroBitCount))
      rest &= rest &- 1
    }
  }
}
