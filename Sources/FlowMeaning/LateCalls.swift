// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
package import SDKContract
import Values

/// The calls whose reply could be mistaken for that to another call once nobody waits for it any more: "Late replies" of
/// `Documentation/Semantics.md`.
///
/// The same call with the same replies has one bit, wherever it is made; where there are too many, a call has one bit for all its
/// ways, and then several calls share one.
package struct LateCalls: Sendable {
  /// What is to be told of a reply to a call.
  package struct Doubt: Sendable, Hashable {
    /// The late calls whose reply it could be, as bits.
    package var sharedWith: UInt32 = 0
    /// Those of them whose reply would not show all that this one shows.
    package var blurredBy: UInt32 = 0
    /// Those of them whose reply would show nothing here if they were made for another user: the event does not name the user.
    var foreignTo: UInt32 = 0

    package static let none = Doubt()
  }

  /// What is to be told of an event that names a user.
  package struct Naming: Sendable, Hashable {
    /// The late calls that have said who the user is, so that they were made for no other.
    var spares: UInt32
    /// The late calls whose reply the event could be.
    var mayReplyTo: UInt32
  }

  /// As many calls as are told apart.
  private static let most = 32

  /// By site: its bit; empty where no call has one.
  private var bits: [UInt32] = []
  /// By kind of call, then by reply of the call's arrivals.
  private var doubts: [[Doubt]] = []
  /// By site: its kind; empty where no call has a bit.
  private var kinds: [Int] = []
  /// The kinds of calls, and the bit of each; empty where no call has one.
  private var all: [(kind: CallKind, bit: UInt32)] = []
  /// The bits of calls that may say who the user is.
  private var naming: UInt32 = 0
  /// By the signal of a reply: the calls to which it may be one.
  private var callsBySignal: [(signal: Signal, bits: UInt32)] = []
  /// By bit: the calls that it stands for.
  private var calls: [[CallID]] = []
  private let contract: Contract

  package init(_ flow: Flow, _ steps: [StepFacts], _ naming: NamingCalls) {
    contract = flow.contract
    var kinds = CallKinds()
    for facts in steps { for call in facts.calls { kinds.add(call, at: facts.step, flow.contract) } }
    let all = kinds.all
    // Where each reply that shows something stands: few do, and only they can be blurred.
    let earning = all.indices.flatMap { kind in
      all[kind].answers.indices.filter { !all[kind].answers[$0].earns.isEmpty }.map { (kind: kind, reply: $0) }
    }
    guard !earning.isEmpty else { return }
    let blurred = all.map { late in earning.map { late.blurs(all[$0.kind].answers[$0.reply], flow.contract) } }
    let replies = ReplySignals(all, flow.contract)
    let places = Self.places(of: all, blurred, Self.doubtful(all, blurred, replies, flow, naming))
    guard let last = places.compactMap(\.self).max() else { return }
    self.kinds = kinds.bySite
    calls = Array(repeating: [], count: min(last + 1, Self.most))
    doubts = all.map { Array(repeating: .none, count: $0.answers.count) }
    let kindBits = places.map { $0.map { UInt32(1) << UInt32($0 % Self.most) } ?? 0 }
    var sharedWith = Array(repeating: UInt32(0), count: replies.signals.count)
    for late in all.indices {
      guard let place = places[late] else { continue }
      let call = all[late].call
      if !calls[place % Self.most].contains(call) { calls[place % Self.most].append(call) }
      for (index, place) in earning.enumerated() where blurred[late][index] {
        doubts[place.kind][place.reply].blurredBy |= kindBits[late]
      }
      for signal in replies.mayBe[late] { sharedWith[signal] |= kindBits[late] }
    }
    for kind in all.indices {
      for reply in all[kind].answers.indices {
        let bits = sharedWith[replies.ofKinds[kind][reply]]
        doubts[kind][reply].sharedWith = bits
        doubts[kind][reply].foreignTo =
          flow.contract[all[kind].answers[reply].signal.event].userField == nil ? bits : 0
      }
    }
    self.all = zip(all, kindBits).map { ($0, $1) }
    bits = kinds.bySite.map { kindBits[$0] }
    for site in bits.indices where naming.contains(site) { self.naming |= bits[site] }
    if !naming.isEmpty {
      callsBySignal = zip(replies.signals, sharedWith).filter { $1 != 0 && flow.contract[$0.event].userField != nil }
        .map { ($0, $1) }
    }
  }

  /// By kind: whether it makes a difference that its reply comes late.
  ///
  /// It does if it could be taken for a reply that shows something and would not show that, or would show it of another user, or
  /// before a step that an `after` names. It does, too, if it could be taken for any reply to a call for which it does: that one is
  /// late then.
  private static func doubtful(
    _ all: [CallKind], _ blurred: [[Bool]], _ replies: ReplySignals, _ flow: Flow, _ naming: NamingCalls
  ) -> [Bool] {
    let contract = flow.contract
    let tellsTimes =
      !naming.isEmpty || !flow.stepsOfAfter.isEmpty || contract.events.contains { $0.userField != nil }
    // By signal: whether a late reply that could be it makes a difference.
    var matters = Array(repeating: false, count: replies.signals.count)
    if tellsTimes {
      for (kind, signals) in zip(all, replies.ofKinds) {
        for (answer, signal) in zip(kind.answers, signals) where !answer.earns.isEmpty { matters[signal] = true }
      }
    }
    var isDoubtful = all.indices.map { kind in
      blurred[kind].contains(true) || replies.mayBe[kind].contains { matters[$0] }
    }
    var open = all.indices.filter { isDoubtful[$0] }
    while let next = open.popLast() {
      for signal in replies.ofKinds[next] { matters[signal] = true }
      for late in all.indices where !isDoubtful[late] && replies.mayBe[late].contains(where: { matters[$0] }) {
        isDoubtful[late] = true
        open.append(late)
      }
    }
    return isDoubtful
  }

  /// By kind: its number among those that are told apart; nil for one that needs none.
  private static func places(of all: [CallKind], _ blurred: [[Bool]], _ isDoubtful: [Bool]) -> [Int?] {
    struct Pattern: Hashable {
      let call: CallID
      /// Nil where a call is not told apart by it.
      let blurred: [Bool]?
    }
    func number(_ pattern: (Int) -> Pattern) -> (places: [Int?], count: Int) {
      var known: [Pattern: Int] = [:]
      let places = all.indices.map { late -> Int? in
        guard isDoubtful[late] else { return nil }
        let pattern = pattern(late)
        let place = known[pattern] ?? known.count
        known[pattern] = place
        return place
      }
      return (places, known.count)
    }
    let exact = number { Pattern(call: all[$0].call, blurred: blurred[$0]) }
    return exact.count <= most ? exact.places : number { Pattern(call: all[$0].call, blurred: nil) }.places
  }

  package var isEmpty: Bool { bits.isEmpty }

  /// The bit of a site's call; 0 if its reply is mistaken for nothing.
  package func bit(ofSite site: Int) -> UInt32 { bits.isEmpty ? 0 : bits[site] }

  /// What is to be told of one of the arrivals of a site's call.
  ///
  /// - Parameter signal: how it has come, where the contract leaves its mode or its number open.
  package func doubt(ofArrival arrival: Int, toSite site: Int, as signal: Signal) -> Doubt {
    guard !bits.isEmpty else { return .none }
    let declared = all[kinds[site]].kind.answers[arrival]
    let known = doubts[kinds[site]][arrival]
    let came = Signal(signal.event, mode: signal.mode ?? declared.signal.mode, signal.outcome)
    guard known.sharedWith != 0, came != declared.signal else { return known }
    var doubt = Doubt.none
    for (late, bit) in all where bit & known.sharedWith != 0 {
      if late.answers.contains(where: { $0.signal.mayBe(came, contract) }) { doubt.sharedWith |= bit }
      if late.blurs(CallKind.Answer(signal: came, earns: declared.earns), contract) { doubt.blurredBy |= bit }
    }
    doubt.foreignTo = known.foreignTo == 0 ? 0 : doubt.sharedWith
    return doubt
  }

  /// What is to be told of an event that names a user.
  func naming(by signal: Signal) -> Naming {
    Naming(
      spares: naming,
      mayReplyTo: callsBySignal.reduce(0) { $1.signal.mayBe(signal, contract) ? $0 | $1.bits : $0 })
  }

  /// Those that the SDK answers no more once it has accepted a call.
  package func superseded(by call: CallSpec) -> UInt32 {
    guard !call.supersedes.isEmpty else { return 0 }
    return calls.indices.reduce(0) { bits, place in
      calls[place].allSatisfy(call.supersedes.contains) ? bits | 1 << UInt32(place) : bits
    }
  }

  /// The calls of a set of bits.
  package func calls(_ late: UInt32) -> [CallID] {
    calls.indices.filter { late & 1 << UInt32($0) != 0 }.flatMap { calls[$0] }
  }
}

