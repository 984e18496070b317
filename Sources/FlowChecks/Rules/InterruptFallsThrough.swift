// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// An interrupt that must not be passed over, in a flow that has no entry for it, and an `else` that goes on, or ends as the
/// user wished: a threat or the end of the session would be taken for any odd reply.
enum InterruptFallsThrough: Rule {
  static let code = DiagnosticCode("MFA432", "interrupt-falls-through")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let lines = context.openElses
    guard let line = lines.first else { return }
    let contract = context.flow.contract
    let open = contract.events.indices.filter {
      contract.events[$0].mustBeTaken && !context.takes(EventID(index: UInt16(truncatingIfNeeded: $0)))
    }
    guard let first = open.first else { return }
    let name = contract.events[first].name
    let others = open.dropFirst().prefix(3).map { Note("`\(contract.events[$0].name)` has no entry either") }
    func wouldDo(_ line: Transition) -> String { line.target.isEnd ? "not fail" : "go on" }
    findings.append(
      finding(
        "`\(name)` would take this `else`, and the flow would \(wouldDo(line))",
        at: line.target.range, help: "add `\(name)` below `interrupts:`, or lead `else` to an end that fails",
        notes: others
          + lines.dropFirst().prefix(3).map { Note("here it would \(wouldDo($0)), too", at: $0.target.range) }))
  }
}

extension EventSpec {
  /// Whether a flow must not go on as if it had not come.
  ///
  /// What only comes on the way of some calls has a rule of its own.
  fileprivate var mustBeTaken: Bool {
    kind == .interrupt && after.isEmpty && (isTerminal || needsAnswer || losesProofs)
  }
}

extension CheckContext {
  /// Every `else` that leads to no end, or to one that does not fail: those of plain steps before those of interrupts.
  fileprivate var openElses: [Transition] {
    var lines: [Transition] = []
    for facts in steps {
      facts.forEachLine { line in
        guard line.trigger.isOtherwise else { return }
        // A success has a rule of its own.
        if case .end(let id) = line.target.move, flow[id].outcome != .ended { return }
        // What an interrupt takes for its own stays open above the flow.
        if facts.step.isInterrupt, line.target.move == .stay { return }
        lines.append(line)
      }
    }
    return lines
  }
}
