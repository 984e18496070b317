// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// A secret that can be guessed for ever, by a way that is no cycle of steps: an interrupt that may come at any moment,
/// or an answer that is asked for again after a timeout.
enum UnboundedGuess: Rule {
  static let code = DiagnosticCode("MFA420", "unbounded-guess")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    findings += context.boundlessGuesses.map { finding($0, context.flow) }
  }

  private static func finding(_ found: BoundlessGuess, _ flow: Flow) -> Diagnostic {
    switch found {
    case .atEachSession(let step, let tries):
      finding(
        "`tries` of \(step.quoted) start again at each session, and nothing limits how many there are",
        at: tries.range, help: "write `tries: \(tries.value)`, which counts in the whole run")
    case .byRenewal(let step, let use, let origin):
      finding(
        "`\(flow.contract[use.call].name)` resets the SDK's count of wrong answers, and nothing limits how often",
        at: use.range, help: step.cure(bounding: origin))
    case .overAccounts(let guess):
      finding(
        "nothing limits at how many accounts \(Diagnostic.quoting(guess.secret)) can be guessed",
        at: flow.steps[guess.step].name.range,
        help: "add `tries: 5` to the step at which somebody says who the user is",
        notes: [Note("the SDK counts what is wrong for each account", at: guess.place)])
    case .afterTimeout(let guess, let step, let line):
      finding(
        "after each timeout \(Diagnostic.quoting(guess.secret)) can be guessed again, without end",
        at: line.target.range, help: step.cure(bounding: guess.origin))
    case .throughInterrupt(let guess, let step, let interrupt):
      finding(
        "nothing limits how often \(Diagnostic.quoting(guess.secret)) can be guessed at \(step.quoted)",
        at: step.name.range, help: step.cure(bounding: guess.origin),
        notes: [Note("\(interrupt.quoted) may come at any moment, again and again", at: interrupt.name.range)])
    }
  }
}
