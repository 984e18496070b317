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
    var closingRank: Int?
    for facts in steps where facts.step.isInterrupt {
      for call in facts.calls where bits[call.use.call] == nil {
        let heard = call.arrivals.filter { contract.isHeeded($0.event) }
        guard !heard.isEmpty else { continue }
        let rank = closingRank ?? contract.highestClosing(steps)
        closingRank = rank
        guard facts.mayLeave(open: call, closedBelow: rank, contract) else { continue }
        let bit = bits.count % 8
        bits[call.use.call] = 1 << UInt8(bit)
        replies[bit] += heard.map { Signal($0.event, mode: $0.mode, $0.outcome) }
      }
    }
  }

  package var isEmpty: Bool { bits.isEmpty }

  func bit(of call: CallID) -> UInt8 { bits[call] ?? 0 }

  /// Whether a call cannot be made, since another of its name is owed.
  func bars(_ call: CallID, _ owed: UInt8) -> Bool { owed != 0 && bits.count <= 8 && bit(of: call) & owed != 0 }

  /// The owed calls to which an event counts as the reply, whoever sent it; none where there are too many to tell.
  func answered(by event: EventID, _ owed: UInt8, _ contract: Contract) -> UInt8 {
    guard owed != 0, bits.count <= 8 else { return 0 }
    return bits.reduce(0) { answered, entry in
      guard entry.value & owed != 0,
        contract[entry.key].replies.contains(where: { $0.event == event })
      else { return answered }
      return answered | entry.value
    }
  }

  /// Those that the SDK works on no more once it has accepted a call.
  func superseded(by call: CallSpec) -> UInt8 {
    let (gone, left) = bits.reduce(into: (UInt8(0), UInt8(0))) { sets, entry in
      if call.supersedes.contains(entry.key) { sets.0 |= entry.value } else { sets.1 |= entry.value }
    }
    return gone & ~left
  }

  /// Those of some owed calls that are over once the SDK has had its time for them.
  func patient(_ owed: UInt8, _ contract: Contract) -> UInt8 {
    guard owed != 0 else { return 0 }
    return bits.reduce(0) { $1.value & owed != 0 && contract[$1.key].patience != nil ? $0 | $1.value : $0 }
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

extension Contract {
  /// The highest rank of the interrupts that close those of lower rank: of those that the flow has no entry for, whose entry leads to
  /// a step, or that some step takes by a line of its own; 0 for none.
  fileprivate func highestClosing(_ steps: [StepFacts]) -> Int {
    var spared: Set<EventID> = []
    for facts in steps where facts.step.isInterrupt {
      var leads = false
      facts.forEachTarget { target in
        if case .step = target.move { leads = true }
      }
      if !leads, let event = facts.step.awaited?.event { spared.insert(event) }
    }
    for facts in steps where !spared.isEmpty {
      facts.forEachLine { line in
        if case .event(let event, _, _) = line.trigger { spared.remove(event) }
      }
    }
    return events.indices.reduce(0) { highest, index in
      guard events[index].kind == .interrupt, !events[index].isTerminal, events[index].rank > highest,
        !spared.contains(EventID(index: UInt16(truncatingIfNeeded: index)))
      else { return highest }
      return events[index].rank
    }
  }
}

extension Target {
  /// Whether an interrupt is gone then, and the run goes on.
  fileprivate var leavesInterrupt: Bool {
    switch move {
    case .resume, .step: true
    case .stay, .retry, .end: false
    }
  }
}

extension StepFacts {
  /// Whether an interrupt may be gone before the reply to one of its calls has come.
  ///
  /// - Parameter rank: below which an interrupt may be closed by another.
  fileprivate func mayLeave(open call: CallFacts, closedBelow rank: Int, _ contract: Contract) -> Bool {
    guard let awaited = step.awaited, !contract[awaited.event].isTerminal else { return false }
    let spec = contract[awaited.event]
    let lines = linesWhileOpen(call, contract)
    // Who is asked again while the call is open may leave, too.
    let leaves =
      lines.contains { $0.target.leavesInterrupt } || lines.contains { $0.target.asksAgain } && hasWayOut
    return leaves || contract.events.contains { $0.cancels.contains(awaited.event) }
      || spec.rank < rank
  }

  /// The lines that may be taken while a call is open, and leave it open.
  private func linesWhileOpen(_ call: CallFacts, _ contract: Contract) -> [Transition] {
    if let accepted = call.lines.first(where: \.trigger.isAccepted), !accepted.target.asksAgain { return [accepted] }
    var hasDeadline = step.within != nil || contract[call.use.call].patience != nil
    if case .choice(let index) = call.origin, step.choices[index].within != nil { hasDeadline = true }
    let late = call.lines.first { $0.trigger == .timeout } ?? call.otherwise
    return call.lines.filter(\.trigger.isAccepted) + (hasDeadline ? late.map { [$0] } ?? [] : [])
  }

  /// Whether anything leads out of an interrupt and on.
  private var hasWayOut: Bool {
    var leaves = false
    forEachTarget { leaves = leaves || $0.leavesInterrupt }
    return leaves
  }
}

extension Relation {
  /// A frame goes away: if its call is open, its reply is still to come.
  ///
  /// - Parameters:
  ///   - covered: the frames that it lay over.
  ///   - isAnswered: whether what happens is the reply.
  func drop(
    _ frame: Configuration.Frame, over covered: Range<Int>, isAnswered: Bool = false,
    _ configuration: inout Configuration
  ) {
    if !isAnswered { giveUp(frame, &configuration) }
    guard !owable.isEmpty, !isAnswered, let site = frame.place.site, !isOverdue(frame.place), !frame.isVoid
    else { return }
    owe(site, over: covered, &configuration)
    let bit = owable.bit(of: sites[site].call.use.call)
    configuration.mayLapse |= owable.patient(bit, flow.contract)
  }

  /// The reply to the call of a frame will not be heard: what it may set up is set up, and it may come late.
  func giveUp(_ frame: Configuration.Frame, _ configuration: inout Configuration) {
    guard let site = frame.place.site else { return }
    configuration.assurance.setUp |= settingUp(site)
    guard !isOverdue(frame.place), !frame.isVoid else { return }
    configuration.assurance.late.add(
      lateCalls.bit(ofSite: site), isForAnother: frame.isForAnother, isOld: frame.place.isOld)
  }

  /// Whether a call of a step may be owed.
  package func mayOwe(_ step: Int) -> Bool {
    sites(of: step).contains { owable.bit(of: sites[$0].call.use.call) != 0 }
  }

  /// Whether a signal may be the reply to the call of a site, however it comes out.
  private func mayAnswer(_ signal: Signal, _ site: Int) -> Bool {
    flow.contract[sites[site].call.use.call].replies.contains { $0.event == signal.event }
  }

  /// A call is owed from now on.
  ///
  /// - Parameter covered: the frames below, for which a reply may have come before.
  func owe(_ site: Int, over covered: Range<Int>, _ configuration: inout Configuration) {
    let bit = owable.bit(of: sites[site].call.use.call)
    let phase = Int(configuration.assurance.phase)
    let isClosed = flow.contract.phases.indices.contains(phase) && flow.contract.phases[phase].isClosed
    guard bit != 0, !isClosed, configuration.assurance.owed & bit == 0 else { return }
    noteEarly(in: covered, &configuration) { owable.answered(by: $0.event, bit, flow.contract) != 0 }
    configuration.assurance.owed |= bit
  }

  /// Time passes, until the SDK has had its time for an owed call: it stands still while an interrupt wants an answer, but for a
  /// call that the step at work can make.
  package func lapses(at configuration: Configuration) -> [Passage] {
    var bits = owable.patient(configuration.assurance.owed, flow.contract)
    guard bits != 0 else { return [] }
    let open = configuration.frames.dropFirst().map(\.place.step) + configuration.waiting
    let isStopped = open.contains { step in
      steps[step].step.awaited.map { flow.contract[$0.event].needsAnswer } ?? false
    }
    if isStopped { bits &= steps[configuration.top.place.step].calls.reduce(0) { $0 | owable.bit(of: $1.use.call) } }
    guard bits != 0 else { return [] }
    return lapses(of: bits, at: configuration).filter { $0.assurance != configuration.assurance }
  }

  /// The SDK may have had its time for an owed call, or not.
  func lapses(of bits: UInt8, at configuration: Configuration) -> [Passage] {
    let bit = bits & (~bits &+ 1)
    var waits = configuration
    waits.mayLapse &= ~bit
    var lapsed = waits
    lapsed.assurance.owed &= ~bit
    return [waits, lapsed].map { passage(to: $0, from: configuration) }
  }

  /// Takes frames away that something closes.
  func close(_ range: Range<Int>, _ configuration: inout Configuration) {
    for index in range { drop(configuration.frames[index], over: 0..<index, &configuration) }
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
      drop(frame, over: 0..<index, isAnswered: answer != nil, &configuration)
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

  /// What a step does with the reply to a call of the step before, where an owed reply was taken for it and has led here: both were kept
  /// under an interrupt.
  package func moves(takingReplyTo site: Int, keptFor place: Place) -> [Move] {
    let (lines, own) = (lines(at: place), steps[place.step].step.awaited)
    var moves: [Move] = []
    for arrival in sites[site].call.arrivals {
      flow.contract.forEachSignal(of: arrival, toldApartBy: lines, own: own) { signal in
        if isReply(signal, at: place) {
          moves += self.moves(taking: signal, at: place)
        } else if flow.contract[signal.event].kind == .challenge {
          moves += self.moves(takingUnlisted: signal.event, at: place)
        }
      }
    }
    return moves
  }

  /// What comes of the replies that are owed.
  package func owedArrivals(at configuration: Configuration) -> [Passage] {
    guard configuration.assurance.owed != 0 else { return [] }
    var passages: [Passage] = []
    owable.forEachReply(to: configuration.assurance.owed) { signal, bit in
      passages += arrive(signal, configuration, isOwed: true, answering: bit)
    }
    return passages
  }
}
