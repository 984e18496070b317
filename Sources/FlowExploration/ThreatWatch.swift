// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowRuntime
import SDKContract

/// Looks whether a run goes on where a threat must stop it.
struct ThreatWatch {
  private let program: Program
  /// Whether the SDK has shut itself down.
  private var isShut: Bool

  /// - Parameter isShut: whether a terminating interrupt has come before.
  init(_ program: Program, isShut: Bool) {
    self.program = program
    self.isShut = isShut
  }

  /// Whether a terminating interrupt is among what happened.
  static func isShut(by marks: [TraceMark], in program: Program) -> Bool {
    marks.contains { mark in
      if case .arrived(let event) = mark.what { spec(of: event, program)?.isTerminal ?? false } else { false }
    }
  }

  /// Whether something happens that must not: after a terminating interrupt, anything but its own question and an end that is
  /// no success; and whatever is not an end where the flow has no entry for an interrupt that must be taken.
  ///
  /// A step without `else` ends the run there, as it must.
  ///
  /// - Parameter hasElse: whether the step of the flow at which it happens says where everything else goes.
  mutating func isPassed(in marks: [TraceMark], hasElse: Bool) -> Bool {
    var isUnlisted = false
    for mark in marks {
      switch mark.what {
      case .arrived(let event): if Self.spec(of: event, program)?.isTerminal ?? false { isShut = true }
      case .unlisted(let event): isUnlisted = Self.spec(of: event, program)?.mustBeTaken ?? false
      case .took(let hop, _):
        if isUnlisted, !program.destination(ofHop: hop).isEnd { return true }
        if isShut, program.destination(ofHop: hop).leadsOn { return true }
        isUnlisted = false
      case .asked(_, let step, _): if isShut, !isTerminal(step) { return true }
      case .ended(.unhandled): return hasElse && (isShut || isUnlisted)
      case .called, .resumed, .earned: if isShut { return true }
      case .ended(.end(let end, _)): if isShut, program.flow[end].outcome == .success { return true }
      default: break
      }
    }
    return isUnlisted
  }

  private func isTerminal(_ step: UInt16) -> Bool {
    let step = program.flow.steps[Int(step)]
    return step.isInterrupt && (step.awaited.map { program.flow.contract[$0.event].isTerminal } ?? false)
  }

  private static func spec(of event: Occurrence, _ program: Program) -> EventSpec? {
    program.flow.contract.event(named: event.event.name).map { program.flow.contract[$0] }
  }
}

extension Destination {
  fileprivate var isEnd: Bool {
    switch self {
    case .end, .unhandled: true
    case .step, .stay, .retry, .resume: false
    }
  }

  fileprivate var leadsOn: Bool {
    switch self {
    case .step, .resume: true
    case .end, .unhandled, .stay, .retry: false
    }
  }
}

extension EventSpec {
  /// Whether a flow must not go on as if it had not come.
  fileprivate var mustBeTaken: Bool { kind == .interrupt && (isTerminal || needsAnswer || losesProofs) }
}
