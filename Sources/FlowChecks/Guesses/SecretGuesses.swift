// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// How often a secret can be guessed in a run, at worst: what an attacker gets who sits in front of the app.
public struct SecretGuesses: Sendable {
  /// A step at which the secret can be guessed.
  public struct Place: Sendable {
    /// The step's name.
    public let step: Spanned<String>
    /// Where the call is written that hands the secret in.
    package let call: SourceRange
    /// The codes, as indices of the contract's, by which the SDK counts what is wrong here; empty if it counts nothing.
    package let counters: [Int]
    /// The budget that the step shares with others; nil for none.
    public let budget: String?
    /// How often it can be guessed there in a run, at worst, over all accounts.
    public let most: GuessLimit
    /// How often it can be guessed there for one account.
    public let account: GuessLimit
    /// What bounds it there, the nearest first; empty if nothing does.
    public let bounds: [Note]
  }

  /// What is guessed: the authenticator that the answer shows, such as `password`; where the contract names none, the
  /// parameter that the secret goes into.
  public let secret: String
  /// How often it can be guessed in a run, at worst, over all accounts.
  ///
  /// It may be less than the sum of the places: the SDK counts them together, or no run comes to all of them.
  public let most: GuessLimit
  /// How often it can be guessed in a run for one account.
  public let account: GuessLimit
  /// How often it can be guessed for one account until the SDK counts from the beginning; what it does not count it never
  /// refills.
  public let untilRefill: GuessLimit
  /// Whether the SDK counts what is wrong, at some place at least.
  public let isCounted: Bool
  /// Where, in the order of the flow.
  public let places: [Place]

  /// The three figures for people, the one over all accounts first.
  public var words: String {
    let run = "\(most.words) over all accounts, \(account.words) for one"
    return isCounted
      ? "\(run), \(untilRefill.words) until the SDK resets its count" : "\(run), and the SDK does not count"
  }
}
