// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLinking
import FlowSyntax
import SDKContract

/// How much a flow may hold.
///
/// A machine numbers most things of a flow in 16 bits; what it must do for each of them together bounds the rest. All
/// limits are far beyond what a person can oversee.
enum FlowLimits {
  static let steps = 20_000
  static let ends = 20_000
  static let messages = 20_000
  /// Of one step each.
  static let inputs = 200
  static let checks = 200
  static let choices = 200
  static let lines = 1_000
  /// Of the whole flow.
  static let targets = 60_000
  static let budgets = 30_000
  /// The places where a run can wait: each step, each of its calls, and each call that a `wait:` step may inherit.
  static let places = 60_000
  /// What may come back, over all places; and what the contract lets come back, over all calls.
  static let cells = 1 << 25

  /// What is too much in a document; nil if nothing is.
  ///
  /// It is looked for before anything is resolved.
  static func excess(of linked: LinkedFlow) -> Diagnostic? {
    let document = linked.document
    if linked.isTooLarge {
      return Diagnostic(
        GraphRules.flowTooLarge, "the flows that this one runs have more than \(LinkedFlow.mostInnerSteps) steps",
        at: document.start.range, help: "split them into several flows: so many cannot be reviewed")
    }
    guard
      isLarge(document.steps) || isLarge(document.interrupts) || document.ends.count > ends
        || document.messages.count > messages
    else { return nil }
    let all = document.steps + document.interrupts
    if all.count > steps { return tooLarge("a flow", steps, "steps", at: all[steps].name.range) }
    if document.ends.count > ends { return tooLarge("a flow", ends, "ends", at: document.ends[ends].name.range) }
    if document.messages.count > messages {
      return tooLarge("a flow", messages, "messages", at: document.messages[messages].name.range)
    }
    var targetCount = 0
    var budgetCount = 0
    for step in all {
      if isLarge([step]), let finding = excess(of: step) { return finding }
      targetCount += step.then.count + step.choices.reduce(1) { $0 + $1.then.count + 1 }
      budgetCount +=
        (step.tries == nil ? 0 : 1) + (step.max == nil ? 0 : 1)
        + step.choices.count { $0.max != nil || $0.every != nil }
      if targetCount > targets { return tooLarge("a flow", targets, "outcomes", at: step.name.range) }
      if budgetCount > budgets { return tooLarge("a flow", budgets, "budgets", at: step.name.range) }
    }
    return nil
  }

  /// Whether there are as many things in some steps as would be too much for one.
  ///
  /// Most flows are told from large ones so, at a small part of the cost.
  private static func isLarge(_ steps: [StepSyntax]) -> Bool {
    var count = 0
    for index in steps.indices {
      count += 1 + steps[index].inputs.count + steps[index].checks.count + steps[index].choices.count
      count += steps[index].then.count
      for input in steps[index].inputs.indices { count += steps[index].inputs[input].pick?.checks.count ?? 0 }
      for choice in steps[index].choices.indices { count += steps[index].choices[choice].then.count }
    }
    return count > min(inputs, checks, choices)
  }

  private static func excess(of step: StepSyntax) -> Diagnostic? {
    excess(step.inputs.map(\.name.range), inputs, "a step", "inputs")
      ?? excess(step.checks.map(\.check.range), checks, "a step", "requirements")
      ?? step.inputs.lazy.compactMap { excess($0.pick?.checks.map(\.check.range) ?? [], checks, "a pick", "checks") }
      .first
      ?? excess(step.choices.map(\.name.range), choices, "a step", "choices")
      ?? ([step.then] + step.choices.map(\.then)).lazy
      .compactMap { excess($0.map(\.range), lines, "a `then:`", "lines") }.first
  }

  private static func excess(_ places: [SourceRange], _ limit: Int, _ what: String, _ things: String) -> Diagnostic? {
    places.count > limit ? tooLarge(what, limit, things, at: places[limit]) : nil
  }

  /// What is too much in a flow for the contract that it is resolved against; nil if nothing is.
  static func excess(of flow: Flow) -> Diagnostic? {
    guard FlowSize.mayBeLarge(flow) else { return nil }
    let size = FlowSize(flow)
    if size.places > places {
      return tooLarge("a flow", places, "places where a run can wait", at: flow.steps[0].name.range)
    }
    guard size.cells > cells || size.replies > cells else { return nil }
    return Diagnostic(
      GraphRules.flowTooLarge, "too much may come back at the steps of this flow", at: flow.steps[0].name.range,
      help: "split its steps into several flows, or name fewer codes, modes and error numbers")
  }

  private static func tooLarge(_ what: String, _ limit: Int, _ things: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      GraphRules.flowTooLarge, "\(what) may have at most \(limit) \(things)", at: range,
      help: "split them into several flows: so many cannot be reviewed")
  }
}
