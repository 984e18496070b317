// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax

/// Whether a flow can stand in the place of a `run:` step, and what is in the way.
struct RunFitting {
  private let step: StepSyntax
  private let inner: FlowDocument
  private let outer: FlowDocument
  private var findings: [Diagnostic] = []

  /// What does not fit: each finding is one of the flow that runs the other.
  static func misfits(_ inner: FlowDocument, in step: StepSyntax, of outer: LinkedFlow) -> [Diagnostic] {
    var fitting = RunFitting(step: step, inner: inner, outer: outer)
    guard inner.sdk.value == outer.document.sdk.value else { return [fitting.otherContract()] }
    for line in step.then { fitting.check(line) }
    if fitting.findings.isEmpty, inner.isWhole { fitting.checkEnds() }
    if inner.isWhole, fitting.outer.isWhole, !outer.isPart { fitting.checkInterrupts() }
    return fitting.findings
  }

  private init(step: StepSyntax, inner: FlowDocument, outer: LinkedFlow) {
    self.step = step
    self.inner = inner
    self.outer = outer.document
  }

  private func otherContract() -> Diagnostic {
    Diagnostic(
      LinkRules.otherContract, "the flow `\(inner.name.value)` is for `\(inner.sdk.value)`", at: step.kindRange,
      help: "a flow and the flow that runs it must be for one contract",
      notes: [Note("this flow is for `\(outer.sdk.value)`", at: outer.sdk.range)])
  }

  /// A line names an end of the inner flow, or is `else`, and leads to a step or an end.
  private mutating func check(_ line: TransitionSyntax) {
    guard let ends = line.key.innerEnd else {
      return report(
        SyntaxRules.badOutcomeKey, "the flow of a `run:` step comes back by one of its ends", line.range,
        help: "name its ends below `then:`: \(inner.endNames)")
    }
    if case .named(let name) = ends, inner.end(named: name.value) == nil, !inner.unreadPlaces.contains(name.value) {
      return report(
        LinkRules.unknownInnerEnd, "the flow `\(inner.name.value)` has no end `\(name.value)`", name.range,
        help: Suggestion.cure(for: name.value, among: inner.ends.map(\.name.value))
          ?? "its ends are \(inner.endNames)")
    }
    guard case .to(let target) = line.target.move else {
      return report(
        SyntaxRules.badTarget, "a `run:` step cannot be stayed at", line.target.range,
        help: "name the step or the end to go to; to run the flow again, name `\(step.name.value)`")
    }
    if outer.end(named: target)?.isSuccess ?? false { return checkSuccess(ends, line.target) }
    checkStepUp(ends, line.target, target)
  }

  /// What a success of the inner flow has proved anew is in vain where another end leads to the same step.
  private mutating func checkStepUp(_ ends: InnerEnd, _ target: TargetSyntax, _ step: String) {
    if case .named(let name) = ends, inner.end(named: name.value)?.isSuccess ?? false { return }
    for line in self.step.then {
      guard case .named(let name)? = line.key.innerEnd, case .to(step) = line.target.move,
        let after = inner.end(named: name.value)?.require?.after
      else { continue }
      let end = if case .named(let name) = ends { "the end `\(name.value)`" } else { "`else`" }
      return report(
        LinkRules.failureAsSuccess, "\(end) leads where `\(name.value)` leads, and has proved nothing", target.range,
        help: "lead it to another step or to an end; only who comes by `\(name.value)` has shown the proof",
        notes: [Note("this is required of `\(name.value)`", at: after.range)])
    }
  }

  /// Only a success of the inner flow may be one of the outer flow, and only by its name.
  private mutating func checkSuccess(_ ends: InnerEnd, _ target: TargetSyntax) {
    switch ends {
    case .others:
      report(
        LinkRules.failureAsSuccess, "`else` takes what has no line, and must not lead to a success", target.range,
        help: "lead `else` to an end with `outcome: failure`, and name what is a success")
    case .named(let name):
      guard let end = inner.end(named: name.value), !end.isSuccess else { return }
      report(
        LinkRules.failureAsSuccess, "the end `\(name.value)` is no success, and must not become one", target.range,
        help: "lead it to an end with `outcome: failure` or `ended`, or to a step",
        notes: [Note("the end", at: end.name.range)])
    }
  }

  /// Each end is named; what is no success may be left to `else`.
  private mutating func checkEnds() {
    let named = Set(
      step.then.compactMap { line in if case .named(let name)? = line.key.innerEnd { name.value } else { nil } })
    let hasElse = step.then.contains { if case .others? = $0.key.innerEnd { true } else { false } }
    let open = inner.ends.filter { !named.contains($0.name.value) && (!hasElse || $0.isSuccess) }
    guard let first = open.first else { return }
    let names = open.map { "`\($0.name.value)`" }.joined(separator: ", ")
    report(
      LinkRules.unnamedInnerEnd, "`\(step.name.value)` does not say what follows the end `\(first.name.value)`",
      step.name.range,
      help: hasElse
        ? "name \(names) below `then:`: a success is never left to `else`"
        : "name \(names) below `then:`; what is no success may be left to `else`",
      notes: [Note("the end", at: first.name.range)])
  }

  /// The interrupts of the outer flow hold: the inner flow must have been written for just these.
  private mutating func checkInterrupts() {
    for interrupt in inner.interrupts {
      let ours = outer.interrupts.first { $0.name.value == interrupt.name.value }
      guard ours?.name.range != interrupt.name.range else { continue }
      let event = interrupt.name.value
      let theirs = Note("the entry of `\(inner.name.value)`", at: interrupt.name.range)
      report(
        LinkRules.innerInterrupt,
        ours == nil
          ? "`\(inner.name.value)` has an entry for `\(event)`, and this flow has none"
          : "`\(inner.name.value)` has another entry for `\(event)` than this flow", step.kindRange,
        help: "put it into a part that both flows use: interrupts are those of the flow that runs the other",
        notes: [theirs] + (ours.map { [Note("the entry of this flow", at: $0.name.range)] } ?? []))
    }
  }

  private mutating func report(
    _ code: DiagnosticCode, _ message: String, _ range: SourceRange, help: Cure, notes: [Note] = []
  ) {
    findings.append(Diagnostic(code, message, at: range, help: help, notes: notes))
  }
}

/// What a line of a `run:` step is for.
enum InnerEnd {
  case named(Spanned<String>)
  /// `else`: every end that is not named.
  case others
}

extension KeySyntax {
  /// Nil for what can be no line of a `run:` step.
  var innerEnd: InnerEnd? {
    switch self {
    case .otherwise: return .others
    case .event(let event):
      guard event.mode == nil, event.outcome == .success else { return nil }
      return .named(event.name)
    default: return nil
    }
  }
}

extension FlowDocument {
  fileprivate func end(named name: String) -> EndSyntax? { ends.first { $0.name.value == name } }

  fileprivate var endNames: String { ends.map { "`\($0.name.value)`" }.joined(separator: ", ") }
}
