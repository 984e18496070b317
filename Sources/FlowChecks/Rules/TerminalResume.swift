// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import Guards
import SDKContract
import Values

/// The SDK is gone, and a flow would go on: from the interrupt itself, by a line that names it anywhere else, or past a call that leads to
/// it.
enum TerminalResume: Rule {
  static let code = DiagnosticCode("MFA402", "terminal-resume", isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    context.forEachTarget(after: { $0.events[$1].isTerminal }) { target, place in
      guard goesOn(target, place) || context.flow.isSuccess(target) else { return }
      findings.append(
        finding(
          "after \(place.words(context.flow.contract)) the flow cannot \(target.isEnd ? "succeed" : "go on")",
          at: target.range,
          help: "the SDK has shut itself down: lead to an end, such as `\(context.flow.failureEnd)`"
            + context.flow.failureEndToAdd))
    }
    for facts in context.steps {
      for call in facts.calls {
        guard let departure = call.departure, departure.target.leadsOn || context.flow.isSuccess(departure.target)
        else {
          continue
        }
        let contract = context.flow.contract
        if let event = call.onlyTerminal(contract) {
          guard !context.waits(at: departure.target, for: event) else { continue }
          findings.append(
            finding(
              "the flow goes on without waiting for `\(contract[event].name)`, to which this call leads",
              at: departure.target.range,
              help:
                "the SDK shuts itself down: write a line `\(contract[event].name):` that leads to an end, "
                + "and take `accepted:` out"))
        } else if let (event, argument) = call.terminalByArgument(at: facts, contract) {
          guard !context.waits(at: departure.target, for: event) else { continue }
          findings.append(
            finding(
              "the flow goes on without waiting for `\(contract[event].name)`, to which this may lead",
              at: departure.target.range,
              help:
                "offer one choice for each value of `\(argument)`: that which leads to `\(contract[event].name)` "
                + "has a line for it, and no `accepted:`"))
        }
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

extension CheckContext {
  /// Whether a target only shows something until an event has come: it has a line for that, and nothing at it leads on.
  fileprivate func waits(at target: Target, for event: EventID) -> Bool {
    guard let next = step(at: target), next.step.isWait, next.calls.isEmpty else { return false }
    // The line for it may be one whose name is not known.
    guard graph != nil else { return true }
    let isNamed = next.step.transitions.contains { line in
      if case .event(event, _, _) = line.trigger { !line.target.asksAgain } else { false }
    }
    var isOver = isNamed
    next.forEachTarget { if $0.leadsOn || flow.isSuccess($0) { isOver = false } }
    return isOver
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

  /// The event with which the SDK shuts itself down, where the call leads to nothing else with a value that an argument may have in a
  /// run, and the name of that argument; nil for any other call.
  fileprivate func terminalByArgument(at facts: StepFacts, _ contract: Contract) -> (EventID, String)? {
    let replies = contract[use.call].replies
    for arrival in arrivals where arrival.outcome == .success && !arrival.isCertain {
      let given = replies[arrival.reply].given
      guard contract[arrival.event].isTerminal, mayHave(given, at: facts, contract) else { continue }
      let isOnly = arrivals.allSatisfy { other in
        other.outcome != .success || contract[other.event].isTerminal
          || replies[other.reply].given.fields.contains { field in given[field.name].map { $0 != field.value } ?? false
          }
      }
      let open = given.fields.first { field in !use.arguments.contains { $0.name == field.name && $0.isLiteral } }
      if isOnly, let open { return (arrival.event, open.name) }
    }
    return nil
  }

  /// Whether the call may be made with these values: those that are not written in the flow may be handed in, or stand in the event.
  private func mayHave(_ given: Record, at facts: StepFacts, _ contract: Contract) -> Bool {
    var known = facts.facts(contract)
    for field in given.fields {
      switch use.arguments.first(where: { $0.name == field.name })?.source {
      case .literal(let value)?: if value != field.value { return false }
      case .input(let index)?: known.append(Guard.Fact([facts.step.inputs[index].name], is: field.value))
      case .event(let path)?: known.append(Guard.Fact(["event"] + path, is: field.value))
      case .picked?: break
      // What it means to leave one out, no contract says.
      case .user?, nil: return false
      }
    }
    switch origin {
    case .answer: return Guard.canAllBe(facts.step.checks.map { ($0.expression, true) }, knowing: known)
    case .choice(let index):
      return Guard.canAllBe(
        [facts.step.choices[index].when].compactMap { $0.map { ($0, true) } }, knowing: known)
    case .call, .itself, .exhausted: return true
    }
  }
}

extension CallUse.Argument {
  fileprivate var isLiteral: Bool { if case .literal = source { true } else { false } }
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
