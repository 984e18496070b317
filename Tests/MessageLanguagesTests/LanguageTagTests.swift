// SPDX-License-Identifier: Apache-2.0

import MessageLanguages
import Testing

struct LanguageTagTests {
  @Test(
    "A tag that is formed as BCP 47 says is taken, in its usual case",
    arguments: [
      ("de", "de"), ("DE-at", "de-AT"), ("zh-hant-tw", "zh-Hant-TW"), ("es-419", "es-419"),
      ("sl-rozaj-biske", "sl-rozaj-biske"),
      ("de-CH-1996", "de-CH-1996"), ("zh-cmn-Hans-CN", "zh-cmn-Hans-CN"), ("en-u-ca-gregory", "en-u-ca-gregory"),
      ("de-x-formal", "de-x-formal"), ("ast", "ast"), ("EN-X-TEAM", "en-x-team"),
      ("en-a-bbb-x-a-ccc", "en-a-bbb-x-a-ccc"),
    ])
  func wellFormed(text: String, usual: String) {
    #expect(LanguageTag(text)?.description == usual)
  }

  @Test(
    "What is not formed so, or is no language, is no tag",
    arguments: [
      "german", "english", "at", "uk-", "xx", "de-Austria", "de-german", "deutsch",
      "", "d", "de_AT", "de-", "-de", "de--AT", "deutschland", "de-A", "x-team", "de-AT-DE", "de-a",
      "de-1996-1996", "de-a-bb-a-cc", "dé", "de AT", "12", "de-x",
      "de-" + String(repeating: "abcde-", count: 20) + "fghij",
    ])
  func notFormed(text: String) {
    #expect(LanguageTag(text) == nil)
  }

  @Test("A tag falls back to the wider ones, one part after the other")
  func chain() {
    #expect(LanguageTag("zh-Hant-TW")?.chain.map(\.description) == ["zh-Hant-TW", "zh-Hant", "zh"])
    #expect(LanguageTag("de-x-formal")?.chain.map(\.description) == ["de-x-formal", "de"])
  }

  @Test("The script decides the direction, or else the language")
  func direction() {
    for tag in ["ar", "he-IL", "fa", "ur-PK", "uz-Arab", "dv"] { #expect(LanguageTag(tag)?.isRightToLeft == true) }
    for tag in ["de", "ar-Latn", "uz", "zh-Hant"] { #expect(LanguageTag(tag)?.isRightToLeft == false) }
  }
}
