// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import RuleBook

/// Codes are for ever: each has one meaning, one slug, one entry in the documentation and a test that knows it.
@Suite("The rules")
struct RuleTests {
  static let codes = RuleBook.all

  @Test("no code and no slug is given twice")
  func codesAreUnique() {
    for (code, count) in Self.tally(Self.codes.map(\.id)) { #expect(count == 1, "\(code) is given \(count) times") }
    for (slug, count) in Self.tally(Self.codes.map(\.slug)) { #expect(count == 1, "\(slug) is given \(count) times") }
  }

  private static func tally(_ words: [String]) -> [String: Int] {
    words.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  @Test("a code is MFA and three digits of a group that there is; a slug is words with dashes between")
  func codesAreWellFormed() {
    for code in Self.codes {
      #expect(Pattern("^MFA[123459][0-9]{2}$").matches(in: code.id).count == 1, "\(code.id)")
      #expect(Pattern("^[a-z0-9]+(-[a-z0-9]+)+$").matches(in: code.slug).count == 1, "\(code.id) \(code.slug)")
    }
  }

  @Test("every code that Sources give is in the book")
  func noCodeIsForgotten() {
    let listed = Set(Self.codes.map(\.id))
    for source in SwiftFile.under("Sources") {
      for match in Pattern(#"\bDiagnosticCode\(\s*"(MFA[0-9]+)""#).matches(in: source.file.text) {
        let isListed = listed.contains(match[1])
        #expect(isListed, "\(source.file.path): \(match[1]) is in no list of `RuleBook`")
      }
    }
  }

  @Test("every rule has an entry in Documentation/Rules.md, and every entry a rule")
  func rulesAreDocumented() throws {
    let file = try #require(
      Repository.here.file("Documentation/Rules.md"), "Documentation/Rules.md tells of every rule")
    var described: [String: String] = [:]
    for heading in MarkdownPage(file: file).headings {
      for match in Pattern("^`?(MFA[0-9]{3})`?[^a-z0-9]*([a-z0-9-]+)").matches(in: heading) {
        #expect(described[match[1]] == nil, "\(match[1]) has two entries")
        described[match[1]] = match[2]
      }
    }
    for code in Self.codes {
      #expect(described[code.id] == code.slug, "write a heading `\(code.id) \(code.slug)` in Documentation/Rules.md")
    }
    let unknown = Set(described.keys).subtracting(Self.codes.map(\.id))
    #expect(unknown.isEmpty, "no rule has these codes: \(unknown.sorted())")
  }

  @Test("the page of a rule says how much it weighs, and whether anybody may let it pass, as the rule does")
  func pagesAgree() throws {
    let file = try #require(Repository.here.file("Documentation/Rules.md"))
    let entries = RuleEntry.all(of: MarkdownPage(file: file))
    #expect(entries.map(\.code).sorted() == Self.codes.map(\.id))
    for entry in entries {
      let rule = try #require(RuleBook.rule(named: entry.code))
      #expect(entry.severity == rule.severity, "\(entry.code)")
      let isNever = entry.part("When to allow it")?.hasPrefix("Never") ?? false
      if rule.isOpenToPolicy { #expect(isNever == rule.isNeverAllowed, "\(entry.code)") }
      if rule.isNeverAllowed { #expect(rule.isOpenToPolicy, "\(entry.code)") }
      #expect(RulePages.page(of: rule)?.text.hasPrefix("### \(rule.id) \(rule.slug)\n") == true, "\(entry.code)")
    }
    #expect(RulePages.all.map(\.rule.id) == entries.map(\.code))
  }

  /// A rule may be named by its code, by its slug, or by the constant that holds it.
  @Test("every rule is known to a test")
  func rulesAreTested() {
    var named: Set<String> = []
    for test in Repository.here.files(under: "Tests", suffixes: [".swift", ".yaml", ".expected", ".md", ".txt"])
    where !test.path.hasPrefix("Tests/RepositoryTests/") {
      named.formUnion(Self.words(of: test.text))
    }
    let constants = Self.constants
    for code in Self.codes {
      let names = [code.id, code.slug] + (constants[code.id].map { [".\($0)"] } ?? [])
      let isNamed = names.contains { named.contains($0) }
      #expect(isNamed, "no test names \(code.id) or \(code.slug)")
    }
  }

  /// The words of a text, slugs among them; what stands behind a dot is given with the dot.
  private static func words(of text: String) -> Set<String> {
    var words: Set<String> = []
    for word in text.utf8.split(whereSeparator: { !isPartOfWord($0) }) {
      let parts = word.split(separator: UInt8(ascii: "."))
      for part in parts { words.insert(String(decoding: part, as: UTF8.self)) }
      if word.first == UInt8(ascii: ".") || parts.count > 1, let last = parts.last {
        words.insert("." + String(decoding: last, as: UTF8.self))
      }
    }
    return words
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }

  /// By code, the name of the constant that holds it.
  private static var constants: [String: String] {
    let declaration = Pattern(#"static let (\w+) = DiagnosticCode\(\s*"(MFA[0-9]+)""#)
    let found = SwiftFile.under("Sources").flatMap { declaration.matches(in: $0.file.text) }
    return Dictionary(found.map { ($0[2], $0[1]) }, uniquingKeysWith: { first, _ in first })
  }
}
