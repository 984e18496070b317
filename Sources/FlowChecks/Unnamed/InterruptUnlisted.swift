// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A threat, the end of a session, or a question of the SDK that may come at any moment, and that the flow has no entry for.
enum InterruptUnlisted: UnnamedRule {
  static let code = DiagnosticCode("MFA337", "interrupt-unlisted", .warning)

  static func diagnose(_ report: UnnamedReport, _ findings: inout [Diagnostic]) {
    let missing = report.interrupts.filter { $0.weight != nil && !$0.isTold }
    guard let first = missing.first, let weight = first.weight else { return }
    let what =
      switch weight {
      case .threat: "a threat"
      case .session: "the end of the session"
      case .question: "a question of the SDK"
      }
    findings.append(
      finding(
        "`\(first.name)` is \(what), and the flow has no entry for it",
        at: report.flow.range, help: "add `\(first.line)` below `interrupts:`, or `use` a part that has it",
        notes: missing.dropFirst().map { Note("`\($0.name)` has no entry either") }))
  }
}
