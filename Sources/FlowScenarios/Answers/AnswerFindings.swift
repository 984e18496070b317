// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import Values

extension Diagnostic {
  static func unknownStep(_ name: Spanned<String>, _ flow: Flow) -> Diagnostic {
    let names = flow.steps.filter { !$0.inputs.isEmpty || !$0.choices.isEmpty }.map(\.name.value)
    return Diagnostic(
      AnswerRules.unknownStep, "\(quoting(name.value)) is no step of the flow `\(flow.name)`", at: name.range,
      help: Suggestion.help(for: name.value, among: names, otherwise: "steps that ask: \(list(names))"))
  }

  static func asksNothing(_ step: Spanned<String>) -> Diagnostic {
    Diagnostic(
      AnswerRules.asksNothing, "the step \(quoting(step.value)) asks nothing", at: step.range,
      help: "take this answer out; the step goes on by itself")
  }

  /// What was written is not told: it may be a code that stands where a choice should.
  static func unknownChoice(_ choice: Spanned<String>, _ step: Step) -> Diagnostic {
    let names = step.choices.map(\.name.value)
    let inputs = step.inputs.map(\.name).joined(separator: ", ")
    let other =
      names.isEmpty ? "it has none; it asks for \(inputs)" : "its choices are \(list(names))"
    return Diagnostic(
      AnswerRules.unknownChoice, "the step `\(step.name.value)` has no such choice", at: choice.range,
      help: Suggestion.help(for: choice.value, among: names, otherwise: other))
  }

  static func unknownInput(_ name: Spanned<String>, _ step: Step) -> Diagnostic {
    let names = step.inputs.map(\.name)
    let other =
      names.isEmpty ? "it asks for nothing; choose with `\(step.name.value): …`" : "it asks for \(list(names))"
    return Diagnostic(
      AnswerRules.unknownInput, "the step `\(step.name.value)` does not ask for \(quoting(name.value))",
      at: name.range, help: Suggestion.help(for: name.value, among: names, otherwise: other))
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

  static func ambiguous(_ setting: Setting) -> Diagnostic {
    let name = setting.name.value
    return Diagnostic(
      AnswerRules.ambiguousSetting, "\(quoting(name)) is a step and an input alike", at: setting.name.range,
      help: "write `step.\(name)=…` for the input; for a choice, use an answers file")
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
