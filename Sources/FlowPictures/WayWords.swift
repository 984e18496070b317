// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph
import SDKContract

/// The words of ways and places, short enough for a picture.
package struct WayWords {
  let flow: Flow

  package init(flow: Flow) { self.flow = flow }

  /// Such as `getUser 101 user-not-valid`, or `choice resend, at most 3`.
  package func words(for way: Way) -> String {
    let step = flow.steps[way.step]
    var words: String
    switch way.cause {
    case .to: words = "at once"
    case .choice(let index): words = choice(step.choices[index])
    case .line(let trigger, let choice):
      words = self.words(for: trigger, at: step, ofChoice: choice)
      if let choice { words = "\(step.choices[choice].name.value): \(words)" }
    }
    switch way.move {
    case .retry: words += tries(of: step).map { ", again: \($0)" } ?? ", again"
    case .stay: words += ", stays"
    case .resume: words += ", back"
    case .step, .end: break
    }
    return words
  }

  /// What kind of thing makes a run take it.
  func kind(of way: Way) -> WayKind {
    switch way.cause {
    case .to: return .itself
    case .choice: return .choice
    case .line(let trigger, _):
      switch trigger {
      case .event(let event, _, let outcome):
        switch outcome {
        case .success: return .event
        case .code(let code):
          return flow.contract.codes.contains { $0.number == code && $0.isInformational && $0.arrives(in: event) }
            ? .event : .setback
        case .error: return .setback
        }
      case .error, .rejected: return .setback
      case .accepted, .allow: return .itself
      case .timeout: return .timeout
      case .exhausted: return .exhausted
      case .deny: return .deny
      case .otherwise: return .otherwise
      }
    }
  }

  private func choice(_ choice: Choice) -> String {
    var words = "choice \(choice.name.value)"
    if let limit = limit(of: choice) { words += ", \(limit)" }
    if choice.when != nil { words += ", if offered" }
    return words
  }

  private func words(for trigger: Trigger, at step: Step, ofChoice choice: Int?) -> String {
    let key = flow.contract.key(of: trigger)
    switch trigger {
    case .event(let event, _, .code(let code)):
      let name = flow.contract.codes.first { $0.number == code && $0.arrives(in: event) }?.name
      return key + (name.map { " \($0)" } ?? "")
    case .error(let number?), .rejected(let number?), .event(_, _, .error(let number?)):
      return key + (flow.contract.errors.first { $0.number == number }.map { " \($0.name)" } ?? "")
    case .timeout:
      let within = choice.flatMap { step.choices[$0].within } ?? step.within
      let times = [within.map { PlainDuration.text($0.value) }, silence(at: step, ofChoice: choice)].compactMap(\.self)
      return key + (times.isEmpty ? "" : " \(times.joined(separator: ", or "))")
    case .exhausted:
      return key + (budget(step.tries ?? step.max, step.triesScope).map { " after \($0)" } ?? "")
    default: return key
    }
  }

  /// After how much time a call counts as unanswered, which the same line takes; nil where the contract says nothing.
  private func silence(at step: Step, ofChoice choice: Int?) -> String? {
    var calls = step.calls.map(\.use)
    if let choice, case .call(let use, _) = step.choices[choice].action { calls = [use] }
    let patience = Set(calls.compactMap { flow.contract[$0.call].patience })
    guard let first = patience.first else { return nil }
    return patience.count > 1 ? "without a reply" : "\(PlainDuration.text(first)) without a reply"
  }

  /// Such as `3 tries a session`; nil for no limit.
  private func tries(of step: Step) -> String? {
    step.tries.map { tries in
      "\(tries.value) tr\(tries.value == 1 ? "y" : "ies")"
        + (step.triesScope == .run ? "" : " a \(step.triesScope.rawValue)")
    }
  }

  private func budget(_ count: Spanned<Int>?, _ scope: BudgetScope) -> String? {
    count.map { scope == .run ? "\($0.value)" : "\($0.value) a \(scope.rawValue)" }
  }

  /// How often a choice may be used, such as `at most 3 successes a session, 30 in all`; nil for no limit.
  private func limit(of choice: Choice) -> String? {
    guard let scoped = choice.scopedMax else { return choice.max.map { "at most \($0.value)" } }
    let successes = !scoped.isOfSuccesses ? "" : scoped.count.value == 1 ? " success" : " successes"
    let scope = scoped.scope == .run ? "" : " a \(scoped.scope.rawValue)"
    return "at most \(scoped.count.value)\(successes)\(scope)" + (choice.max.map { ", \($0.value) in all" } ?? "")
  }

  /// What a step does.
  package func deed(of step: Step) -> String {
    func asked(_ rest: String) -> String {
      step.inputs.isEmpty ? rest : "asks " + step.inputs.map(\.name).joined(separator: ", ")
    }
    func name(_ awaited: Awaited) -> String {
      flow.contract.key(
        of: .event(awaited.event, mode: awaited.mode, outcome: awaited.code.map { .code($0) } ?? .success))
    }
    switch step.kind {
    case .challenge(let awaited): return asked("answers \(name(awaited))")
    case .event(let awaited): return asked("shows \(name(awaited))")
    case .call(let use): return "calls \(flow.contract[use.call].name)"
    case .wait: return "waits"
    case .gate(let questions): return "asks the modules: \(questions.joined(separator: ", "))"
    case .interrupt: return asked(step.to == nil ? "opens above" : "leads on at once")
    }
  }

  /// With this begins the limit that tells what must be proved.
  package static let required = "requires"

  /// What limits a step.
  func budgets(of step: Step) -> [String] {
    var budgets: [String] = []
    if let tries = tries(of: step) { budgets.append(tries + (step.sharedTries.map { " of \($0.value)" } ?? "")) }
    if let max = step.max { budgets.append("at most \(max.value)" + (step.sharedMax.map { " of \($0.value)" } ?? "")) }
    for choice in step.choices {
      let limit = limit(of: choice).map { $0 + (choice.sharedMax.map { " of \($0.value)" } ?? "") }
      let every = choice.every.map { "every \(PlainDuration.text($0.value))" }
      let within = choice.within.map { "within \(PlainDuration.text($0.value))" }
      let asks = choice.confirm == nil ? nil : "asks first"
      let modules = if case .call(let use, _) = choice.action { use.gate } else { [String]() }
      let gate = modules.isEmpty ? nil : "gate: \(modules.joined(separator: ", "))"
      let limits = [limit, every, within, asks, gate].compactMap(\.self)
      if !limits.isEmpty { budgets.append("\(choice.name.value): \(limits.joined(separator: ", "))") }
    }
    // One that asks first is never made without asking.
    let autos = step.takenAutos.map { step.choices[$0].name.value }
    if !autos.isEmpty { budgets.append("without asking: \(autos.joined(separator: ", "))") }
    if let within = step.within { budgets.append("within \(PlainDuration.text(within.value))") }
    if let requirement = step.requirement {
      budgets.append("\(Self.required) \(requirement.lines.map(\.text).joined(separator: ", "))")
    }
    if case .call(let use) = step.kind, !use.gate.isEmpty {
      budgets.append("gate: \(use.gate.joined(separator: ", "))")
    }
    if let gate = step.answer?.gate, !gate.isEmpty { budgets.append("gate: \(gate.joined(separator: ", "))") }
    return budgets
  }
}

extension StatusCode {
  fileprivate func arrives(in event: EventID) -> Bool { arrivals.contains { $0.event == event } }
}

/// A time of milliseconds for people.
enum PlainDuration {
  /// Such as `30 s`, `5 min` or `1.5 s`.
  static func text(_ milliseconds: Int) -> String {
    if milliseconds % 3_600_000 == 0, milliseconds > 0 { return "\(milliseconds / 3_600_000) h" }
    if milliseconds % 60_000 == 0, milliseconds > 0 { return "\(milliseconds / 60_000) min" }
    if milliseconds % 1_000 == 0 { return "\(milliseconds / 1_000) s" }
    let rest = String(milliseconds % 1_000)
    return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest) s"
  }
}
