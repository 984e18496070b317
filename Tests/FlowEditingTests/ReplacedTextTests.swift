// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowEditing

@Suite("What of a line is replaced by what is offered")
struct ReplacedTextTests {
  private func labels(_ old: String, _ new: String) throws -> [String] {
    try EditingDesk().completions("a.yaml", Samples.flow(replacing: old, by: new))
  }

  @Test(
    "behind a brace, a bracket or a quote that ends a value, nothing is offered",
    arguments: [
      ("{ to: failed }", "{ to: failed }|"), ("{ to: failed }", "{ to: failed } |"),
      ("else: failed } }", "else: failed }| }"), ("else: failed } }", "else: failed } }|"),
      ("else: failed } }", "else: failed } } |# a comment"), ("ask: [userName]", "ask: [userName]|"),
      ("ask: [userName]", "ask: [userName] |"), ("goal: aal2", "goal: \"aal2\"|"), ("goal: aal2", "goal: 'aal2' |"),
      ("ask: [userName]", "ask: [\"userName\"|]"), ("tries: 3", "\"tries\"|: 3"), ("tries: 3", "tries:| 3"),
      ("ask: [userName]", "ask: [\n      userName]|"),
    ])
  func behindEnd(old: String, new: String) throws { #expect(try labels(old, new) == [], "\(new)") }

  @Test(
    "before the end, and behind a comma, all is offered as before",
    arguments: [
      ("{ to: failed }", "{ to: |}", "failed"), ("{ to: failed }", "{ to: failed, | }", "when"),
      ("else: failed } }", "else: failed }, | }", "within"), ("ask: [userName]", "ask: [|]", "userName"),
      ("goal: aal2", "goal: \"|\"", "aal2"),
    ])
  func beforeEnd(old: String, new: String, label: String) throws {
    #expect(try labels(old, new).contains(label), "\(new)")
  }

  @Test(
    "right behind a colon or the sign of an item, a value is offered with its blank",
    arguments: [
      ("goal: aal2", "goal:|", "aal2", "\ngoal: aal2\n"), ("goal: aal2", "goal:| ", "aal3", "\ngoal: aal3 \n"),
      ("goal: aal2", "goal:| # why", "aal2", "\ngoal: aal2 # why\n"),
      ("{ to: failed }", "{ to:| }", "failed", "{ to: failed }"),
      ("ask: [userName]", "ask:\n      -|", "userName", "\n      - userName\n"),
      ("onUserLoggedIn: signedIn", "onUserLoggedIn:|", "signedIn", "onUserLoggedIn: signedIn\n"),
    ])
  func behindColon(old: String, new: String, label: String, expected: String) throws {
    let text = try EditingDesk().completed("a.yaml", Samples.flow(replacing: old, by: new), label)
    #expect(text?.contains(expected) == true, "\(text ?? "not offered")")
    #expect(try !labels("goal: aal2", "goal:|").contains("refines"), "no key stands there")
  }

  @Test("a comment keeps the blank before it")
  func comments() throws {
    let text = try EditingDesk().completed("a.yaml", Samples.flow(replacing: "goal: aal2", by: "goal: |# why"), "aal1")
    #expect(text?.contains("\ngoal: aal1 # why\n") == true)
    #expect(try labels("goal: aal2", "goal: aal2 |# why") == [])
    #expect(try labels("goal: aal2", "goal: aal2| # why") == ["aal1", "aal2", "aal3"])
    let key = try EditingDesk().completed("a.yaml", Samples.flow(replacing: "tries: 3", by: "|# why"), "tries")
    #expect(key?.contains("    tries: $0 # why\n") == true)
  }
}
