// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A line for something that the contract says cannot come here: a wrong belief about the SDK, or a slip.
enum NeverArrives: Rule {
  static let code = DiagnosticCode("MFA305", "never-arrives", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    let flow = context.flow
    for facts in context.steps where !facts.calls.isEmpty && !facts.isOpenToAll {
      for line in facts.step.transitions
      where flow.isOwn(line.range) && !facts.mayReceive(line.trigger, from: facts.calls[...], contract) {
        findings.append(finding(line, facts.calls[...], at: facts.step, flow))
      }
      for index in facts.calls.indices {
        let call = facts.calls[index...index]
        for line in facts.calls[index].over
        where flow.isOwn(line.range) && !facts.mayReceive(line.trigger, from: call, contract) {
          findings.append(finding(line, call, at: facts.step, flow))
        }
      }
    }
  }

  private static func unasked(_ line: Transition, _ calls: ArraySlice<CallFacts>, _ contract: Contract) -> Diagnostic {
    let isGuarded = calls.contains { !$0.use.gate.isEmpty }
    return finding(
      isGuarded
        ? "a call is made once its gate allows it, and no `\(line.trigger.words(contract))` comes"
        : "the security modules are not asked here, and no `\(line.trigger.words(contract))` comes", at: line.range,
      help: isGuarded
        ? Cure("take the line out: what comes of the call has lines of its own", .entry)
        : Cure("take the line out, or ask them with `gate: [allowLogin]` beside the call"))
  }

  private static func finding(
    _ line: Transition, _ calls: ArraySlice<CallFacts>, at step: Step, _ flow: Flow
  ) -> Diagnostic {
    let contract = flow.contract
    // What stands beside the name of its step replaces nothing.
    let mayReplace = flow.isChanged && line.range.file != step.name.range.file
    if line.trigger == .allow || line.trigger == .deny { return unasked(line, calls, contract) }
    var names: [String] = []
    for name in calls.map({ "`\(contract[$0.use.call].name)`" }) where !names.contains(name) { names.append(name) }
    return finding(
      "the contract lets no `\(line.trigger.words(contract))` come here", at: line.range,
      help: Cure(
        "take the line out\(mayReplace ? ", and if it replaces a line of the base, remove that line" : ""); \(contract.wherePrinted) lists what \(names.prefix(3).joined(separator: " or ")) may lead to",
        mayReplace ? nil : .entry))
  }
}

extension StepFacts {
  /// Whether something may come at this step while or after some of its calls are made.
  fileprivate func mayReceive(_ trigger: Trigger, from calls: ArraySlice<CallFacts>, _ contract: Contract) -> Bool {
    switch trigger {
    case .allow: return step.isGate
    case .deny: return step.isGate || calls.contains { !$0.use.gate.isEmpty }
    case .accepted, .rejected, .timeout, .exhausted, .otherwise: return true
    case .event(let event, _, _) where contract[event].kind == .interrupt: return true
    case .event(let event, let mode, .success):
      if let own = step.awaited, own.event == event, own.mode == nil || mode == nil || own.mode == mode { return true }
    case .event, .error: break
    }
    return calls.contains { $0.arrivals.contains { $0.mayBe(trigger, contract) } }
  }

  /// A step beside which something else is under way takes what comes of that.
  fileprivate var isOpenToAll: Bool {
    switch step.kind {
    case .wait, .interrupt: true
    case .challenge, .event, .call, .gate: false
    }
  }
}
