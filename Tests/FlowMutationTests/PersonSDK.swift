// SPDX-License-Identifier: Apache-2.0

import FlowExploration
import FlowGraph
import FlowRuntime
import SDKContract
import Values

@testable import FlowMutation

/// A random run against an SDK at which two people take turns, and that knows who was named when, and who has shown what.
///
/// The call `giveName` says who it is. An event that names a user names the one for whom the call was made that it replies to.
struct PersonSDK {
  private struct Made {
    let call: OpenCall
    let person: String?
    /// When the SDK's time for it is over.
    let until: Int64
  }

  private let program: Program
  private let prospects: Prospects
  private let interrupts: [Occurrence]
  /// Whether replies come only to the call that is at work.
  private let isPunctual: Bool
  private var dice: Dice
  private(set) var machine: FlowMachine
  private(set) var moments: [Moment] = []
  private var made: [Made] = []
  /// Who was named last, by a call or by an event.
  private var person: String?
  private var shown: [String: Set<Proof>] = [:]
  /// What the run claims of somebody who has not shown it; nil for nothing.
  private(set) var broken: String?
  /// Whether the run has come to a success, or to where it fell short of one.
  private(set) var isSuccess = false
  private(set) var fellShort = false
  /// How often somebody else was named.
  private(set) var changes = 0

  init(_ program: Program, _ dice: Dice, isPunctual: Bool) {
    self.program = program
    self.dice = dice
    self.isPunctual = isPunctual
    prospects = Prospects(program)
    machine = FlowMachine(program)
    interrupts = prospects.samples.interrupts
  }

  private var contract: Contract { program.flow.contract }

  mutating func play(length: Int) {
    while moments.count < length, !machine.isOver { goOn() }
  }

  private mutating func goOn() {
    made.removeAll { $0.until <= machine.time }
    if machine.hasBegun, !machine.awaitsAnswer, !machine.awaitsVerdict {
      if let index = nextReply(), dice.happens(60) { return reply(index) }
      if !interrupts.isEmpty, dice.happens(4) { return pass(Moment(.event(dice.pick(interrupts).again()))) }
    }
    var moments = prospects.next(for: machine).filter { if case .event = $0.happening { false } else { true } }
    if machine.awaitsAnswer, dice.happens(90) { moments = [Moment(.accepted)] }
    if moments.isEmpty { return pass(Moment(.deadline, at: machine.time + 1000)) }
    pass(dice.pick(moments))
  }

  /// The call that the SDK answers next, as an index; nil for none.
  private mutating func nextReply() -> Int? {
    guard isPunctual else { return made.isEmpty ? nil : dice.roll(made.count) }
    guard let call = machine.callAtWork?.call else { return nil }
    return made.lastIndex { $0.call.call == call }
  }

  private mutating func reply(_ index: Int) {
    let one = made.remove(at: index)
    let replies = prospects.replies(to: one.call)
    guard !replies.isEmpty else { return }
    let occurrence = dice.pick(replies)
    var event = occurrence.event
    guard let id = contract.event(named: event.name) else { return }
    if contract[id].losesProofs { shown = [:] }
    if let field = contract[id].userField {
      let name = one.person ?? "alice"
      event.data[field] = .text(name)
      if name != person { changes += 1 }
      person = name
    }
    let reply = contract[one.call.call].replies.first { $0.event == id && $0.outcome.isOf(event) }
    shown[one.person ?? "alice", default: []].formUnion(reply?.earns ?? [])
    pass(Moment(.event((try? program.occurrence(of: event)) ?? occurrence.again())))
  }

  private mutating func pass(_ moment: Moment) {
    let call = machine.callAtWork
    moments.append(moment)
    for mark in machine.pass(moment).marks {
      switch mark.what {
      case .accepted: if let call { accept(call) }
      case .fellShort: fellShort = true
      case .ended(.end(let id, _)) where program.flow[id].outcome == .success:
        isSuccess = true
        let others = Set(machine.proofs).subtracting(shown[person ?? "alice"] ?? [])
        if !others.isEmpty { broken = "\(others) was not shown by \(person ?? "nobody")" }
      default: break
      }
    }
  }

  private mutating func accept(_ call: OpenCall) {
    let spec = contract[call.call]
    if spec.losesProofs { shown = [:] }
    if spec.name == "giveName" {
      let name = dice.pick(["alice", "mallory"])
      if name != person { changes += 1 }
      person = name
    }
    made.removeAll { spec.supersedes.contains($0.call.call) }
    guard !spec.replies.isEmpty else { return }
    made.append(
      Made(call: call, person: person, until: spec.patience.map { machine.time + Int64($0) } ?? .max))
  }
}

extension ReplyOutcome {
  /// Whether an event came out so.
  fileprivate func isOf(_ event: SDKEvent) -> Bool {
    switch self {
    case .success: event.error == 0 && (event.status ?? 0) == 0
    case .code(let code): event.error == 0 && event.status == code
    case .error(let number): event.error != 0 && number.map { $0 == event.error } ?? true
    }
  }
}
