// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
import Foundation
import Testing

/// The page of the keys is what the table of the language says.
///
/// `RECORD=1` records it again.
@Suite("The page of the keys")
struct KeyPageTests {
  private static let path = "Documentation/Keys.md"

  @Test("it has each key of each kind of file, with its value and its meaning")
  func current() throws {
    let file = try #require(Repository.here.file(Self.path), "\(Self.path) lists the keys")
    let head = file.lines.prefix { !$0.hasPrefix("## ") }.map(String.init)
    let text = (head + KeyPage().lines).joined(separator: "\n")
    guard ProcessInfo.processInfo.environment["RECORD"] == "1", file.text != text else {
      #expect(file.text == text, "`make record` rewrites \(Self.path)")
      return
    }
    try Data(text.utf8).write(to: Repository.here.root.appending(path: Self.path))
    Issue.record("\(Self.path) was recorded again: look at the difference, then run without RECORD")
  }

  @Test("no two maps of the language have the same name, and all can be come to from a file")
  func names() {
    let headings = KeyPage().lines.filter { $0.hasPrefix("### ") }
    #expect(Set(headings.map { $0.lowercased() }).count == headings.count)
    #expect(headings.count > 40)
  }
}
