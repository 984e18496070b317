// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The words for what a guard's text must not hold: the rule, and what to write instead.
///
/// Most come from other languages (`and`, `null`, `? :`), some from YAML, which cuts a guard at a comma inside `{ }`.
struct GuardTrap {
  let message: String
  let cure: Cure?
  var help: String? { cure?.words }

  init(_ message: String, help: String? = nil) { self.init(message, cure: help.map { Cure($0) }) }

  init(_ message: String, cure: Cure?) {
    self.message = message
    self.cure = cure
  }

  static let quoteInBraces =
    "close it; inside `{ }` YAML cuts a guard at a comma, so there put the whole guard in quotes"
  static let operators = "join two conditions with `&&` or `||`, compare two values with `==`, `!=`, `<`, `>` or `in`"
}

/// Length, depth and what is cut.
extension GuardTrap {
  static let empty = GuardTrap("a guard must say something", help: "write a condition, or leave the key out")
  static let tooLong = GuardTrap(
    "a guard has at most \(Guard.longestText) bytes", help: "split it: several checks are all required anyway")
  static let tooDeep = GuardTrap(
    "a guard nests at most \(Guard.deepestNesting) deep", help: "take out parentheses that are not needed")
  static let openText = GuardTrap("a text must end with the quote it began with", help: quoteInBraces)

  static func unclosed(_ bracket: String) -> GuardTrap {
    GuardTrap("`\(bracket)` must be closed before the guard ends", help: quoteInBraces)
  }

  static func stopsEarly(after word: String) -> GuardTrap {
    GuardTrap(
      "a value must follow \(word.quoted)",
      help: "say what is compared; a comma inside `{ }` or ` #` ends a guard that is not in quotes")
  }

  static func closesNothing(_ bracket: String) -> GuardTrap {
    GuardTrap("`\(bracket)` must have a partner before it", help: "take it out, or open it where it belongs")
  }
}

/// Texts and numbers.
extension GuardTrap {
  static let escape = GuardTrap(
    "a backslash in a text stands only before a quote or a backslash", help: "write `\\\\` for one backslash")
  static let controlInText = GuardTrap("a text must stay on one line, without tabs", help: "end the text on its line")

  static func numberWithLetters(_ word: String) -> GuardTrap {
    GuardTrap(
      "\(word.quoted) must be a whole number", help: "write the digits only; times in guards are in seconds, as `30`")
  }

  static func fraction(_ word: String) -> GuardTrap {
    GuardTrap("\(word.quoted) must be a whole number", help: "write it without a fraction")
  }

  static func leadingZero(_ word: String) -> GuardTrap {
    GuardTrap(
      "\(word.quoted) must not begin with a zero", help: "write the number without it, or the digits as text in quotes")
  }

  static func numberTooLarge(_ word: String) -> GuardTrap { GuardTrap("\(word.quoted) is too large a number") }
}

/// Signs of other languages.
extension GuardTrap {
  private static let foreignSigns: [(sign: String, trap: GuardTrap)] = [
    ("===", alien("===", meaning: "==")), ("!==", alien("!==", meaning: "!=")),
    ("=>", alien("=>", meaning: ">=")), ("=<", alien("=<", meaning: "<=")),
    ("<>", alien("<>", meaning: "!=")), ("=~", alien("=~", "compare with `==`, or with a list by `in`")),
    ("=", alien("=", meaning: "==", " One `=` does not compare")), ("&", alien("&", meaning: "&&")),
    ("|", alien("|", meaning: "||")),
    ("?", alien("?", "join conditions with `&&` and `||`: a guard is only true or false")),
    (":", alien(":", "join conditions with `&&` and `||`: a guard is only true or false")),
    ("+", arithmetic("+")), ("-", arithmetic("-")), ("*", arithmetic("*")), ("/", arithmetic("/")),
    ("%", arithmetic("%")),
    ("$", GuardTrap("names in a guard have no `$`", help: "write the bare name, such as `event.attemptsLeft`")),
    ("{", alien("{", "write a list in `[ ]`, a group in `( )`")), ("}", alien("}", "write a group in `( )`")),
    (";", alien(";", operators)), ("#", alien("#", "put a comment outside the guard")),
    ("`", alien("`", "put a text in `\"` or `'`")),
    ("“", alien("“", "use straight quotes: `\"` or `'`")), ("”", alien("”", "use straight quotes: `\"` or `'`")),
    ("‘", alien("‘", "use straight quotes: `\"` or `'`")), ("’", alien("’", "use straight quotes: `\"` or `'`")),
    ("≤", alien("≤", "write `<=`")), ("≥", alien("≥", "write `>=`")), ("≠", alien("≠", "write `!=`")),
  ]

  /// The trap of the foreign sign at the front, and the sign's length in bytes; nil for a sign of no language.
  static func foreignSign(_ bytes: ArraySlice<UInt8>) -> (GuardTrap, length: Int)? {
    foreignSigns.first { bytes.starts(with: $0.sign.utf8) }.map { ($0.trap, $0.sign.utf8.count) }
  }

  static func unknownSign(_ sign: String) -> GuardTrap {
    let control = sign.unicodeScalars.first.map { $0.value < 0x20 || $0.value == 0x7F } ?? true
    return GuardTrap(
      control ? "a guard must not hold control characters" : "`\(sign)` is not part of the guard language",
      help: operators)
  }

  /// A text with a minus sign in it and no quotes around it.
  static func bareText(_ text: String) -> GuardTrap {
    alien("-", "write quotes around a text: `\"\(text)\"`; guards do not calculate")
  }

  private static func alien(_ sign: String, _ help: String) -> GuardTrap {
    GuardTrap("`\(sign)` is not part of the guard language", help: help)
  }

