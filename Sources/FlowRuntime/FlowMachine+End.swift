// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

extension FlowMachine {
  mutating func finish(at hop: Hop, _ effects: inout Effects) {
    let index = Int(hop.target)
    let id = EndID(at: hop.target)
    let say = hop.say >= 0 ? MessageID(at: UInt16(hop.say)) : program.flow.ends[index].say ?? unshown
    guard program.flow.ends[index].outcome == .success else { return finish(.end(id, say: say), &effects) }
    finish(meets(program.demands[index]) ? .end(id, say: say) : .goalNotReached(id), &effects)
  }

  /// A message that was to be shown at the next question, and none came.
  private var unshown: MessageID? {
    top.request == 0 && top.say >= 0 ? MessageID(at: UInt16(top.say)) : nil
  }

  /// Whether a success end of a flow inside may be passed.
  func holds(_ claim: ClaimID) -> Bool { meets(program.flow.demand(claimed: claim)) }

  /// Ends the run: everything is closed, and a failure undoes what the SDK has begun.
  ///
  /// - Parameter place: where something was missing that is no end of the flow itself; nil for none.
  mutating func finish(_ end: RunEnd, for place: Shortfall.Claimant? = nil, _ effects: inout Effects) {
    hasEnded = true
    let outcome = end.outcome(in: program.flow)
    if case .goalNotReached(let id) = end, let at = place ?? id.map({ .end($0) }) { fallShort(at: at, &effects) }
    if outcome == .failure, let way = program.flow.contract.phases[Int(phase)].abandon { abandon(by: way, &effects) }
    if outcome != .success { loseProofs(&effects) }
    top.request = 0
    top.deadline = .max
    effects.mark(now, .ended(end))
    effects.actions.append(.end(end))
  }
}

/// The way out of a failed run.
extension FlowMachine {
  /// Leaves the SDK's phase; not while something is undecided without which the SDK takes no call.
  private mutating func abandon(by way: CallID, _ effects: inout Effects) {
    if let undecided = undecided(for: way) {
      isStranded = true
      effects.mark(now, .stranded(call: way.index, event: undecided))
      return
    }
    isAbandoning = true
    effects.mark(now, .abandoned(way.index))
    effects.actions.append(.abandon(way))
  }

  /// An interrupt, open or waiting, that bars a call; nil if none does.
  private func undecided(for call: CallID) -> UInt16? {
    guard !below.isEmpty || !waiting.isEmpty else { return nil }
    let open = (below + [top]).dropFirst().compactMap { program.steps[Int($0.step)].awaitedEvent }
    let events = program.flow.contract.events
    let answered = program.flow.contract[call].answers
    return (open.map { UInt16($0) } + waiting.map(\.id)).first { event in
      events[Int(event)].barsCalls && !answered.contains(EventID(index: event))
    }
  }

  /// The SDK refused the call with which the run left: it is where it was.
  mutating func strand(refusedWith code: Int, _ effects: inout Effects) {
    guard isAbandoning, let way = program.flow.contract.phases[Int(phase)].abandon else { return }
    isAbandoning = false
    isStranded = true
    effects.mark(now, .refusedOut(call: way.index, code: Int32(clamping: code)))
  }

  /// The SDK's phase that a failed run could not leave; nil where there is none to leave, or it was left.
  var strandedPhase: String? { isStranded ? program.flow.contract.phases[Int(phase)].name : nil }
}
