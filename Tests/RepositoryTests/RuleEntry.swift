// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation

/// What the page of the rules says of one of them.
struct RuleEntry {
  /// Such as `MFA301`.
  let code: String
  /// Such as `missing-else`.
  let slug: String
  /// Nil where the page does not say.
  let severity: Severity?
  /// What the rule finds.
  let finds: String
  /// By the words that they begin with, such as `Clause`, the paragraphs of the entry.
  private let parts: [String: String]

  /// The paragraph that begins with some words, such as `Clause`, without them; nil if there is none.
  func part(_ name: String) -> String? { parts[name] }

  /// In the order of the page.
  static func all(of page: MarkdownPage) -> [RuleEntry] {
    page.file.text.components(separatedBy: "\n### MFA").dropFirst().compactMap { RuleEntry("MFA" + $0) }
  }

  private init?(_ text: String) {
    let paragraphs = text.components(separatedBy: "\n\n").map { $0.replacing("\n", with: " ") }
    guard let heading = paragraphs.first?.split(separator: " "), heading.count >= 2, paragraphs.count > 1 else {
      return nil
    }
    code = String(heading[0])
    slug = String(heading[1])
    let first = paragraphs[1].components(separatedBy: " — ")
    severity = ["**error**": Severity.error, "**warning**": .warning][first[0]]
    finds = first.dropFirst().joined(separator: " — ")
    var parts: [String: String] = [:]
    for paragraph in paragraphs {
      for match in Pattern(#"^\*([A-Z][a-z ]+):\* *(.*)$"#).matches(in: paragraph) { parts[match[1]] = match[2] }
    }
    self.parts = parts
  }
}
