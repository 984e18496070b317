// SPDX-License-Identifier: Apache-2.0

import FlowExploration
import FlowGraph
import FlowRuntime
import SDKContract
import Values

/// A random run against an SDK that does whatever its contract lets it do, and whenever.
///
/// There are all replies, refusals, silence, and interrupts at every moment. There may be **strays**, too: events that come
/// twice, and replies that come when nobody waits for them any more.
struct ContractRun {
  /// What came of it.
  struct Outcome {
    /// What the run did that the checker says none does; empty if all is well.
    let broken: [String]
    /// The run again, line by line.
    let moments: [Moment]
    let end: RunEnd?
  }

  private let program: Program
  private let prospects: Prospects
  /// Each with the calls one of which the SDK must have taken before; nil for none.
  private let interrupts: [(occurrence: Occurrence, needed: UInt64?)]
  private let starting: StartingCalls
  /// The calls that the SDK has taken, as ``StartingCalls`` tells them apart.
  private var made: UInt64 = 0
  private var dice: Dice
  private var machine: FlowMachine
  private var witness: RunWitness
  private var moments: [Moment] = []
  private var arrived: [Occurrence] = []
  /// Calls that were given up before their events came.
  private var owed: [OpenCall] = []
  private let hasStrays: Bool

  /// - Parameters:
  ///   - length: so much happens at most.
  ///   - hasStrays: whether events come twice or too late.
  static func play(
    _ program: Program, _ prospects: Prospects, _ dice: Dice, length: Int, hasStrays: Bool
  ) -> Outcome {
    var run = ContractRun(program, prospects, dice, hasStrays: hasStrays)
    while run.moments.count < length, !run.machine.isOver, run.witness.broken.isEmpty { run.goOn() }
    return Outcome(broken: run.witness.broken, moments: run.moments, end: run.witness.end)
  }

  private init(_ program: Program, _ prospects: Prospects, _ dice: Dice, hasStrays: Bool) {
    self.hasStrays = hasStrays
    self.program = program
    self.prospects = prospects
    self.dice = dice
    machine = FlowMachine(program)
    witness = RunWitness(program, isLawful: !hasStrays)
    let starting = StartingCalls(program.flow.contract)
    self.starting = starting
    interrupts = prospects.samples.interrupts.map { ($0, starting.needed(by: Moment(.event($0)))) }
  }

  private mutating func goOn() {
    let moment = next()
    if case .event(let occurrence) = moment.happening {
      if let notice = announcement(of: occurrence) { take(Moment(.event(notice))) }
      arrived.append(occurrence)
    }
    take(moment)
  }

  private mutating func take(_ moment: Moment) {
    moments.append(moment)
    made |= starting.taken(by: moment, machine)
    let call = machine.awaitsAnswer ? nil : machine.callAtWork
    let depth = machine.depth
    let passage = machine.pass(moment)
    witness.note(passage, machine, prospects)
    guard hasStrays, let call, depth == machine.depth, machine.callAtWork?.call != call.call else { return }
    if case .event(let occurrence) = moment.happening, isReply(occurrence, to: call) { return }
    owed = owed.suffix(7) + [call]
  }

  private func isReply(_ occurrence: Occurrence, to call: OpenCall) -> Bool {
    let contract = program.flow.contract
    return contract[call.call].replies.contains { contract[$0.event].name == occurrence.event.name }
  }

  /// The notice that comes before a challenge which could not be answered yet; nil where none is needed.
  ///
  /// An SDK asks for nothing that it would not take in its phase.
  private func announcement(of occurrence: Occurrence) -> Occurrence? {
    let contract = program.flow.contract
    guard let event = contract.event(named: occurrence.event.name), contract[event].kind == .challenge,
      contract[event].phase == nil
    else { return nil }
    let phase = machine.standing(tellingUses: 0).phase
    let answers = contract.calls.filter { $0.answers.contains(event) }
    guard !answers.isEmpty, !answers.contains(where: { $0.phases.isEmpty || $0.phases.contains(phase) }) else {
      return nil
    }
    let notice = contract.events.first { spec in
      spec.kind == .notice && spec.phase.map { entered in answers.contains { $0.phases.contains(entered) } } ?? false
    }
    return notice.flatMap { try? program.occurrence(of: SDKEvent($0.name)) }
  }

  private mutating func next() -> Moment {
    guard machine.hasBegun else { return Moment(.start) }
    switch dice.roll(100) {
    case 0..<4 where !interrupts.isEmpty:
      let interrupt = dice.pick(interrupts)
      if interrupt.needed.map({ $0 & made != 0 }) ?? true { return Moment(.event(interrupt.occurrence.again())) }
    case 4..<7 where hasStrays && !arrived.isEmpty: return Moment(.event(dice.pick(arrived.suffix(6)).again()))
    case 7..<12 where !owed.isEmpty:
      let replies = prospects.replies(to: owed.remove(at: dice.roll(owed.count)))
      if !replies.isEmpty { return Moment(.event(dice.pick(replies).again())) }
    case 12..<14 where machine.lastQuestion > 1:
      return Moment(.staleAnswer(request: dice.roll(machine.lastQuestion - 1) + 1))
    case 14..<17: return Moment(.deadline, at: machine.time + Int64(dice.pick([1, 500, 3000, 30_000])))
    default: break
    }
    var moments = prospects.next(for: machine)
    if machine.awaitsAnswer, dice.happens(90) { return Moment(.accepted) }
    guard !moments.isEmpty else { return Moment(.deadline, at: machine.deadlineBelow ?? machine.time + 1000) }
    // Most of the time what goes well, so that runs come far.
    let good = moments.filter(isGood)
    if !good.isEmpty, dice.happens(80) { moments = good }
    var moment = dice.pick(moments)
    if dice.happens(80) {
      // Mostly what does not end the run, as most ends are near.
      for _ in 0..<6 where isLast(moment) { moment = dice.pick(moments) }
    }
    if case .event(let occurrence) = moment.happening { return Moment(.event(occurrence.again()), at: moment.time) }
    return moment
  }

  private func isLast(_ moment: Moment) -> Bool {
    var probe = machine
    _ = probe.pass(moment)
    return probe.isOver
  }

  private func isGood(_ moment: Moment) -> Bool {
    switch moment.happening {
    case .event(let occurrence):
      occurrence.event.error == 0
        && occurrence.event.status.map { program.flow.contract.successCodes.contains($0) } ?? true
    case .deadline: false
    case .verdict(.deny): false
    default: true
    }
  }
}
