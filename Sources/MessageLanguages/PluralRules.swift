// SPDX-License-Identifier: Apache-2.0

/// The forms that a word may take behind a number, by the names of CLDR.
package enum PluralCategory: String, Sendable, Hashable, CaseIterable {
  case zero, one, two, few, many, other
}

/// Which form a language takes for which whole number.
///
/// Source: Unicode CLDR 47, plurals.xml, type `cardinal`, for numbers without decimals (`v = 0`, `e = 0`). The tests hold it
/// against examples of each category.
package struct PluralRules: Sendable {
  /// The forms that numbers below a million take, in the order of CLDR.
  package let categories: [PluralCategory]
  /// The forms that only very large numbers or decimals take: a text may have them.
  package let rare: [PluralCategory]
  /// How the forms stand in PO files.
  let gettext: GettextForms
  /// How they stand there with those that whole numbers take seldom; nil where no whole number takes one.
  let gettextWithRare: GettextForms?
  private let rule: @Sendable (_ number: UInt) -> PluralCategory

  /// The form for a number; its sign means nothing.
  package func category(of number: Int) -> PluralCategory { rule(number.magnitude) }

  /// The rules of a language; nil for one that is not in the table.
  package static func of(_ tag: LanguageTag) -> PluralRules? {
    for wider in tag.chain { if let rules = table[wider.description] { return rules } }
    return nil
  }

  /// The languages of the table, sorted.
  package static let languages = table.keys.sorted()

  private static let table: [String: PluralRules] = Dictionary(
    families.flatMap { family in family.languages.map { ($0, family.rules) } }, uniquingKeysWith: { first, _ in first })

  /// - Parameter gettext: the index of a form among the categories, as PO files write it.
  private init(
    _ categories: [PluralCategory], rare: [PluralCategory] = [], gettext: String, withRare: GettextForms? = nil,
    _ rule: @escaping @Sendable (UInt) -> PluralCategory
  ) {
    self.categories = categories
    self.rare = rare
    self.gettext = GettextForms(categories, gettext)
    gettextWithRare = withRare
    self.rule = rule
  }

  private static let families: [(languages: [String], rules: PluralRules)] = [
    (["en", "de", "nl", "sv", "da", "nb", "nn", "no", "fi", "et", "el", "hu", "bg", "tr"], one("n != 1") { $0 == 1 }),
    (["hi"], one("n > 1") { $0 < 2 }),
    (["es", "it", "ca", "pt-PT"], withMillions("n != 1", "n == 1") { $0 == 1 }),
    (["fr", "pt"], withMillions("n > 1", "n < 2") { $0 < 2 }),
    (["ja", "zh", "ko", "th", "vi", "id"], PluralRules([.other], gettext: "0") { _ in .other }),
    (
      ["he"],
      PluralRules([.one, .two, .other], gettext: "n == 1 ? 0 : n == 2 ? 1 : 2") { number in
        number == 1 ? .one : number == 2 ? .two : .other
      }
    ),
    (
      ["cs", "sk"],
      PluralRules([.one, .few, .other], rare: [.many], gettext: "n == 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2") { number in
        number == 1 ? .one : (2...4).contains(number) ? .few : .other
      }
    ),
    (
      ["pl"],
      PluralRules([.one, .few, .many], rare: [.other], gettext: "n == 1 ? 0 : \(slavicFew) ? 1 : 2") { number in
        number == 1 ? .one : isSlavicFew(number) ? .few : .many
      }
    ),
    (
      ["ru", "uk"],
      PluralRules(
        [.one, .few, .many], rare: [.other], gettext: "n % 10 == 1 && n % 100 != 11 ? 0 : \(slavicFew) ? 1 : 2"
      ) { number in
        number % 10 == 1 && number % 100 != 11 ? .one : isSlavicFew(number) ? .few : .many
      }
    ),
    (
      ["ar"],
      PluralRules(
        [.zero, .one, .two, .few, .many, .other],
        gettext: "n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 ? 4 : 5"
      ) { number in
        switch (number, number % 100) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...99): .many
        default: .other
        }
      }
    ),
  ]

  private static func one(_ gettext: String, _ isOne: @escaping @Sendable (UInt) -> Bool) -> PluralRules {
    PluralRules([.one, .other], gettext: gettext) { isOne($0) ? .one : .other }
  }

  /// `un millón de intentos`.
  ///
  /// - Parameters:
  ///   - gettext: what is so of numbers that are not `one`, as PO files write it.
  ///   - first: what is so of those that are.
  private static func withMillions(
    _ gettext: String, _ first: String, _ isOne: @escaping @Sendable (UInt) -> Bool
  ) -> PluralRules {
    let withRare = GettextForms(
      [.one, .many, .other], "\(first) ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2")
    return PluralRules([.one, .other], rare: [.many], gettext: gettext, withRare: withRare) { number in
      isOne(number) ? .one : number != 0 && number % 1_000_000 == 0 ? .many : .other
    }
  }

  /// ``isSlavicFew(_:)`` as PO files write it.
  private static let slavicFew = "n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14)"

  private static func isSlavicFew(_ number: UInt) -> Bool {
    (2...4).contains(number % 10) && !(12...14).contains(number % 100)
  }
}
