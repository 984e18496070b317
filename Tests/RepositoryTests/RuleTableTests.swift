// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

/// The table of all rules is what their pages say.
///
/// `RECORD=1` records it again.
@Suite("The table of the rules")
struct RuleTableTests {
  private static let path = "Documentation/RuleTable.md"
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"

  @Test("it has each rule with its severity and its clause, in the order of the codes")
  func rows() throws {
    let rules = try #require(Repository.here.file("Documentation/Rules.md"))
    let file = try #require(Repository.here.file(Self.path), "\(Self.path) lists the rules")
    let entries = RuleEntry.all(of: MarkdownPage(file: rules))
    let rows = RuleTests.codes.sorted { $0.id < $1.id }.map { code in
      let clause = entries.first { $0.code == code.id }?.part("Clause") ?? ""
      return
        "| [\(code.id)](Rules.md#\(code.id.lowercased())-\(code.slug)) | `\(code.slug)` | \(code.severity) | \(clause) |"
    }
    let head = file.lines.prefix { !$0.hasPrefix("| [MFA") }.map(String.init)
    let shown = file.lines.filter { $0.hasPrefix("| [MFA") }.map(String.init)
    guard Self.isRecording, shown != rows else {
      #expect(shown == rows, "`make record` rewrites \(Self.path)")
      return
    }
    let text = (head + rows).joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: Repository.here.root.appending(path: Self.path))
    Issue.record("\(Self.path) was recorded again: look at the difference, then run without RECORD")
  }
}
