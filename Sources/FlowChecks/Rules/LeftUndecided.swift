// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// An interrupt without whose answer the SDK takes no call, and a way to an end that gives none: the call with which a failed run
/// leaves the SDK's phase, such as a log-off, cannot be made.
///
/// Of a variant, only what it changes or adds is told: its base decides about the rest.
enum LeftUndecided: Rule {
  static let code = DiagnosticCode("MFA410", "left-undecided", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    for place in places(context) where !flow.isChanged || flow.isOwn(place.range) {
      let (event, contract) = (flow.contract[place.event], flow.contract)
      findings.append(
        finding(
          "`\(event.name)` is left undecided here, which bars \(barred(by: place.event, contract))",
          at: place.range,
          help: InterruptEntry.decline(place.event, contract).map { call in
            "decide first: offer a choice with `call: \(call.name)`\(call.arguments.map { " and `with: \($0)`" } ?? "")"
          } ?? "decide first: offer a choice that makes the call that answers it"))
    }
  }

  /// A way that somebody wrote to an end, past an answer.
  struct Bypass {
    let event: EventID
    let range: SourceRange
  }

  /// Only what the flow itself decides: silence, and an answer that the SDK refuses, have to lead to an end as well.
  static func places(_ context: CheckContext) -> [Bypass] {
    let (flow, contract) = (context.flow, context.flow.contract)
    guard contract.phases.contains(where: { $0.abandon != nil }) else { return [] }
    var places: [Bypass] = []
    for facts in context.everyStep {
      if let event = facts.step.awaited?.event, contract[event].barsCalls {
        if let to = facts.step.to, flow.endsWithoutSuccess(to) { places.append(Bypass(event: event, range: to.range)) }
        for choice in facts.step.choices {
          guard case .go(let target) = choice.action, flow.endsWithoutSuccess(target) else { continue }
          places.append(Bypass(event: event, range: target.range))
        }
      }
      facts.forEachLine { line in
        guard case .event(let event, _, _) = line.trigger, contract[event].barsCalls,
          facts.step.awaited?.event != event, flow.endsWithoutSuccess(line.target)
        else { return }
        places.append(Bypass(event: event, range: line.target.range))
      }
    }
    return places
  }

  /// The interrupts that a flow leaves undecided, by name.
  static func undecided(_ context: CheckContext) -> [String: FlowMeasures.Undecided] {
    let contract = context.flow.contract
    return Dictionary(
      places(context).map {
        (
          contract[$0.event].name,
          FlowMeasures.Undecided(calls: barred(by: $0.event, contract), place: $0.range)
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The calls with which failed runs leave, such as "`resetAuthState` and `logOff`".
  private static func barred(by event: EventID, _ contract: Contract) -> String {
    var names: [String] = []
    for call in contract.phases.compactMap(\.abandon) where !contract[call].answers.contains(event) {
      let name = "`\(contract[call].name)`"
      if !names.contains(name) { names.append(name) }
    }
    return names.joined(separator: " and ")
  }
}
