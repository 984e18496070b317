// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

/// The entries of the rules about flows: a bad example, what is said of it, a good one, and when to allow it.
///
/// `RECORD=1` records what is said.
@Suite("The examples of the rules")
struct RuleExampleTests {
  private static let path = "Documentation/Rules.md"
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"

  private func page() throws -> MarkdownPage { MarkdownPage(file: try #require(Repository.here.file(Self.path))) }

  @Test("the bad one breaks its rule, as is shown; the good one does not, and has no error")
  func examples() throws {
    let page = try page()
    var lines = page.file.lines.map(String.init)
    // How many lines the blocks above have gained in the recording.
    var moved = 0
    for (example, output) in RuleExample.all(of: page) {
      let place = "\(Self.path):\(example.block.line)"
      let (own, all) = example.findings()
      guard example.isBad else {
        #expect(own.isEmpty && !all.hasErrors, "\(place) has findings: \(all.map(\.message))")
        continue
      }
      #expect(!own.isEmpty, "\(place) does not break \(example.rule): \(all.map(\.message))")
      let output = try #require(output, "\(place) is followed by no `finding` block; `make record` fills an empty one")
      let recorded = own.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
      lines.replaceSubrange((output.body.lowerBound + moved)..<(output.body.upperBound + moved), with: recorded)
      moved += recorded.count - output.body.count
      #expect(Self.isRecording || own == output.text, "\(Self.path):\(output.line); `make record` rewrites it")
    }
    let text = lines.joined(separator: "\n")
    guard Self.isRecording, text != page.file.text else { return }
    try Data(text.utf8).write(to: Repository.here.root.appending(path: Self.path))
    Issue.record("\(Self.path) was recorded again: look at the difference, then run without RECORD")
  }

  @Test("each rule about flows has a bad example, a good one, and says when to allow it")
  func forms() throws {
    let page = try page()
    let examples = RuleExample.all(of: page)
    let entries = RuleEntry.all(of: page)
    for code in RuleTests.codes.map(\.id) where code >= "MFA200" && code < "MFA500" {
      let own = examples.filter { $0.example.rule == code }
      #expect(own.contains { $0.example.isBad } && own.contains { !$0.example.isBad }, "\(code) lacks an example")
      #expect(
        entries.first { $0.code == code }?.part("When to allow it") != nil, "\(code) does not say when to allow it")
    }
  }

  @Test("each rule about files of translators has a bad example, and shows what is said of it")
  func translatorFiles() throws {
    let page = try page()
    for code in RuleTests.codes.map(\.id) where code > "MFA970" && code < "MFA980" {
      let shown = page.blocks.contains { $0.language == "console" && $0.text.contains("[\(code)]") }
      #expect(shown, "no command of the page shows \(code)")
    }
  }

  @Test("the page of every rule says what it finds, why it matters and how to mend it")
  func words() throws {
    let entries = RuleEntry.all(of: try page())
    for code in RuleTests.codes {
      let entry = try #require(entries.first { $0.code == code.id }, "\(code.id) has no page")
      #expect(!entry.finds.isEmpty, "\(code.id) does not say what it finds")
      #expect(entry.severity == code.severity, "\(code.id) is said to be another severity than it is")
      for part in ["Why it matters", "How to mend it"] {
        #expect(entry.part(part)?.isEmpty == false, "the page of \(code.id) lacks `\(part)`")
      }
    }
  }

  @Test("each rule about security names the clause of a standard")
  func clauses() throws {
    for entry in RuleEntry.all(of: try page()) where entry.code >= "MFA400" && entry.code < "MFA500" {
      #expect(entry.part("Clause") != nil, "the page of \(entry.code) names no clause")
    }
  }
}
