// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("The list of what only `else` takes")
struct UnnamedHeadingTests {
  @Test("what one `else` takes stands under one heading, also where the `else` of a choice takes something in between")
  func oneHeading() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized.path
    // At `enrolled`, a refusal and the time go to the `else` of the step, and what comes of the choice to its own.
    let outcome = await (try Desk()).run("check", "--unnamed", root + "/flows/login.yaml")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    let headings = lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && $0.contains("`else` leads to") }
    #expect(headings.contains { $0.hasPrefix("  enrolled (") }, "\(headings)")
    #expect(headings.contains { $0.hasPrefix("  enrolled, choice `signOff` (") }, "\(headings)")
    #expect(Set(headings).count == headings.count, "\(headings)")
    let first = try #require(lines.firstIndex { $0.hasPrefix("  enrolled (") })
    #expect(
      lines[first...].prefix(3).map { String($0.prefix { $0 != ":" }) }.suffix(2) == ["    rejected", "    timeout"])
  }
}