/// A call with what a flow knows of it: all that its replies hang on.
private struct CallKind {
  struct Answer {
    let signal: Signal
    let earns: [Proof]
  }

  let call: CallID
  let answers: [Answer]

  /// Whether one of its replies could be taken for a reply to another call, and would not show all that this one shows.
  func blurs(_ other: Answer, _ contract: Contract) -> Bool {
    !other.earns.isEmpty
      && answers.contains { mine in
        mine.signal.mayBe(other.signal, contract) && !other.earns.allSatisfy { mine.earns.contains($0) }
      }
  }
}

/// The signals of all replies to the calls of a flow, by number.
private struct ReplySignals {
  private(set) var signals: [Signal] = []
  /// By kind of call, then by reply: its signal.
  private(set) var ofKinds: [[Int]] = []
  /// By kind of call: the signals that one of its replies could be taken for.
  private(set) var mayBe: [[Int]] = []

  init(_ kinds: [CallKind], _ contract: Contract) {
    var numbers: [Signal: Int] = [:]
    ofKinds = kinds.map { kind in
      kind.answers.map { answer in
        let number = numbers[answer.signal] ?? signals.count
        if number == signals.count {
          numbers[answer.signal] = number
          signals.append(answer.signal)
        }
        return number
      }
    }
    let others = signals.map { one in signals.indices.filter { one.mayBe(signals[$0], contract) } }
    mayBe = ofKinds.map { own in
      var isTaken = Array(repeating: false, count: signals.count)
      for signal in own { for other in others[signal] { isTaken[other] = true } }
      return signals.indices.filter { isTaken[$0] }
    }
  }
}

