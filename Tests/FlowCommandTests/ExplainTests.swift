// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import FlowCommand
@testable import RuleBook

@Suite("mfaflow explain")
struct ExplainTests {
  @Test("the page of a rule by its code or its slug, in any case", arguments: ["MFA301", "mfa301", "Missing-Else"])
  func page(name: String) async throws {
    let outcome = await (try Desk()).run("explain", name)
    #expect(outcome.code == .success)
    #expect(outcome.output.hasPrefix("MFA301 missing-else\n\nerror: "))
    #expect(outcome.output.contains("\nWhy it matters: "))
    #expect(!outcome.output.contains("```"))
    #expect(outcome.output.contains("\n    error[MFA301]: "))
    #expect(outcome.output.components(separatedBy: "Why it matters:").count == 2)
  }

  @Test("a key as it stands in a file, with its colon")
  func keyWithColon() async throws {
    let desk = try Desk()
    let outcome = await desk.run("explain", "within:")
    #expect(outcome.output.hasPrefix("within: a key\n"))
    #expect(outcome.output == (await desk.run("explain", "within")).output)
  }

  @Test("several pages in the order of the words")
  func pages() async throws {
    let outcome = await (try Desk()).run("explain", "MFA302", "MFA101")
    #expect(outcome.output.hasPrefix("MFA302 "))
    #expect(outcome.output.contains("\n\nMFA101 invalid-yaml\n"))
  }

  @Test("no page shows the marks of Markdown", arguments: RulePages.all.map(\.rule.id))
  func plain(code: String) throws {
    let page = try #require(RuleBook.rule(named: code).flatMap(RulePages.page)).plain
    let prose = page.split(separator: "\n").filter { !$0.hasPrefix("    ") }
    #expect(!prose.contains { $0.contains("](") || $0.hasPrefix("#") || $0.hasPrefix("*") }, "\(prose)")
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
      (["zzzzz"], "`mfaflow explain --list`"), ([], "`explain` needs a rule"),
    ])
  func unknown(words: [String], message: String) async throws {
    let desk = try Desk()
    let outcome = words.isEmpty ? await desk.run("explain") : await desk.run("explain", words[0])
    #expect(outcome.code == .wrongInput)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }
}
