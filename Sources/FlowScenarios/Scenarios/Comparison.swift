// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import SDKContract
import Values
import YAMLTree

/// Holds what a scenario expects of a step against the question that is open.
struct StepComparison {
  private let expectation: StepExpectation
  private let saying: SayComparison

  /// - Parameter saying: how messages are compared.
  init(_ expectation: StepExpectation, _ saying: SayComparison) {
    self.expectation = expectation
    self.saying = saying
  }

  /// - Parameters:
  ///   - refusal: why the last answer was refused; nil if it was not.
  ///   - run: what the run has come to.
  func compare(_ question: Question, _ refusal: Refusal?, _ run: RunSoFar) -> [Diagnostic] {
    var failures: [Diagnostic] = []
    differ("refused", expectation.refused, refusal?.words, &failures)
    differ("rejected", expectation.rejected, question.refusal, &failures)
    differ("step", expectation.step, question.step, &failures)
    differ("event", expectation.event, question.event?.name, &failures)
    // At another step, all else that is not as expected merely follows.
    if failures.contains(where: { [expectation.step?.range, expectation.event?.range].contains($0.range) }) {
      return failures
    }
    differ("status", expectation.status, question.event?.status, &failures)
    differ("error", expectation.error, question.event.map { $0.error } ?? 0, &failures)
    for expected in expectation.data {
      failures += DataComparison(expected).compare(question.event?.data ?? Record())
    }
    differ("attemptsLeft", expectation.attemptsLeft, question.attemptsLeft, &failures)
    differ(
      "countdown", expectation.countdown.map { Spanned(Self.written(.milliseconds($0.value)), $0.range) },
      question.countdown.map(Self.written), &failures)
    failures += saying.compare(expectation.say, question.said)
    differInKinds("offered", expectation.offered, question.choices.map(\.name), &failures)
    for expected in expectation.items { failures += ItemComparison(expected).compare(question) }
    for expected in expectation.shown { failures += ShownComparison(expected, saying).compare(question) }
    return failures + RunComparison(expectation.run).compare(run)
  }

  /// As files write it.
  private static func written(_ time: Duration) -> String {
    let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}

/// Holds what a scenario expects of a pick against the items that it offers.
struct ItemComparison {
  private let expectation: ItemExpectation

  init(_ expectation: ItemExpectation) { self.expectation = expectation }

  func compare(_ question: Question) -> [Diagnostic] {
    let name = expectation.pick.value
    let wanted = expectation.items.value
    let found = question.allItems(of: name)
    if wanted.count == found.count, zip(found, wanted).allSatisfy({ $0.isLike($1) }) { return [] }
    let type = question.inputs.first { $0.name == name }?.type
    let shown = found.prefix(Self.mostShown).map { Diagnostic.quoting(type?.words(for: $0) ?? $0.description) }
    return [
      Diagnostic(
        ScenarioRules.unexpected, "items.\(name): expected \(Self.counted(wanted.count)), found \(found.count) in all",
        at: expectation.items.range,
        help: found.isEmpty
          ? "nothing is offered" : "offered, in this order: " + shown.joined(separator: ", "))
    ]
  }

  private static func counted(_ count: Int) -> String { count == 1 ? "this item" : "these \(count) items" }
  private static let mostShown = 8
}

/// Holds what a scenario expects of a field against the data of an event.
struct DataComparison {
  private let expectation: DataExpectation

  init(_ expectation: DataExpectation) { self.expectation = expectation }

  func compare(_ data: Record) -> [Diagnostic] {
    let name = expectation.field.value
    let found = data[name]
    if let found, Self.fits(expectation.value.value, found) { return [] }
    let help = found == nil && !data.isEmpty ? "its fields are \(data.fields.map(\.name).inBackticks)" : nil
    return [
      Diagnostic(
        ScenarioRules.unexpected,
        "data.\(name): expected \(Diagnostic.quoting("\(expectation.value.value)")), "
          + "found \(found.map { Diagnostic.quoting("\($0)") } ?? "none")",
        at: expectation.value.range, help: help)
    ]
  }

  /// A record fits if each field that is written does, a list if it has as many values and each fits.
  ///
  /// Of numbers, flags and texts the written form counts. Nothing fits a secret.
  private static func fits(_ wanted: Value, _ found: Value) -> Bool {
    switch (wanted, found) {
    case (.record(let wanted), .record(let found)):
      wanted.fields.allSatisfy { field in found[field.name].map { fits(field.value, $0) } ?? false }
    case (.list(let wanted), .list(let found)):
      wanted.count == found.count && zip(wanted, found).allSatisfy { fits($0, $1) }
    case (.record, _), (_, .record), (.list, _), (_, .list), (_, .secret), (.secret, _): false
    case (.text, _), (.int, _), (.flag, _): wanted.description == found.description
    }
  }
}

/// Holds what a scenario expects of a run so far against what its trace says.
struct RunComparison {
  private let expectation: RunExpectation

