// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// What the documentation says of a rule, as it stands in `Documentation/Rules.md`.
package struct RulePage: Sendable {
  /// Such as `MFA301`.
  package let code: String
  /// Such as `missing-else`.
  package let slug: String
  /// The whole entry, from its heading to the next one.
  package let text: String

  /// The rule itself.
  package var rule: DiagnosticCode { DiagnosticCode(code, slug, text.contains("\n**warning** — ") ? .warning : .error) }

  /// Whether the entry says that nobody may let a finding of it pass.
  ///
  /// Why from the page: what people read and what the program does cannot come apart.
  var isNeverAllowed: Bool { text.contains("\n*When to allow it:* Never") }

  /// What the rule finds: the first sentences, without the weight.
  package var finds: String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().drop { $0.isEmpty }
    let paragraph = lines.prefix { !$0.isEmpty }.joined(separator: " ")
    return String(paragraph.split(separator: " — ", maxSplits: 1).last ?? paragraph[...])
  }
}

/// The pages of all rules.
package enum RulePages {
  /// In the order of their codes.
  package static func all() -> [RulePage] { pages }

  /// The codes and the slugs of all.
  package static var names: [String] { pages.flatMap { [$0.code, $0.slug] } }

  /// Why kept: to read the page takes milliseconds, and each comment of a flow may ask for a rule.
  private static let pages = read()
  private static let indices: [String: Int] = {
    let names = pages.enumerated().flatMap { index, page in [(page.code, index), (page.slug, index)] }
    return Dictionary(names) { first, _ in first }
  }()

  private static func read() -> [RulePage] {
    var pages: [RulePage] = []
    var lines: [Substring] = []
    func finish() {
      guard let page = page(lines) else { return }
      pages.append(page)
    }
    for line in String(decoding: PackageResources.Rules_md, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("#"), !lines.isEmpty || line.hasPrefix("### MFA"), !isInBlock(lines) {
        finish()
        lines = []
      }
      if !lines.isEmpty || line.hasPrefix("### MFA") { lines.append(line) }
    }
    finish()
    return pages
  }

  /// The page of a rule by its code or its slug, in any case; nil if there is no such rule.
  package static func page(of name: String) -> RulePage? {
    (indices[name.uppercased()] ?? indices[name.lowercased()]).map { pages[$0] }
  }

  /// What to write in place of a name that no rule has.
  ///
  /// - Parameter count: how many findings there are already: where there are more than anybody reads, no name is looked for.
  package static func cure(for name: String, after count: Int) -> Cure {
    let list = "`mfaflow explain --list` has all rules"
    return count < 100 ? Suggestion.cure(for: name, among: names, otherwise: list) : Cure(list)
  }

  /// A `#` in an example is a comment, no heading.
  private static func isInBlock(_ lines: [Substring]) -> Bool { lines.count { $0.hasPrefix("```") } % 2 == 1 }

  private static func page(_ lines: [Substring]) -> RulePage? {
    guard let words = lines.first?.split(separator: " "), words.count >= 3 else { return nil }
    var text = lines.joined(separator: "\n")
    while text.hasSuffix("\n") { text.removeLast() }
    return RulePage(code: String(words[1]), slug: String(words[2]), text: text + "\n")
  }
}
