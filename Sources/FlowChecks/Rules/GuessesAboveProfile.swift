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
          at: secret.worst.step.range, help: "\(cure(secret, times, most, context.flow)) (\(limit.clause))",
          notes: notes(secret))
        if !limit.isDemanded { found.severity = .warning }
        findings.append(found)
      case (.unproved, _):
        findings.append(
          finding(
            "how often \(Diagnostic.quoting(secret.secret)) can be guessed is not proved: too many places",
            at: secret.worst.step.range,
            help: "split the flow into several, or give each of these steps its `tries:` (\(limit.clause))",
            notes: notes(secret)))
      case (.unbounded, _) where !isReported(findings):
        findings.append(
          finding(
            "nothing limits how often \(Diagnostic.quoting(secret.secret)) can be guessed in a run",
            at: secret.worst.step.range, help: "add `tries: 5` to `\(secret.worst.step.value)` (\(limit.clause))",
            notes: notes(secret)))
      default: break
      }
    }
  }

  /// Whether what makes guessing boundless is reported already.
  private static func isReported(_ findings: [Diagnostic]) -> Bool {
    let known = [UnbudgetedCycle.code, UnboundedRetry.code, UnboundedGuess.code]
    return findings.contains { known.contains($0.code) }
  }

  /// The budget that brings a secret down to what is allowed.
  private static func cure(_ secret: SecretGuesses, _ times: Int, _ most: Int, _ flow: Flow) -> String {
    let worst = secret.worst
    let others = secret.places.reduce(0) { $0 + ($1.account.number ?? 0) } - (worst.account.number ?? 0)
    let isAll = worst.budget.map { shared in secret.places.allSatisfy { $0.budget == shared } } ?? false
    guard isAll || others < most else {
      let steps = secret.places.prefix(4).map { "`\($0.step.value)`" }.joined(separator: ", ")
      return "let the `tries:` of \(steps) add up to \(most)"
    }
    let left = isAll ? most : most - others
    let scope = flow.steps.first { $0.name == worst.step }?.triesScope ?? .run
    let count = scope == .user ? "{ count: \(left), per: user }" : "\(left)"
    // A budget for each session begins again with each sign-in.
    let run = scope == .session ? ", which counts for the whole run" : ""
    return worst.budget.map { "write `\($0): \(count)` below `budgets:`\(run)" }
      ?? "write `tries: \(count)` at `\(worst.step.value)`\(run)"
  }

  /// The way that spends the most guesses: each place where they are made, and what bounds it.
  static func notes(_ secret: SecretGuesses) -> [Note] {
    let notes = secret.places.flatMap { place in
      // Where there is one place, the headline says it.
      (secret.places.count > 1 ? [Note("guessed here, at most: \(place.account.words)", at: place.step.range)] : [])
        + place.bounds
    }
    var told: [Note] = []
    for note in notes where !told.contains(note) { told.append(note) }
    return Array(told.prefix(8))
  }
}

extension SecretGuesses {
  /// The place where the most guesses are made.
  var worst: Place {
    var worst = places[0]
    for place in places.dropFirst()
    where GuessLimit.worse(worst.account, place.account) != worst.account { worst = place }
    return worst
  }
}
