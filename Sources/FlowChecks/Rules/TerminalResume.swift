// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// An interrupt after which the SDK is gone, and a flow that would go on.
enum TerminalResume: Rule {
  static let code = DiagnosticCode("MFA402", "terminal-resume")

  static func diagnose(_ context: CheckContext) -> [Diagnostic] {
    let flow = context.flow
    return context.everyStep.flatMap { facts -> [Diagnostic] in
      guard case .interrupt(let awaited) = facts.step.kind, flow.contract[awaited.event].isTerminal else { return [] }
      return facts.targets.filter(\.goesOn).map { target in
        finding(
          "after \(facts.step.quoted) the flow cannot go on", at: target.range,
          help: "the SDK has shut itself down: lead to an end, such as `\(flow.failureEnd)`")
      }
    }
  }
}

extension StepFacts {
  /// Every place that the step may go to.
  fileprivate var targets: [Target] {
    let choices = step.choices.compactMap { choice in
      if case .go(let target) = choice.action { target } else { nil }
    }
    return [step.to].compactMap { $0 } + choices + lines.map(\.target)
  }
}

extension Target {
  fileprivate var goesOn: Bool {
    switch move {
    case .step, .resume: true
    case .end, .stay, .retry: false
    }
  }
}
