// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CheckPolicy

@Suite("What was meant by a comment that is no allowance")
struct AllowanceWordsTests {
  @Test(
    "is its own rule, with several rules and with words of another language, too",
    arguments: [
      (
        "allow MFA302, MFA304 because of it",
        "write `# mfaflow: allow MFA302 because of it`, and a comment of its own for `MFA304`"
      ),
      ("allow MFA302, MFA303 because of it", "write `# mfaflow: allow MFA302 because of it`"),
      ("allow MFA302 because of it", "write `# mfaflow: allow MFA302 because of it`"),
      ("MFA302 dead-end is fine", "write `# mfaflow: allow MFA302 because dead-end is fine`"),
      (
        "erlaube MFA302 weil es gut ist",
        "write `# mfaflow: allow MFA302 because …`, with your reason behind `because`"
      ),
      ("allow MFA302 MFA304", "write `# mfaflow: allow MFA302 because …`, with your reason behind `because`"),
    ])
  func ownRule(words: String, form: String) {
    #expect(AllowanceWords(words.split(separator: " ")).form == form)
  }
}
