// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowRuntime
import FlowScenarios
import RELIDSimulator
import SDKContract
import Values

/// A run on one thread that waits for nobody: ``FlowSession`` for a simulated SDK and a script, which are values.
///
/// It does the same in the same order, on a virtual clock, without security modules, which then allow everything. For very
/// many runs: one session plays one after the other, and keeps its room.
struct SteppedSession {
  /// Where a run stopped.
  enum Ending: Sendable {
    case ended(RunEnd)
    /// Nobody answers at this step, by its place in the flow, and nothing more can come.
    case waiting(step: Int)
    case failed(BackendFailure)
  }

  /// The SDK of the run, as the run has left it.
  private(set) var sdk: SteppedSimulator
  /// Who answers, and what is left to answer with.
  private(set) var script: AnswerScript
  private let program: Program
  private let beginning: FlowMachine
  private var machine: FlowMachine
  private let trace: ((TraceEntry) -> Void)?
  private var effects: Effects
  /// Room for the actions of an input while they are carried out.
  private var actions: [Action] = []
  private var ending: RunEnd?
  private var refusals = 0
  private var now = Duration.zero
  /// The same in milliseconds, as machines have it.
  private var milliseconds = Int64.zero

  private static var refusalLimit: Int { 100 }

  /// A session whose runs begin with this SDK and this script, as they are now.
  init(_ program: Program, sdk: SteppedSimulator, script: AnswerScript, trace: ((TraceEntry) -> Void)? = nil) {
    self.program = program
    self.sdk = sdk
    self.script = script
    self.trace = trace
    beginning = FlowMachine(program)
    machine = beginning
    effects = Effects(tracing: trace != nil)
  }

  /// Makes the session ready for another run.
  mutating func begin(sdk: SteppedSimulator, script: AnswerScript) {
    self.sdk = sdk
    self.script = script
    machine = beginning
    (ending, refusals, now, milliseconds) = (nil, 0, .zero, 0)
  }

  /// Runs the flow to its end, or until nobody answers and nothing more can come.
  ///
  /// - Parameter watch: told, once the machine has an input, which step is at work by its place in the flow, and the time in
  ///   milliseconds since the start of the run.
  mutating func run(watch: (_ step: Int, _ time: Int64) -> Void) -> Ending {
    do throws(BackendFailure) {
      feed(.start, watch)
      while ending == nil, let input = try next() { feed(input, watch) }
    } catch {
      if ending == nil { return .failed(error) }
    }
    return ending.map { .ended($0) } ?? .waiting(step: Int(machine.stepAtWork.index))
  }

  /// Hands the machine an input, and then what its actions lead to.
  private mutating func feed(_ input: FlowRuntime.Input, _ watch: (Int, Int64) -> Void) {
    var reply = hand(input, watch)
    while let next = reply { reply = hand(next, watch) }
    if case .answer(let answer) = input { answer.values.wipe() }
  }

  /// Hands the machine one input.
  ///
  /// - Returns: what the machine has to know of what it wanted done; nil if it wanted nothing that it has to know of.
  private mutating func hand(
    _ input: FlowRuntime.Input, _ watch: (Int, Int64) -> Void
  ) -> FlowRuntime.Input? {
    machine.receive(input, at: milliseconds, into: &effects)
    if trace != nil { write() }
    if let refusal = effects.refusal { tell(refusal) } else { refusals = 0 }
    // Before the actions: how long a call takes belongs to the step that makes it.
    watch(Int(machine.stepAtWork.index), milliseconds)
    // Why: what is swapped is not shared, so nothing is copied.
    swap(&actions, &effects.actions)
    effects.clear()
    var reply: FlowRuntime.Input?
    for index in actions.indices {
      switch actions[index] {
      case .ask: break
      case .end(let end): ending = end
      case .abandon(let call): abandon(by: call)
      case .call(let invocation): reply = perform(invocation)
      case .gate: reply = .verdict(.allow)
      case .discard(let invocation): invocation.wipe()
      }
    }
    while actions.popLast() != nil {}
    return reply
  }

  /// The run is over, whatever the SDK says to it.
  private mutating func abandon(by call: CallID) {
    let answer = sdk.answer(program.abandoning(call, user: machine.currentUser), at: now)
    machine.receive(Self.word(answer), at: milliseconds, into: &effects)
    write()
    effects.clear()
  }

  private mutating func perform(_ invocation: FlowRuntime.Invocation) -> FlowRuntime.Input {
    let call = program.call(for: invocation)
    defer { call.arguments.wipe() }
    return Self.word(sdk.answer(call, at: now))
  }

  private static func word(_ answer: SDKAnswer) -> FlowRuntime.Input {
    switch answer {
    case .accepted: .accepted
    case .rejected(let code, _): .rejected(code: code)
    }
  }

  private mutating func tell(_ refusal: Refusal) {
    refusals += 1
    if let question = machine.question(at: milliseconds) { script.refused(refusal, to: question) }
  }

  private func write() {
    guard let trace else { return }
    for mark in effects.marks { trace(TraceEntry(mark, of: program)) }
  }

  /// What comes next; nil if nothing ever will.
  ///
  /// Events that are there come before an answer, and an answer before time is let pass.
  private mutating func next() throws(BackendFailure) -> FlowRuntime.Input? {
    guard refusals < Self.refusalLimit else { return nil }
    if let event = sdk.event(at: now) { return try heard(event) }
    var limit = machine.deadline.map { Duration.milliseconds($0) }
    if let due = limit, due <= now { return .tick }
    if let question = machine.question(at: milliseconds) {
      switch script.response(to: question) {
      case .answer(let answer): return .answer(answer)
      case .leave: return nil
      case .wait: break
      case .waitUntil(let time): limit = min(limit ?? time, max(time, now))
      }
    }
    while let due = sdk.nextEventTime, due > now, limit.map({ due < $0 }) ?? true {
      sleep(until: due)
      if let event = sdk.event(at: now) { return try heard(event) }
    }
    guard let limit else { return nil }
    sleep(until: limit)
    if let event = sdk.event(at: now) { return try heard(event) }
    return .tick
  }

  private mutating func sleep(until time: Duration) {
    guard time > now else { return }
    now = time
    milliseconds = time.milliseconds
  }

  private func heard(_ event: consuming SDKEvent) throws(BackendFailure) -> FlowRuntime.Input {
    .event(try program.occurrence(of: event, at: milliseconds))
  }
}
