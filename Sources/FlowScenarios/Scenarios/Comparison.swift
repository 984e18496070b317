// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import SDKContract
import Values

/// Holds what a scenario expects of a step against the question that is open.
struct StepComparison {
  private let expectation: StepExpectation
  private let range: SourceRange

  init(_ expectation: StepExpectation, _ range: SourceRange) {
    self.expectation = expectation
    self.range = range
  }

  /// - Parameter refusal: why the last answer was refused; nil if it was not.
  func compare(_ question: Question, _ refusal: Refusal?) -> [Diagnostic] {
    var failures: [Diagnostic] = []
    differ("refused", expectation.refused, refusal?.words, &failures)
    differ("rejected", expectation.rejected, question.refusal, &failures)
    differ("step", expectation.step, question.step, &failures)
    differ("event", expectation.event, question.event?.name, &failures)
    differ("status", expectation.status, question.event?.status, &failures)
    differ("error", expectation.error, question.event.map { $0.error } ?? 0, &failures)
    differ("attemptsLeft", expectation.attemptsLeft, question.attemptsLeft, &failures)
    differ("say", expectation.say, question.message, &failures)
    if let offered = expectation.offered, Set(offered.value) != Set(question.choices.map(\.name)) {
      failures.append(difference("offered", offered.value, question.choices.map(\.name), offered.range))
    }
    return failures
  }
}

/// Holds what a scenario expects of the end against how the run came out.
struct EndComparison {
  private let expectation: EndExpectation
  private let range: SourceRange

  init(_ expectation: EndExpectation, _ range: SourceRange) {
    self.expectation = expectation
    self.range = range
  }

  func compare(_ result: RunResult, _ trace: [TraceEntry]) -> [Diagnostic] {
    var failures: [Diagnostic] = []
    if case .failed(let failure) = result.ending {
      return [Diagnostic(ScenarioRules.unexpected, "the SDK broke off", at: range, help: failure.description)]
    }
    var (end, outcome, waiting, message): (String?, EndOutcome?, String?, String?)
    if case .ended(let name, let how, let say) = result.ending { (end, outcome, message) = (name, how, say) }
    if case .waiting(let step) = result.ending { waiting = step }
    let otherwise = ScenarioRunner.words(result.ending)
    differ("end", expectation.end, end, &failures, otherwise)
    differ("outcome", expectation.outcome, outcome?.rawValue, &failures, otherwise)
    differ("waiting", expectation.waiting, waiting, &failures, otherwise)
    differ("say", expectation.say, message, &failures)
    differInKinds("proofs", expectation.proofs, result.proofs.map(\.factor.rawValue), &failures)
    differInKinds("enrolled", expectation.enrolled, result.enrolled.map(\.factor.rawValue), &failures)
    if let path = expectation.path {
      let entered = trace.filter { $0.kind == "step" }.compactMap { $0.text("step") }
      if path.value != entered { failures.append(difference("path", path.value, entered, path.range)) }
    }
    return failures
  }

  private func differInKinds(
    _ what: String, _ wanted: Spanned<[String]>?, _ found: [String], _ failures: inout [Diagnostic]
  ) {
    guard let wanted, Set(wanted.value) != Set(found) else { return }
    failures.append(difference(what, wanted.value, found.unique, wanted.range))
  }
}

private func differ<Wanted: Equatable & Sendable>(
  _ what: String, _ wanted: Spanned<Wanted>?, _ found: Wanted?, _ failures: inout [Diagnostic],
  _ otherwise: String? = nil
) {
  guard let wanted, wanted.value != found else { return }
  let shown = found.map { "\($0)" }
  failures.append(
    Diagnostic(
      ScenarioRules.unexpected, "\(what): expected `\(wanted.value)`, found \(shown.map { "`\($0)`" } ?? "none")",
      at: wanted.range, help: otherwise.map { "the run \($0)" }))
}

private func difference(_ what: String, _ wanted: [String], _ found: [String], _ range: SourceRange) -> Diagnostic {
  Diagnostic(
    ScenarioRules.unexpected,
    "\(what): expected \(wanted.isEmpty ? "none" : wanted.joined(separator: ", ")), found "
      + (found.isEmpty ? "none" : found.joined(separator: ", ")),
    at: range)
}
