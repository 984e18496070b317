// SPDX-License-Identifier: Apache-2.0

import MessageLanguages

extension LanguageTag {
  /// As PO files name a language: `de_AT`.
  var inGettext: String { parts.joined(separator: "_") }

  /// A language as PO files name it, or as BCP 47 does; nil for anything else.
  init?(inGettext text: String) {
    let words = text.split(separator: "@", omittingEmptySubsequences: false)
    self.init(String(words.first ?? "").replacing("_", with: "-"))
  }
}
