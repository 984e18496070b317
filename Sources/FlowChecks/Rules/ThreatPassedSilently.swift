// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import Guards
import SDKContract
import Values

/// A threat that the flow accepts for the user, though it is graver than the flow says may pass without a question.
enum ThreatPassedSilently: Rule {
  static let code = DiagnosticCode("MFA440", "threat-passed-silently", isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    for facts in context.steps {
      for call in facts.calls where call.accepted(flow.contract) == .flow && context.isUnasked(call, at: facts.step) {
        for event in flow.contract.threats(answeredBy: call, at: facts.step) {
          let passing = passing(event, call.origin, facts, flow)
          guard !passing.isEmpty else { continue }
          findings.append(finding(call, facts.step, passing, event, flow))
        }
      }
      for way in facts.waysPastThreats(flow.contract) {
        let passing = passing(way.event, way.origin, facts, flow)
        guard !passing.isEmpty else { continue }
        findings.append(finding(way, facts.step, passing, flow))
      }
    }
  }

  /// The severities, of those that the flow does not name, with which a part of a step is used by itself.
  private static func passing(_ event: EventID, _ origin: Origin, _ facts: StepFacts, _ flow: Flow) -> [String] {
    flow.contract[event].severities.filter { severity in
      !flow.silentThreats.contains { $0.value == severity } && passes(severity, event, origin, facts, flow.contract)
    }
  }

  /// Whether a part of the step is used over a threat that is so grave.
  private static func passes(
    _ severity: String, _ event: EventID, _ origin: Origin, _ facts: StepFacts, _ contract: Contract
  ) -> Bool {
    guard case .choice(let index) = origin, let fact = contract[event].fact(of: severity) else { return true }
    let choices = facts.step.choices
    // It is the turn of an automatic choice only where those before it are not offered.
    let before = facts.step.autos.prefix { $0 != index }.filter { choices[$0].isHiddenByGuardOnly(at: event, contract) }
    let wanted =
      before.compactMap { choices[$0].when.map { ($0, false) } }
      + [choices[index].when].compactMap { $0.map { ($0, true) } }
    if before.contains(where: { choices[$0].when == nil }) { return false }
    return Guard.canAllBe(wanted, knowing: facts.facts(contract) + [fact])
  }

  private static func finding(
    _ call: CallFacts, _ step: Step, _ passing: [String], _ event: EventID, _ flow: Flow
  ) -> Diagnostic {
    let isChoice = if case .choice = call.origin { true } else { false }
    return finding(
      "\(step.quoted) accepts a threat that is `\(passing.last ?? "")` without asking the user", at: call.use.range,
      help: isChoice
        ? "take `auto` out, so that the user decides, or \(narrowing(passing, flow.contract[event], flow))"
        : "let the user decide: make the call in a choice of the interrupt")
  }

  private static func finding(
    _ way: StepFacts.WayPastThreat, _ step: Step, _ passing: [String], _ flow: Flow
  ) -> Diagnostic {
    let cure: String
    switch way.origin {
    case .choice:
      cure = "take `auto` out, so that the user decides, or \(narrowing(passing, flow.contract[way.event], flow))"
    default: cure = "ask the user: offer choices, of which one leaves, or lead to an end"
    }
    return finding(
      "\(step.quoted) goes on despite a threat that is `\(passing.last ?? "")`, without asking the user", at: way.range,
      help: cure)
  }

  /// What else can be written.
  ///
  /// That the gravest threats may pass is never proposed: only their `when` can rule them out.
  private static func narrowing(_ passing: [String], _ event: EventSpec, _ flow: Flow) -> String {
    let silent = flow.silentThreats.map(\.value)
    func line(_ severities: [String]) -> String {
      "write `threats: { silent: [\(severities.joined(separator: ", "))] }`"
    }
    // All that pass at once: a line for one of them would only lead to the next finding.
    guard passing.last == event.severities.last else { return "\(line(silent + passing)) in the flow" }
    let allowed = silent.isEmpty ? Array(event.severities.prefix(1)) : silent
    let condition = event.condition(forSeverities: allowed).map { ", such as `\($0)`" } ?? ""
    return "let its `when` rule out the graver ones\(condition)" + (silent.isEmpty ? ", and \(line(allowed))" : "")
  }
}

