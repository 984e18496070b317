// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// What stands behind a gate, or behind its denial, and can be reached without the leave of the modules: a call, a success end,
/// or a sign-in beside the one that asks.
enum GatePassedBy: ProofRule {
  static let code = DiagnosticCode("MFA405", "gate-passed-by", isNeverAllowed: true)

  static func diagnose(_ proofs: ProofFacts, _ context: CheckContext, _ findings: inout [Diagnostic]) {
    findings += proofs.passings.map { finding($0, proofs.states, context.flow) }
  }

  private static func finding(_ passing: GatePassing, _ states: ProofStates, _ flow: Flow) -> Diagnostic {
    switch passing {
    case .byDenial(let step, let line, let allowed, let screen):
      return finding(
        "\(step.quoted) leads to the same place whether it is allowed or denied"
          + (line.target.move == allowed.move ? "" : ", by \(screen.quoted)"), at: line.target.range,
        help: "lead the denial to an end such as `\(flow.failureEnd)`, which shows its reasons" + flow.failureEndToAdd)
    case .byCall(let call, let gate, let state):
      let step = flow.steps[gate.step]
      return finding(
        "`\(flow.contract[call.use.call].name)` can be called here without the "
          + (step.isGate ? "gate \(step.quoted)" : "approval that \(step.quoted) asks for"), at: call.use.range,
        help: "ask the modules here, too: write `gate: [\(gate.words.joined(separator: ", "))]` beside the call",
        notes: [Note("the gate", at: gate.range)], way: states.route(to: state))
    case .byEitherVerdict(let gate, let line, let end, let isOfLeave):
      let (step, name) = (flow.steps[gate.step], Diagnostic.quoting(flow[end].name.value))
      return finding(
        isOfLeave
          ? "the success end \(name) is reached whether \(step.quoted) allows or denies"
          : "the success end \(name) is reached only when \(step.quoted) denies",
        at: line.target.range,
        help: "lead the denial to an end such as `\(flow.failureEnd)`, or back to where the gate asks again"
          + flow.failureEndToAdd,
        notes: [Note("the gate", at: gate.range)])
    case .byClaim(let claim, let end, let gate):
      return finding(
        "\(Diagnostic.quoting(flow[end].name.value)) can be reached without the approval that \(flow.steps[gate.step].quoted) asks for",
        at: claim.range,
        help: "ask the modules on this way, too, or lead it to an end that is no success",
        notes: [Note("the gate", at: gate.range)], way: states.way(to: claim))
    }
  }
}
