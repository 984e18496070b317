// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import RELIDSimulator
import Synchronization
import Values

/// Answers as a scenario says, item by item, and makes happen what happens by itself.
final class ScenarioPlayer: Responder {
  private struct State {
    var items: ArraySlice<Scenario.Item>
    var failures: [Diagnostic] = []
    /// The answer that was given last.
    var answered: Scenario.Item?
    /// Why it was refused; nil once the scenario has taken note.
    var refusal: Refusal?
    /// Replies are kept back.
    var isHolding = false
    /// An answer was given, and nothing was asked since.
    var isUnderWay = false
  }

  private let simulator: RELIDSimulator
  private let clock: VirtualClock
  private let state: Mutex<State>

  init(_ scenario: Scenario, _ simulator: RELIDSimulator, _ clock: VirtualClock) {
    self.simulator = simulator
    self.clock = clock
    state = Mutex(State(items: scenario.items[...]))
  }

  let answersAtOnce = true

  var failures: [Diagnostic] { state.withLock { $0.failures } }

  /// The first item that has not happened.
  var unplayed: Scenario.Item? { state.withLock { $0.items.first } }

  func respond(to question: Question) async -> Response {
    state.withLock { state in
      state.isUnderWay = false
      while state.failures.isEmpty, let item = state.items.first {
        guard noted(&state, before: item) else { break }
        state.items.removeFirst()
        if let response = play(item, question, &state) { return response }
      }
      if state.failures.isEmpty { _ = noted(&state, before: nil) }
      return state.failures.isEmpty ? .wait : .leave
    }
  }

  func refused(_ refusal: Refusal, to question: Question) async { state.withLock { $0.refusal = refusal } }

  /// The time until which the SDK is waited for; nil when there is nothing that happens while replies are kept back.
  func goOn() -> Duration? {
    state.withLock { state in
      guard state.isHolding, state.isUnderWay, let item = state.items.first else { return nil }
      switch item.what {
      case .answer, .expect: return nil
      case .after(let time):
        state.items.removeFirst()
        return clock.now + .milliseconds(time)
      case .event, .reject, .hold, .release:
        state.items.removeFirst()
        happen(item, &state)
        return clock.now
      }
    }
  }

  /// A refusal that the scenario does not expect is one of its failures: else a slip in an answer would pass unseen.
  private func noted(_ state: inout State, before item: Scenario.Item?) -> Bool {
    guard let refusal = state.refusal else { return true }
    if case .expect(let expectation)? = item?.what, expectation.refused != nil { return true }
    guard let place = state.answered?.range ?? item?.range else { return true }
    state.failures.append(
      Diagnostic(
        ScenarioRules.unexpected, "this answer was refused: \(refusal.words)", at: place,
        help: "mend the answer, or expect it in the next item: `expect: { refused: … }`"))
    return false
  }

  /// Nil if the item asks nothing of the run.
  private func play(_ item: Scenario.Item, _ question: Question, _ state: inout State) -> Response? {
    switch item.what {
    case .expect(let expectation):
      state.failures += StepComparison(expectation, item.range).compare(question, state.refusal)
      state.refusal = nil
      return nil
    case .after(let time): return .waitUntil(clock.now + .milliseconds(time))
    case .event, .release:
      happen(item, &state)
      return .waitUntil(clock.now)
    case .reject, .hold:
      happen(item, &state)
      return nil
    case .answer(let answer):
      state.answered = item
      state.isUnderWay = true
      return self.answer(answer, question, &state)
    }
  }

  private func happen(_ item: Scenario.Item, _ state: inout State) {
    switch item.what {
    case .event(let event): simulator.send(event)
    case .reject(let call, let code): simulator.refuseNext(call, with: code)
    case .hold:
      state.isHolding = true
      simulator.holdReplies()
    case .release:
      state.isHolding = false
      simulator.releaseReplies()
    case .answer, .expect, .after: break
    }
  }

  private func answer(_ answer: ScriptedAnswer, _ question: Question, _ state: inout State) -> Response {
    guard answer.step.value == question.step else {
      state.failures.append(
        Diagnostic(
          ScenarioRules.unexpected, "`\(answer.step.value)` does not ask here; `\(question.step)` does",
          at: answer.step.range, help: "answer `\(question.step)`, or mend the flow"))
      return .leave
    }
    switch answer.reply {
    case .choice(let choice): return .answer(Answer(to: question, choice: choice.value))
    case .inputs(let inputs):
      var values = Record()
      for input in inputs {
        let type = question.inputs.first { $0.name == input.name.value }?.type
        values[input.name.value] = type?.value(written: input.value.value) ?? input.value.value
      }
      return .answer(Answer(to: question, values: values))
    }
  }
}

/// The simulated SDK of a scenario.
///
/// While it keeps replies back nobody is asked, so that what the scenario lets happen in between happens here.
struct ScenarioSDK: Backend {
  let simulator: RELIDSimulator
  let player: ScenarioPlayer
  let clock: VirtualClock

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer { try await simulator.perform(call) }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    // A deadline that is there already only asks for what has come.
    while deadline.map({ $0 > clock.now }) ?? true, let time = player.goOn() {
      let limit = min(time, deadline ?? time)
      if let event = try await simulator.nextEvent(until: limit) { return event }
      clock.advance(to: limit)
    }
    return try await simulator.nextEvent(until: deadline)
  }
}
