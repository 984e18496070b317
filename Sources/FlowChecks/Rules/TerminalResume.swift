// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// An interrupt after which the SDK is gone, and a flow that would go on: from the interrupt itself, or where it comes as the
/// reply to a call.
enum TerminalResume: Rule {
  static let code = DiagnosticCode("MFA402", "terminal-resume")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.everyStep {
      if case .interrupt(let awaited) = facts.step.kind, context.isTerminal(awaited.event) {
        facts.forEachTarget { target in
          if target.leaves { findings.append(.goesOn(after: facts.step.quoted, target, context)) }
        }
      } else {
        facts.forEachLine { line in
          guard case .event(let event, _, _) = line.trigger, context.isTerminal(event), !line.target.ends else {
            return
          }
          let name = context.flow.contract.events[Int(event.index)].name
          findings.append(.goesOn(after: "`\(name)`", line.target, context))
        }
      }
    }
  }
}

extension CheckContext {
  fileprivate func isTerminal(_ event: EventID) -> Bool { flow.contract.events[Int(event.index)].isTerminal }
}

extension Diagnostic {
  fileprivate static func goesOn(after event: String, _ target: Target, _ context: CheckContext) -> Diagnostic {
    TerminalResume.finding(
      "after \(event) the flow cannot go on", at: target.range,
      help: "the SDK has shut itself down: lead to an end, such as `\(context.flow.failureEnd)`")
  }
}

extension Target {
  fileprivate var ends: Bool { if case .end = move { true } else { false } }

  fileprivate var leaves: Bool {
    switch move {
    case .step, .resume: true
    case .end, .stay, .retry: false
    }
  }
}
