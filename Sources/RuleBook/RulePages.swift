// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import EmbeddedTexts

/// What the documentation says of a rule, as it stands in `Documentation/Rules.md`: text for people, and nothing else.
package struct RulePage: Sendable {
  package let rule: DiagnosticCode
  /// The whole entry, from its heading to the next one.
  package let text: String

  /// What the rule finds: the first sentences, without the weight.
  package var finds: String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().drop { $0.isEmpty }
    let paragraph = lines.prefix { !$0.isEmpty }.joined(separator: " ")
    return String(paragraph.split(separator: " — ", maxSplits: 1).last ?? paragraph[...])
  }
}

/// The pages of all rules.
package enum RulePages {
  /// In the order in which they stand there.
  package static let all = read()

  private static let indices = Dictionary(all.enumerated().map { ($1.rule.id, $0) }) { first, _ in first }

  /// Nil for a rule that nobody has written about.
  package static func page(of rule: DiagnosticCode) -> RulePage? { indices[rule.id].map { all[$0] } }

  private static func read() -> [RulePage] {
    var pages: [RulePage] = []
    var lines: [Substring] = []
    func finish() {
      guard let page = page(lines) else { return }
      pages.append(page)
    }
    let rules = EmbeddedText.text(of: "Documentation/Rules.md")
    for line in rules.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#"), !lines.isEmpty || line.hasPrefix(start), !isInBlock(lines) {
        finish()
        lines = []
      }
      if !lines.isEmpty || line.hasPrefix(start) { lines.append(line) }
    }
    finish()
    return pages
  }

  private static let start = "### MFA"

  /// A `#` in an example is a comment, no heading.
  private static func isInBlock(_ lines: [Substring]) -> Bool { lines.count { $0.hasPrefix("```") } % 2 == 1 }

  private static func page(_ lines: [Substring]) -> RulePage? {
    guard let words = lines.first?.split(separator: " "), words.count >= 3,
      let rule = RuleBook.rule(named: String(words[1]))
    else { return nil }
    var text = lines.joined(separator: "\n")
    while text.hasSuffix("\n") { text.removeLast() }
    return RulePage(rule: rule, text: text + "\n")
  }
}