  init(_ expectation: RunExpectation) { self.expectation = expectation }

  func compare(_ run: RunSoFar) -> [Diagnostic] {
    var failures: [Diagnostic] = []
    differInKinds("proofs", expectation.proofs, run.proofs, &failures)
    differInKinds("enrolled", expectation.enrolled, run.enrolled, &failures)
    if let reasons = expectation.reasons, reasons.value.map(\.value) != run.reasons {
      failures.append(difference("reasons", reasons, run.reasons))
    }
    if let path = expectation.path, path.value.map(\.value) != run.path {
      failures.append(difference("path", path, run.path))
    }
    if let called = expectation.called, called.value.map(\.value) != run.called {
      failures.append(difference("called", called, run.called))
    }
    return failures
  }
}

/// Holds what a scenario expects of the end against how the run came out.
struct EndComparison {
  private let expectation: EndExpectation
  private let saying: SayComparison
  private let range: SourceRange
  private let detours: Set<String>

  /// - Parameter detours: the steps that are no part of the way.
  init(
    _ expectation: EndExpectation, _ saying: SayComparison, _ range: SourceRange, without detours: Set<String> = []
  ) {
    self.detours = detours
    self.expectation = expectation
    self.saying = saying
    self.range = range
  }

  /// What lines of the trace say that something has happened to the run.
  private static let causes: Set = ["event", "answer", "timeout", "allow", "deny", "rejected", "accepted"]

  func compare(_ result: RunResult, _ trace: [TraceEntry]) -> [Diagnostic] {
    var failures: [Diagnostic] = []
    if case .failed(let failure) = result.ending {
      return [Diagnostic(ScenarioRules.unexpected, "the SDK broke off", at: range, help: failure.description)]
    }
    var (end, outcome, waiting): (String?, EndOutcome?, String?)
    if case .ended(let name, let how, _) = result.ending { (end, outcome) = (name, how) }
    if case .waiting(let step) = result.ending { waiting = step }
    if let place = expectation.leftOpen {
      let words = [
        end.map { "end: \($0)" }, outcome.map { "outcome: \($0.rawValue)" }, waiting.map { "waiting: \($0)" },
        result.said.map { "say: \($0.key)" },
      ]
      return [
        Diagnostic(
          SharingRules.leftOpen, "how this run must come out is still to be written", at: place,
          help:
            "it comes out as `{ \(words.compactMap(\.self).joined(separator: ", ")) }`: write that if it is right; if not, mend the flow"
        )
      ]
    }
    let otherwise = "the run \(ScenarioRunner.words(result.ending))"
    differ("end", expectation.end, end, &failures, otherwise)
    differ("outcome", expectation.outcome, outcome?.rawValue, &failures, otherwise)
    let isLate = end != nil && trace.last { Self.causes.contains($0.kind) }?.kind == "timeout"
    let timePassed = !isLate ? nil : "; time goes on behind the last item: to stop before, end with `- expect:`"
    differ("waiting", expectation.waiting, waiting, &failures, otherwise + (timePassed ?? ""))
    failures += saying.compare(expectation.say, result.said).map { failure in
      guard let waiting else { return failure }
      var failure = failure
      failure.help =
        "`say` is about an end; what `\(waiting)` says is expected by `- expect: { step: \(waiting), say: … }` as the last item"
      return failure
    }
    // A run that waits has no end, no outcome and nothing to say: that is one failure.
    if waiting != nil, expectation.waiting == nil { failures = Array(failures.prefix(1)) }
    return failures + RunComparison(expectation.run).compare(RunSoFar(result, trace, without: detours))
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
      at: wanted.range, help: otherwise))
}

/// Exactly these, in any order.
///
/// What was found counts once, however often it came up; what is written twice is expected
/// twice, and is not there.
private func differInKinds(
  _ what: String, _ wanted: Spanned<[Spanned<String>]>?, _ found: [String], _ failures: inout [Diagnostic]
) {
  guard let wanted, wanted.value.map(\.value).sorted() != found.unique.sorted() else { return }
  failures.append(difference(what, wanted, found.unique))
}

private func difference(_ what: String, _ wanted: Spanned<[Spanned<String>]>, _ found: [String]) -> Diagnostic {
  Diagnostic(
    ScenarioRules.unexpected,
    "\(what): expected \(wanted.value.isEmpty ? "none" : wanted.value.map(\.value).joined(separator: ", ")), found "
      + (found.isEmpty ? "none" : found.joined(separator: ", ")),
    at: wanted.range)
}
