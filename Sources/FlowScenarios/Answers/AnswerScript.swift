// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowRuntime
import Values

/// What is left to answer with: a value, so that each of many runs begins with a copy.
package struct AnswerScript: Sendable {
  /// A setting or a variable that a step has had.
  private struct Use: Hashable, Sendable {
    let source: String
    let step: String
  }

  /// As written, shared by all copies.
  private let answers: [ScriptedAnswer]
  /// By answer: the inputs that it hands in; empty for a choice.
  private let written: [[(name: String, value: Value)]]
  /// By answer: whether it was taken.
  private var isTaken: [Bool]
  private let settings: [ResolvedSetting]
  private let variable: @Sendable (String) -> String?
  private(set) var unanswered: Question?
  private(set) var refusals: [RefusedAnswer] = []
  /// What was said last, and the line of the list where it stands; nil if it was not said here.
  private var given: (choice: String?, line: Int?)?
  private(set) var misses: [(step: String, miss: PickMiss)] = []
  private var used: Set<Use> = []

  /// - Parameter variable: the value of an input by its name, from outside; nil if there is none.
  package init(
    answers: [ScriptedAnswer], settings: [ResolvedSetting],
    variable: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.answers = answers
    written = answers.map(\.written)
    isTaken = Array(repeating: false, count: answers.count)
    self.settings = settings
    self.variable = variable
  }

  /// The answers that no step has asked for, in order.
  var unused: [ScriptedAnswer] { answers.indices.filter { !isTaken[$0] }.map { answers[$0] } }

  /// The settings that no step has asked for, in order.
  var unusedSettings: [ResolvedSetting] {
    settings.indices.filter { index in !used.contains { $0.source == "setting \(index)" } }.map { settings[$0] }
  }

  var isSpent: Bool { !isTaken.contains(false) && unusedSettings.isEmpty }

  /// The response to a question, or that there is nothing to say.
  package mutating func response(to question: Question) -> Response { answer(to: question) ?? .wait }

  /// The response to a question; nil if there is nothing for it.
  mutating func answer(to question: Question) -> Response? {
    given = nil
    if let place = next(for: question.step) {
      if unanswered != nil { unanswered = nil }
      return fromList(place, question)
    }
    let response = fromSettings(question)
    if response == nil { unanswered = question } else if unanswered != nil { unanswered = nil }
    return response
  }

  /// The first answer for a step that was not taken.
  private func next(for step: String) -> Int? {
    for index in answers.indices where !isTaken[index] && answers[index].step.value == step { return index }
    return nil
  }

  /// The answer is used up; that it was refused is kept.
  package mutating func refused(_ refusal: Refusal, to question: Question) {
    guard let given, refusals.count < Self.mostRefusals else { return }
    // The misses tell more of it.
    if case .noSuchItem = refusal { return }
    refusals.append(RefusedAnswer(refusal, given.choice, to: question, line: given.line))
  }

  private static let mostRefusals = 100

  private mutating func fromList(_ index: Int, _ question: Question) -> Response {
    if case .choice(let choice) = answers[index].reply, let time = question.timeToWait(for: choice.value) {
      return .waitUntil(time)
    }
    isTaken[index] = true
    let line = Int(answers[index].step.range.start.line)
    guard case .choice(let choice) = answers[index].reply else { return answer(to: question, written[index], line) }
    given = (choice.value, line)
    let isConfirmed = answers[index].confirmation?.value ?? true
    return .answer(Answer(to: question, choice: choice.value, isConfirmed: isConfirmed))
  }

  /// The first setting that the step has not had decides: it makes its choice, or the inputs are handed in.
  private mutating func fromSettings(_ question: Question) -> Response? {
    let canFill = canFill(question)
    for (index, setting) in settings.enumerated() {
      let use = Use(source: "setting \(index)", step: question.step)
      guard !used.contains(use) else { continue }
      if case .choice(let name, question.step) = setting {
        if let time = question.timeToWait(for: name) { return .waitUntil(time) }
        used.insert(use)
        given = (name, nil)
        return .answer(Answer(to: question, choice: name))
      }
      if canFill, question.inputs.contains(where: { setting.gives($0.name, to: question.step) }) { break }
    }
    guard canFill else { return nil }
    return answer(to: question, [], nil)
  }

  /// What is written, and for the rest what settings, the environment and the step itself give.
  ///
  /// - Parameter line: the line of the list where it stands; nil if it does not.
  private mutating func answer(
    to question: Question, _ written: [(name: String, value: Value)], _ line: Int?
  ) -> Response {
    given = (nil, line)
    var written = written
    for input in question.inputs where !written.contains(where: { $0.name == input.name }) {
      if let text = take(input, question.step) { written.append((input.name, .text(text))) }
    }
    var (values, miss) = question.values(written: written)
    for input in question.inputs where values[input.name] == nil { values[input.name] = input.suggestion }
    if let miss { misses.append((question.step, miss)) }
    return .answer(Answer(to: question, values: values))
  }

  /// Whether there is something for each input, and not only what the step itself suggests.
  private func canFill(_ question: Question) -> Bool {
    guard question.canSubmit, !question.inputs.isEmpty else { return false }
    let given = question.inputs.filter { source(of: $0.name, question.step) != nil }
    return !given.isEmpty && question.inputs.allSatisfy { $0.suggestion != nil || given.contains($0) }
  }

  private mutating func take(_ input: Question.Input, _ step: String) -> String? {
    guard let (use, text) = source(of: input.name, step) else { return nil }
    used.insert(use)
    return text
  }

  /// The first thing that gives the input and that this step has not had.
  private func source(of name: String, _ step: String) -> (Use, String)? {
    for (index, setting) in settings.enumerated() where setting.gives(name, to: step) {
      let use = Use(source: "setting \(index)", step: step)
      if case .input(_, let text, _) = setting, !used.contains(use) { return (use, text) }
    }
    let use = Use(source: "variable \(name)", step: step)
    guard !used.contains(use), let text = variable(name) else { return nil }
    return (use, text)
  }
}

extension ScriptedAnswer {
  /// The inputs that are handed in; empty for a choice.
  fileprivate var written: [(name: String, value: Value)] {
    guard case .inputs(let inputs) = reply else { return [] }
    return inputs.map { ($0.name.value, $0.value.value) }
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
