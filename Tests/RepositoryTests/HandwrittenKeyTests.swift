// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
import Foundation
import Testing

/// The tables of keys that people have written, beside the generated page of all keys: they name the keys of their files, and no others.
@Suite("The handwritten tables of keys")
struct HandwrittenKeyTests {
  /// The pages on which the keys of some kinds of files are explained, the page with the tables first.
  struct Page: Sendable, CustomTestStringConvertible {
    let paths: [String]
    let kinds: [FileKind]
    /// Kinds whose keys have a page of their own.
    var elsewhere: [FileKind] = []

    var testDescription: String { paths[0] }
    var names: Set<String> { Self.names(kinds) }
    var due: Set<String> { names.subtracting(Self.names(elsewhere)) }

    private static func names(_ kinds: [FileKind]) -> Set<String> {
      Set(kinds.flatMap { $0.shape.reachable.flatMap(\.names) })
    }
  }

  static let pages = [
    Page(paths: ["Language.md", "Messages.md"], kinds: [.flow, .part]),
    Page(paths: ["Contract.md"], kinds: [.contract]),
    Page(paths: ["World.md"], kinds: [.world]),
    Page(paths: ["Scenarios.md", "SharingScenarios.md"], kinds: [.scenarios], elsewhere: [.world]),
    Page(paths: ["Answers.md"], kinds: [.answers]), Page(paths: ["CI.md"], kinds: [.config]),
  ]

  @Test("Each key that a table names is a key of such a file", arguments: pages)
  func named(_ page: Page) throws {
    let file = try #require(Repository.here.file("Documentation/\(page.paths[0])"))
    for word in Self.words(inTablesOf: file) { #expect(page.names.contains(word), "\(file.path): `\(word)`") }
  }

  @Test("Each key of such a file is on its page", arguments: pages)
  func explained(_ page: Page) throws {
    let texts = try page.paths.map { try #require(Repository.here.file("Documentation/\($0)")).text }
    let written = Set(texts.flatMap { Self.writtenWords(in: $0) })
    let missing = page.due.subtracting(written).sorted()
    #expect(missing.isEmpty, "\(page.paths[0])")
  }

  @Test("The tables are found")
  func found() throws {
    let counts = try Self.pages.prefix(3).map { page in
      Self.words(inTablesOf: try #require(Repository.here.file("Documentation/\(page.paths[0])"))).count
    }
    #expect(counts.allSatisfy { $0 > 50 }, "\(counts)")
  }

  /// The words in front of a colon, or alone, in the first column of the tables of keys.
  private static func words(inTablesOf file: TextFile) -> [String] {
    var words: [String] = []
    var head: Substring?
    for line in file.lines {
      guard line.hasPrefix("|") else {
        head = nil
        continue
      }
      let cell = line.dropFirst().prefix { $0 != "|" }
      guard let column = head else {
        head = cell
        continue
      }
      guard ["key", "keys", "line"].contains(column.trimmingCharacters(in: .whitespaces)) else { continue }
      words += Pattern("`(?:- )?([A-Za-z-]+)(?::[^`]*)?`").matches(in: String(cell)).map { $0[1] }
    }
    return words
  }

  /// The words in backticks, and those in front of a colon.
  private static func writtenWords(in text: String) -> [String] {
    let quoted = Pattern("`([^`\n]+)`").matches(in: text).flatMap { match in
      match[1].split { !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-") }.map(String.init)
    }
    return quoted + Pattern("([A-Za-z][A-Za-z-]*[0-9]*):").matches(in: text).map { $0[1] }
  }
}
