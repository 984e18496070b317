// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
import FlowSyntax
import Foundation
import Testing

@Suite("The rules and their cases")
struct RuleCoverageTests {
  private static let codes = SyntaxRules.all + GraphRules.all + CheckRules.all

  @Test("each code is found in a bad flow", arguments: codes.map(\.id))
  func everyCodeHasACase(_ id: String) {
    let mark = "[\(id)]"
    #expect(CaseFolder.bad.contains { $0.expected?.contains(mark) ?? false })
  }

  @Test("no code and no slug is given twice")
  func codesAreUnique() {
    #expect(Set(Self.codes.map(\.id)).count == Self.codes.count)
    #expect(Set(Self.codes.map(\.slug)).count == Self.codes.count)
  }

  @Test("a valid flow is made in one place only")
  func oneMaker() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources").resolvingSymlinksInPath()
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var places: [String] = []
    var unsound: [String] = []
    for case let url as URL in try #require(files) where url.pathExtension == "swift" {
      let text = try String(contentsOf: url, encoding: .utf8)
      places += Array(
        repeating: url.lastPathComponent, count: text.components(separatedBy: "ValidFlow(checked:").count - 1)
      unsound += Array(
        repeating: url.lastPathComponent, count: text.components(separatedBy: "Program(unsound:").count - 1)
    }
    #expect(places == ["Checker.swift"])
    // Only to show what is wrong with it.
    #expect(
      Set(unsound) == ["CounterexampleReport.swift", "LanguageServer+Scenarios.swift", "RunOfDifference.swift"])
  }
}
