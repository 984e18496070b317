// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import Synchronization
import Values

/// Answers on one device as a scenario says, item by item, and makes happen what happens by itself.
struct ScenarioPlayer: Responder {
  private typealias State = ScenarioStage.State

  private let stage: ScenarioStage
  /// As an index.
  private let device: Int
  private let saying: SayComparison
  /// Told each question before it is answered; nil if nobody asks.
  private let watch: ScenarioWatch?

  /// The steps that the scenario does not know.
  private let detours: Set<String>

  init(
    _ stage: ScenarioStage, on device: Int, _ saying: SayComparison, detours: Set<String> = [],
    _ watch: ScenarioWatch? = nil
  ) {
    self.detours = detours
    self.watch = watch
    self.stage = stage
    self.device = device
    self.saying = saying
  }

  var answersAtOnce: Bool { true }

  func respond(to question: Question) async -> Response {
    watch?(device, .asked(question, at: stage.clock.now.milliseconds))
    return stage.state.withLock { state in
      state.roles[device].isUnderWay = false
      state.roles[device].isAsking = true
      if let time = stage.idle(&state) { return .waitUntil(time) }
      stage.detour(to: question.step, on: device, &state)
      while state.failures.isEmpty, let item = state.items.first, item.device ?? device == device {
        guard noted(&state, before: item), stage.begins(on: device, &state) else { break }
        state.items.removeFirst()
        if let response = play(item, question, &state) { return response }
      }
      if state.failures.isEmpty { _ = noted(&state, before: nil) }
      if state.items.isEmpty { rests(&state) }
      guard state.failures.isEmpty else { return .leave }
      return state.items.isEmpty || state.isOver ? .wait : .waitUntil(ScenarioStage.never)
    }
  }

  func refused(_ refusal: Refusal, to question: Question) async {
    var obstacle: ChoiceObstacle?
    if case .notOffered(let name) = refusal { obstacle = question.reason(against: name, at: stage.clock.now) }
    stage.state.withLock { state in
      state.roles[device].refusal = refusal
      state.roles[device].obstacle = obstacle
    }
  }

  /// A run that never rests is broken off: a timer, or an automatic choice, keeps it going with nobody there.
  private func rests(_ state: inout State) {
    state.asked += 1
    guard state.asked > Self.mostQuestions else { return }
    state.failures.append(
      Diagnostic(
        ScenarioRules.unexpected,
        "the run goes on by itself: \(Self.mostQuestions) questions after the last item it has not come to rest",
        at: stage.place,
        help: "mend the flow, or end the scenario with an answer that leads to an end"))
  }

  /// Far more than a flow asks while nobody answers.
  private static let mostQuestions = 5_000

  /// A refusal that the scenario does not expect is one of its failures: else a slip in an answer would pass unseen.
  private func noted(_ state: inout State, before item: Scenario.Item?) -> Bool {
    guard let refusal = state.roles[device].refusal else { return true }
    if case .expect(let expectation)? = item?.what, expectation.refused != nil { return true }
    guard let place = state.roles[device].answered?.range ?? item?.range else { return true }
    state.failures.append(
      Diagnostic(
        ScenarioRules.unexpected, "this answer was refused: \(state.roles[device].miss?.message ?? refusal.words)",
        at: place,
        help: state.roles[device].miss?.help ?? (state.roles[device].obstacle?.cure ?? "mend the answer")
          + ", or expect the refusal in the next item: `expect: { refused: \"\(refusal.words)\" }`"))
    return false
  }

  /// Nil if the item asks nothing of the run.
  private func play(_ item: Scenario.Item, _ question: Question, _ state: inout State) -> Response? {
    switch item.what {
    case .expect(let expectation):
      let run = RunSoFar(stage.log.entries(of: device), without: detours)
      state.failures += StepComparison(expectation, saying).compare(question, state.roles[device].refusal, run)
      state.roles[device].refusal = nil
      return nil
    case .after, .background, .event, .release:
      stage.happen(item, on: device, &state)
      return .waitUntil(state.idleUntil ?? stage.clock.now)
    case .reject, .module, .hold:
      stage.happen(item, on: device, &state)
      return nil
    case .answer(let answer):
      guard asks(question, answer.step, &state) else { return .leave }
      stage.answers(item, on: device, &state)
      state.roles[device].isUnderWay = true
      let (response, miss) = answer.answer(to: question)
      state.roles[device].miss = miss
      return .answer(response)
    case .decline(let step, let choice):
      guard asks(question, step, &state), confirms(question, choice, &state) else { return .leave }
      stage.answers(item, on: device, &state)
      return .answer(Answer(to: question, choice: choice.value, isConfirmed: false))
    }
  }

  private func asks(_ question: Question, _ step: Spanned<String>, _ state: inout State) -> Bool {
    guard step.value != question.step else { return true }
    state.failures.append(
      Diagnostic(
        ScenarioRules.unexpected, "`\(step.value)` does not ask here; `\(question.step)` does", at: step.range,
        help: step.range.file == .first
          ? "answer `\(question.step)`, or mend the flow"
          : "replace this scenario in the file that takes it over, or mend the flow"))
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
