// SPDX-License-Identifier: Apache-2.0

/// What a standard demands of flows, in numbers: the measure that a check is told to use.
///
/// All that is known of a standard stands in its line of ``all``; another standard is another line.
public struct Profile: Sendable, Hashable {
  /// A number of a standard, and where it stands.
  public struct Limit: Sendable, Hashable {
    /// The most that is allowed; nil where the standard wants a number to be stated and leaves it to the operator.
    public let most: Int?
    /// Whether the standard demands it; what it only recommends is a warning.
    public let isDemanded: Bool
    /// Such as `§5.2.2`.
    public let clause: String
  }

  /// The name in the command line and the configuration.
  public let name: String
  /// The standard and its edition.
  public let title: String
  /// Wrong guesses at one secret; nil where the standard does not speak of them.
  public let guesses: Limit?
  /// Wrong guesses at one secret over all accounts; nil where the standard does not speak of them.
  public let guessesOverAccounts: Limit?
  /// How long, in milliseconds, a signed-in user may do nothing, by the goal of the flow; the empty goal is for all others.
  public let idle: [String: Limit]

  /// The profile of a name; nil if there is none.
  public static func named(_ name: String) -> Profile? { all.first { $0.name == name } }

  /// How long a signed-in user may do nothing, in a flow of that goal; nil where the standard says nothing of it.
  func idle(for goal: String?) -> Limit? { goal.flatMap { idle[$0] } ?? idle[""] }
}
