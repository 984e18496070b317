// SPDX-License-Identifier: Apache-2.0

import MessageLanguages
import Testing

/// The forms of some numbers, as Babel 2.18 takes them from CLDR 47.
struct PluralRulesTests {
  private static let numbers = [0, 1, 2, 3, 5, 11, 12, 21, 22, 100, 101, 111, 1_000_000]
  private static let recorded: [String: String] = [
    "ar": "zero one two few few many many many many other other many other",
    "cs": "other one few few other other other other other other other other other",
    "da": "other one other other other other other other other other other other other",
    "de": "other one other other other other other other other other other other other",
    "en": "other one other other other other other other other other other other other",
    "es": "other one other other other other other other other other other other many",
    "fr": "one one other other other other other other other other other other many",
    "he": "other one two other other other other other other other other other other",
    "hi": "one one other other other other other other other other other other other",
    "it": "other one other other other other other other other other other other many",
    "ja": "other other other other other other other other other other other other other",
    "ko": "other other other other other other other other other other other other other",
    "nl": "other one other other other other other other other other other other other",
    "pl": "many one few few many many many many few many many many many",
    "pt": "one one other other other other other other other other other other many",
    "ru": "many one few few many many many one few many one many many",
    "sv": "other one other other other other other other other other other other other",
    "tr": "other one other other other other other other other other other other other",
    "uk": "many one few few many many many one few many one many many",
    "zh": "other other other other other other other other other other other other other",
  ]

  @Test("Each language takes the forms that CLDR gives it", arguments: recorded.keys.sorted())
  func forms(language: String) throws {
    let rules = try #require(LanguageTag(language).flatMap { PluralRules.of($0) })
    let forms = Self.numbers.map { rules.category(of: $0).rawValue }.joined(separator: " ")
    #expect(forms == Self.recorded[language])
  }

  @Test("The categories of a language are those that its numbers take", arguments: PluralRules.languages)
  func categories(language: String) throws {
    let rules = try #require(LanguageTag(language).flatMap { PluralRules.of($0) })
    #expect(Set((0..<1_000).map { rules.category(of: $0) }) == Set(rules.categories))
    for number in [-1, -5, .min, .max] {
      #expect((rules.categories + rules.rare).contains(rules.category(of: number)))
    }
  }

  @Test("A tag that is narrower has the rules of its language, and an unknown language has none")
  func fallback() throws {
    #expect(PluralRules.of(try #require(LanguageTag("de-AT")))?.categories == [.one, .other])
    #expect(PluralRules.of(try #require(LanguageTag("pt-PT")))?.category(of: 0) == .other)
    #expect(PluralRules.of(try #require(LanguageTag("pt-BR")))?.category(of: 0) == .one)
    #expect(PluralRules.of(try #require(LanguageTag("sw"))) == nil)
  }
}
