// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
package import SDKContract

/// Which lines what comes back to a call may take, by ``Contract/route(_:own:isCalling:isExpected:isNamed:_:)``.
extension CallFacts {
  /// Visits the lines that are in force while the call is open.
  package func forEachLine(of step: Step, _ body: (Transition) -> Void) {
    for line in over { body(line) }
    for line in step.transitions where !hides(line) { body(line) }
  }

  /// The lines that are in force while the call is open.
  package func lines(of step: Step) -> [Transition] {
    over.isEmpty ? step.transitions : over + step.transitions.filter { !hides($0) }
  }

  /// Where what nobody named goes while the call is open; nil if the step does not say.
  package func otherwise(at step: Step) -> Transition? {
    over.first(where: \.trigger.isOtherwise) ?? step.transitions.first(where: \.trigger.isOtherwise)
  }

  /// Visits the lines that a reply may take, each once, `else` last: several where the contract leaves its mode or its number
  /// open.
  package func forEachLine(for arrival: Arrival, at step: Step, _ contract: Contract, _ body: (Transition) -> Void) {
    let lines = lines(of: step)
    var mayFall = false
    var taken: [Int] = []
    contract.forEachSignal(of: arrival, toldApartBy: lines, own: step.awaited) { signal in
      if let index = contract.line(naming: signal, { trigger in lines.firstIndex { $0.trigger == trigger } }) {
        if !taken.contains(index) { taken.append(index) }
      } else {
        mayFall = true
      }
    }
    for index in taken.sorted() { body(lines[index]) }
    if mayFall, let otherwise = otherwise(at: step) { body(otherwise) }
  }

  /// The lines that a reply may take, as a list.
  package func lines(for arrival: Arrival, at step: Step, _ contract: Contract) -> [Transition] {
    var lines: [Transition] = []
    forEachLine(for: arrival, at: step, contract) { lines.append($0) }
    return lines
  }

  /// The first of the lines that a reply may take; nil if there is none.
  package func firstLine(for arrival: Arrival, at step: Step, _ contract: Contract) -> Transition? {
    var first: Transition?
    forEachLine(for: arrival, at: step, contract) { if first == nil { first = $0 } }
    return first
  }
}

extension Contract {
  /// Visits the signals by which a reply of the contract may come, as far as lines tell them apart.
  ///
  /// - Parameter own: the event that the step is for; its mode is told apart, too.
  package func forEachSignal(
    of arrival: Arrival, toldApartBy lines: [Transition], own: Awaited?, _ body: (Signal) -> Void
  ) {
    let event = arrival.event
    var modes: [Int?] = [arrival.mode]
    let known = events[Int(event.index)].modes
    if arrival.mode == nil, !known.isEmpty {
      var named: [Int] = []
      if let mode = own?.mode, own?.event == event { named.append(mode) }
      for line in lines {
        if case .event(event, let mode?, _) = line.trigger, !named.contains(mode) { named.append(mode) }
      }
      let told = named.filter(known.contains)
      modes = told.count < known.count ? told + [nil] : told
    }
    for mode in modes {
      body(Signal(event, mode: mode, arrival.outcome))
      switch arrival.outcome {
      case .success:
        for line in lines {
          guard case .event(event, _, .code(let code)) = line.trigger, isInformational(code, in: event) else {
            continue
          }
          body(Signal(event, mode: mode, .code(code)))
        }
      case .error(nil):
        for line in lines {
          switch line.trigger {
          case .event(event, _, .error(let number?)), .error(let number?):
            body(Signal(event, mode: mode, .error(number)))
          default: continue
          }
        }
      case .code, .error: break
      }
    }
  }
}

extension Arrival {
  /// Whether it may come as a line names it, with an informational code in place of a plain success, too.
  package func mayBe(_ trigger: Trigger, _ contract: Contract) -> Bool {
    if case .event(let event, let mode, .code(let code)) = trigger, outcome == .success {
      return event == self.event && (mode == nil || self.mode == nil || mode == self.mode)
        && contract.isInformational(code, in: event)
    }
    return matches(trigger)
  }

  /// Whether it is the very event that a step is for, in its mode and with its code.
  package func isOwn(of step: Step) -> Bool {
    guard let own = step.awaited, own.event == event else { return false }
    if let code = own.code, outcome != .code(code) { return false }
    return own.mode == nil || mode == nil || mode == own.mode
  }
}

extension Trigger {
  package var isOtherwise: Bool { if case .otherwise = self { true } else { false } }

  package var isAccepted: Bool { if case .accepted = self { true } else { false } }

  /// Whether nothing was proved when it comes.
  package func isFailure(_ contract: Contract) -> Bool {
    switch self {
    case .otherwise, .timeout, .exhausted, .error, .rejected, .deny, .event(_, mode: _, outcome: .error): true
    case .event(let event, mode: _, outcome: .code(let code)): !contract.isInformational(code, in: event)
    case .accepted, .allow, .event: false
    }
  }
}

extension Target {
  /// Whether the flow is at the same step then.
  package func staysAtStep(of step: Step) -> Bool {
    switch move {
    case .stay, .retry: true
    case .step(let id): id == step.id
    case .end, .resume: false
    }
  }
}
