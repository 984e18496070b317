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

  private func desk() throws -> EditingDesk {
    try EditingDesk([
      "base.yaml": Samples.flow, "a.de.yaml": "catalogue: de\nmessages: {}\n",
      "other.yaml": Samples.flow(replacing: "sdk: relid", by: "sdk: ./contracts/other.yaml"),
      "parts/session.yaml": Samples.part,
      "parts/other.yaml": Samples.part.replacingOccurrences(of: "sdk: relid", with: "sdk: ../contracts/other.yaml"),
    ])
  }

  @Test(
    "of a path, the whole is replaced, wherever in it the cursor stands",
    arguments: [
      ("variants/v.yaml", "extends: ../ba|se@1.0", "../base@1.0"),
      ("variants/v.yaml", "extends: .|./base@1.0", "../base@1.0"),
      ("variants/v.yaml", "extends: |../base@1.0", "../base@1.0"),
      ("v.yaml", "extends: base|@1.0", "base@1.0"), ("v.yaml", "extends: \"ba|se@1.0\"", "base@1.0"),
      ("v.yaml", "extends: base@1.0\ncatalogues: [a|.de]", "a.de"),
      ("v.yaml", "extends: base@1.0\nrefines: ba|se", "base"),
    ])
  func paths(name: String, line: String, label: String) throws {
    let head = "language: mfaflow/1\nflow: v\nversion: 1.0.0\n"
    let text = try desk().completed(name, "\(head)\(line)\n", label)
    #expect(text == "\(head)\(line.replacingOccurrences(of: "|", with: ""))\n", "\(text ?? "not offered")")
  }

  @Test("of a text of several words, the whole is replaced by one of several words")
  func words() throws {
    let flow = Samples.flow(
      replacing: "done: { outcome: success }",
      by: "done: { outcome: success, require: { proofs: [possession| by device] } }")
    let text = try EditingDesk().completed("a.yaml", flow, "possession by device")
    #expect(text == flow.replacingOccurrences(of: "|", with: ""))
    let line = Samples.flow(replacing: "getUser 166: {", by: "get|User 166: {")
    #expect(try EditingDesk().completed("a.yaml", line, "getUser 141")?.contains("      getUser 141: { retry") == true)
  }

  @Test("of a path that a variant removes, what stands behind the cursor stays")
  func removedPath() throws {
    let head = "language: mfaflow/1\nflow: v\nversion: 1.0.0\nextends: base@1.0\nremove:\n  - "
    let text = try desk().completed("v.yaml", head + "steps.id|entify.choices.leave\n", "steps.identify")
    #expect(text == head + "steps.identify.choices.leave\n")
  }

  @Test("flows and parts for another contract are not offered")
  func otherContracts() throws {
    #expect(
      try desk().completions("a.yaml", Samples.flow(replacing: "start:", by: "use: [|]\nstart:")) == ["parts/session"])
    let refined = try desk().completions("a.yaml", Samples.flow(replacing: "start:", by: "refines: |\nstart:"))
    #expect(refined.contains("base") && !refined.contains("other"))
    let run = Samples.flow(replacing: "signedIn: {", by: "inner: { run: |, then: { else: failed } }\n  signedIn: {")
    let inner = try desk().completions("a.yaml", run)
    #expect(inner.contains("base") && !inner.contains("other"))
    let variant = try desk().completions("v.yaml", "language: mfaflow/1\nflow: v\nversion: 1.0.0\nextends: ba|se@1.0\n")
    #expect(variant.contains("base@1.0") && variant.contains("other@1.0"), "a variant has the contract of its base")
  }
}
