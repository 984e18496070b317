// SPDX-License-Identifier: Apache-2.0

extension Shape {
  /// The words that a line of `then:` may begin with where it names no event and no code.
  ///
  /// No map has just these keys: events and codes of the contract stand among them.
  package static let outcomes = Shape(
    "outcomes", "What may come back at a step, a choice or an interrupt, beside events and codes.",
    [
      outcome(
        "else", "Takes whatever has no line; it leads to no success unless somebody is asked on the way.",
        ["default", "otherwise", "other", "others", "any", "always", "catch", "fallback"]),
      outcome("error", "An error in any event."),
      outcome("rejected", "The SDK refuses the call at once."),
      outcome("accepted", "The SDK has taken the call."),
      outcome("timeout", "The time of the step, or of its call, is over.", ["timedOut", "timed-out", "late"]),
      outcome("exhausted", "All tries of the step are spent, or nothing is offered at it any more."),
      outcome("allow", "Every security module allows it.", ["permit", "permitted", "granted", "approved"]),
      outcome(
        "deny", "A security module denies it, errs or is silent.", ["denied", "denies", "forbidden", "refuse"]),
    ], others: .line)

  private static func outcome(_ word: StaticString, _ meaning: String, _ others: [String] = []) -> Key {
    Key(word, .line, meaning, otherNames: others)
  }

  private static let outcomesByOtherNames = otherNames(of: [.outcomes])

  /// The word of the language for what other languages call so; nil for a word that is no other name.
  package static func outcome(called name: String) -> String? { outcomesByOtherNames[name]?.first }
}

extension ValueShape {
  /// Where a line of `then:` leads.
  static let line = either([.name, .shape { .target }])
}
