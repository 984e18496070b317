// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
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
    /// Why the choice of that answer could not be made; nil where it was refused for something else.
    var obstacle: ChoiceObstacle?
    /// What was offered, where the last answer did not pick one item of it.
    var miss: PickMiss?
    /// Replies are kept back.
    var isHolding = false
    /// An answer was given, and nothing was asked since.
    var isUnderWay = false
    /// Until then time passes, whatever happens; nil if the next item is due.
    var idleUntil: Duration?
    /// The app is in the background, and comes back when the time has passed.
    var isInBackground = false
  }

  /// Through which the app goes to the background and comes back.
  let inbox = SessionInbox()
  private let sdk: any StagedSDK
  private let clock: VirtualClock
  private let trace: TraceCollector
  private let state: Mutex<State>

  init(_ scenario: Scenario, _ sdk: any StagedSDK, _ clock: VirtualClock, _ trace: TraceCollector) {
    self.sdk = sdk
    self.clock = clock
    self.trace = trace
    state = Mutex(State(items: scenario.items[...]))
  }

  let answersAtOnce = true

  var failures: [Diagnostic] { state.withLock { $0.failures } }

  /// The first item that has not happened.
  var unplayed: Scenario.Item? { state.withLock { $0.items.first { !$0.isImplied } } }

  func respond(to question: Question) async -> Response {
    state.withLock { state in
      state.isUnderWay = false
      if let time = idle(&state) { return .waitUntil(time) }
      while state.failures.isEmpty, let item = state.items.first {
        guard noted(&state, before: item) else { break }
        state.items.removeFirst()
        if let response = play(item, question, &state) { return response }
      }
      if state.failures.isEmpty { _ = noted(&state, before: nil) }
      return state.failures.isEmpty ? .wait : .leave
    }
  }

  func refused(_ refusal: Refusal, to question: Question) async {
    var obstacle: ChoiceObstacle?
    if case .notOffered(let name) = refusal { obstacle = question.reason(against: name, at: clock.now) }
    state.withLock { state in
      state.refusal = refusal
      state.obstacle = obstacle
    }
  }

  /// The time until which the SDK is waited for while nobody is asked; nil when nothing happens by itself.
  ///
  /// Things happen by themselves while replies are kept back, and where all events are written by hand.
  func goOn() -> Duration? {
    state.withLock { state in
      if let time = idle(&state) { return time }
      guard inbox.isEmpty else { return nil }
      guard sdk.isByHand || (state.isHolding && state.isUnderWay), let item = state.items.first else { return nil }
      switch item.what {
      case .answer, .decline, .expect: return nil
      case .after, .background, .event, .reject, .hold, .release:
        state.items.removeFirst()
        happen(item, &state)
        return inbox.isEmpty ? state.idleUntil ?? clock.now : nil
      }
    }
  }

  /// The end of the time that passes now; nil if none does.
  private func idle(_ state: inout State) -> Duration? {
    guard let time = state.idleUntil, time > clock.now else {
      state.idleUntil = nil
      if state.isInBackground {
        state.isInBackground = false
        inbox.put(.foreground)
      }
      return nil
    }
    return time
  }

  /// A refusal that the scenario does not expect is one of its failures: else a slip in an answer would pass unseen.
  private func noted(_ state: inout State, before item: Scenario.Item?) -> Bool {
    guard let refusal = state.refusal else { return true }
    if case .expect(let expectation)? = item?.what, expectation.refused != nil { return true }
    guard let place = state.answered?.range ?? item?.range else { return true }
    state.failures.append(
      Diagnostic(
        ScenarioRules.unexpected, "this answer was refused: \(state.miss?.message ?? refusal.words)", at: place,
        help: state.miss?.help ?? (state.obstacle?.cure ?? "mend the answer")
          + ", or expect the refusal in the next item: `expect: { refused: … }`"))
    return false
  }

  /// Nil if the item asks nothing of the run.
  private func play(_ item: Scenario.Item, _ question: Question, _ state: inout State) -> Response? {
    switch item.what {
    case .expect(let expectation):
      state.failures += StepComparison(expectation).compare(question, state.refusal, RunSoFar(trace.entries))
      state.refusal = nil
      return nil
    case .after, .background, .event, .release:
      happen(item, &state)
      return .waitUntil(state.idleUntil ?? clock.now)
    case .reject, .hold:
      happen(item, &state)
      return nil
    case .answer(let answer):
      guard asks(question, answer.step, &state) else { return .leave }
      state.answered = item
      state.isUnderWay = true
      let (response, miss) = answer.answer(to: question)
      state.miss = miss
      return .answer(response)
    case .decline(let step, let choice):
      guard asks(question, step, &state), confirms(question, choice, &state) else { return .leave }
      state.answered = item
      return .answer(Answer(to: question, choice: choice.value, isConfirmed: false))
    }
  }

  private func happen(_ item: Scenario.Item, _ state: inout State) {
    switch item.what {
    case .event(let event): sdk.send(event)
    case .reject(let call, let code): sdk.refuseNext(call.value, with: code)
    case .hold:
      state.isHolding = true
      sdk.holdReplies()
    case .release:
      state.isHolding = false
      sdk.releaseReplies()
    case .after(let time): state.idleUntil = clock.now + .milliseconds(time)
    case .background(let time):
      state.idleUntil = clock.now + .milliseconds(time)
      state.isInBackground = true
      inbox.put(.background)
    case .answer, .decline, .expect: break
    }
  }

  private func asks(_ question: Question, _ step: Spanned<String>, _ state: inout State) -> Bool {
    guard step.value != question.step else { return true }
    state.failures.append(
      Diagnostic(
        ScenarioRules.unexpected, "`\(step.value)` does not ask here; `\(question.step)` does", at: step.range,
        help: "answer `\(question.step)`, or mend the flow"))
    return false
  }

  /// Whether there is anything to say no to; a choice that is not offered is left to the run, which refuses it.
  private func confirms(_ question: Question, _ choice: Spanned<String>, _ state: inout State) -> Bool {
    guard let offered = question.choices.first(where: { $0.name == choice.value }), offered.confirm == nil else {
      return true
    }
    state.failures.append(
      Diagnostic(
        ScenarioRules.unexpected, "`\(choice.value)` asks for no confirmation", at: choice.range,
        help: "write `\(question.step): \(choice.value)`, or add `confirm:` to the choice in the flow"))
    return false
  }
}

