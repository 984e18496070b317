// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// Whose guesses a limit speaks of.
enum GuessedAccounts {
  case one
  case all
}

extension SecretGuesses {
  /// How often it can be guessed in a run.
  func most(for accounts: GuessedAccounts) -> GuessLimit { accounts == .one ? account : most }

  /// The place where the most guesses are made.
  func worst(for accounts: GuessedAccounts) -> Place {
    var worst = places[0]
    for place in places.dropFirst() {
      let known = worst.most(for: accounts)
      if GuessLimit.worse(known, place.most(for: accounts)) != known { worst = place }
    }
    return worst
  }

  /// The budget that brings it down to what is allowed.
  func cure(for accounts: GuessedAccounts, atMost most: Int, _ flow: Flow) -> String {
    let worst = worst(for: accounts)
    func number(_ place: Place) -> Int { place.most(for: accounts).number ?? 0 }
    let others = places.reduce(0) { $0 + number($1) } - number(worst)
    let isAll = worst.budget.map { shared in places.allSatisfy { $0.budget == shared } } ?? false
    guard isAll || others < most else {
      let steps = places.prefix(4).map { "`\($0.step.value)`" }.joined(separator: ", ")
      return "let the `tries:` of \(steps) add up to \(most)"
    }
    let left = isAll ? most : most - others
    let step = flow.steps.first { $0.name == worst.step }
    let scope = step?.triesScope ?? .run
    // Where more is guessed than each user has tries, it is with those of others.
    let isForEach = scope == .user && accounts == .one && number(worst) <= step?.tries?.value ?? .max
    let count = isForEach ? "{ count: \(left), per: user }" : "\(left)"
    // A budget for each session begins again with each sign-in, and each user has one of their own.
    let run = scope == .run || isForEach ? "" : ", which counts for the whole run"
    return worst.budget.map { "write `\($0): \(count)` below `budgets:`\(run)" }
      ?? "write `tries: \(count)` at `\(worst.step.value)`\(run)"
  }

  /// The way that spends the most guesses: each place where they are made, and what bounds it.
  func notes(for accounts: GuessedAccounts) -> [Note] {
    let notes = places.flatMap { place in
      // Where there is one place, the headline says it.
      (places.count > 1
        ? [Note("guessed here, at most: \(place.most(for: accounts).words)", at: place.step.range)] : [])
        + place.bounds
    }
    var told: [Note] = []
    for note in notes where !told.contains(note) { told.append(note) }
    return Array(told.prefix(8))
  }
}

extension SecretGuesses.Place {
  /// How often it can be guessed there in a run.
  func most(for accounts: GuessedAccounts) -> GuessLimit { accounts == .one ? account : most }
}
