// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// A button that has a code or a request sent, and can be pressed again without a limit or a pause of its own:
/// somebody's phone would ring all night, until the request is granted.
enum SendWithoutLimit: Rule {
  static let code = DiagnosticCode("MFA423", "send-without-limit", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let graph = context.graph else { return }
    let contract = context.flow.contract
    for facts in context.steps {
      for call in facts.calls {
        guard contract.calls[Int(call.use.call.index)].sends, case .choice(let index) = call.origin else { continue }
        let choice = facts.step.choices[index]
        let wantsLimit = choice.max == nil && !isReported(choice, findings)
        let wantsPause = choice.every == nil && choice.max?.value != 1
        guard wantsLimit || wantsPause, canRepeat(facts, call.origin, graph, context.flow) else { continue }
        findings.append(finding(choice, call.use, contract, wantsLimit, wantsPause))
      }
    }
  }

  private static func finding(
    _ choice: Choice, _ use: CallUse, _ contract: Contract, _ wantsLimit: Bool, _ wantsPause: Bool
  ) -> Diagnostic {
    let missing = wantsLimit && wantsPause ? "no limit and no pause" : wantsLimit ? "no limit" : "no pause"
    let cure = [wantsLimit ? "`max: 3`" : nil, wantsPause ? "`every: 30s`" : nil].compactMap { $0 }
    let call = contract.calls[Int(use.call.index)].name
    return finding(
      "\(Diagnostic.quoting(choice.name.value)) sends something, and has \(missing)", at: choice.name.range,
      help: "add \(cure.joined(separator: " and ")) to the choice `\(choice.name.value)`",
      notes: [Note("`\(call)` has it sent", at: use.range)])
  }

  /// Whether a cycle without a budget asks for the limit already.
  private static func isReported(_ choice: Choice, _ findings: [Diagnostic]) -> Bool {
    findings.contains { finding in
      (finding.code == UnbudgetedCycle.code || finding.code == UnboundedRetry.code)
        && finding.help?.hasSuffix("the choice `\(choice.name.value)`") ?? false
    }
  }

  /// Whether a run that has used a part of a step can come to use it again.
  private static func canRepeat(_ facts: StepFacts, _ origin: Origin, _ graph: StepGraph, _ flow: Flow) -> Bool {
    let index = facts.step.index
    if facts.asksAgain(after: origin) { return true }
    let onward = graph.edges(from: index).filter { $0.origin == origin }.map(\.to)
    let fromInterrupts = flow.interrupts.flatMap { graph.edges(from: $0.index).map(\.to) }
    return graph.reached(from: onward + fromInterrupts)[index]
  }
}
