// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowRuntime
import FlowScenarios
import RELIDSimulator

/// A run on one thread that waits for nobody: what ``FlowSession`` is, for a simulated SDK and a script that are values.
///
/// It does the same in the same order, on a virtual clock, and as if the security modules allowed everything. One session
/// can play very many runs, one after the other, since it uses its memory again.
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
  private var loop: SessionLoop
  private var ending: RunEnd?
  private var now = Duration.zero
  /// The same in milliseconds, as machines have it.
  private var milliseconds = Int64.zero

  /// A session whose runs begin with this SDK and this script, as they are now.
  init(_ program: Program, sdk: SteppedSimulator, script: AnswerScript, trace: ((TraceEntry) -> Void)? = nil) {
    self.program = program
    self.sdk = sdk
    self.script = script
    beginning = FlowMachine(program)
    loop = SessionLoop(beginning, trace: trace)
  }

  /// Makes the session ready for another run.
  mutating func begin(sdk: SteppedSimulator, script: AnswerScript) {
    self.sdk = sdk
    self.script = script
    loop.begin(beginning)
    (ending, now, milliseconds) = (nil, .zero, 0)
  }

  /// Runs the flow to its end, or until nobody answers and nothing more can come.
  ///
  /// - Parameter watch: told, once the machine has an input, which step is at work by its place in the flow, and the time in
  ///   milliseconds since the start of the run.
  mutating func run(watch: SessionLoop.Watch) -> Ending {
    do throws(BackendFailure) {
      try play(watch)
    } catch {
      if ending == nil { return .failed(error) }
    }
    return ending.map { .ended($0) } ?? .waiting(step: Int(loop.machine.stepAtWork.index))
  }

  /// Does what the run needs, one need after the other, until it needs nothing more or nobody can meet it.
  private mutating func play(_ watch: SessionLoop.Watch) throws(BackendFailure) {
    loop.receive(.start, at: milliseconds, watch)
    while let need = loop.next(at: milliseconds, watch) {
      switch need {
      case .refusal(let refusal): if let question { script.refused(refusal, to: question) }
      case .call(let call):
        loop.said(sdk.answer(call, at: now))
        call.arguments.wipe()
      case .gate: loop.judged(.allow)
      case .abandon(let call): loop.abandoned(sdk.answer(call, at: now), at: milliseconds)
      case .end(let end): ending = end
      case .event: _ = try hears(watch)
      case .response: if let question { loop.take(script.response(to: question), at: now, watch) }
      case .time(let limit): guard try waits(until: limit, watch) else { return }
      }
    }
  }

  private var question: Question? { loop.machine.question(at: milliseconds) }

  /// Takes the event that is there; false if there is none.
  private mutating func hears(_ watch: SessionLoop.Watch) throws(BackendFailure) -> Bool {
    guard let event = sdk.event(at: now) else { return false }
    loop.receive(.event(try program.occurrence(of: event, at: milliseconds)), at: milliseconds, watch)
    return true
  }

  /// Lets time pass until an event comes or the limit is reached; false if neither ever happens.
  private mutating func waits(until limit: Duration?, _ watch: SessionLoop.Watch) throws(BackendFailure) -> Bool {
    while let due = sdk.nextEventTime, due > now, limit.map({ due < $0 }) ?? true {
      sleep(until: due)
      if try hears(watch) { return true }
    }
    guard let limit else { return false }
    sleep(until: limit)
    if try !hears(watch) { loop.receive(.tick, at: milliseconds, watch) }
    return true
  }

  private mutating func sleep(until time: Duration) {
    guard time > now else { return }
    now = time
    milliseconds = time.milliseconds
  }
}
