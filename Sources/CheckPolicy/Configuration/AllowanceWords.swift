// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import RuleBook

/// What a comment says that is no allowance as it stands, but was meant to be one: the rule and the reason that its author wrote.
struct AllowanceWords {
  /// The rule, by its code; nil where none is named that a comment may allow.
  let rule: String?
  /// Those that are named behind it.
  private var others: [String] = []
  /// Why; empty if it is not said.
  private let reason: String
  /// Whether the name of the program is written otherwise, as in `mfalow`.
  private(set) var isNameMisspelt = false

  /// The words that people write for `allow`.
  private static let verbs = ["allow", "ignore", "disable", "suppress"]

  private static let program = "mfaflow"
  /// So many letters the name has with a slip.
  static let longestName = program.utf8.count + 1

  /// Whether a word is the name of the program, or a slip for it.
  static func isProgram(_ word: String) -> Bool {
    let word = word.lowercased()
    return word == program || word.hasPrefix(program) || Suggestion.nearest(to: word, among: [program]) != nil
  }

  /// The words behind the name of the program.
  init(_ words: [Substring]) {
    var words = words[...]
    let isVerbKnown = words.first.map { Self.verbs.contains($0.lowercased()) } ?? false
    let second = words.dropFirst().first.flatMap(Self.rule)
    if !isVerbKnown, let second, words.first.flatMap(Self.rule) == nil {
      // Of words in another language nobody knows which are the reason.
      (rule, reason) = (second, "")
      return
    }
    if isVerbKnown { words = words.dropFirst() }
    rule = words.first.flatMap(Self.rule)
    var last = words.popFirst()
    // A reason may begin with the slug of a rule.
    while rule != nil, let other = words.first, other.hasPrefix("MFA") || last?.last == ",", Self.isRule(other) {
      if let code = Self.rule(other) { others.append(code) }
      last = words.popFirst()
    }
    if let word = words.first, word.lowercased().hasPrefix("because") { words = words.dropFirst() }
    let said = words.drop { ["-", "–", "—", ":"].contains($0) }.joined(separator: " ")
    reason = rule == nil || said == ReasonToWrite.words ? "" : said
  }

  /// The rule that a word names, if a comment may allow it.
  private static func rule(_ word: Substring) -> String? {
    RuleBook.rule(named: name(word)).flatMap { $0.mayPassInFlow ? $0.id : nil }
  }

  private static func isRule(_ word: Substring) -> Bool { RuleBook.rule(named: name(word)) != nil }

  private static func name(_ word: Substring) -> String { String(word.prefix { !":,;".contains($0) }) }

  /// The words of a comment that lacks the marker of an allowance; nil where none is meant.
  ///
  /// Where the name of the program is a slip, only a comment that names a rule is meant to be one.
  init?(meantBy comment: String) {
    let text = comment.drop { $0 == "#" || $0 == " " }
    let name = text.prefix { $0 != ":" && $0 != " " && $0 != "-" }
    guard Self.isProgram(String(name)), name.utf8.count <= Self.longestName else { return nil }
    let words = text.dropFirst(name.count).drop { ":- ".contains($0) }.split(separator: " ")
    guard words.count > 1, Self.verbs.contains(words[0].lowercased()) else { return nil }
    self.init(words)
    isNameMisspelt = name.lowercased() != Self.program
    if isNameMisspelt || words[0].lowercased() != "allow", rule == nil { return nil }
  }

  /// What to write.
  var form: String {
    let rule = rule ?? "MFA307"
    guard !reason.isEmpty else {
      return "write `\(Allowance.marker) allow \(rule) because …`, with your reason behind `because`"
    }
    return "write \(Diagnostic.quoting("\(Allowance.marker) allow \(rule) because \(reason)", limit: 120))"
      + (others.isEmpty ? "" : ", and a comment of its own for " + others.map { "`\($0)`" }.joined(separator: ", "))
  }
}
