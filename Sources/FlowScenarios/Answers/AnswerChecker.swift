// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph
import Values

/// Compares answers with the flow that is to be run: what no step would ever ask for is an error of its author.
package enum AnswerChecker {
  /// What is wrong with answers of a file, up to more than anybody reads: each finding costs a search for near names.
  package static func check(_ answers: [ScriptedAnswer], for flow: Flow) -> [Diagnostic] {
    let places = Dictionary(flow.steps.indices.map { (flow.steps[$0].name.value, $0) }, uniquingKeysWith: { $1 })
    var findings: [Diagnostic] = []
    for answer in answers {
      guard findings.count < mostFindings else { break }
      findings += check(answer, of: places[answer.step.value].map { flow.steps[$0] }, in: flow)
    }
    return findings
  }

  private static let mostFindings = 250

  private static func check(_ answer: ScriptedAnswer, of step: Step?, in flow: Flow) -> [Diagnostic] {
    guard let step else { return [.unknownStep(answer.step, flow)] }
    guard !step.inputs.isEmpty || !step.choices.isEmpty else { return [.asksNothing(answer.step)] }
    return check(answer, of: step)
  }

  /// What is wrong with an answer to a step that asks something.
  static func check(_ answer: ScriptedAnswer, of step: Step) -> [Diagnostic] {
    switch answer.reply {
    case .choice(let choice):
      guard let made = step.choices.first(where: { $0.name.value == choice.value }) else {
        return [.unknownChoice(choice, step)]
      }
      guard let word = answer.confirmation, made.confirm == nil else { return [] }
      return [.nothingToConfirm(word.range, made.name.value, step)]
    case .inputs(let inputs): return inputs.prefix(mostFindings).flatMap { check($0, of: step) }
    }
  }

  private static func check(_ input: ScriptedAnswer.InputValue, of step: Step) -> [Diagnostic] {
    guard let asked = step.inputs.first(where: { $0.name == input.name.value }) else {
      return [.unknownInput(input, step)]
    }
    return asked.mayBe(input.value.value) ? [] : [.wrongType(input.value.range, asked)]
  }

  /// What a setting means for a flow; nil, and a finding, if it means nothing.
  package static func resolve(_ setting: Setting, for flow: Flow) -> Outcome<ResolvedSetting> {
    if let name = setting.step {
      guard let step = flow.step(named: name.value) else { return Outcome(nil, [.unknownStep(name, flow)]) }
      return input(setting, in: [step], named: name.value, otherwise: .unknownInput(setting, step))
    }
    let asking = flow.steps.filter { step in step.inputs.contains { $0.name == setting.name.value } }
    guard let step = flow.step(named: setting.name.value) else {
      return input(setting, in: asking, named: nil, otherwise: .unknownSetting(setting, flow))
    }
    let isChoice = step.hasChoice(setting.value.value)
    guard asking.isEmpty else {
      return isChoice
        ? Outcome(nil, [.ambiguous(setting, asking)])
        : input(setting, in: asking, named: nil, otherwise: .unknownSetting(setting, flow))
    }
    guard isChoice else { return Outcome(nil, [.unknownChoice(setting.value, step, isSetting: true)]) }
    return Outcome(.choice(setting.value.value, step: step.name.value), [])
  }

  private static func input(
    _ setting: Setting, in steps: [Step], named step: String?, otherwise finding: Diagnostic
  ) -> Outcome<ResolvedSetting> {
    let inputs = steps.flatMap(\.inputs).filter { $0.name == setting.name.value }
    guard let first = inputs.first else { return Outcome(nil, [finding]) }
    guard inputs.contains(where: { $0.mayBe(.text(setting.value.value)) }) else {
      return Outcome(nil, [.wrongType(setting.value.range, first)])
    }
    return Outcome(.input(setting.name.value, text: setting.value.value, step: step), [])
  }
}

/// A setting that was compared with its flow.
package enum ResolvedSetting: Sendable, Hashable {
  case choice(String, step: String)
  /// A value for an input; `step` nil for every step that asks for it.
  case input(String, text: String, step: String?)

  /// What stands in front of its `=`.
  package var name: String {
    switch self {
    case .choice(_, let step): step
    case .input(let name, _, let step): step.map { "\($0).\(name)" } ?? name
    }
  }
}

extension Input {
  /// Whether what is written may be a value of it; of a pick, whether it may name an item.
  fileprivate func mayBe(_ written: Value) -> Bool {
    guard pick != nil else { return type.value(written: written) != nil }
    switch (type, written) {
    case (_, .text): return true
    case (.record(let type), .record(let wanted)): return wanted.fields.allSatisfy { type.type(of: $0.name) != nil }
    default: return false
    }
  }
}

extension Step {
  fileprivate func hasChoice(_ name: String) -> Bool { choices.contains { $0.name.value == name } }
}
