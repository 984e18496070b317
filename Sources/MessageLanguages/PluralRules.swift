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

  private init(
    _ categories: [PluralCategory], rare: [PluralCategory] = [], _ rule: @escaping @Sendable (UInt) -> PluralCategory
  ) {
    self.categories = categories
    self.rare = rare
    self.rule = rule
  }

  private static let families: [(languages: [String], rules: PluralRules)] = [
    (["en", "de", "nl", "sv", "da", "nb", "nn", "no", "fi", "et", "el", "hu", "bg", "tr"], one { $0 == 1 }),
    (["hi"], one { $0 < 2 }),
    (["es", "it", "ca", "pt-PT"], withMillions { $0 == 1 }),
    (["fr", "pt"], withMillions { $0 < 2 }),
    (["ja", "zh", "ko", "th", "vi", "id"], PluralRules([.other]) { _ in .other }),
    (
      ["he"],
      PluralRules([.one, .two, .other]) { number in
        number == 1 ? .one : number == 2 ? .two : .other
      }
    ),
    (
      ["cs", "sk"],
      PluralRules([.one, .few, .other], rare: [.many]) { number in
        number == 1 ? .one : (2...4).contains(number) ? .few : .other
      }
    ),
    (
      ["pl"],
      PluralRules([.one, .few, .many], rare: [.other]) { number in
        number == 1 ? .one : isSlavicFew(number) ? .few : .many
      }
    ),
    (
      ["ru", "uk"],
      PluralRules([.one, .few, .many], rare: [.other]) { number in
        number % 10 == 1 && number % 100 != 11 ? .one : isSlavicFew(number) ? .few : .many
      }
    ),
    (
      ["ar"],
      PluralRules([.zero, .one, .two, .few, .many, .other]) { number in
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

  private static func one(_ isOne: @escaping @Sendable (UInt) -> Bool) -> PluralRules {
    PluralRules([.one, .other]) { isOne($0) ? .one : .other }
  }

  /// `un millón de intentos`.
  private static func withMillions(_ isOne: @escaping @Sendable (UInt) -> Bool) -> PluralRules {
    PluralRules([.one, .other], rare: [.many]) { number in
      isOne(number) ? .one : number != 0 && number % 1_000_000 == 0 ? .many : .other
    }
  }

  private static func isSlavicFew(_ number: UInt) -> Bool {
    (2...4).contains(number % 10) && !(12...14).contains(number % 100)
  }
}
