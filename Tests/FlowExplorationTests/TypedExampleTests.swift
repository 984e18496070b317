// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import FlowRuntime
import Testing

@testable import FlowExploration

@Suite("What made-up users type where a step checks it")
struct TypedExampleTests {
  private static func flow(_ checks: String, asking more: String = "") -> String {
    """
    language: mfaflow/1
    flow: checked
    version: 1.0.0
    sdk: relid
    goal: aal1
    start: begin
    steps:
      begin: { call: initialize, then: { getUser: name, else: failed } }
      name: { challenge: getUser, ask: [userName], answer: setUser, then: { getPassword(verify): word, else: failed } }
      word:
        challenge: getPassword(verify)
        ask: { password: secret\(more) }
        require: [\(checks)]
        answer: setPassword
        tries: 3
        then: { onUserLoggedIn: done, getPassword(verify) 102: retry, else: failed }
    ends: { done: { outcome: success }, failed: { outcome: failure } }
    messages: { sorry: Not so. }
    """
  }

  private static func check(_ expression: String) -> String { "{ check: '\(expression)', say: sorry }" }

  @Test(
    "a run comes past a check",
    arguments: [
      [#"matches(password, "[0-9]{6}")"#],
      [#"matches(password, "[A-Z]{3}-[0-9]+")"#],
      ["size(password) >= 12"],
      ["size(password) == 1"],
      [#"!matches(password, "[a-z]*")"#],
      [
        #"matches(password, ".*[0-9].*")"#, #"matches(password, ".*[A-Z].*")"#, #"matches(password, ".*[a-z].*")"#,
        "size(password) >= 8", "size(password) <= 10",
      ],
      [#"matches(password, "[0-9]{4}") || size(password) == 9"#],
    ])
  func passes(_ checks: [String]) throws {
    try passes(checks, asking: "")
  }

  @Test(
    "a run comes past a check of what is no text",
    arguments: [
      ("amount: int", ["amount >= 100"]),
      ("amount: int", ["amount < -5"]),
      ("amount: count", ["amount > 1000", "amount != 1001"]),
      ("amount: int", ["amount == 42"]),
      ("sure: flag", ["sure"]),
      ("amount: int, word: text", [#"amount > 9 && matches(word, "[0-9]{3}")"#]),
    ])
  func passesNumbers(_ input: String, _ checks: [String]) throws { try passes(checks, asking: ", " + input) }

  private func passes(_ checks: [String], asking more: String) throws {
    let text = Self.flow(checks.map(Self.check).joined(separator: ", "), asking: more)
    let compilation = Compiler().compile(.init(path: "a.yaml", text: text))
    let flow = try #require(compilation.flow, "\(compilation.findings.map(\.message))")
    var (isRefused, isDone) = (false, false)
    WitnessSearch(Program(flow)).look { reaction, _, _, _ in
      for mark in reaction.marks {
        switch mark.what {
        case .refused: isRefused = true
        case .ended(.end(let end, _)): isDone = isDone || flow.flow[end].outcome == .success
        default: continue
        }
      }
      return isRefused && isDone
    }
    #expect(isDone, "\(checks): no run comes past them")
    #expect(isRefused, "\(checks): nothing is refused")
  }
}
