// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// A way round that nothing limits: guesses may go on for ever, and a step that acts by itself never stops.
///
/// A way round on which no call is made, and that takes a person's press of a button each time, is none: it only shows screens. What is
/// spent makes no call.
enum UnbudgetedCycle: Rule {
  static let code = DiagnosticCode("MFA304", "unbudgeted-cycle")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    findings += context.rounds.cycles.map { finding($0, context.flow) }
  }

  private static func finding(_ cycle: UnlimitedRounds.Cycle, _ flow: Flow) -> Diagnostic {
    var way: [WayStep] = []
    let message: String
    switch cycle {
    case .rejection(let edge):
      message = "the SDK may reject the call of \(flow.steps[edge.from].quoted) for ever, and nothing limits that"
    case .spent(let step, _):
      message = "\(step.quoted) cannot ask again: what it offers stays spent"
    case .round(let first, let edges):
      message = "nothing limits how often \(first.quoted) leads back to itself"
      way = edges.map { WayStep("\(flow.steps[$0.from].quoted) leads to \(flow.steps[$0.to].quoted)", at: $0.range) }
    case .loop(let step, _):
      message = "nothing limits how often \(step.quoted) can be repeated by this"
    }
    return finding(message, at: cycle.range, help: cycle.cure(flow), way: way)
  }
}
