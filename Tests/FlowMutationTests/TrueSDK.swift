// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import FlowGraph
import FlowRuntime
import SDKContract
import Values

@testable import FlowMutation

/// A random run against an SDK that knows to which call each of its replies belongs, and who has shown what by it.
///
/// It answers a call whenever it likes, also once nobody waits for it any more; the machine sees the events alone. What the machine
/// says was shown must have been shown.
struct TrueSDK {
  /// A call that the SDK has taken and not answered.
  private struct Made {
    let call: OpenCall
    /// For whom it was made; nil before anybody was named.
    let user: String?
    /// How often the step had been entered that an `after` names.
    let round: Int
    let isOfInterrupt: Bool
    /// When the SDK's time for it is over.
    let until: Int64
  }

  private let program: Program
  private let prospects: Prospects
  private let interrupts: [Occurrence]
  /// The step that an `after` names; nil for none.
  private let mark: StepID?
  private var dice: Dice
  private(set) var machine: FlowMachine
  private(set) var moments: [Moment] = []
  private var made: [Made] = []
  private var user: String?
  private var shown: Set<Proof> = []
  private var fresh: Set<Proof> = []
  private var round = 0
  /// What the machine claims and nobody has shown; nil for nothing.
  private(set) var broken: String?
  /// How many replies have come that nobody waited for.
  private(set) var lateReplies = 0
  /// How many calls showed anything.
  private(set) var proofs = 0

  init(_ program: Program, _ dice: Dice, mark: String?) {
    self.program = program
    self.dice = dice
    prospects = Prospects(program)
    machine = FlowMachine(program)
    self.mark = program.flow.steps.first { $0.name.value == mark }?.id
    interrupts = prospects.samples.interrupts
  }

  mutating func play(length: Int) {
    while moments.count < length, !machine.isOver, broken == nil { goOn() }
  }

  private mutating func goOn() {
    made.removeAll { $0.until <= machine.time }
    if machine.hasBegun, !machine.awaitsAnswer, !machine.awaitsVerdict {
      if !made.isEmpty, dice.happens(45) { return reply() }
      if !interrupts.isEmpty, dice.happens(4) { return send(dice.pick(interrupts).again(), earning: []) }
    }
    var moments = prospects.next(for: machine).filter { if case .event = $0.happening { false } else { true } }
    if machine.awaitsAnswer, dice.happens(90) { moments = [Moment(.accepted)] }
    guard !moments.isEmpty else {
      let waits = made.isEmpty || machine.awaitsVerdict || dice.happens(20)
      return waits ? pass(Moment(.deadline, at: machine.time + 1000)) : reply()
    }
    pass(dice.pick(moments))
  }

  /// The SDK answers one of the calls, whoever waits for it.
  private mutating func reply() {
    let one = made.remove(at: dice.roll(made.count))
    let replies = prospects.replies(to: one.call)
    guard !replies.isEmpty else { return }
    let occurrence = named(dice.pick(replies), one.user)
    let (event, contract) = (occurrence.event, program.flow.contract)
    if machine.callAtWork?.call != one.call.call { lateReplies += 1 }
    let spec = contract[one.call.call]
    let reply = spec.replies.first { $0.event == contract.event(named: event.name) && $0.outcome.fits(event) }
    // What is shown is shown of whom the event names, or else of whom was asked.
    let earned = reply?.earns ?? []
    proofs += earned.count
    send(occurrence, earning: earned, of: one)
  }

  private mutating func send(_ occurrence: Occurrence, earning earned: [Proof], of made: Made? = nil) {
    let contract = program.flow.contract
    if let id = contract.event(named: occurrence.event.name) {
      let spec = contract[id]
      if spec.losesProofs { lose() }
      if let phase = spec.phase, contract.phases[Int(phase.index)].isClosed { self.made = [] }
      if let name = Self.user(of: occurrence, contract) {
        if let user, user != name { (shown, fresh) = ([], []) }
        user = name
      }
      let owner = Self.user(of: occurrence, contract) ?? made?.user
      if let made, owner == user || owner == nil {
        shown.formUnion(earned)
        if made.round == round, round > 0 { fresh.formUnion(earned) }
      }
    }
    pass(Moment(.event(occurrence)))
  }

  private mutating func pass(_ moment: Moment) {
    let call = machine.callAtWork
    let isOfInterrupt = machine.depth > 1
    moments.append(moment)
    let reaction = machine.pass(moment)
    for mark in reaction.marks {
      switch mark.what {
      case .accepted: if let call { accept(call, isOfInterrupt: isOfInterrupt) }
      case .entered(let step) where self.mark.map { $0.index == step } ?? false:
        round += 1
        fresh = []
      case .ended(.end(let id, _)) where program.flow[id].outcome == .success: checkFreshness()
      default: break
      }
    }
    let claimed = Set(machine.proofs).subtracting(shown)
    if !claimed.isEmpty { broken = "\(claimed) was shown by nobody, or by another than \(user ?? "nobody")" }
  }

  private mutating func checkFreshness() {
    guard mark != nil, !fresh.contains(where: { $0.factor == .knowledge }) else { return }
    broken = "knowledge was not shown since the step was entered"
  }

  private mutating func accept(_ call: OpenCall, isOfInterrupt: Bool) {
    let spec = program.flow.contract[call.call]
    if spec.losesProofs { lose() }
    made.removeAll { spec.supersedes.contains($0.call.call) }
    if let phase = spec.entersPhase, program.flow.contract.phases[Int(phase.index)].isClosed { made = [] }
    if !spec.replies.isEmpty {
      made.append(
        Made(
          call: call, user: user, round: round, isOfInterrupt: isOfInterrupt,
          until: spec.patience.map { machine.time + Int64($0) } ?? .max))
    }
  }

  /// Nothing is shown any more, and what was asked before is answered no more, unless an interrupt asks it that is open.
  private mutating func lose() {
    (shown, fresh) = ([], [])
    let open = Set(machine.layers.dropFirst().compactMap(\.open))
    made.removeAll { !$0.isOfInterrupt || !open.contains($0.call.call) }
  }

  /// The same event, with the name of a user where it names one: mostly of whom was asked.
  private mutating func named(_ occurrence: Occurrence, _ user: String?) -> Occurrence {
    let contract = program.flow.contract
    guard let id = contract.event(named: occurrence.event.name), let field = contract[id].userField else {
      return occurrence.again()
    }
    var event = occurrence.event
    event.data[field] = .text(dice.happens(65) ? user ?? "alice" : dice.pick(["alice", "mallory"]))
    return (try? program.occurrence(of: event)) ?? occurrence.again()
  }

  private static func user(of occurrence: Occurrence, _ contract: Contract) -> String? {
    guard let id = contract.event(named: occurrence.event.name), let field = contract[id].userField,
      case .text(let name)? = occurrence.event.data[field]
    else { return nil }
    return name
  }
}
