// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// A secret that somebody who tries one account after the other can guess more often in a run than the team has written down.
enum GuessesOverAccounts: Rule {
  static let code = DiagnosticCode("MFA427", "guesses-over-accounts")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let stated = context.guessesOverAccounts
    let limit = context.profile?.guessesOverAccounts
    guard stated != nil || limit != nil else { return }
    let clause = limit.map { " (\($0.clause))" } ?? ""
    for secret in context.guesses {
      let name = Diagnostic.quoting(secret.secret)
      let step = secret.worst(for: .all).step
      func add(_ message: String, _ help: String) {
        findings.append(
          finding(message, at: step.range, help: "\(help)\(clause)", notes: secret.notes(for: .all)))
      }
      switch secret.most {
      case .times(let times):
        guard let most = stated ?? limit?.most, times > most else { continue }
        add(
          "\(name) can be guessed \(times) times over all accounts in a run, not \(most)",
          secret.cure(for: .all, atMost: most, context.flow))
      // What has no number for one account has a finding of the profile.
      case .counted where secret.account != .counted || context.profile?.guesses == nil:
        add(
          "nothing says how often \(name) can be guessed over all accounts in a run",
          "add `tries: 5` to `\(step.value)`, or `attempts:` to the code in the contract")
      case .unproved where secret.account != .unproved || context.profile?.guesses == nil:
        add(
          "how often \(name) can be guessed over all accounts is not proved: too many places",
          "share the flow over several, or give each of these steps its `tries:`")
      case .unbounded
      where (secret.account != .unbounded || context.profile?.guesses == nil)
        && !context.guessesAreBoundless:
        add(
          "nothing bounds how often \(name) can be guessed over all accounts in a run",
          "add `tries: 5` to `\(step.value)`")
      case .counted, .unproved, .unbounded: continue
      }
    }
  }
}