extension ChoiceObstacle {
  /// What is wrong and what to do about it, in a scenario.
  fileprivate var cure: String {
    switch self {
    case .cooling(let seconds): "\(words): write `- after: \(seconds)s` before it"
    case .spent, .ruledOut: "\(words): take the answer out"
    }
  }
}

extension ScriptedAnswer {
  fileprivate func answer(to question: Question) -> (answer: Answer, miss: PickMiss?) {
    switch reply {
    case .choice(let choice): return (Answer(to: question, choice: choice.value), nil)
    case .inputs(let inputs):
      let (values, miss) = question.values(written: inputs.map { ($0.name.value, $0.value.value) })
      return (Answer(to: question, values: values), miss)
    }
  }
}

/// The SDK of a scenario.
///
/// While nobody is asked, what the scenario lets happen by itself happens here.
struct ScenarioSDK: Backend {
  let sdk: any StagedSDK
  let player: ScenarioPlayer
  let clock: VirtualClock

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer { try await sdk.perform(call) }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    // A deadline that is there already only asks for what has come.
    while player.inbox.isEmpty, deadline.map({ $0 > clock.now }) ?? true, let time = player.goOn() {
      let limit = min(time, deadline ?? time)
      if let event = try await sdk.nextEvent(until: limit) { return event }
      clock.advance(to: limit)
    }
    // The app comes or goes: the run is told first.
    guard player.inbox.isEmpty else { return nil }
    return try await sdk.nextEvent(until: deadline)
  }
}
