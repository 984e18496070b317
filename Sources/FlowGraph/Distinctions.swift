// SPDX-License-Identifier: Apache-2.0

import SDKContract

/// What a flow distinguishes of the arrivals of an event: all others are one and the same to it.
package struct Distinctions: Sendable {
  package var modes: Set<Int> = []
  package var codes: Set<Int> = []
  package var errors: Set<Int> = []
}

extension Flow {
  /// By event of the contract: what the flow distinguishes; nil for an event of which all arrivals are one to it.
  package var distinctions: [Distinctions?] {
    var told: [Distinctions?] = Array(repeating: nil, count: contract.events.count)
    var anyErrors: Set<Int> = []
    // Most lines of a large flow tell apart what others do.
    var last: [(mode: Int?, outcome: ReplyOutcome)?] = Array(repeating: nil, count: contract.events.count)
    func tell(_ event: EventID, mode: Int?, _ outcome: ReplyOutcome) {
      if let last = last[Int(event.index)], last.mode == mode, last.outcome == outcome { return }
      last[Int(event.index)] = (mode, outcome)
      var known = told[Int(event.index)] ?? Distinctions()
      told[Int(event.index)] = nil
      if let mode { known.modes.insert(mode) }
      switch outcome {
      case .code(let code): known.codes.insert(code)
      case .error(let error?): known.errors.insert(error)
      case .error(nil), .success: break
      }
      told[Int(event.index)] = known
    }
    func take(_ lines: [Transition]) {
      for line in lines {
        switch line.trigger {
        case .event(let event, let mode, let outcome): tell(event, mode: mode, outcome)
        case .error(let number?): anyErrors.insert(number)
        default: break
        }
      }
    }
    var isCalled = Array(repeating: false, count: contract.calls.count)
    func take(_ use: CallUse) {
      guard !isCalled[Int(use.call.index)] else { return }
      isCalled[Int(use.call.index)] = true
      for reply in contract[use.call].replies { tell(reply.event, mode: reply.mode, reply.outcome) }
    }
    for step in steps {
      if let awaited = step.awaited {
        tell(awaited.event, mode: awaited.mode, awaited.code.map { .code($0) } ?? .success)
      }
      take(step.transitions)
      if case .call(let use) = step.kind { take(use) }
      if let answer = step.answer { take(answer) }
      for choice in step.choices {
        guard case .call(let use, let over) = choice.action else { continue }
        take(over)
        take(use)
      }
    }
    for code in contract.codes where code.isInformational {
      for arrival in code.arrivals where told[Int(arrival.event.index)] != nil {
        tell(arrival.event, mode: nil, .code(code.number))
      }
    }
    guard !anyErrors.isEmpty else { return told }
    return told.map { known in
      guard var known else { return nil }
      known.errors.formUnion(anyErrors)
      return known
    }
  }
}
