// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A time in which nobody can do anything, or one that no run lives to see.
enum AbsurdTime: Rule {
  static let code = DiagnosticCode("MFA510", "absurd-time", .warning, isNeverAllowed: true)
  private static let least = 1_000
  private static let longestPause = 24 * 60 * 60_000
  /// Where nothing else is left to do.
  private static let longestPauseAlone = 60 * 60_000
  private static let longestWait = 7 * longestPause

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.steps {
      let step = facts.step
      diagnose(step.within, &findings)
      for index in step.choices.indices { diagnose(step.choices[index].within, &findings) }
      if let alone = pauseAlone(step) {
        findings.append(
          finding(
            "once it was used, nothing can be done at \(step.quoted) for so long", at: alone.range,
            help: "write `1h` or less, or add a choice that leads away, or `within:`"))
        continue
      }
      for index in step.choices.indices {
        guard let every = step.choices[index].every, every.value > longestPause else { continue }
        findings.append(
          finding(
            "\(Diagnostic.quoting(step.choices[index].name.value)) cannot be chosen a second time within a day",
            at: every.range, help: "write `24h` or less, or `max: 1` if once is meant"))
      }
    }
  }

  /// The shortest time in which nothing is offered, where every choice has to cool down for very long and nothing else is left.
  private static func pauseAlone(_ step: Step) -> Spanned<Int>? {
    guard step.answer == nil, step.within == nil, !step.choices.isEmpty else { return nil }
    let pauses = step.choices.indices.compactMap { step.choices[$0].every }
    guard pauses.count == step.choices.count, pauses.allSatisfy({ $0.value > longestPauseAlone }) else { return nil }
    // Who is led away each time does not wait here.
    let stays = step.choices.contains { choice in
      if case .go(let target) = choice.action { target.staysAtStep(of: step) } else { true }
    }
    return stays ? pauses.min { $0.value < $1.value } : nil
  }

  private static func diagnose(_ within: Spanned<Int>?, _ findings: inout [Diagnostic]) {
    guard let within else { return }
    if within.value < least {
      findings.append(
        finding(
          "nothing can answer in so short a time", at: within.range,
          help: "write at least `1s`: networks take that long, and people longer"))
    } else if within.value > longestWait {
      findings.append(
        finding("no run waits that long", at: within.range, help: "write `168h` or less, or leave the time out"))
    }
  }
}
