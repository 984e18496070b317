// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
package import SDKContract

/// An event in the way in which it comes, as far as a flow can tell: its mode, and how it came out.
package struct Signal: Sendable, Hashable {
  /// The event of the contract.
  package let event: EventID
  /// Nil for an event without modes, and for a mode of the contract that makes no difference; ``otherNumber`` for one that the
  /// contract does not know, and where one is due and none came.
  package let mode: Int?
  /// A code that makes no difference has the number ``otherNumber``; an error that makes no difference has none.
  package let outcome: ReplyOutcome

  package init(_ event: EventID, mode: Int?, _ outcome: ReplyOutcome) {
    self.event = event
    self.mode = mode
    self.outcome = outcome
  }

  /// Stands for a code that makes no difference, and for a mode that the contract does not know.
  package static let otherNumber = Int.min
}

extension Reply {
  /// Whether a signal of the reply's event is this reply.
  package func fits(_ signal: Signal) -> Bool { signal.is(mode, outcome) }
}

extension Arrival {
  /// Whether a signal of its event is this reply.
  func fits(_ signal: Signal) -> Bool { signal.is(mode, outcome) }
}

extension Signal {
  /// Whether it comes as a reply is stated in a contract: in the mode, nil for any, and with the outcome.
  @inline(__always)
  fileprivate func `is`(_ stated: Int?, _ outcome: ReplyOutcome) -> Bool {
    guard mode != Signal.otherNumber, stated == nil || stated == mode else { return false }
    switch (outcome, self.outcome) {
    case (.success, .success): return true
    case (.code(let mine), .code(let theirs)): return mine == theirs
    case (.error(nil), .error): return true
    case (.error(let mine?), .error(let theirs)): return mine == theirs
    default: return false
    }
  }
}

extension Awaited {
  /// Whether a signal is what the step is for.
  package func takes(_ signal: Signal) -> Bool {
    event == signal.event && (mode == nil || mode == signal.mode)
      && (code == nil || signal.outcome == code.map { .code($0) })
  }
}

extension Contract {
  /// Whether a signal is no failure, though it carries a code that is no success.
  package func isInformational(_ signal: Signal) -> Bool {
    guard case .code(let code) = signal.outcome else { return false }
    return isInformational(code, in: signal.event)
  }
}
