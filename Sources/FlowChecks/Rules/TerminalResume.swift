// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// The SDK is gone, and a flow would go on: from the interrupt itself, or by a line that names it anywhere else.
enum TerminalResume: Rule {
  static let code = DiagnosticCode("MFA402", "terminal-resume", isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    context.forEachTarget(after: { $0.events[$1].isTerminal }) { target, place in
      guard goesOn(target, place) || context.flow.isSuccess(target) else { return }
      findings.append(
        finding(
          "after \(place.words(context.flow.contract)) the flow cannot \(target.isEnd ? "succeed" : "go on")",
          at: target.range,
          help: "the SDK has shut itself down: lead to an end, such as `\(context.flow.failureEnd)`"))
    }
    for facts in context.steps {
      for call in facts.calls {
        guard let departure = call.departure, departure.target.leadsOn || context.flow.isSuccess(departure.target),
          let event = call.onlyTerminal(context.flow.contract)
        else { continue }
        findings.append(
          finding(
            "the flow goes on without waiting for `\(context.flow.contract[event].name)`, to which this call leads",
            at: departure.target.range,
            help:
              "the SDK shuts itself down: write a line `\(context.flow.contract[event].name):` that leads to an end, "
              + "and take `accepted:` out"))
      }
    }
  }

  /// Whether the run would not be over; an entry that stays only goes on showing itself.
  private static func goesOn(_ target: Target, _ place: CheckContext.TargetPlace) -> Bool {
    switch place {
    case .entry: target.leadsOn
    case .line: !target.isEnd
    }
  }
}

extension CallFacts {
  /// The event with which the SDK shuts itself down, where the call, as it is made here, leads to nothing else; nil for any other call.
  fileprivate func onlyTerminal(_ contract: Contract) -> EventID? {
    let replies = arrivals.filter { $0.outcome == .success }
    // Where an argument is not known the call may lead to nothing at all.
    guard replies.contains(where: \.isCertain) else { return nil }
    return replies.allSatisfy { contract[$0.event].isTerminal } ? replies.first?.event : nil
  }
}

extension Target {
  /// Whether the run goes on elsewhere, or as if nothing had been.
  var leadsOn: Bool {
    switch move {
    case .step, .resume: true
    case .end, .stay, .retry: false
    }
  }

  var isEnd: Bool { if case .end = move { true } else { false } }
}
