// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A secret that can be guessed for ever, by a way that is no cycle of steps: an interrupt that may come at any moment,
/// or an answer that is asked for again after a timeout.
enum UnboundedGuess: Rule {
  static let code = DiagnosticCode("MFA420", "unbounded-guess")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let graph = context.graph else { return }
    diagnoseSessions(context, &findings)
    diagnoseRenewals(context, graph, &findings)
    diagnoseSpraying(context, graph, &findings)
    var known: Known?
    var suspects: [(part: UseNetwork.Part, finding: Diagnostic)] = []
    for facts in context.steps where facts.handsSecretsIn {
      for call in facts.calls where !call.isBudgeted {
        guard let guess = Guess.all(call, at: facts.step, context.flow.contract).first, guess.counter == nil else {
          continue
        }
        let ways = known ?? Known(context.flow, graph)
        known = ways
        // A way round without a budget is reported already.
        guard !ways.isRound[facts.step.index], !UnboundedRetry.isUnbounded(facts, context.flow.contract) else {
          continue
        }
        if let line = facts.asksAgainInTime(after: guess.origin, context.flow.contract) {
          suspects.append(
            (
              guess.part,
              finding(
                "after each timeout \(Diagnostic.quoting(guess.secret)) can be guessed again, without end",
                at: line.target.range, help: facts.step.cure(bounding: guess.origin))
            ))
        } else if let interrupt = ways.interrupt[facts.step.index] {
          suspects.append((guess.part, throughInterrupt(guess, facts.step, context.flow.steps[interrupt])))
        }
      }
    }
    guard !suspects.isEmpty else { return }
    // The ways were put together of edges, and a run may take no two of them.
    let uses = context.uses
    findings += suspects.filter { uses?.most(of: [$0.part]) == nil }.map(\.finding)
  }

  /// Tries that begin again at each session, where a run has any number of sessions though no cycle says so: interrupts change the phase.
  private static func diagnoseSessions(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let steps = context.steps.filter { $0.handsSecretsIn && $0.step.triesScope == .session }
    guard !steps.isEmpty, !findings.contains(where: { $0.code == UnbudgetedCycle.code }) else { return }
    let places = GuessCount.secrets(in: context).flatMap(\.places).filter {
      $0.counters.isEmpty && $0.most == .unbounded
    }
    for facts in steps {
      guard let tries = facts.step.tries, places.contains(where: { $0.step.range == facts.step.name.range }) else {
        continue
      }
      findings.append(
        finding(
          "`tries` of \(facts.step.quoted) start again at each session, and nothing limits how many there are",
          at: tries.range, help: "write `tries: \(tries.value)`, which counts in the whole run"))
    }
  }

  /// Calls of which the contract says that they begin the SDK's count of wrong answers again, without a limit.
  private static func diagnoseRenewals(
    _ context: CheckContext, _ graph: StepGraph, _ findings: inout [Diagnostic]
  ) {
    let (flow, contract) = (context.flow, context.flow.contract)
    let counters = Set(
      context.steps.filter(\.handsSecretsIn).flatMap { $0.guesses(contract).flatMap(\.counters) })
    guard !counters.isEmpty else { return }
    let renewing = Set(counters.flatMap { contract.codes[$0].renewedBy })
    for facts in context.steps {
      for call in facts.calls where facts.step.budget(of: call.origin) == nil {
        // Who is signed in by a mere call has shown nothing.
        guard renewing.contains(call.use.call) || contract.signsIn(call.use.call) else { continue }
        let part = UseNetwork.Part(step: facts.step.index, origin: call.origin)
        guard !facts.isToldAsRound(in: findings), GuessCount.limit(of: part, in: context, graph) == .unbounded else {
          continue
        }
        findings.append(
          finding(
            "`\(flow.contract[call.use.call].name)` resets the SDK's count of wrong answers, and nothing limits how often",
            at: call.use.range, help: facts.step.cure(bounding: call.origin)))
      }
    }
  }

  /// A secret that can be tried at one account after the other: the SDK counts what is wrong for each of them.
  private static func diagnoseSpraying(
    _ context: CheckContext, _ graph: StepGraph, _ findings: inout [Diagnostic]
  ) {
    let isNamed = context.steps.contains { facts in
      facts.calls.contains { call in
        let part = UseNetwork.Part(step: facts.step.index, origin: call.origin)
        return facts.step.budget(of: call.origin) == nil && context.relation.mayBringAnother(by: part)
      }
    }
    guard isNamed, !findings.contains(where: { $0.tellsOfRound || $0.code == code }),
      let guess = GuessCount.sprayed(in: context, graph)
    else { return }
    let step = context.flow.steps[guess.step]
    findings.append(
      finding(
        "nothing limits at how many accounts \(Diagnostic.quoting(guess.secret)) can be guessed", at: step.name.range,
        help: "add `tries: 5` to the step at which somebody says who the user is",
        notes: [Note("the SDK counts what is wrong for each account", at: guess.place)]))
  }

  private static func throughInterrupt(_ guess: Guess, _ step: Step, _ interrupt: Step) -> Diagnostic {
    finding(
      "nothing limits how often \(Diagnostic.quoting(guess.secret)) can be guessed at \(step.quoted)",
      at: step.name.range, help: step.cure(bounding: guess.origin),
      notes: [Note("\(interrupt.quoted) may come at any moment, again and again", at: interrupt.name.range)])
  }

  /// What is the same for all steps of a flow.
  private struct Known {
    /// By step: whether a way round without a budget leads through it.
    var isRound: [Bool]
    /// By step: the first interrupt that leads there without spending a budget; nil for none.
    var interrupt: [Int?]

    init(_ flow: Flow, _ graph: StepGraph) {
      isRound = Array(repeating: false, count: graph.count)
      interrupt = Array(repeating: nil, count: graph.count)
      for group in graph.components(ofSeveral: true, where: { !$0.isBudgeted }) {
        for step in group { isRound[step] = true }
      }
      for edge in graph.edges where edge.from == edge.to && !edge.isBudgeted { isRound[edge.from] = true }
      for first in flow.steps.indices[flow.plainCount...] {
        var open = [first]
        while let step = open.popLast() {
          guard interrupt[step] == nil else { continue }
          interrupt[step] = first
          open += graph.edges(from: step).filter { !$0.isBudgeted }.map(\.to)
        }
      }
    }
  }
}

extension SourceRange {
  /// Whether another place begins in this one.
  func holds(_ other: SourceRange) -> Bool { file == other.file && start <= other.start && other.start < end }
}

extension Diagnostic {
  /// Whether it tells of a way round without a budget.
  var tellsOfRound: Bool { code == UnbudgetedCycle.code || code == UnboundedRetry.code }
}

extension StepFacts {
  /// Whether a way round without a budget is told at the step, so that its cure is one for what else has no limit there, too.
  func isToldAsRound(in findings: [Diagnostic]) -> Bool {
    findings.contains { $0.tellsOfRound && step.range.holds($0.range) }
  }

  /// The line by which the step asks again when a call of it was not answered in time; nil if it does not.
  fileprivate func asksAgainInTime(after origin: Origin, _ contract: Contract) -> Transition? {
    for call in calls where call.origin == origin && timesOutEachTime(call, contract) {
      if let line = call.timeoutLine, line.target.asksAgain { return line }
    }
    return nil
  }
}
