// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

/// The sentences of `mfaflow diff` about what only one of the flows has.
@Suite("mfaflow diff: sentences about what only one flow has")
struct DifferenceSentenceTests {
  private static let verify = """
    verify:
        challenge: getPassword(verify)
        say: one
        ask: [password]
        answer: setPassword
        tries: passwords
        then: { onUserLoggedIn: signedIn, 102: retry, exhausted: tired, else: failed }
    """

  private static let flow = """
    language: mfaflow/1
    flow: small
    version: 1.0.0
    sdk: relid
    goal: aal1
    start: initialize
    budgets: { passwords: 3 }
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify: { challenge: getUser, ask: [userName], answer: setUser, then: { getPassword(verify): verify, else: failed } }
      \(verify)
      signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } }, then: { else: failed } }
    ends:
      done: { outcome: success }
      tired: { outcome: failure }
      failed: { outcome: failure }
    messages: { one: One., two: Two. }

    """

  private func diff(_ old: String, _ new: String) async throws -> String {
    let desk = try Desk()
    try desk.put("old.yaml", old)
    try desk.put("new.yaml", new)
    return await desk.run("diff", "--summary", "@old.yaml", "@new.yaml").output
  }

  @Test("that `exhausted` cannot come any more is not told as a line that is missing")
  func exhausted() async throws {
    let unlimited = Self.flow.replacing("    tries: passwords\n", with: "").replacing(
      "budgets: { passwords: 3 }\n", with: "")
    let gone = try await diff(Self.flow, unlimited)
    #expect(
      gone.contains(
        "changed: `verify`: `exhausted` cannot come any more; before, it led to the end `tired`\n"), "\(gone)")
    let new = try await diff(unlimited, Self.flow)
    #expect(
      new.contains("changed: `verify`: `exhausted` leads to the end `tired` now, and could not come before\n"), "\(new)"
    )
  }

  @Test("the tries of a copy are summed by what runs can use, not by what is written")
  func usableTries() async throws {
    let (name, tries) = ("tries: passwords", "tries: 3")
    let old = Self.flow.replacing(name, with: tries).replacing("budgets: { passwords: 3 }\n", with: "")
    func copied(_ retry: String) -> String {
      let copy = Self.verify.replacing(name, with: tries).replacing("verify:\n", with: "again:\n", maxReplacements: 1)
        .replacing("102: retry, ", with: retry)
      return old.replacing("102: retry", with: "102: again", maxReplacements: 1)
        .replacing("  signedIn:", with: "  \(copy)\n  signedIn:")
    }
    let once = try await diff(old, copied(""))
    #expect(!once.contains("is counted on its own") && !once.contains("  weaker:"), "\(once)")
    let more = try await diff(old, copied("102: retry, "))
    #expect(more.contains("is counted on its own") && more.contains(": 4 together instead of 3\n"), "\(more)")
  }

  @Test(
    "of a copy, it is told what it says otherwise than the step of which it is one",
    arguments: [
      ("    say: two\n", "`again` says something else than `verify`"),
      ("", "`again` says nothing, and `verify` said something"),
    ])
  func copies(say: String, words: String) async throws {
    let copy = Self.verify.replacing("verify:\n", with: "again:\n", maxReplacements: 1)
      .replacing("    say: one\n", with: say).replacing("102: retry", with: "102: verify")
    let told = try await diff(
      Self.flow,
      Self.flow.replacing("102: retry", with: "102: again", maxReplacements: 1)
        .replacing("  signedIn:", with: "  \(copy)\n  signedIn:"))
    #expect(told.contains("wording: \(words)\n"), "\(told)")
  }
}