/// The kinds of calls of a flow: most calls are made at several steps in the same way.
private struct CallKinds {
  private struct Key: Hashable {
    let call: CallID
    let mode: Int?
    /// The step, where what it counts is its own; the range of the call, where its arguments tell replies apart.
    let step: Int
    let place: Int
  }

  private(set) var all: [CallKind] = []
  private(set) var bySite: [Int] = []
  private var known: [Key: Int] = [:]
  mutating func add(_ call: CallFacts, at step: Step, _ contract: Contract) {
    let spec = contract[call.use.call]
    let isTold = spec.replies.contains { !$0.given.fields.isEmpty }
    let key = Key(
      call: call.use.call, mode: step.awaited?.mode, step: call.earns == nil ? -1 : Int(step.id.index),
      place: isTold ? bySite.count : -1)
    if let kind = known[key] { return bySite.append(kind) }
    known[key] = all.count
    bySite.append(all.count)
    let answers = call.arrivals.map { arrival in
      let reply = spec.replies[arrival.reply]
      return CallKind.Answer(
        signal: Signal(arrival.event, mode: arrival.mode, arrival.outcome),
        earns: arrival.earns ? reply.earns.filter { call.earns?.keeps($0) ?? true } : [])
    }
    all.append(CallKind(call: call.use.call, answers: answers))
  }
}

extension Signal {
  /// Whether an event may come that is this reply as well as another one.
  fileprivate func mayBe(_ other: Signal, _ contract: Contract) -> Bool {
    guard event == other.event, mode == nil || other.mode == nil || mode == other.mode else { return false }
    switch (outcome, other.outcome) {
    case (.error(let mine), .error(let theirs)): return mine == nil || theirs == nil || mine == theirs
    case (.error, _), (_, .error): return false
    case (.code(let mine), .code(let theirs)): return mine == theirs
    case (.success, .success): return true
    // Some codes come with a success.
    case (.success, .code(let code)), (.code(let code), .success): return contract.isInformational(code, in: event)
    }
  }
}
