// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract
import Values

/// The loop of a session, without the waiting: what happened goes in, and what the run needs next comes out.
///
/// It asks nobody itself. So it can be driven by an actor whose SDK and responder take their time, and by a loop on one
/// thread that plays very many runs: both do the same in the same order.
package struct SessionLoop {
  /// What the run needs next.
  package enum Need {
    /// The responder is to be told why its answer was refused.
    case refusal(Refusal)
    /// A call is to be made; ``SessionLoop/said(_:)`` takes the SDK's word.
    case call(SDKCall)
    /// Every security module is to be asked; ``SessionLoop/judged(_:)`` takes the verdict.
    case gate([SecurityQuestion])
    /// A call is to be made on the way out; ``SessionLoop/abandoned(_:at:)`` takes the SDK's word, if it has one.
    case abandon(SDKCall)
    /// The run has come to its end: now is the time to ask the machine what is said there.
    case end(RunEnd)
    /// An event that is there already, or what the host tells; nothing need be done if there is neither.
    case event
    /// The response to the question that is open, if one is; ``SessionLoop/take(_:at:_:)`` takes it.
    case response
    /// An event, or a tick when this much time has passed since the start of the run.
    ///
    /// Nil for an event alone: if none can come, the run stops where it is.
    case time(Duration?)
  }

  /// What was looked for last since the machine had an input: first an event, then an answer; only then does time pass.
  private enum Sought {
    case nothing
    case event
    case response
  }

  /// Told, once the machine has an input, which step is at work by its place in the flow, and the time in milliseconds.
  package typealias Watch = (_ step: Int, _ time: Int64) -> Void

  private let program: Program
  private let trace: ((TraceEntry) -> Void)?
  /// Where the run stands.
  package private(set) var machine: FlowMachine
  private var effects: Effects
  /// What the machine wants done, in order; room that each input uses again.
  private var actions: [Action] = []
  /// How many of the actions are done, or under way.
  private var done = 0
  /// What was said to a call or a gate: it goes in when all actions are done.
  private var reply: MachineInput?
  /// Why the answer was refused, until somebody is told.
  private var refusal: Refusal?
  /// How many answers were refused in a row: a responder that never answers right is not asked for ever.
  private var refusals = 0
  /// What was answered, to be overwritten when nothing needs it any more.
  private var answered: Record?
  private var sought = Sought.nothing
  /// When the responder wants to be asked again; nil if it does not say.
  private var patience: Duration?
  private var isOver = false

  private static var refusalLimit: Int { 100 }

  /// The loop of a run that goes on from where a machine stands.
  package init(_ machine: FlowMachine, trace: ((TraceEntry) -> Void)?) {
    self.machine = machine
    program = machine.program
    self.trace = trace
    effects = Effects(tracing: trace != nil)
  }

  /// Makes it ready for another run of the same flow, and keeps its room.
  package mutating func begin(_ machine: FlowMachine) {
    self.machine = machine
    while actions.popLast() != nil {}
    (done, reply, refusal, refusals, answered) = (0, nil, nil, 0, nil)
    (sought, patience, isOver) = (.nothing, nil, false)
  }

  /// Hands the machine an input: the start, or what was needed.
  ///
  /// - Parameter time: milliseconds since the start of the run.
  package mutating func receive(_ input: MachineInput, at time: Int64, _ watch: Watch) {
    if case .answer(let answer) = input { answered = answer.values }
    sought = .nothing
    machine.receive(input, at: time, into: &effects)
    if trace != nil { write() }
    if let refused = effects.refusal {
      refusal = refused
      refusals += 1
    } else {
      refusals = 0
    }
    // Before the actions: how long a call takes belongs to the step that makes it.
    watch(Int(machine.stepAtWork.index), time)
    // Why: what is swapped is not shared, so nothing is copied.
    swap(&actions, &effects.actions)
    effects.clear()
  }

  /// What the run needs next; nil if it is over, or nobody is there to go on.
  ///
  /// - Parameter time: milliseconds since the start of the run.
  package mutating func next(at time: Int64, _ watch: Watch) -> Need? {
    while true {
      if let refused = refusal {
        refusal = nil
        return .refusal(refused)
      }
      if let need = nextOfActions() { return need }
      if let input = reply {
        reply = nil
        receive(input, at: time, watch)
        continue
      }
      if let values = answered {
        values.wipe()
        answered = nil
      }
      guard !isOver, refusals < Self.refusalLimit else { return nil }
      if sought == .event, let due = machine.deadline, due <= time {
        receive(.tick, at: time, watch)
      } else {
        return lookFurther(before: machine.deadline)
      }
    }
  }

  /// What the SDK said to the call at once.
  package mutating func said(_ answer: SDKAnswer) { reply = MachineInput(answer) }

  /// What the security modules said.
  package mutating func judged(_ verdict: SecurityVerdict) { reply = .verdict(verdict) }

  /// What the SDK said to a call on the way out: the run is over, whatever that is.
  package mutating func abandoned(_ answer: SDKAnswer, at time: Int64) {
    machine.receive(MachineInput(answer), at: time, into: &effects)
    if trace != nil { write() }
    effects.clear()
  }

  /// What the responder said to the open question.
  package mutating func take(_ response: Response, at now: Duration, _ watch: Watch) {
    switch response {
    case .answer(let answer): receive(.answer(answer), at: now.milliseconds, watch)
    case .leave: isOver = true
    case .wait: break
    case .waitUntil(let time): patience = max(time, now)
    }
  }

  private mutating func nextOfActions() -> Need? {
    while done < actions.count {
      let place = done
      done += 1
      switch actions[place] {
      case .ask: break
      case .call(let invocation): return .call(program.call(for: invocation))
      case .gate(let questions): return .gate(questions)
      case .discard(let invocation): invocation.wipe()
      case .abandon(let call): return .abandon(program.abandoning(call, user: machine.currentUser))
      case .end(let end):
        isOver = true
        return .end(end)
      }
    }
    done = 0
    while actions.popLast() != nil {}
    return nil
  }

  private mutating func lookFurther(before deadline: Int64?) -> Need {
    switch sought {
    case .nothing:
      sought = .event
      return .event
    case .event:
      sought = .response
      patience = nil
      return .response
    case .response:
      let due = deadline.map { Duration.milliseconds($0) }
      guard let patience else { return .time(due) }
      return .time(due.map { min($0, patience) } ?? patience)
    }
  }

  private func write() {
    guard let trace else { return }
    for mark in effects.marks { trace(TraceEntry(mark, of: program)) }
  }
}

extension MachineInput {
  /// What the SDK said to a call at once.
  fileprivate init(_ answer: SDKAnswer) {
    switch answer {
    case .accepted: self = .accepted
    case .rejected(let code, _): self = .rejected(code: code)
    }
  }
}
