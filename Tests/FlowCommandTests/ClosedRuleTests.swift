// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import FlowCommand
@testable import RuleBook

/// Which rules a comment in a flow or a baseline may let pass.
@Suite("Rules that nobody can allow") struct ClosedRuleTests {
  @Test("each page about flows says when a finding may be allowed")
  func everyPageSays() {
    for page in RulePages.all where page.rule.isOpenToPolicy {
      #expect(page.text.contains("\n*When to allow it:* "), "\(page.rule.id)")
    }
  }

  @Test(
    "what defends against bypass is closed, whatever else its page says",
    arguments: ["MFA401", "MFA402", "MFA403", "MFA404", "MFA405", "MFA406", "MFA407", "MFA409", "MFA431", "MFA432"])
  func defences(code: String) throws {
    let rule = try #require(RuleBook.rule(named: code))
    #expect(rule.isOpenToPolicy && !rule.mayPassInFlow)
  }

  @Test("what means nothing is closed, and what may be allowed is open")
  func others() throws {
    for code in ["MFA101", "MFA205", "MFA271", "MFA930", "MFA962", "MFA963"] {
      #expect(try #require(RuleBook.rule(named: code)).mayPassInFlow == false, "\(code)")
    }
    for code in ["MFA133", "MFA236", "MFA270", "MFA273", "MFA302", "MFA304", "MFA308", "MFA420", "MFA421", "MFA430"] {
      #expect(try #require(RuleBook.rule(named: code)).mayPassInFlow, "\(code)")
    }
    #expect(RuleBook.rule(named: "GOAL-NOT-PROVED")?.id == "MFA403")
    #expect(RuleBook.rule(named: "mfa403")?.slug == "goal-not-proved")
  }
}
