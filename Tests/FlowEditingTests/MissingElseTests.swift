// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import Foundation
import Testing

@testable import FlowEditing

@Suite("The line that a step lacks leads to an end that is there")
struct MissingElseTests {
  @Test("a missing `else` in a flow without an end for failures comes with one")
  func missingElseAndEnd() throws {
    let marked = Samples.flow(replacing: "      else: failed\n", by: "")
      .replacingOccurrences(of: "  identify:\n", with: "  iden|tify:\n")
      .replacingOccurrences(of: "  failed: { outcome: failure }\n", with: "  left: { outcome: ended }\n")
      .replacingOccurrences(of: "else: failed", with: "else: left")
      .replacingOccurrences(of: "to: failed", with: "to: left")
      .replacingOccurrences(of: "exhausted: failed", with: "exhausted: left")
    let desk = try EditingDesk()
    let offset = desk.edit("a.yaml", marked)
    desk.workspace.settle()
    let offers = desk.workspace.offeredChanges(in: offset..<offset, of: desk.path("a.yaml"))
    let cure = try #require(offers.first { $0.kind == .mends && $0.finding?.finding.code.id == "MFA301" })
    let text = try #require(desk.applied(cure.edits, to: "a.yaml"))
    #expect(text.contains("      else: failed\n") && text.contains("  failed: { outcome: failure }\n"), "\(text)")
    desk.edit("a.yaml", text)
    #expect(!desk.codes("a.yaml").contains { $0 == "MFA205" || $0 == "MFA301" })
  }
}