  private static func alien(_ sign: String, meaning other: String, _ more: String = "") -> GuardTrap {
    GuardTrap(
      "`\(sign)` is not part of the guard language",
      cure: Cure("did you mean `\(other)`?\(more)", .word(sign, by: other)))
  }

  private static func arithmetic(_ sign: String) -> GuardTrap {
    alien(sign, "compare with the number itself: guards do not calculate")
  }
}

/// Words of other languages, and calls that there are not.
extension GuardTrap {
  /// The trap of a word where a value should stand; nil if the word may be a name.
  static func wordAsValue(_ word: String) -> GuardTrap? {
    // Why: every name of every guard comes through here, and hardly any begins like one of these words.
    switch word.utf8.first.map(Unicode.Scalar.init) {
    case "n", "N", "a", "A", "o", "O", "u", "T", "F": foreignWord(word)
    default: nil
    }
  }

  private static func foreignWord(_ word: String) -> GuardTrap? {
    switch word {
    case "not", "NOT", "Not": GuardTrap("\(word.quoted) is not part of the guard language", help: "did you mean `!`?")
    case "and", "AND", "And", "or", "OR", "Or": wordAsOperator(word)
    case "null", "nil", "NULL", "Null", "undefined":
      GuardTrap("a guard knows no \(word.quoted)", help: "ask with `has(event.field)` whether a field is there")
    case "True", "TRUE": GuardTrap("\(word.quoted) must be in lower case", help: "did you mean `true`?")
    case "False", "FALSE": GuardTrap("\(word.quoted) must be in lower case", help: "did you mean `false`?")
    default: nil
    }
  }

  /// The trap of a word where `&&`, `==` and the like should stand.
  static func wordAsOperator(_ word: String) -> GuardTrap {
    let help =
      switch word {
      case "and", "AND", "And": "did you mean `&&`?"
      case "or", "OR", "Or": "did you mean `||`?"
      case "not", "NOT", "Not": "did you mean `!(value in list)`?"
      case "is", "equals", "eq": "did you mean `==`?"
      case "isnt", "ne": "did you mean `!=`?"
      case "IN", "In": "did you mean `in`?"
      default: operators
      }
    return GuardTrap("\(word.quoted) does not join two values", help: help)
  }

  private static let calls =
    "write one of `size(x)`, `has(a.b)`, `matches(x, \"[0-9]+\")`, `list.all(x, …)` and `list.exists(x, …)`"

  static func call(_ name: String) -> GuardTrap {
    let help =
      switch name {
      case "length", "len", "count", "Size": "did you mean `size(…)`?"
      case "exists", "any", "some": "did you mean `list.exists(x, …)`?"
      case "all", "every": "did you mean `list.all(x, …)`?"
      case "defined", "isset", "Has": "did you mean `has(…)`?"
      case "match", "regex", "like", "Matches": "did you mean `matches(…)`?"
      default: near(name).map { "did you mean `\($0)`?" } ?? calls
      }
    return GuardTrap("\((name + "(…)").quoted) is not part of the guard language", help: help)
  }

  static func method(_ name: String) -> GuardTrap {
    let help =
      switch name {
      case "size", "length", "count", "len": "did you mean `size(x)`?"
      case "contains", "includes": "did you mean `x in list`?"
      case "any", "some", "exists_one", "filter": "did you mean `list.exists(x, …)`?"
      case "every", "map": "did you mean `list.all(x, …)`?"
      case "startsWith", "endsWith", "matches": "match the text against a pattern: `matches(x, \"abc.*\")`"
      case "equals": "did you mean `==`?"
      case "has": "did you mean `has(a.b)`?"
      default: near(name).map { "did you mean `\($0)`?" } ?? calls
      }
    return GuardTrap("\((".\(name)(…)").quoted) is not part of the guard language", help: help)
  }

  /// The call that is meant by a misspelt one, as it is written; nil for none.
  private static func near(_ name: String) -> String? {
    Suggestion.nearest(to: name, among: Array(forms.keys)).flatMap { forms[$0] }
  }

  private static let forms = [
    "size": "size(x)", "has": "has(a.b)", "matches": "matches(x, \"[0-9]+\")", "all": "list.all(x, …)",
    "exists": "list.exists(x, …)",
  ]
}

/// Forms that do not fit.
extension GuardTrap {
  static let indexing = GuardTrap(
    "`[ ]` after a value is not part of the guard language",
    help: "ask about elements with `list.exists(x, …)` or `list.all(x, …)`, about fields with a dot")
  static let chain = GuardTrap(
    "a comparison has two sides", help: "join two comparisons with `&&`, such as `1 <= n && n <= 5`")
  static let memberOfValue = GuardTrap(
    "only a name has members", help: "write `name.member`; only `.all(x, …)` and `.exists(x, …)` may follow a list")
  static let memberName = GuardTrap(
    "the name of a member must follow the dot", help: "write it as `event.attemptsLeft`")
  static let hasTakesMember = GuardTrap("`has` takes one member", help: "write it as `has(event.attemptsLeft)`")
  static let comma = GuardTrap("a comma stands only in a list or a call", help: operators)

  static func variable(of quantifier: String) -> GuardTrap {
    GuardTrap(
      "`\(quantifier)` takes a variable and a condition", help: "write it as `list.\(quantifier)(x, x.field == \"A\")`")
  }

  static func valueExpected(before word: String) -> GuardTrap {
    GuardTrap("a value must stand before \(word.quoted)", help: "say what is compared, or take out what is too much")
  }

  static func operatorExpected(before word: String) -> GuardTrap {
    GuardTrap("an operator must stand before \(word.quoted)", help: operators)
  }
}
