// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A time that never runs out, since another one does before it, or since nothing waits that long.
enum TimerNeverStrikes: Rule {
  static let code = DiagnosticCode("MFA313", "timer-never-strikes", .warning, isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    for facts in context.steps {
      if case .call(let use) = facts.step.kind, let within = facts.step.within, contract.leadsToNothing(use) {
        findings.append(idle(within, use, contract))
      }
      for index in facts.step.choices.indices {
        let choice = facts.step.choices[index]
        if let within = choice.within, case .call(let use, _) = choice.action {
          let away = facts.calls.first { $0.origin == .choice(index) }?.departure
          if contract.leadsToNothing(use) {
            findings.append(idle(within, use, contract))
          } else if let away, !context.keepsTime(away) {
            findings.append(
              finding(
                "this time never runs: `accepted` leads away from \(facts.step.quoted) first", at: within.range,
                help: "take `within` out: the step to which `accepted` leads says how long the reply may take",
                notes: [Note("it goes this way", at: away.range)]))
          } else if let whole = facts.step.within, whole.value <= within.value, facts.leavesAtTimeout {
            findings.append(
              finding(
                "the step's own time is over before this one", at: within.range,
                help: "make it shorter than the step's `within`, or take it out",
                notes: [Note("the step's time", at: whole.range)]))
          }
        }
        if let every = choice.every, choice.max?.value != 1, let whole = facts.step.within, facts.leavesAtTimeout,
          whole.value &+ facts.longestReply(toChoice: index, contract) <= every.value,
          !facts.beginsAgain(but: index, contract), !context.comesBack(to: facts.step)
        {
          findings.append(
            finding(
              "the step's time is over before \(Diagnostic.quoting(choice.name.value)) can be chosen again",
              at: every.range, help: "make it shorter than the step's `within`, or write `max: 1`",
              notes: [Note("the step's time", at: whole.range)]))
        }
        if let every = choice.every, let max = choice.max, max.value == 1, context.flow.isOwn(every.range) {
          findings.append(
            finding(
              "there is nothing to wait for between two: `\(choice.name.value)` can be chosen once", at: every.range,
              help: "take `every` out, or raise `max`", notes: [Note("how often it can be chosen", at: max.range)]))
        }
      }
    }
  }

  private static func idle(_ within: Spanned<Int>, _ use: CallUse, _ contract: Contract) -> Diagnostic {
    finding(
      "this time never runs: no event follows `\(contract[use.call].name)`", at: within.range, help: "take `within` out"
    )
  }
}

extension CheckContext {
  /// Whether the flow may leave a step and come to it again: the pause of a choice goes on meanwhile.
  fileprivate func comesBack(to step: Step) -> Bool {
    guard let graph else { return false }
    let next = graph.edges(from: step.index).filter { $0.to != step.index }
    return graph.reached(from: next.map(\.to)) { _ in true }[step.index]
  }

  /// Whether the time of a call goes on where a line leads: at a `wait:` step without a time of its own.
  fileprivate func keepsTime(_ line: Transition) -> Bool {
    guard case .step(let id) = line.target.move else { return false }
    let step = flow.steps[Int(id.index)]
    return step.isWait && step.within == nil
  }
}

extension Trigger {
  fileprivate var isEvent: Bool { if case .event = self { true } else { false } }
}

extension Contract {
  /// Whether a call is over as soon as the SDK takes it.
  func leadsToNothing(_ use: CallUse) -> Bool { calls[Int(use.call.index)].replies.isEmpty }
}

extension StepFacts {
  /// Whether something other than the replies to a choice comes back to the step, which begins its time again.
  fileprivate func beginsAgain(but choice: Int, _ contract: Contract) -> Bool {
    calls.contains { call in
      call.origin != .choice(choice)
        && call.arrivals.contains { arrival in
          call.lines(for: arrival, at: step, contract).contains {
            $0.trigger.isEvent && $0.target.staysAtStep(of: step)
          }
        }
    }
  }

  /// How long after a choice its reply may come back to the step, which begins its time again, in milliseconds; 0 where it does not.
  fileprivate func longestReply(toChoice choice: Int, _ contract: Contract) -> Int {
    guard let call = calls.first(where: { $0.origin == .choice(choice) }),
      call.lines.contains(where: { $0.trigger.isEvent && $0.target.staysAtStep(of: step) })
    else { return 0 }
    return step.choices[choice].within?.value ?? contract[call.use.call].patience ?? 0
  }

  /// Whether the step is left when its time is over: if it stays, a choice that is made then has a time of its own.
  fileprivate var leavesAtTimeout: Bool {
    !([timeoutLine] + calls.map(\.timeoutLine)).contains { $0?.target.staysAtStep(of: step) ?? false }
  }
}
