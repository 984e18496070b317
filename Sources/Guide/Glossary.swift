// SPDX-License-Identifier: Apache-2.0

import EmbeddedTexts

/// The words of all pages and messages, each with its one meaning, as `Documentation/Glossary.md` has them.
package enum Glossary {
  package struct Term: Sendable {
    /// As the page writes them, such as `variant, base`.
    package let words: String
    /// The meaning, in the marks of Markdown.
    package let meaning: String
    /// Each word or name by which it can be looked up.
    package let names: [String]
  }

  /// In the order of the page.
  package static var terms: [Term] {
    EmbeddedText.text(of: "Documentation/Glossary.md").split(separator: "\n").compactMap(term)
  }

  /// The terms of that name, in any letter case, in the singular or the plural.
  package static func terms(named name: String) -> [Term] {
    let name = likened(name)
    return terms.filter { term in term.names.contains { likened($0) == name } }
  }

  /// A name without its letter case, its hyphens and the endings of the plural: `kinds of factor` as `kind of factor`.
  private static func likened(_ name: String) -> [String] {
    name.lowercased().split { " -_".contains($0) }.map {
      $0.count > 2 && $0.hasSuffix("s") ? String($0.dropLast()) : String($0)
    }
  }

  /// The terms that explain a word of files, such as `aal2`, in any letter case.
  package static func terms(explaining word: String) -> [Term] {
    terms.filter { $0.meaning.lowercased().contains("`\(word.lowercased())`") }
  }

  /// A row of a table: `| word | meaning |`.
  private static func term(_ line: Substring) -> Term? {
    let cells = line.split(separator: "|", omittingEmptySubsequences: true).map(trimmed)
    guard line.hasPrefix("|"), cells.count == 2, cells[0] != "word", !cells[0].hasPrefix("--") else { return nil }
    let words = String(cells[0].filter { $0 != "`" })
    let names = words.split { ",()".contains($0) }.map(trimmed).filter { !$0.isEmpty }
    return Term(
      words: words, meaning: cells[1],
      names: names.flatMap { name in name.hasPrefix("to ") ? [name, String(name.dropFirst(3))] : [name] })
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " }
    return String(start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex)])
  }
}
