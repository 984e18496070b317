// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// The page of the commands is what the program says of itself.
///
/// `RECORD=1` records it again.
@Suite("The page of the commands")
struct CommandPageTests {
  @Test("it has the help of the program and of each command")
  func current() throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Documentation/Commands.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let head = page.components(separatedBy: "\n## ")[0]
    let sections = [("mfaflow", HelpText.tool(Command.all))] + Command.all.map { ($0.name, HelpText.command($0)) }
    let text = ([head] + sections.map { "## \($0)\n\n```text\n\($1)```\n" }).joined(separator: "\n")
    guard ProcessInfo.processInfo.environment["RECORD"] == "1", page != text else {
      #expect(page == text, "`make record` rewrites Documentation/Commands.md")
      return
    }
    try Data(text.utf8).write(to: url)
    Issue.record("Documentation/Commands.md was recorded again: look at the difference, then run without RECORD")
  }
}
