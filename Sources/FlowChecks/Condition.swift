// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import Guards
import SDKContract
import Values

/// A guard in its place: a `when`, a `where` or a `check`.
struct Condition {
  enum Use { case choice, item, check }

  let expression: Guard
  let use: Use
  let range: SourceRange
  /// What holds at the step anyway, such as the mode of its event.
  let facts: [Guard.Fact]
  /// What the contract wants for the call to be made at all.
  let demands: [Guard.Fact]
}

extension StepFacts {
  /// Visits every guard of the step.
  func forEachCondition(_ contract: Contract, _ body: (Condition) -> Void) {
    guard hasConditions else { return }
    let facts = facts(contract)
    for index in step.choices.indices {
      guard let when = step.choices[index].when else { continue }
      body(
        Condition(
          expression: when, use: .choice, range: step.choices[index].whenRange ?? step.choices[index].name.range,
          facts: facts, demands: demands(of: step.choices[index], contract)))
    }
    for check in step.checks {
      body(Condition(expression: check.expression, use: .check, range: check.range, facts: facts, demands: []))
    }
    for input in step.inputs {
      for check in input.pick?.checks ?? [] {
        body(Condition(expression: check.expression, use: .item, range: check.range, facts: facts, demands: []))
      }
    }
  }

  private var hasConditions: Bool {
    !step.checks.isEmpty || step.choices.indices.contains { step.choices[$0].when != nil }
      || step.inputs.indices.contains { step.inputs[$0].pick != nil }
  }

  /// What holds of the step's event whenever it is asked.
  func facts(_ contract: Contract) -> [Guard.Fact] {
    guard let own = step.awaited, let mode = own.mode, let field = contract[own.event].modeField
    else { return [] }
    return [Guard.Fact(["event", field], is: .int(mode))]
  }

  private func demands(of choice: Choice, _ contract: Contract) -> [Guard.Fact] {
    contract.requiredField(of: choice).map { [Guard.Fact(["event", $0], is: .flag(true))] } ?? []
  }
}
