// SPDX-License-Identifier: Apache-2.0

/// How far guessing can go in a run.
public enum GuessLimit: Sendable, Hashable {
  /// At most so often.
  case times(Int)
  /// Until the SDK takes no more; neither the flow nor the contract says when that is.
  case counted
  /// Nobody knows: the flow has more places than are looked at.
  case unproved
  /// For ever.
  case unbounded

  /// The word for people: a number, `counted by the SDK`, `not proved` or `unbounded`.
  public var words: String {
    switch self {
    case .times(let number): String(number)
    case .counted: "counted by the SDK"
    case .unproved: "not proved"
    case .unbounded: "unbounded"
    }
  }

  /// The number; nil if there is none.
  public var number: Int? {
    if case .times(let number) = self { number } else { nil }
  }

  /// So often as much.
  func times(_ factor: Int) -> GuessLimit {
    guard case .times(let number) = self else { return self }
    let (product, isTooLarge) = number.multipliedReportingOverflow(by: factor)
    return isTooLarge ? .unbounded : .times(product)
  }

  /// One after the other.
  static func + (one: GuessLimit, other: GuessLimit) -> GuessLimit {
    switch (one, other) {
    case (.unbounded, _), (_, .unbounded): .unbounded
    case (.unproved, _), (_, .unproved): .unproved
    case (.counted, _), (_, .counted): .counted
    case (.times(let one), .times(let other)): .times(one + other)
    }
  }

  /// The one or the other, whichever is worse.
  static func worse(_ one: GuessLimit, _ other: GuessLimit) -> GuessLimit { one.isLess(than: other) ? other : one }

  /// Both at once, so that the narrower one holds.
  static func narrower(_ one: GuessLimit, _ other: GuessLimit) -> GuessLimit { one.isLess(than: other) ? one : other }

  private func isLess(than other: GuessLimit) -> Bool {
    switch (self, other) {
    case (.times(let one), .times(let other)): one < other
    default: rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .times: 0
    case .counted: 1
    case .unproved: 2
    case .unbounded: 3
    }
  }
}
