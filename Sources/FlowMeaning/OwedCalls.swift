// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

/// The calls of interrupts whose reply may come when the interrupt is gone, and does something then: "Owed calls" of
/// `Documentation/Semantics.md`.
package struct OwedCalls: Sendable {
  /// By call: its bit; none for a call whose reply does nothing, or that no interrupt leaves open.
  private var bits: [CallID: UInt8] = [:]
  /// What each bit stands for: several calls share one where there are too many.
  private var replies: [[Signal]] = Array(repeating: [], count: 8)

  init(_ steps: [StepFacts], _ contract: Contract) {
    for facts in steps where facts.step.isInterrupt {
      for call in facts.calls where bits[call.use.call] == nil && facts.mayLeave(open: call, contract) {
        let heard = call.arrivals.filter { contract.isHeeded($0.event) }
        guard !heard.isEmpty else { continue }
        let bit = bits.count % 8
        bits[call.use.call] = 1 << UInt8(bit)
        replies[bit] += heard.map { Signal($0.event, mode: $0.mode, $0.outcome) }
      }
    }
  }

  package var isEmpty: Bool { bits.isEmpty }

  func bit(of call: CallID) -> UInt8 { bits[call] ?? 0 }

  /// Whether a call cannot be made, since another of its name is owed and no time ends that.
  func bars(_ call: CallID, _ owed: UInt8, _ contract: Contract) -> Bool {
    owed != 0 && bits.count <= 8 && contract[call].patience == nil && bit(of: call) & owed != 0
  }

  /// Visits what may still come, with the bit of the call that it is the reply to.
  func forEachReply(to owed: UInt8, _ body: (Signal, UInt8) -> Void) {
    for bit in 0..<8 where owed & 1 << UInt8(bit) != 0 {
      for signal in replies[bit] { body(signal, 1 << UInt8(bit)) }
    }
  }
}

extension Contract {
  /// Whether an event does something though nobody waits for it; interrupts come at any time as it is.
  fileprivate func isHeeded(_ event: EventID) -> Bool {
    let spec = self[event]
    switch spec.kind {
    case .challenge: return true
    case .interrupt, .notice: return false
    case .result: return spec.phase != nil || spec.losesProofs || !spec.cancels.isEmpty
    }
  }
}

extension StepFacts {
  /// Whether an interrupt may be gone before the reply to one of its calls has come.
  fileprivate func mayLeave(open call: CallFacts, _ contract: Contract) -> Bool {
    guard let awaited = step.awaited, !contract[awaited.event].isTerminal else { return false }
    let spec = contract[awaited.event]
    // Who is asked again while the call is open may leave, too.
    let leaves = call.lines.contains { line in
      switch line.trigger {
      case .accepted, .timeout, .otherwise: if case .end = line.target.move { false } else { true }
      default: false
      }
    }
    return leaves
      || contract.events.contains { other in
        other.cancels.contains(awaited.event) || other.kind == .interrupt && !other.isTerminal && other.rank > spec.rank
      }
  }
}

extension Relation {
  /// A frame goes away: if its call is open, its reply is still to come.
  ///
  /// - Parameter isAnswered: whether what happens is the reply.
  func drop(_ frame: Configuration.Frame, isAnswered: Bool = false, _ configuration: inout Configuration) {
    if !isAnswered { giveUp(frame, &configuration) }
    guard !owable.isEmpty, !isAnswered, let site = frame.place.site else { return }
    owe(site, &configuration)
  }

  /// The reply to the call of a frame will not be heard: what it may set up is set up.
  func giveUp(_ frame: Configuration.Frame, _ configuration: inout Configuration) {
    if let site = frame.place.site { configuration.assurance.setUp |= settingUp[site] }
  }

  /// Whether a call of a step may be owed.
  package func mayOwe(_ step: Int) -> Bool {
    sites(of: step).contains { owable.bit(of: sites[$0].call.use.call) != 0 }
  }

  func owe(_ site: Int, _ configuration: inout Configuration) {
    configuration.assurance.owed |= owable.bit(of: sites[site].call.use.call)
  }

  /// Takes frames away that something closes.
  func close(_ range: Range<Int>, _ configuration: inout Configuration) {
    for frame in configuration.frames[range] { drop(frame, &configuration) }
    configuration.frames.removeSubrange(range)
  }

  /// Takes an interrupt away, open or waiting.
  ///
  /// - Parameter sparesCalls: whether one whose call is open stays.
  func close(_ entry: Int, sparingCalls sparesCalls: Bool = false, _ configuration: inout Configuration) {
    configuration.waiting.removeAll { $0 == entry }
    for index in configuration.frames.indices.reversed() where configuration.frames[index].place.step == entry {
      guard !sparesCalls || configuration.frames[index].place.site == nil else { continue }
      // A challenge wants an answer still.
      for kept in configuration.frames[index].kept where flow.contract[kept.signal.event].kind == .challenge {
        configuration.keep(kept.signal, kept.mayEarn, at: 0)
      }
      close(index..<index + 1, &configuration)
    }
  }

  /// What comes of the replies that are owed.
  package func owedArrivals(at configuration: Configuration) -> [Passage] {
    guard configuration.assurance.owed != 0 else { return [] }
    var passages: [Passage] = []
    owable.forEachReply(to: configuration.assurance.owed) { signal, bit in
      var next = configuration
      next.assurance.owed &= ~bit
      passages += arrive(signal, next, isOwed: true)
    }
    return passages
  }
}
