// SPDX-License-Identifier: Apache-2.0

import FlowGraph
package import SDKContract
import Values

/// The calls whose reply could be mistaken for that to another call once nobody waits for it any more: "Late replies" of
/// `Documentation/Semantics.md`.
///
/// The same call with the same replies has one bit, wherever it is made; calls share bits where there are too many.
package struct LateCalls: Sendable {
  /// What is to be told of a reply to a call.
  package struct Doubt: Sendable, Hashable {
    /// The late calls whose reply it could be, as bits.
    package var sharedWith: UInt32 = 0
    /// Those of them whose reply would not show all that this one shows.
    package var blurredBy: UInt32 = 0

    package static let none = Doubt()
  }

  /// As many calls as are told apart.
  private static let most = 32

  /// By site: its bit; empty where no call has one.
  private var bits: [UInt32] = []
  /// By kind of call, then by reply of the call's arrivals.
  private var doubts: [[Doubt]] = []
  /// By site: its kind; empty where no call has a bit.
  private var kinds: [Int] = []
  /// By bit: the call.
  private var calls: [CallID] = []
  /// Whether several calls share a bit.
  private var isCrowded = false

  package init(_ steps: [StepFacts], _ contract: Contract) {
    var kinds = CallKinds()
    for facts in steps { for call in facts.calls { kinds.add(call, at: facts.step, contract) } }
    let all = kinds.all
    // Where each reply that shows something stands: few do, and only they can be blurred.
    let earning = all.indices.flatMap { kind in
      all[kind].answers.indices.filter { !all[kind].answers[$0].earns.isEmpty }.map { (kind: kind, reply: $0) }
    }
    var patterns: [(call: CallID, blurred: [Bool])] = []
    var kindBits = Array(repeating: UInt32(0), count: all.count)
    for late in all.indices {
      let pattern = earning.map { all[late].blurs(all[$0.kind].answers[$0.reply]) }
      guard pattern.contains(true) else { continue }
      let call = all[late].call
      let place = patterns.firstIndex { $0.call == call && $0.blurred == pattern } ?? patterns.count
      if place == patterns.count { patterns.append((call, pattern)) }
      kindBits[late] = 1 << UInt32(place % Self.most)
      if doubts.isEmpty { doubts = all.map { Array(repeating: .none, count: $0.answers.count) } }
      for (index, place) in earning.enumerated() where pattern[index] {
        doubts[place.kind][place.reply].blurredBy |= kindBits[late]
      }
      for kind in all.indices {
        for reply in all[kind].answers.indices where all[late].mayBe(all[kind].answers[reply]) {
          doubts[kind][reply].sharedWith |= kindBits[late]
        }
      }
    }
    guard !patterns.isEmpty else { return }
    self.kinds = kinds.bySite
    bits = kinds.bySite.map { kindBits[$0] }
    calls = patterns.prefix(Self.most).map(\.call)
    isCrowded = patterns.count > Self.most
  }

  package var isEmpty: Bool { bits.isEmpty }

  /// The bit of a site's call; 0 if its reply is mistaken for nothing.
  package func bit(ofSite site: Int) -> UInt32 { bits.isEmpty ? 0 : bits[site] }

  /// What is to be told of one of the arrivals of a site's call.
  package func doubt(ofArrival arrival: Int, toSite site: Int) -> Doubt {
    bits.isEmpty ? .none : doubts[kinds[site]][arrival]
  }

  /// Those that the SDK answers no more once it has accepted a call.
  package func superseded(by call: CallSpec) -> UInt32 {
    guard !call.supersedes.isEmpty, !isCrowded else { return 0 }
    return calls.indices.reduce(0) { call.supersedes.contains(calls[$1]) ? $0 | 1 << UInt32($1) : $0 }
  }

  /// The calls of a set of bits; those of all bits where several share one.
  package func calls(_ late: UInt32) -> [CallID] {
    isCrowded && late != 0 ? calls : calls.indices.filter { late & 1 << UInt32($0) != 0 }.map { calls[$0] }
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

  /// Whether one of its replies could be taken for a reply to another call.
  func mayBe(_ other: Answer) -> Bool { answers.contains { $0.signal.mayBe(other.signal) } }

  /// Whether one of its replies could be taken for a reply to another call, and would not show all that this one shows.
  func blurs(_ other: Answer) -> Bool {
    !other.earns.isEmpty
      && answers.contains { mine in
        mine.signal.mayBe(other.signal) && !other.earns.allSatisfy { mine.earns.contains($0) }
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
  fileprivate func mayBe(_ other: Signal) -> Bool {
    guard event == other.event, mode == nil || other.mode == nil || mode == other.mode else { return false }
    switch (outcome, other.outcome) {
    case (.error(let mine), .error(let theirs)): return mine == nil || theirs == nil || mine == theirs
    case (.error, _), (_, .error): return false
    case (.code(let mine), .code(let theirs)): return mine == theirs
    // A code may mean success, too.
    case (.success, _), (_, .success): return true
    }
  }
}
