// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
package import SDKContract

/// Which lines what comes back to a call may take, by ``Contract/route(_:own:isCalling:isExpected:isNamed:_:)``.
extension CallFacts {
  /// Where what no line names goes while the call is open; nil if the step does not say.
  package var otherwise: Transition? { lines.first(where: \.trigger.isOtherwise) }

  /// Visits the lines that a reply may take at the step that makes the call.
  package func forEachLine(for arrival: Arrival, at step: Step, _ contract: Contract, _ body: (Transition) -> Void) {
    contract.forEachLine(for: arrival, among: lines, own: step.awaited, body)
  }

  /// The lines that a reply may take, as a list.
  package func lines(for arrival: Arrival, at step: Step, _ contract: Contract) -> [Transition] {
    var lines: [Transition] = []
    forEachLine(for: arrival, at: step, contract) { lines.append($0) }
    return lines
  }

  /// Whether a line may be taken once the call is made.
  package func mayTake(_ line: Transition, at step: Step, _ contract: Contract) -> Bool {
    guard lines.contains(where: { $0.range == line.range }) else { return false }
    switch line.trigger {
    case .event, .error:
      return arrivals.contains { arrival in
        arrival.mayBe(line.trigger, contract)
          && lines(for: arrival, at: step, contract).contains { $0.range == line.range }
      }
    case .accepted, .rejected, .timeout, .otherwise: return true
    case .exhausted, .allow, .deny: return false
    }
  }

  /// The first of the lines that a reply may take; nil if there is none.
  package func firstLine(for arrival: Arrival, at step: Step, _ contract: Contract) -> Transition? {
    var first: Transition?
    forEachLine(for: arrival, at: step, contract) { if first == nil { first = $0 } }
    return first
  }
}

extension Contract {
  /// Visits the lines that a reply may take, each once, `else` last: several where the contract leaves its mode or its number
  /// open.
  ///
  /// - Parameters:
  ///   - lines: those in force where the flow is when the reply comes.
  ///   - own: the event that the step is for at which the flow is then.
  package func forEachLine(
    for arrival: Arrival, among lines: [Transition], own: Awaited?, _ body: (Transition) -> Void
  ) {
    var mayFall = false
    // Mostly one line takes it, and no list is needed.
    var first: Int?
    var more: [Int] = []
    forEachSignal(of: arrival, toldApartBy: lines, own: own) { signal in
      guard let index = line(naming: signal, { trigger in lines.firstIndex { $0.trigger == trigger } }) else {
        return mayFall = true
      }
      if first == nil { first = index } else if index != first, !more.contains(index) { more.append(index) }
    }
    if let first {
      if more.isEmpty { body(lines[first]) } else { for index in (more + [first]).sorted() { body(lines[index]) } }
    }
    if mayFall, let otherwise = lines.first(where: \.trigger.isOtherwise) { body(otherwise) }
  }

  /// Visits the signals by which a reply of the contract may come, as far as lines distinguish them.
  ///
  /// - Parameter own: the event that the step is for; its mode is distinguished, too.
  package func forEachSignal(
    of arrival: Arrival, toldApartBy lines: [Transition], own: Awaited?, _ body: (Signal) -> Void
  ) {
    let event = arrival.event
    let known = events[Int(event.index)].modes
    guard arrival.mode == nil, !known.isEmpty else {
      return forEachSignal(of: arrival, in: arrival.mode, toldApartBy: lines, body)
    }
    var named: [Int] = []
    if let mode = own?.mode, own?.event == event { named.append(mode) }
    for index in lines.indices {
      if case .event(event, let mode?, _) = lines[index].trigger, !named.contains(mode) { named.append(mode) }
    }
    let told = named.filter(known.contains)
    for mode in told { forEachSignal(of: arrival, in: mode, toldApartBy: lines, body) }
    if told.count < known.count { forEachSignal(of: arrival, in: nil, toldApartBy: lines, body) }
  }

  private func forEachSignal(
    of arrival: Arrival, in mode: Int?, toldApartBy lines: [Transition], _ body: (Signal) -> Void
  ) {
    let event = arrival.event
    body(Signal(event, mode: mode, arrival.outcome))
    switch arrival.outcome {
    case .success:
      for index in lines.indices {
        guard case .event(event, _, .code(let code)) = lines[index].trigger, isInformational(code, in: event) else {
          continue
        }
        body(Signal(event, mode: mode, .code(code)))
      }
    case .error(nil):
      for index in lines.indices {
        switch lines[index].trigger {
        case .event(event, _, .error(let number?)), .error(let number?):
          body(Signal(event, mode: mode, .error(number)))
        default: continue
        }
      }
    case .code, .error: break
    }
  }
}

extension Arrival {
  /// Whether it may come as a line names it, whatever other line takes it then; with an informational code in place of a plain
  /// success, too.
  package func mayBe(_ trigger: Trigger, _ contract: Contract) -> Bool {
    switch trigger {
    case .event(let event, let mode, let outcome):
      event == self.event && (mode == nil || self.mode == nil || mode == self.mode) && mayComeOut(as: outcome, contract)
    case .error(let number): mayComeOut(as: .error(number), contract)
    default: false
    }
  }

  /// An error of any number may be each one.
  private func mayComeOut(as named: ReplyOutcome, _ contract: Contract) -> Bool {
    switch (outcome, named) {
    case (.error(let number), .error(let wanted)): number == nil || wanted == nil || number == wanted
    case (.success, .code(let code)): contract.isInformational(code, in: event)
    default: outcome == named
    }
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
}

extension Target {
  /// Whether the step asks again: `stay` or `retry`.
  package var asksAgain: Bool { move == .stay || move == .retry }

  /// Whether the flow is at the same step then.
  package func staysAtStep(of step: Step) -> Bool {
    switch move {
    case .stay, .retry: true
    case .step(let id): id == step.id
    case .end, .resume: false
    }
  }
}
