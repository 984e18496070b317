// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import FlowCompiler

/// What the folder of good flows cannot hold: flows that need other files.
@Suite("What is required, with other files")
struct RequirementTests {
  private static func findings(_ text: String) -> [Diagnostic] {
    Compiler(loader: CaseFolder.loader).compile(SourceFile(path: "good/flow.yaml", text: text)).findings
  }

  private static let card = """
    language: mfaflow/1
    flow: goal-of-level-three
    version: 1.0.0
    sdk: ../parts/keys-contract.yaml
    goal: aal3
    require: { phishing-resistant: true }
    start: begin
    steps:
      begin: { call: begin, then: { askKey: key, else: failed } }
      key:
        challenge: askKey
        choices: { card: { call: useCard } }
        then: { opened: done, else: failed }
    ends: { done: { outcome: success }, failed: { outcome: failure } }
    """

  @Test("the highest goal is proved where the contract says of the key what it takes, and on every way")
  func levelThree() {
    #expect(Self.findings(Self.card).isEmpty)
    let passkey = Self.findings(Self.card.replacing("{ card: { call: useCard } }", with: "{ key: { call: useKey } }"))
    #expect(passkey.map(\.code.id) == ["MFA403"], "a passkey can be copied")
    #expect(passkey.first?.message.contains("without what `aal3` takes") == true)
  }

  private static let outer = """
    language: mfaflow/1
    flow: run-of-a-strict-flow
    version: 1.0.0
    sdk: relid
    use: [../parts/logged-off]
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: signIn, else: failed } }
      signIn:
        run: ../parts/inner-strict
        then: { done: home, left: failed, else: failed }
      home:
        event: onUserLoggedIn
        choices: { finish: { to: done } }
        then: { else: failed }
    ends: { done: { outcome: success, require: { kinds: 2 } }, failed: { outcome: failure } }
    """

  @Test("a flow that runs another is held to what that one and its ends require")
  func inner() {
    #expect(Self.findings(Self.outer).isEmpty)
    let weak = Self.findings(Self.outer.replacing("inner-strict", with: "inner-weak"))
    #expect(weak.map(\.code.id) == ["MFA403"])
    #expect(weak.first?.notes.count { $0.message == "required here" } == 2, "both lines of the end that is passed")
  }

  @Test("what flows inside require is kept through a flow between")
  func innerOfInner() {
    let between = """
      language: mfaflow/1
      flow: between
      version: 1.0.0
      sdk: relid
      use: [logged-off]
      start: ask
      steps:
        ask: { run: inner-weak, then: { done: in, left: failed, else: failed } }
      ends: { in: { outcome: success, require: { proofs: [possession] } }, failed: { outcome: failure } }
      """
    let loader = FileLoader { path in
      path == "parts/between.yaml" ? .success(SourceFile(path: path, text: between)) : CaseFolder.loader.load(path)
    }
    let text = Self.outer.replacing("inner-strict", with: "between")
      .replacing("done: home, left: failed", with: "in: home")
    let found = Compiler(loader: loader).compile(SourceFile(path: "good/flow.yaml", text: text)).findings
    #expect(found.map(\.code.id) == ["MFA403"], "\(found.map(\.message))")
    #expect(found.first?.message == "a success end of a flow that is run can be reached without `kinds: 3`")
    #expect(found.first?.help?.contains("`knowledge`") == true && found.first?.help?.contains("`possession`") == false)
  }
}
