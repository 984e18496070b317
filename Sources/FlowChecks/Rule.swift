// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowMeaning

/// What every rule has.
protocol NamedRule: Sendable {
  /// The rule's name, for ever.
  static var code: DiagnosticCode { get }
}

/// One thing that must not be deployed.
///
/// A rule looks at `context.steps` one by one, at `context.everyStep` if it goes by what is written and not by what is
/// missing, or at `context.graph`, which is there only for a flow that is whole. It does not see what other rules have found: what two
/// of them ask for is a fact of the context.
protocol Rule: NamedRule {
  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic])
}

/// One thing that must not be so at a step in which no other rule has found an error: that may be what it follows from.
protocol StepRule: NamedRule {
  static func diagnose(_ facts: StepFacts, _ context: CheckContext, _ findings: inout [Diagnostic])
}

/// One thing that must be so on every way that a run can take.
protocol ProofRule: NamedRule {
  static func diagnose(_ proofs: ProofFacts, _ context: CheckContext, _ findings: inout [Diagnostic])
}

/// One thing that is told only where somebody asks what a flow leaves to `else`.
protocol UnnamedRule: NamedRule {
  static func diagnose(_ report: UnnamedReport, _ findings: inout [Diagnostic])
}

extension NamedRule {
  /// A finding of this rule.
  static func finding(
    _ message: String, at range: SourceRange, help: String?, notes: [Note] = [], way: [WayStep] = []
  ) -> Diagnostic {
    Diagnostic(code, message, at: range, help: help, notes: notes, way: way)
  }

  /// One whose cure may be certain.
  static func finding(
    _ message: String, at range: SourceRange, help: Cure, notes: [Note] = [], way: [WayStep] = []
  ) -> Diagnostic {
    Diagnostic(code, message, at: range, help: help, notes: notes, way: way)
  }
}
