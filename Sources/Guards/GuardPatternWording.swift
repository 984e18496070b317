// SPDX-License-Identifier: Apache-2.0

/// The words for what is wrong with a pattern.
extension GuardTrap {
  static let patternMissing = GuardTrap(
    "`matches` takes a value and a pattern in quotes", help: "Write `matches(userName, \"[a-z0-9]+\")`")

  static func pattern(_ flaw: TextPattern.Flaw) -> GuardTrap {
    switch flaw {
    case .reserved(let sign):
      GuardTrap(
        "A pattern has no `\(sign)`",
        help: sign == "|" || sign == "("
          ? "Write several `matches` with `||` between them; for the sign itself write `[\(sign)]`"
          : sign == "^" || sign == "$"
            ? "Take it out: a pattern is always for the whole text"
            : "Write the characters in brackets, such as `[0-9]`")
    case .unclosed(let bracket):
      GuardTrap(
        "`\(bracket)` has no partner in this pattern",
        help: "Close it; a sign that is meant itself stands in brackets, such as `[{]`")
    case .countsNothing:
      GuardTrap(
        "A count in a pattern must follow what it counts", help: "For the sign itself write it in brackets: `[+]`")
    case .badCount:
      GuardTrap("A count is written as `{3}`, `{3,}` or `{3,8}`", help: "The least comes first, and both are numbers")
    case .badSet:
      GuardTrap(
        "Brackets hold characters, and ranges from the lesser to the greater",
        help: "Write `[a-z]`, or `[_-]` for the dash itself")
    case .tooLong: GuardTrap("A pattern is for at most 256 characters", help: "Ask for the length with `size(x)`")
    case .empty: GuardTrap("A pattern must say something", help: "Ask with `size(x) == 0` for an empty text")
    }
  }
}
