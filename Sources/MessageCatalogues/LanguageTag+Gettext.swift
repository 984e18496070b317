// SPDX-License-Identifier: Apache-2.0

import MessageLanguages

extension LanguageTag {
  /// What gettext calls scripts behind an `@`; other scripts have no name there.
  private static let scripts = [
    "arabic": "Arab", "cyrillic": "Cyrl", "devanagari": "Deva", "hebrew": "Hebr", "latin": "Latn",
  ]

  /// As PO files name a language: `de_AT`, and `sr_RS@latin` for `sr-Latn-RS`.
  var inGettext: String {
    guard parts.count > 1, let script = Self.scripts.first(where: { $0.value == parts[1] }) else {
      return parts.joined(separator: "_")
    }
    return (parts.prefix(1) + parts.dropFirst(2)).joined(separator: "_") + "@\(script.key)"
  }

  /// A language as PO files name it, or as BCP 47 does; nil for anything else.
  init?(inGettext text: String) {
    let words = text.split(separator: "@", omittingEmptySubsequences: false)
    var parts = String(words.first ?? "").replacing("_", with: "-").split(
      separator: "-", omittingEmptySubsequences: false
    )
    .map(String.init)
    // Another modifier, such as `euro`, says nothing of the texts.
    if words.count == 2, let script = Self.scripts[words[1].lowercased()] { parts.insert(script, at: 1) }
    self.init(parts.joined(separator: "-"))
  }
}
