// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

/// Which line a reply takes: the more special before the more general, a choice's lines over the step's.
extension CallFacts {
  /// Visits the lines that are in force while the call is open.
  func forEachLine(of step: Step, _ body: (Transition) -> Void) {
    for line in over { body(line) }
    for line in step.transitions where !hides(line) { body(line) }
  }

  /// The lines that are in force while the call is open.
  func lines(of step: Step) -> [Transition] {
    over.isEmpty ? step.transitions : over + step.transitions.filter { !hides($0) }
  }

  /// Where what nobody named goes while the call is open; nil if the step does not say.
  func otherwise(at step: Step) -> Transition? {
    over.first(where: \.trigger.isOtherwise) ?? step.transitions.first(where: \.trigger.isOtherwise)
  }

  /// Visits the lines that a reply may take, `else` last: several where the contract leaves its mode or its number open.
  func forEachLine(for arrival: Arrival, at step: Step, _ contract: Contract, _ body: (Transition) -> Void) {
    var sure: Int?
    forEachLine(of: step) { line in
      if let fit = arrival.fit(of: line.trigger, contract), fit.isSure { sure = min(sure ?? .max, fit.level) }
    }
    forEachLine(of: step) { line in
      if let fit = arrival.fit(of: line.trigger, contract), fit.level <= sure ?? .max { body(line) }
    }
    if sure == nil, let otherwise = otherwise(at: step) { body(otherwise) }
  }

  /// The lines that a reply may take, as a list.
  func lines(for arrival: Arrival, at step: Step, _ contract: Contract) -> [Transition] {
    var lines: [Transition] = []
    forEachLine(for: arrival, at: step, contract) { lines.append($0) }
    return lines
  }

  /// The first of the lines that a reply may take; nil if there is none.
  func firstLine(for arrival: Arrival, at step: Step, _ contract: Contract) -> Transition? {
    var first: Transition?
    forEachLine(for: arrival, at: step, contract) { if first == nil { first = $0 } }
    return first
  }
}

/// How well a line fits what comes.
struct Fit {
  /// The smaller, the more special.
  let level: Int
  /// Whether it takes whatever the contract means, and not only one mode or number of it.
  let isSure: Bool
}

extension Arrival {
  /// Nil for a line that is for something else.
  func fit(of trigger: Trigger, _ contract: Contract) -> Fit? {
    switch trigger {
    case .event(let event, let mode, let outcome):
      guard event == self.event, mode == nil || self.mode == nil || mode == self.mode,
        let fit = fit(of: outcome, contract)
      else { return nil }
      return Fit(level: fit.level + (mode == nil ? 1 : 0), isSure: fit.isSure && (mode == nil || mode == self.mode))
    case .error(let number):
      guard case .error(let own) = outcome, own == nil || number == nil || own == number else { return nil }
      return Fit(level: number == nil ? 7 : 6, isSure: number == nil || number == own)
    case .rejected, .accepted, .timeout, .exhausted, .allow, .deny, .otherwise: return nil
    }
  }

  private func fit(of named: ReplyOutcome, _ contract: Contract) -> Fit? {
    switch (outcome, named) {
    case (.success, .success): Fit(level: 2, isSure: true)
    case (.success, .code(let code)): contract.isInformational(code) ? Fit(level: 0, isSure: false) : nil
    case (.code(let own), .code(let code)): own == code ? Fit(level: 0, isSure: true) : nil
    case (.error(let own), .error(let number)):
      own == nil || number == nil || own == number
        ? Fit(level: number == nil ? 4 : 2, isSure: number == nil || number == own) : nil
    default: nil
    }
  }

  /// What comes, as the key of a line.
  func words(_ contract: Contract) -> String {
    Trigger.event(event, mode: mode, outcome: outcome).words(contract)
  }

  /// Whether it is the very event that a step is for, in its mode and with its code.
  func isOwn(of step: Step) -> Bool {
    guard let own = step.awaited, own.event == event else { return false }
    if let code = own.code, outcome != .code(code) { return false }
    return own.mode == nil || mode == nil || mode == own.mode
  }
}

extension Contract {
  /// Whether a status code is no failure.
  func isInformational(_ code: Int) -> Bool {
    for index in codes.indices where codes[index].number == code { return codes[index].isInformational }
    return false
  }
}

extension Trigger {
  var isOtherwise: Bool { if case .otherwise = self { true } else { false } }

  var isAccepted: Bool { if case .accepted = self { true } else { false } }

  /// Whether nothing was proved when it comes.
  func isFailure(_ contract: Contract) -> Bool {
    switch self {
    case .otherwise, .timeout, .exhausted, .error, .rejected, .deny, .event(_, mode: _, outcome: .error): true
    case .event(_, mode: _, outcome: .code(let code)): !contract.isInformational(code)
    case .accepted, .allow, .event: false
    }
  }
}

extension Target {
  /// Whether the flow is at the same step then.
  func staysAtStep(of step: Step) -> Bool {
    switch move {
    case .stay, .retry: true
    case .step(let id): id == step.id
    case .end, .resume: false
    }
  }
}
