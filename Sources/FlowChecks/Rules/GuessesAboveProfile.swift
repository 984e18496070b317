// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// A secret that a run lets somebody guess more often than the profile of the check allows.
enum GuessesAboveProfile: Rule {
  static let code = DiagnosticCode("MFA421", "guesses-above-profile")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let profile = context.profile, let limit = profile.guesses else { return }
    for secret in context.guesses {
      switch (secret.account, limit.most) {
      case (.times(let times), let most?) where times > most:
        let account = secret.most == secret.account ? "" : " for one account"
        var found = finding(
          "\(Diagnostic.quoting(secret.secret)) can be guessed \(times) times\(account) in a run, not \(most) as in "
            + "`\(profile.name)`",
          at: secret.worst(for: .one).step.range,
          help: "\(secret.cure(for: .one, atMost: most, context.flow)) (\(limit.clause))",
          notes: secret.notes(for: .one))
        if !limit.isDemanded { found.severity = .warning }
        findings.append(found)
      case (.unproved, _):
        findings.append(
          finding(
            "how often \(Diagnostic.quoting(secret.secret)) can be guessed is not proved: too many places",
            at: secret.worst(for: .one).step.range,
            help: "split the flow into several, or give each of these steps its `tries:` (\(limit.clause))",
            notes: secret.notes(for: .one)))
      case (.unbounded, _) where !context.guessesAreBoundless:
        findings.append(
          finding(
            "nothing limits how often \(Diagnostic.quoting(secret.secret)) can be guessed in a run",
            at: secret.worst(for: .one).step.range,
            help: "add `tries: 5` to `\(secret.worst(for: .one).step.value)` (\(limit.clause))",
            notes: secret.notes(for: .one)))
      default: break
      }
    }
  }
}
