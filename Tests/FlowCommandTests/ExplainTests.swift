// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow explain")
struct ExplainTests {
  @Test("the page of a rule by its code or its slug, in any case", arguments: ["MFA301", "mfa301", "Missing-Else"])
  func page(name: String) async throws {
    let outcome = await (try Desk()).run("explain", name)
    #expect(outcome.code == .success)
    #expect(outcome.output.hasPrefix("### MFA301 missing-else\n"))
    #expect(outcome.output.contains("*Why it matters:*"))
    #expect(outcome.output.components(separatedBy: "\n### ").count == 1)
  }

  @Test("several pages in the order of the words")
  func pages() async throws {
    let outcome = await (try Desk()).run("explain", "MFA302", "MFA101")
    #expect(outcome.output.hasPrefix("### MFA302 "))
    #expect(outcome.output.contains("\n\n### MFA101 invalid-yaml\n"))
  }

  @Test("every rule is in the list, once")
  func list() async throws {
    let outcome = await (try Desk()).run("explain", "--list")
    let codes = outcome.output.split(separator: "\n").map { $0.prefix(6) }
    #expect(codes.count > 100)
    #expect(Set(codes).count == codes.count)
    #expect(outcome.output.contains("MFA931 more-findings\n"))
  }

  @Test(
    "what is no rule is told",
    arguments: [
      (["MFA3011"], "did you mean `MFA301`?"), (["missing-els"], "did you mean `missing-else`?"),
      (["everything"], "`mfaflow explain --list`"), ([], "`explain` needs a rule"),
    ])
  func unknown(words: [String], message: String) async throws {
    let desk = try Desk()
    let outcome = words.isEmpty ? await desk.run("explain") : await desk.run("explain", words[0])
    #expect(outcome.code == .wrongInput)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }
}
