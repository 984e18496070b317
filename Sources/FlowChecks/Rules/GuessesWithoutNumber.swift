// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// A secret whose guesses the SDK counts, and nobody says how far, where the profile of the check wants a number.
enum GuessesWithoutNumber: Rule {
  static let code = DiagnosticCode("MFA422", "guesses-without-number", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let profile = context.profile, let limit = profile.guesses else { return }
    for secret in context.guesses where secret.account == .counted {
      let step = secret.worst(for: .one).step
      let allowed = limit.most.map { "; `\(profile.name)` allows \($0)" } ?? ""
      findings.append(
        finding(
          "nothing says how often \(Diagnostic.quoting(secret.secret)) can be guessed in a run", at: step.range,
          help:
            "add `tries: 5` to `\(step.value)`, or `attempts:` to the code in the contract\(allowed) (\(limit.clause))",
          notes: secret.notes(for: .one)))
    }
  }
}
