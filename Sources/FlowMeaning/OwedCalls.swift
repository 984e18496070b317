// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
package import SDKContract

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

  /// The owed calls to which an event surely counts as the reply, whatever sent it; none where some may be over without a reply.
  func answered(by event: EventID, _ owed: UInt8, _ contract: Contract) -> UInt8 {
    guard owed != 0, bits.count <= 8 else { return 0 }
    return bits.reduce(0) { answered, entry in
      guard entry.value & owed != 0, contract[entry.key].patience == nil,
        contract[entry.key].replies.contains(where: { $0.event == event })
      else { return answered }
      return answered | entry.value
    }
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
    guard !owable.isEmpty, !isAnswered, let site = frame.place.site, !isOverdue(frame.place) else { return }
    owe(site, &configuration)
  }

  /// The reply to the call of a frame will not be heard: what it may set up is set up.
  func giveUp(_ frame: Configuration.Frame, _ configuration: inout Configuration) {
    if let site = frame.place.site { configuration.assurance.setUp |= settingUp(site) }
  }

  /// Whether the SDK has had its time for the call that is open at a place: somebody is asked there again only after that.
  private func isOverdue(_ place: Place) -> Bool {
    guard place.isAsking, let site = place.site, sites[site].step == place.step else { return false }
    let (step, call) = (steps[place.step].step, sites[site].call)
    guard flow.contract[call.use.call].patience != nil, step.within == nil, step.isInterrupt else { return false }
    if case .choice(let index) = call.origin, step.choices[index].within != nil { return false }
    return !call.lines.contains { $0.trigger.isAccepted }
  }

  /// Whether a call of a step may be owed.
  package func mayOwe(_ step: Int) -> Bool {
    sites(of: step).contains { owable.bit(of: sites[$0].call.use.call) != 0 }
  }

  /// Whether a signal may be the reply to the call of a site, however it comes out.
  private func mayAnswer(_ signal: Signal, _ site: Int) -> Bool {
    flow.contract[sites[site].call.use.call].replies.contains { $0.event == signal.event }
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
      let frame = configuration.frames.remove(at: index)
      let answer = frame.place.site.flatMap { site in frame.kept.firstIndex { mayAnswer($0.signal, site) } }
      if answer != nil { giveUp(frame, &configuration) }
      for (place, kept) in frame.kept.enumerated() {
        // A challenge wants an answer still.
        let isChallenge = flow.contract[kept.signal.event].kind == .challenge
        if isChallenge || place != answer { configuration.handDown([kept], to: isChallenge ? 0 : index - 1) }
      }
      drop(frame, isAnswered: answer != nil, &configuration)
    }
  }

  /// What a move leaves to be owed: an event that may be the reply to an owed call counts as that; nil where the move is none, as
  /// the event is nobody's then.
  package func owed(after move: Move, _ assurance: Assurance) -> UInt8? {
    guard assurance.owed != 0, case .event(let signal) = move.cause else { return assurance.owed }
    let answered = owable.answered(by: signal.event, assurance.owed, flow.contract)
    guard answered.nonzeroBitCount == 1 else { return assurance.owed }
    return flow.contract[signal.event].kind == .result ? nil : assurance.owed & ~answered
  }

  /// The events that do something as the replies to owed calls, each with how often at most it comes in a run; `Int.max / 4` for
  /// no bound.
  package var owedEvents: [(event: EventID, most: Int)] {
    var events: [(event: EventID, most: Int)] = []
    for site in sites where owable.bit(of: site.call.use.call) != 0 && steps[site.step].step.isInterrupt {
      let most = steps[site.step].step.budget(of: site.call.origin)?.value ?? Int.max / 4
      for event in Set(site.call.arrivals.map(\.event)) where flow.contract[event].kind == .challenge {
        if let index = events.firstIndex(where: { $0.event == event }) {
          events[index].most = min(events[index].most + most, Int.max / 4)
        } else {
          events.append((event, most))
        }
      }
    }
    return events.sorted { $0.event.index < $1.event.index }
  }

  /// What a step of the flow does with the reply to a call that is owed.
  package func moves(takingOwed event: EventID, at place: Place) -> [Move] {
    guard !steps[place.step].step.isInterrupt else { return [] }
    let signal = Signal(event, mode: nil, .success)
    let named = moves(taking: signal, at: place)
    return named.isEmpty && !isReply(signal, at: place) ? moves(takingUnlisted: event, at: place) : named
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
