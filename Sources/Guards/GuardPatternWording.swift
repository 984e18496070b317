// SPDX-License-Identifier: Apache-2.0

/// The words for what is wrong with a pattern.
extension GuardTrap {
  static let patternMissing = GuardTrap(
    "`matches` takes a value and a pattern in quotes", help: "write `matches(userName, \"[a-z0-9]+\")`")

  static func pattern(_ flaw: TextPattern.Flaw) -> GuardTrap {
    switch flaw {
    case .reserved(let sign):
      GuardTrap(
        "a pattern has no `\(sign)`",
        help: sign == "|" || sign == "("
          ? "write several `matches` with `||` between them; for the sign itself write `[\(sign)]`"
          : sign == "^" || sign == "$"
            ? "take it out: a pattern is always for the whole text"
            : "write the characters in brackets, such as `[0-9]`")
    case .unclosed(let bracket):
      GuardTrap(
        "`\(bracket)` has no partner in this pattern",
        help: "close it; a sign that is meant itself stands in brackets, such as `[{]`")
    case .countsNothing:
      GuardTrap(
        "a count in a pattern must follow what it counts", help: "for the sign itself write it in brackets: `[+]`")
    case .badCount:
      GuardTrap("a count is written as `{3}`, `{3,}` or `{3,8}`", help: "write two numbers, the lesser one first")
    case .badSet:
      GuardTrap(
        "brackets hold characters, and ranges from the lesser to the greater",
        help: "write `[a-z]`, or `[_-]` for the dash itself")
    case .tooLong: GuardTrap("a pattern is for at most 256 characters", help: "ask for the length with `size(x)`")
    case .empty: GuardTrap("a pattern must say something", help: "ask with `size(x) == 0` for an empty text")
    }
  }
}
