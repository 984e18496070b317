// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A session that can be extended as often as somebody likes: a finder of the device stays signed in for ever.
enum UnlimitedExtension: Rule {
  static let code = DiagnosticCode("MFA424", "unlimited-extension", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    let before = findings.count
    var known: [Extending] = []
    for facts in context.steps {
      for call in facts.calls where contract[call.use.call].extends {
        // Where it is never made, that is told.
        guard context.callsMade.contains(call, at: facts.step) else { continue }
        let ofChoice: ScopedLimit? =
          if case .choice(let index) = call.origin { facts.step.choices[index].scopedMax } else { nil }
        if let budget = ofChoice?.count ?? facts.step.budget(of: call.origin) {
          // What is given up before its success draws on the limit of all uses alone.
          let total = ofChoice?.isOfSuccesses == true ? facts.step.budget(of: call.origin) : nil
          if budget.value > most {
            findings.append(finding(budget, facts.step, most))
          } else if let total, total.value > mostWithFailures {
            findings.append(finding(total, facts.step, mostWithFailures))
          } else if isEndless(call, facts, context), !context.rounds.areTold(at: facts.step) {
            findings.append(
              finding(
                "nothing limits how often \(facts.step.quoted) extends the session in a run", at: budget.range,
                help: facts.step.cure(bounding: call.origin)))
          }
          known.append(
            Extending(
              step: facts.step, origin: call.origin, range: budget.range, times: budget.value,
              uses: total?.value ?? budget.value, isLimited: true))
          continue
        }
        guard !context.rounds.areTold(at: facts.step) else { continue }
        if let few = fewTimes(call, facts, context) {
          known.append(
            Extending(
              step: facts.step, origin: call.origin, range: call.use.range, times: few, uses: few, isLimited: false))
          continue
        }
        findings.append(
          finding(
            "nothing limits how often \(facts.step.quoted) extends the session", at: call.use.range,
            help: cure(facts.step, call.origin)))
      }
    }
    guard findings.count == before, let together = together(known, context) else { return }
    findings.append(together)
  }

  /// A choice or a step that extends the session seldom enough.
  private struct Extending {
    let step: Step
    let origin: Origin
    /// Where its limit is written; its call, where it has none.
    let range: SourceRange
    let times: Int
    /// The same, with what fails.
    let uses: Int
    let isLimited: Bool

    var part: UseNetwork.Part { UseNetwork.Part(step: step.index, origin: origin) }

    var note: Note {
      let words = times == 1 ? "once" : "\(times) times"
      return Note(isLimited ? "and so often here" : "and \(words) here, with no limit", at: range)
    }
  }

  /// All of them, added up; nil if that is seldom enough.
  private static func together(_ known: [Extending], _ context: CheckContext) -> Diagnostic? {
    var budgets: Set<String> = []
    // What draws on one budget has no more than that.
    let counted = known.filter { one in
      one.times > 0 && one.step.sharedBudget(of: one.origin).map { budgets.insert($0).inserted } ?? true
    }
    guard counted.count > 1, let first = counted.first else { return nil }
    for (times, most) in [(\Extending.times, most), (\.uses, mostWithFailures)] {
      var sum = added(counted, times)
      // Limits are taken as they stand; what has none is looked at together, since one way may lead to several of them.
      if sum > most, counted.contains(where: { !$0.isLimited }) {
        sum = min(sum, comeTo(known, counted, times, context))
      }
      guard sum > most else { continue }
      return finding(
        "all together they may extend the session \(sum) times, which is no limit", at: first.range,
        help: "let them name one of the flow's `budgets:` behind `max:`, or add up to \(most) at most",
        notes: counted.dropFirst().prefix(4).map(\.note))
    }
    return nil
  }

  private static func added(_ some: [Extending], _ times: KeyPath<Extending, Int>) -> Int {
    some.reduce(0) { $0 + $1[keyPath: times] }
  }

  /// How often a run makes them: no more than the limits, and what it comes to without one.
  private static func comeTo(
    _ all: [Extending], _ counted: [Extending], _ times: KeyPath<Extending, Int>, _ context: CheckContext
  ) -> Int {
    guard let graph = context.graph else { return .max }
    func uses(_ some: [Extending]) -> Int {
      GuessCount.uses(of: some.map { ($0.step, $0.origin) }, in: context, graph).number ?? .max
    }
    let free = counted.filter { !$0.isLimited }
    let quick = min(added(counted.filter(\.isLimited), times) + min(uses(free), added(free, times)), uses(all))
    guard quick > most else { return quick }
    return min(quick, context.uses?.most(of: Set(all.map(\.part))) ?? .max)
  }

  /// Whether a choice with a limit may be made without end all the same: the limit counts successes only, or begins again with sessions
  /// of which interrupts make any number.
  private static func isEndless(_ call: CallFacts, _ facts: StepFacts, _ context: CheckContext) -> Bool {
    guard case .choice(let index) = call.origin, let limit = facts.step.choices[index].scopedMax,
      facts.step.isInterrupt || limit.isOfSuccesses, facts.step.choices[index].max == nil, let graph = context.graph
    else { return false }
    return GuessCount.limit(of: UseNetwork.Part(step: facts.step.index, origin: call.origin), in: context, graph)
      == .unbounded
  }

  /// How often a run comes to a call, if that is only a few times, though it has no limit of its own.
  private static func fewTimes(_ call: CallFacts, _ facts: StepFacts, _ context: CheckContext) -> Int? {
    guard let graph = context.graph else { return nil }
    let part = UseNetwork.Part(step: facts.step.index, origin: call.origin)
    return GuessCount.limit(of: part, in: context, graph).number.flatMap { $0 <= most ? $0 : nil }
  }

  /// More than anybody needs who is at work.
  private static let most = 20

  /// The same, where what fails counts, too.
  private static let mostWithFailures = 30

  private static func finding(_ budget: Spanned<Int>, _ step: Step, _ most: Int) -> Diagnostic {
    finding(
      "\(step.quoted) may extend the session \(budget.value) times, which is no limit", at: budget.range,
      help: "write \(most) or less; what is usual is 3")
  }

  private static func cure(_ step: Step, _ origin: Origin) -> String {
    switch origin {
    case .choice(let index): "add `max: 3` to the choice `\(step.choices[index].name.value)`"
    case .answer: "add `tries: 3` to `\(step.name.value)`"
    case .call, .itself, .exhausted: "add `max: 3` to `\(step.name.value)`"
    }
  }
}
