// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// A budget on which several steps draw.
public struct SharedBudget: Sendable {
  /// As `tries:` and `max:` name it.
  public let name: Spanned<String>
  /// How many answers and uses it allows to all of them together.
  public let count: Spanned<Int>
  /// What it is counted for.
  public let scope: BudgetScope
}

/// The tries of a step: its own, or those of a budget that it shares.
struct Tries {
  let count: Spanned<Int>
  let scope: BudgetScope
  let shared: Spanned<String>?
}

/// The `max` of a choice or of a call: its own, or that of a budget that it shares.
struct Max {
  var plain: Spanned<Int>?
  var scoped: ScopedLimit?
  var shared: Spanned<String>?
}

/// What a budget is counted for.
public enum BudgetScope: String, Sendable, Hashable, CaseIterable {
  /// For the whole run: it is never refilled.
  case run
  /// For the time in which somebody is signed in, and for the time in which nobody is: it is refilled by each sign-in, and
  /// when that is over.
  case session
  /// For each user that the SDK names: another user has tries of their own, and naming the first one again refills nothing.
  case user

  /// For so many users a run counts; further users have no tries.
  public static let mostUsers = 16
}

/// A limit that begins again, or that only what succeeds draws on.
public struct ScopedLimit: Sendable {
  /// How often.
  public let count: Spanned<Int>
  /// What it is counted for.
  public let scope: BudgetScope
  /// Whether a use counts only when the SDK's reply is a success: one that fails, or that is not answered, costs nothing.
  public let isOfSuccesses: Bool
}
