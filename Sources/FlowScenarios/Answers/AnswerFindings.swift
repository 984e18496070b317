// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import Redaction
import SDKContract
import Values

extension Diagnostic {
  static func unknownStep(_ name: Spanned<String>, _ flow: Flow) -> Diagnostic {
    let names = flow.steps.filter { !$0.inputs.isEmpty || !$0.choices.isEmpty }.map(\.name.value)
    return Diagnostic(
      AnswerRules.unknownStep, "\(quoting(name.value)) is no step of the flow `\(flow.name)`", at: name.range,
      help: stepInstead(of: name.value, in: flow)
        ?? Suggestion.help(for: name.value, among: names, otherwise: "steps that ask: \(list(names))"))
  }

  /// What is meant by a step that the flow does not have, if more than a letter is wrong with it; nil if nobody can tell.
  static func stepInstead(of name: String, in flow: Flow) -> String? {
    // `- verify { password: … }` has the colon in the wrong place.
    let first = name.split { " {[".contains($0) }.first.map(String.init) ?? ""
    if first != name, flow.step(named: first) != nil { return "write a colon behind `\(first)`" }
    guard let event = flow.contract.event(named: name) else { return nil }
    let steps = flow.steps.filter { !$0.inputs.isEmpty || !$0.choices.isEmpty }.filter { $0.awaited?.event == event }
    guard let step = steps.first else { return nil }
    return "`\(name)` is an event; the step that takes it is `\(step.name.value)`"
  }

  static func asksNothing(_ step: Spanned<String>) -> Diagnostic {
    Diagnostic(
      AnswerRules.asksNothing, "the step \(quoting(step.value)) asks nothing", at: step.range,
      help: "take this answer out; the step goes on by itself")
  }

  /// What was written is not told: it may be a code that stands where a choice should.
  ///
  /// What is nearly a choice is one that was misspelt.
  ///
  /// - Parameter isSetting: whether it stands on a command line, where an input has a setting of its own.
  static func unknownChoice(_ choice: Spanned<String>, _ step: Step, isSetting: Bool = false) -> Diagnostic {
    let names = step.choices.map(\.name.value)
    if HarmlessValues.isNear(choice.value, names) {
      return Diagnostic(
        AnswerRules.unknownChoice, "the step `\(step.name.value)` has no choice \(quoting(choice.value))",
        at: choice.range, help: Suggestion.cure(for: choice.value, among: names))
    }
    let inputs = step.inputs.map(\.name).joined(separator: ", ")
    let form =
      isSetting
      ? step.inputs.map { "\(step.name.value).\($0.name)=…" }.joined(separator: "`, `")
      : "\(step.name.value): { \(step.inputs.map { "\($0.name): …" }.joined(separator: ", ")) }"
    var other = names.isEmpty ? "it has none; it asks for \(inputs)" : "its choices are \(list(names))"
    if !step.inputs.isEmpty { other += "; to answer what it asks for, write `\(form)`" }
    return Diagnostic(
      AnswerRules.unknownChoice, "the step `\(step.name.value)` has no such choice", at: choice.range,
      help: Suggestion.help(for: choice.value, among: names, otherwise: other))
  }

  static func unknownInput(_ input: ScriptedAnswer.InputValue, _ step: Step) -> Diagnostic {
    var written = [input.name.value]
    // Somebody who writes `{ choice: finish }` names the choice behind it.
    if case .text(let text) = input.value.value, input.name.value == "choice" { written.append(text) }
    return unknownInput(input.name, step, choosing: written) { "- \(step.name.value): \($0)" }
  }

  static func unknownInput(_ setting: Setting, _ step: Step) -> Diagnostic {
    unknownInput(setting.name, step, choosing: [setting.name.value]) { "\(step.name.value)=\($0)" }
  }

  /// - Parameters:
  ///   - words: what may be meant as a choice.
  ///   - cure: how a choice is made.
  private static func unknownInput(
    _ name: Spanned<String>, _ step: Step, choosing words: [String], _ cure: (String) -> String
  ) -> Diagnostic {
    let names = step.inputs.map(\.name)
    let choices = step.choices.map(\.name.value)
    let help: String
    if let choice = words.first(where: choices.contains) {
      help = "`\(choice)` is a choice: write `\(cure(choice))`"
    } else if let near = Suggestion.nearest(to: name.value, among: names) {
      help = "did you mean `\(near)`?"
    } else if let near = words.lazy.compactMap({ Suggestion.nearest(to: $0, among: choices) }).first {
      help = "did you mean the choice `\(near)`? Then write `\(cure(near))`"
    } else if names.isEmpty, let first = choices.first {
      help = "it asks for nothing; its choices are \(list(choices)): write `\(cure(first))`"
    } else {
      help = "it asks for \(list(names))"
    }
    return Diagnostic(
      AnswerRules.unknownInput, "the step `\(step.name.value)` does not ask for \(quoting(name.value))",
      at: name.range, help: help)
  }

  static func nothingToConfirm(_ range: SourceRange, _ choice: String, _ step: Step) -> Diagnostic {
    Diagnostic(
      AnswerRules.notAnAnswer, "the choice `\(choice)` asks for no confirmation", at: range,
      help: "write `- \(step.name.value): \(choice)`, or add `confirm:` to the choice in the flow")
  }

  static func unknownSetting(_ setting: Setting, _ flow: Flow) -> Diagnostic {
    let inputs = flow.steps.flatMap { $0.inputs.map(\.name) }
    let steps = flow.steps.filter { !$0.choices.isEmpty }.map(\.name.value)
    let known = inputs.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return Diagnostic(
      AnswerRules.unknownInput, "no step of `\(flow.name)` asks for \(quoting(setting.name.value))",
      at: setting.name.range,
      help: Suggestion.help(for: setting.name.value, among: known + steps, otherwise: "asked for: \(list(known))"))
  }

  /// - Parameter asking: the steps that ask for an input of that name.
  static func ambiguous(_ setting: Setting, _ asking: [Step]) -> Diagnostic {
    let name = setting.name.value
    let steps = asking.map(\.name.value)
    let step = steps.first { $0 == name } ?? steps.first ?? name
    return Diagnostic(
      AnswerRules.ambiguousSetting, "\(quoting(name)) is a step and an input alike, and the value is a choice",
      at: setting.name.range,
      help: "write `\(step).\(name)=…` for the input; for a choice, use an answers file")
  }

  static func wrongType(_ range: SourceRange, _ input: Input) -> Diagnostic {
    Diagnostic(
      AnswerRules.wrongType, "this is no value for `\(input.name)`", at: range,
      help: "write \(input.pick == nil ? input.type.inWords : pickInWords(input.type))")
  }

  private static func pickInWords(_ type: ValueType) -> String {
    guard case .record(let record) = type else { return "one of the values that are offered, or its place" }
    return "the place of an item, a text of it, or a map of its fields: \(list(record.fields.map(\.name)))"
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
    return names.isEmpty ? "none" : names.count > 8 ? shown + " and more" : shown
  }
}
