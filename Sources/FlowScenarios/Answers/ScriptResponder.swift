// SPDX-License-Identifier: Apache-2.0

import Diagnostics
public import FlowRuntime
import Synchronization
import Values

/// Answers from what was written down before the run, each thing once.
///
/// For a step that asks: the next unused answer of the list for that step; else the settings, in order; else the
/// environment. What an answer of the list leaves out is looked for in the settings and the environment, so that
/// secrets need not stand in a file. A setting and a variable are used once in each step, so that a run ends.
public final class ScriptResponder: Responder {
  private let variable: @Sendable (String) -> String?
  private let state: Mutex<Script>

  /// - Parameter variable: the value of an input by its name, from outside; nil if there is none.
  public init(
    answers: [ScriptedAnswer], settings: [ResolvedSetting] = [],
    variable: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.variable = variable
    state = Mutex(Script(answers: answers, settings: settings))
  }

  /// Always: nothing is waited for but a choice that has to cool down.
  public var answersAtOnce: Bool { true }

  /// What ``response(to:)`` says, or that there is nothing to say.
  public func respond(to question: Question) async -> Response { response(to: question) ?? .wait }

  /// The answer is used up, and the next one is tried; that it was refused is kept for ``refusals``.
  public func refused(_ refusal: Refusal, to question: Question) async {
    state.withLock { $0.refused(refusal, question) }
  }

  /// Answers of the script that the run has refused, in order.
  public var refusals: [RefusedAnswer] { state.withLock { $0.refusals } }

  /// The response to a question; nil if there is nothing for it.
  public func response(to question: Question) -> Response? {
    state.withLock { $0.response(to: question, variable) }
  }

  /// The answers of the list that no step has asked for, in order.
  public var unused: [ScriptedAnswer] { state.withLock { $0.answers } }

  /// The steps at which a pick did not name one item, and what was offered there, in order.
  public var misses: [(step: String, miss: PickMiss)] { state.withLock { $0.misses } }

  /// Whether every answer of the list and every setting was used.
  public var isSpent: Bool { state.withLock { $0.isSpent } }

  /// The last question, if there was nothing for it.
  public var unanswered: Question? { state.withLock { $0.unanswered } }
}

/// What is left to answer with.
private struct Script {
  /// A setting or a variable that a step has had.
  private struct Use: Hashable {
    let source: String
    let step: String
  }

  var answers: [ScriptedAnswer]
  let settings: [ResolvedSetting]
  var unanswered: Question?
  var refusals: [RefusedAnswer] = []
  /// What was said last, and the line of the list where it stands; nil if it was not said here.
  private var given: (choice: String?, line: Int?)?
  var misses: [(step: String, miss: PickMiss)] = []
  private var used: Set<Use> = []

  init(answers: [ScriptedAnswer], settings: [ResolvedSetting]) {
    self.answers = answers
    self.settings = settings
  }

  var isSpent: Bool {
    answers.isEmpty && settings.indices.allSatisfy { index in used.contains { $0.source == "setting \(index)" } }
  }

  mutating func response(to question: Question, _ variable: (String) -> String?) -> Response? {
    given = nil
    let line = answers.first { $0.step.value == question.step }?.step.range.start.line
    let response = fromList(question, variable) ?? fromSettings(question, variable)
    if case .answer(let answer) = response { given = (answer.choice, line.map(Int.init)) }
    unanswered = response == nil ? question : nil
    return response
  }

  mutating func refused(_ refusal: Refusal, _ question: Question) {
    guard let given, refusals.count < Self.mostRefusals else { return }
    // The misses tell more of it.
    if case .noSuchItem = refusal { return }
    refusals.append(RefusedAnswer(refusal, given.choice, to: question, line: given.line))
  }

  private static let mostRefusals = 100

  private mutating func fromList(_ question: Question, _ variable: (String) -> String?) -> Response? {
    guard let index = answers.firstIndex(where: { $0.step.value == question.step }) else { return nil }
    if case .choice(let choice) = answers[index].reply, let time = question.timeToWait(for: choice.value) {
      return .waitUntil(time)
    }
    let isConfirmed = answers[index].confirmation?.value ?? true
    switch answers.remove(at: index).reply {
    case .choice(let choice):
      return .answer(Answer(to: question, choice: choice.value, isConfirmed: isConfirmed))
    case .inputs(let written):
      return answer(to: question, written.map { ($0.name.value, $0.value.value) }, variable)
    }
  }

  /// The first setting that the step has not had decides: it makes its choice, or the inputs are handed in.
  private mutating func fromSettings(_ question: Question, _ variable: (String) -> String?) -> Response? {
    let canFill = canFill(question, variable)
    for (index, setting) in settings.enumerated() {
      let use = Use(source: "setting \(index)", step: question.step)
      guard !used.contains(use) else { continue }
      if case .choice(let name, question.step) = setting {
        if let time = question.timeToWait(for: name) { return .waitUntil(time) }
        used.insert(use)
        return .answer(Answer(to: question, choice: name))
      }
      if canFill, question.inputs.contains(where: { setting.gives($0.name, to: question.step) }) { break }
    }
    guard canFill else { return nil }
    return answer(to: question, [], variable)
  }

  /// What is written, and for the rest what settings, the environment and the step itself give.
  private mutating func answer(
    to question: Question, _ written: [(name: String, value: Value)], _ variable: (String) -> String?
  ) -> Response {
    var written = written
    for input in question.inputs where !written.contains(where: { $0.name == input.name }) {
      if let text = take(input, question.step, variable) { written.append((input.name, .text(text))) }
    }
    var (values, miss) = question.values(written: written)
    for input in question.inputs where values[input.name] == nil { values[input.name] = input.suggestion }
    if let miss { misses.append((question.step, miss)) }
    return .answer(Answer(to: question, values: values))
  }

  /// Whether there is something for each input, and not only what the step itself suggests.
  private func canFill(_ question: Question, _ variable: (String) -> String?) -> Bool {
    guard question.canSubmit, !question.inputs.isEmpty else { return false }
    let given = question.inputs.filter { source(of: $0.name, question.step, variable) != nil }
    return !given.isEmpty && question.inputs.allSatisfy { $0.suggestion != nil || given.contains($0) }
  }

  private mutating func take(_ input: Question.Input, _ step: String, _ variable: (String) -> String?) -> String? {
    guard let (use, text) = source(of: input.name, step, variable) else { return nil }
    used.insert(use)
    return text
  }

  /// The first thing that gives the input and that this step has not had.
  private func source(of name: String, _ step: String, _ variable: (String) -> String?) -> (Use, String)? {
    for (index, setting) in settings.enumerated() where setting.gives(name, to: step) {
      let use = Use(source: "setting \(index)", step: step)
      if case .input(_, let text, _) = setting, !used.contains(use) { return (use, text) }
    }
    let use = Use(source: "variable \(name)", step: step)
    guard !used.contains(use), let text = variable(name) else { return nil }
    return (use, text)
  }
}

extension Question {
  /// When a choice that has to cool down can be made again; nil if there is nothing to wait for.
  fileprivate func timeToWait(for choice: String) -> Duration? { later.first { $0.name == choice }?.at }
}

extension ResolvedSetting {
  fileprivate func gives(_ input: String, to step: String) -> Bool {
    guard case .input(input, _, let owner) = self else { return false }
    return owner == nil || owner == step
  }
}
