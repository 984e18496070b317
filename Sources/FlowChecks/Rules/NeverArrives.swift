// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// A line for something that the contract says cannot come here: a wrong belief about the SDK, or a slip.
enum NeverArrives: Rule {
  static let code = DiagnosticCode("MFA305", "never-arrives", .warning)

  static func diagnose(_ context: CheckContext) -> [Diagnostic] {
    let contract = context.flow.contract
    return context.steps.flatMap { facts in
      let own = facts.step.transitions.filter { !facts.mayReceive($0.trigger, from: facts.calls, contract) }
        .map { ($0, facts.calls) }
      let over = facts.calls.flatMap { call in
        call.over.filter { !facts.mayReceive($0.trigger, from: [call], contract) }.map { ($0, [call]) }
      }
      return (own + over).map { line, calls in finding(line, calls, contract) }
    }
  }

  private static func finding(_ line: Transition, _ calls: [CallFacts], _ contract: Contract) -> Diagnostic {
    let names = calls.map { "`\(contract.calls[Int($0.use.call.index)].name)`" }
    return finding(
      "the contract lets no `\(line.trigger.words(contract))` come here", at: line.range,
      help: "take the line out; `mfaflow contract \(contract.name)` lists what \(names.prefix(3).joined(separator: " or ")) may lead to")
  }
}

extension StepFacts {
  /// Whether something may come at this step while or after some of its calls are made.
  fileprivate func mayReceive(_ trigger: Trigger, from calls: [CallFacts], _ contract: Contract) -> Bool {
    guard !calls.isEmpty, !isOpenToAll else { return true }
    switch trigger {
    case .accepted, .rejected, .timeout, .exhausted, .otherwise: return true
    case .event(let event, _, _) where contract.events[Int(event.index)].kind == .interrupt: return true
    case .event(let event, let mode, .success):
      if let own = step.awaited, own.event == event, own.mode == nil || mode == nil || own.mode == mode { return true }
    case .event, .error: break
    }
    return calls.contains { $0.mayTake(trigger) }
  }

  /// A step beside which something else is under way takes what comes of that.
  private var isOpenToAll: Bool {
    switch step.kind {
    case .wait, .interrupt: true
    case .challenge, .event, .call: false
    }
  }
}
