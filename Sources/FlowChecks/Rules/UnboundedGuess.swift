// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// A secret that can be guessed for ever, by a way that is no cycle of steps: an interrupt that may come at any moment,
/// or an answer that is asked for again after a timeout.
enum UnboundedGuess: Rule {
  static let code = DiagnosticCode("MFA420", "unbounded-guess")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let graph = context.graph else { return }
    var fromInterrupts: [Bool]?
    for facts in context.steps {
      for guess in facts.guesses(context.flow.contract) where !guess.isBudgeted && guess.counter == nil {
        guard !isReported(facts.step, graph, findings) else { continue }
        if let line = facts.asksAgainInTime(after: guess.origin) {
          findings.append(
            finding(
              "after each timeout \(Diagnostic.quoting(guess.secret)) can be guessed anew, without end",
              at: line.target.range, help: cure(facts.step, guess.origin)))
          continue
        }
        if fromInterrupts == nil { fromInterrupts = reached(graph, context.flow) }
        guard fromInterrupts?[facts.step.index] ?? false else { continue }
        findings.append(throughInterrupt(guess, facts.step, graph, context.flow))
      }
    }
  }

  /// Where interrupts lead without spending a budget.
  private static func reached(_ graph: StepGraph, _ flow: Flow) -> [Bool] {
    graph.reached(from: flow.steps.indices[flow.plainCount...]) { !$0.isBudgeted }
  }

  private static func throughInterrupt(_ guess: Guess, _ step: Step, _ graph: StepGraph, _ flow: Flow) -> Diagnostic {
    let interrupt = flow.interrupts.first { interrupt in
      graph.reached(from: [interrupt.index]) { !$0.isBudgeted }[step.index]
    }
    let note = interrupt.map { Note("\($0.quoted) may come at any moment, again and again", at: $0.name.range) }
    return finding(
      "nothing bounds how often \(Diagnostic.quoting(guess.secret)) can be guessed at \(step.quoted)",
      at: step.name.range, help: cure(step, guess.origin), notes: note.map { [$0] } ?? [])
  }

  static func cure(_ step: Step, _ origin: Origin) -> String {
    if case .choice(let index) = origin { return "add `max: 5` to the choice `\(step.choices[index].name.value)`" }
    return "add `tries: 5` to `\(step.name.value)`"
  }

  /// Whether it follows from a way round without a budget, which is reported.
  private static func isReported(_ step: Step, _ graph: StepGraph, _ findings: [Diagnostic]) -> Bool {
    findings.contains { finding in
      (finding.code == UnboundedRetry.code || finding.code == UnbudgetedCycle.code)
        && (step.range.holds(finding.range) || finding.notes.contains { $0.range.map(step.range.holds) ?? false })
    }
  }
}

extension SourceRange {
  /// Whether another place begins in this one.
  func holds(_ other: SourceRange) -> Bool { file == other.file && start <= other.start && other.start < end }
}

extension StepFacts {
  /// The line by which the step asks again when a call of it was not answered in time; nil if it does not.
  fileprivate func asksAgainInTime(after origin: Origin) -> Transition? {
    for call in calls where call.origin == origin {
      let asks = { (line: Transition) in
        line.trigger == .timeout && (line.target.move == .stay || line.target.move == .retry) && !call.hides(line)
      }
      if let line = call.over.first(where: asks) ?? step.transitions.first(where: asks) { return line }
    }
    return nil
  }
}
