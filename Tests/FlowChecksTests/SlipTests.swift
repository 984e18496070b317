// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import Foundation
import Testing

@Suite("One typing mistake")
struct SlipTests {
  private static let compiler = Compiler(loader: CaseFolder.loader)

  /// A word of a flow, misspelt.
  struct Slip: Sendable, CustomTestStringConvertible {
    let path: String
    let word: String
    let line: Int
    let text: String

    var testDescription: String { "\(path):\(line) `\(word)`" }
  }

  @Test(
    "a slip in a word that refers to something gives one finding, and none that follows", arguments: CaseFolder.good)
  func oneSlip(_ item: Case) throws {
    for slip in try Self.slips(in: item) {
      let compilation = Self.compiler.compile(SourceFile(path: slip.path, text: slip.text))
      let errors = compilation.findings.filter { $0.severity == .error }
      let found = TextRenderer().render(errors, in: compilation.sources)
      #expect(errors.count == 1, "\(slip.testDescription)\n\(found)")
    }
  }

  /// Each word of the flow, but for texts and for names that are given here, misspelt once.
  private static func slips(in item: Case) throws -> [Slip] {
    let bytes = try item.file().bytes
    let text = String(decoding: bytes, as: UTF8.self)
    let words: Set = ["steps", "interrupts", "ends", "choices", "then", "with", "ask", "require"]
    let given = Set(text.matches(of: /([\w-]+):(?: *\n| [{&]| secret)/).map { String($0.1) }).subtracting(words)
    let known: Set = ["true", "false"]
    var slips: [Slip] = []
    let start = (text.range(of: "\nstart:") ?? text.range(of: "\nextends:"))?.lowerBound ?? text.startIndex
    let end = text.range(of: "\nmessages:")?.lowerBound ?? text.endIndex
    for match in text[start..<end].matches(of: /[$&]?[A-Za-z][A-Za-z-]{3,}/) {
      let word = String(match.output)
      let isKey = text[match.range.upperBound...].hasPrefix(":")
      guard !known.contains(word), word.first != "&", !(isKey && given.contains(word)) else { continue }
      let lines = text[..<match.range.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
      guard !(lines.last?.contains("#") ?? false) else { continue }
      // What a path below `add:` names is given there: with a slip in it, something else is added.
      let isAdded = lines.last?.hasPrefix("add:") ?? false
      guard !(isAdded && text[match.range.upperBound...].hasPrefix(".")) else { continue }
      slips.append(
        Slip(
          path: item.path, word: word, line: lines.count,
          text: text.replacingCharacters(in: match.range, with: word + "zq")))
    }
    return slips
  }
}
