// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
package import SDKContract

/// What becomes of a signal at a place: the section "Which line takes what arrives" of `Documentation/Semantics.md`.
package enum Route<Line> {
  /// A line names it.
  case takes(Line)
  /// It is the step's own event, which has merely come again: the step asks for the new one.
  case asksAgain
  /// It is a reply here, and no line names it: `else`.
  case otherwise
  /// It is no reply here.
  case nobody
}

extension Route: Sendable where Line: Sendable {}

extension Contract {
  /// The line that names a signal, the more special before the more general; nil if none does.
  ///
  /// - Parameter line: the line in force for a trigger; nil if there is none.
  package func line<Line>(naming signal: Signal, _ line: (Trigger) -> Line?) -> Line? {
    func named(_ outcome: ReplyOutcome) -> Line? {
      signal.mode.flatMap { line(.event(signal.event, mode: $0, outcome: outcome)) }
        ?? line(.event(signal.event, mode: nil, outcome: outcome))
    }
    switch signal.outcome {
    case .success where signal.mode == Signal.otherNumber: return nil
    case .code where signal.mode == Signal.otherNumber: return nil
    case .success: return named(.success)
    case .code(let code):
      return named(.code(code)) ?? (isInformational(code, in: signal.event) ? named(.success) : nil)
    case .error(let number):
      return number.flatMap { named(.error($0)) } ?? named(.error(nil)) ?? number.flatMap { line(.error($0)) }
        ?? line(.error(nil))
    }
  }

  /// What becomes of a signal at a place.
  ///
  /// - Parameters:
  ///   - own: the event that the step is for; nil for none.
  ///   - isCalling: whether a call is open at the place.
  ///   - isExpected: whether the open call may lead to the signal's event, however it comes out.
  ///   - isNamed: whether a line in force names the event, whatever its mode and outcome.
  ///   - line: the line in force for a trigger; nil if there is none.
  package func route<Line>(
    _ signal: Signal, own: Awaited?, isCalling: Bool, isExpected: Bool, isNamed: Bool, _ line: (Trigger) -> Line?
  ) -> Route<Line> {
    guard isExpected || isNamed || own?.event == signal.event else { return .nobody }
    if let line = self.line(naming: signal, line) { return .takes(line) }
    // Who names an event takes it however it comes out; but an interrupt is a reply only as it is named.
    guard events[Int(signal.event.index)].kind != .interrupt else { return .nobody }
    return !isCalling && own.map { asks(again: signal, $0) } ?? false ? .asksAgain : .otherwise
  }

  /// Whether a step asks for its own event again once that has come in a way that no line names.
  package func asks(again signal: Signal, _ own: Awaited) -> Bool {
    guard signal.mode != Signal.otherNumber, own.takes(signal) else { return false }
    return own.code != nil || signal.outcome == .success || isInformational(signal)
  }
}

extension Collection<Transition> {
  /// Which of these lines takes what is no event, such as a verdict, a time that is over or tries that are spent: the one that names it,
  /// else `else`; nil if there is neither.
  package func line(taking trigger: Trigger) -> Transition? {
    first { $0.trigger == trigger } ?? first(where: \.trigger.isOtherwise)
  }
}
