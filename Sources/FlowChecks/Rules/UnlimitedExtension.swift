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
    var limits: [(budget: Spanned<Int>, uses: Spanned<Int>, shared: String?)] = []
    for facts in context.steps {
      for call in facts.calls where contract[call.use.call].extends {
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
          let shared = facts.step.sharedBudget(of: call.origin)
          if shared == nil || !limits.contains(where: { $0.shared == shared }) {
            limits.append((budget, total ?? budget, shared))
          }
          continue
        }
        guard !context.rounds.areTold(at: facts.step), !isSeldom(call, facts, context) else { continue }
        findings.append(
          finding(
            "nothing limits how often \(facts.step.quoted) extends the session", at: call.use.range,
            help: cure(facts.step, call.origin)))
      }
    }
    guard findings.count == before else { return }
    let sums = [(limits.map(\.budget), most), (limits.map(\.uses), mostWithFailures)]
    for (counts, most) in sums {
      let sum = counts.reduce(0) { $0 + $1.value }
      guard sum > most, let first = counts.first else { continue }
      return findings.append(
        finding(
          "all together they may extend the session \(sum) times, which is no limit", at: first.range,
          help: "let them name one of the flow's `budgets:` behind `max:`, or add up to \(most) at most",
          notes: counts.dropFirst().prefix(4).map { Note("and so often here", at: $0.range) }))
    }
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

  /// Whether a run comes to a call only a few times, though it has no limit of its own.
  private static func isSeldom(_ call: CallFacts, _ facts: StepFacts, _ context: CheckContext) -> Bool {
    guard let graph = context.graph else { return false }
    let part = UseNetwork.Part(step: facts.step.index, origin: call.origin)
    return GuessCount.limit(of: part, in: context, graph).number.map { $0 <= most } ?? false
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