extension StepFacts {
  /// A way on over a threat that no call accepts.
  struct WayPastThreat {
    let event: EventID
    let origin: Origin
    let range: SourceRange
  }

  /// Ways on, with nobody asked, at events that tell of threats: to no call the contract says that it accepts them, or to none at all.
  fileprivate func waysPastThreats(_ contract: Contract) -> [WayPastThreat] {
    var ways: [WayPastThreat] = []
    if let event = step.awaited?.event, contract[event].severity != nil, !contract[event].isTerminal {
      // What must be answered, and is not, is told on its own.
      let isFree = !contract[event].needsAnswer
      if isFree, let to = step.to, to.leadsOn {
        ways.append(WayPastThreat(event: event, origin: .itself, range: to.range))
      }
      for index in step.autos where step.choices[index].confirm == nil {
        let goesOn: Bool
        switch step.choices[index].action {
        case .go(let target): goesOn = isFree && target.leadsOn
        case .call(let use, _):
          guard contract[use.call].accepts == nil, let call = calls.first(where: { $0.origin == .choice(index) }) else {
            continue
          }
          goesOn = call.departure.map(\.target.leadsOn) ?? call.goesOn(at: step, contract)
        }
        guard goesOn else { continue }
        ways.append(WayPastThreat(event: event, origin: .choice(index), range: step.choices[index].name.range))
      }
    }
    for line in step.transitions {
      guard case .event(let event, _, _) = line.trigger, contract[event].severity != nil,
        !contract[event].needsAnswer, !contract[event].isTerminal, step.awaited?.event != event,
        line.target.staysAtStep(of: step)
      else { continue }
      ways.append(WayPastThreat(event: event, origin: .itself, range: line.target.range))
    }
    return ways
  }
}

extension CallFacts {
  /// Whether something that follows the call leads on, and to no end.
  fileprivate func goesOn(at step: Step, _ contract: Contract) -> Bool {
    var goesOn = false
    for arrival in arrivals where !contract[arrival.event].isTerminal {
      forEachLine(for: arrival, at: step, contract) { if $0.target.leadsOn { goesOn = true } }
    }
    return goesOn
  }
}

extension Choice {
  /// Whether it is made by itself, when an event comes, wherever its guard holds: no budget, pause, phase or field hides it.
  fileprivate func isHiddenByGuardOnly(at event: EventID, _ contract: Contract) -> Bool {
    guard !isLimited, confirm == nil, every == nil else { return false }
    switch action {
    case .go: return true
    case .call(let use, _):
      let call = contract[use.call]
      return call.answers.contains(event) && call.phases.isEmpty && call.requiresField == nil
    }
  }
}

extension Contract {
  /// The events that tell of threats which a call may answer at a step.
  func threats(answeredBy call: CallFacts, at step: Step) -> [EventID] {
    if let awaited = step.awaited { return self[awaited.event].severity == nil ? [] : [awaited.event] }
    return self[call.use.call].answers.filter { self[$0].severity != nil }
  }
}

extension EventSpec {
  /// The guard that holds if no threat is graver than these; nil for an event that tells of none.
  fileprivate func condition(forSeverities severities: [String]) -> String? {
    guard let path = severity else { return nil }
    let words = severities.map { "\"\($0)\"" }.joined(separator: ", ")
    func isOne(_ path: [String]) -> String {
      path.joined(separator: ".") + (severities.count == 1 ? " == \(words)" : " in [\(words)]")
    }
    guard let (list, rest) = listed(path) else { return isOne(["event"] + path) }
    return "\((["event"] + list).joined(separator: ".")).all(t, \(isOne(["t"] + rest)))"
  }

  /// What a guard may know where one of the threats is so grave; nil for an event that tells of none.
  fileprivate func fact(of severity: String) -> Guard.Fact? {
    guard let path = self.severity else { return nil }
    guard let (list, rest) = listed(path) else { return Guard.Fact(["event"] + path, is: .text(severity)) }
    return Guard.Fact(someOf: ["event"] + list, has: .text(severity), at: rest)
  }

  /// The list on a path of fields, and what of the path is within its items; nil if there is none.
  private func listed(_ path: [String]) -> (list: [String], rest: [String])? {
    for count in path.indices {
      let list = Array(path[...count])
      if case .list? = fields.type(at: list) { return (list, Array(path[(count + 1)...])) }
    }
    return nil
  }
}
