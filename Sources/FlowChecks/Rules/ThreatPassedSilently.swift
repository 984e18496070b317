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
      for (call, event) in acceptances(at: facts, context) {
        let passing = passing(event, call.origin, facts, flow)
        guard !passing.isEmpty else { continue }
        findings.append(finding(call, facts.step, passing, event, flow))
      }
      for way in context.waysPastThreats(at: facts) {
        let passing = passing(way.event, way.origin, facts, flow, where: way.wanted)
        guard !passing.isEmpty else { continue }
        findings.append(finding(way, facts.step, passing, flow))
      }
    }
  }

  /// The calls that accept a threat and that nobody is asked about, each with the event that tells of the threat.
  private static func acceptances(at facts: StepFacts, _ context: CheckContext) -> [(call: CallFacts, event: EventID)] {
    let contract = context.flow.contract
    return facts.calls.filter { $0.accepted(contract) == .flow && context.isUnasked($0, at: facts.step) }
      .flatMap { call in contract.threats(answeredBy: call, at: facts.step).map { (call, $0) } }
  }

  /// The severities with which a threat may pass without asking, whatever the flow says of them.
  static func severities(in context: CheckContext) -> Set<String> {
    let contract = context.flow.contract
    var found: Set<String> = []
    for facts in context.steps {
      for (call, event) in acceptances(at: facts, context) {
        found.formUnion(
          contract[event].severities.filter { passes($0, event, call.origin, facts, contract, where: []) })
      }
      for way in context.waysPastThreats(at: facts) {
        found.formUnion(
          contract[way.event].severities.filter {
            passes($0, way.event, way.origin, facts, contract, where: way.wanted)
          })
      }
    }
    // Where no entry takes it, an `else` may.
    for (index, event) in contract.events.enumerated()
    where event.kind == .interrupt && context.relation.entries[index] == nil { found.formUnion(event.severities) }
    return found
  }

  /// The severities, of those that the flow does not name, with which a part of a step is used by itself.
  ///
  /// - Parameter wanted: what must hold, or must not, for that.
  static func passing(
    _ event: EventID, _ origin: Origin, _ facts: StepFacts, _ flow: Flow, where wanted: [(Guard, Bool)] = []
  ) -> [String] {
    flow.contract[event].severities.filter { severity in
      !flow.silentThreats.contains { $0.value == severity }
        && passes(severity, event, origin, facts, flow.contract, where: wanted)
    }
  }

  /// Whether a part of the step is used over a threat that is so grave.
  private static func passes(
    _ severity: String, _ event: EventID, _ origin: Origin, _ facts: StepFacts, _ contract: Contract,
    where wanted: [(Guard, Bool)]
  ) -> Bool {
    guard let fact = contract[event].fact(of: severity) else { return true }
    let known = facts.facts(contract) + [fact]
    guard case .choice(let index) = origin else { return Guard.canAllBe(wanted, knowing: known) }
    let choices = facts.step.choices
    // It is the turn of an automatic choice only where those before it are not offered.
    let before = facts.step.autos.prefix { $0 != index }.filter { choices[$0].isHiddenByGuardOnly(at: event, contract) }
    if before.contains(where: { choices[$0].when == nil }) { return false }
    let turns =
      before.compactMap { choices[$0].when.map { ($0, false) } }
      + [choices[index].when].compactMap { $0.map { ($0, true) } }
    return Guard.canAllBe(wanted + turns, knowing: known)
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

  private static func finding(_ way: WayPastThreat, _ step: Step, _ passing: [String], _ flow: Flow) -> Diagnostic {
    let cure: String
    switch way.origin {
    case .choice:
      cure = "take `auto` out, so that the user decides, or \(narrowing(passing, flow.contract[way.event], flow))"
    default:
      cure =
        way.isAsked
        ? "lead to an end here: only a choice of the user may go on"
        : "ask the user: offer choices, of which one leaves, or lead to an end"
    }
    return finding(
      "\(step.quoted) goes on "
        + (way.isAsked
          ? "past a threat that is `\(passing.last ?? "")`, and nobody has decided"
          : "despite a threat that is `\(passing.last ?? "")`, without asking the user"),
      at: way.range, help: cure)
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

extension Choice {
  /// Whether it is there whenever its step asks, and nothing is asked before it: no condition, confirmation, limit or pause.
  var isUnconditional: Bool { when == nil && confirm == nil && !isLimited && every == nil }

  /// Whether it is made by itself, when an event comes, wherever its guard holds: no budget, pause, phase or field hides it.
  func isHiddenByGuardOnly(at event: EventID, _ contract: Contract) -> Bool {
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
  func fact(of severity: String) -> Guard.Fact? {
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
