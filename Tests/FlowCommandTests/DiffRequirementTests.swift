// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("mfaflow diff: what must have been shown")
struct DiffRequirementTests {
  private static func flow(_ require: String) -> String {
    """
    language: mfaflow/1
    flow: short
    version: 1.0.0
    sdk: relid
    start: begin
    steps:
      begin: { call: initialize, then: { getUser: name, else: failed } }
      name:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 5
        then: { getPassword(verify): word, getUser: retry, else: failed }
      word:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 3
        then: { onUserLoggedIn: inside, getPassword(verify) 102: retry, else: failed }
      inside:
        event: onUserLoggedIn
        choices: { finish: { to: done } }
        then: { else: failed }
    ends:
      done: { outcome: success, require: { \(require) } }
      failed: { outcome: failure }

    """
  }

  private func diff(_ old: String, _ new: String) async throws -> Outcome {
    let desk = try Desk()
    try desk.put("old.yaml", old)
    try desk.put("new.yaml", new)
    return await desk.run("diff", "--summary", "@old.yaml", "@new.yaml")
  }

  @Test(
    "an end that asks for more is stronger, in whatever words, and weaker when that is taken back",
    arguments: [
      ("kinds: 1", "proofs: [password]"), ("authenticators: 1", "proofs: [password]"),
      ("kinds: 1", "kinds: 2"), ("kinds: 2", "proofs: [password, possession by device]"),
      ("proofs: [possession]", "proofs: [possession by device, knowledge]"),
      ("proofs: [password]", "proofs: [password], after: word"),
      ("kinds: 1", "proofs: [knowledge by password], after: word"),
    ])
  func stronger(less: String, more: String) async throws {
    let there = try await diff(Self.flow(less), Self.flow(more))
    #expect(there.code == .success && there.output.contains("stronger: what the end `done` requires: "), "\(there)")
    let back = try await diff(Self.flow(more), Self.flow(less))
    #expect(back.code == .failure && back.output.contains("weaker: what the end `done` requires: "), "\(back)")
  }

  @Test(
    "an end that asks for the same in other words is no difference",
    arguments: [
      ("kinds: 1", "authenticators: 1"), ("proofs: [password]", "proofs: [knowledge by password]"),
      ("proofs: [password, knowledge]", "proofs: [password]"),
      ("proofs: [password], kinds: 1", "proofs: [password], authenticators: 1"),
    ])
  func same(one: String, other: String) async throws {
    for (old, new) in [(one, other), (other, one)] {
      let told = try await diff(Self.flow(old), Self.flow(new))
      #expect(told.code == .success && !told.output.contains("what the end"), "\(told)")
    }
  }

  private static func goal(_ level: String, _ require: String) -> String {
    let flow = flow(require).replacing(", require: {  }", with: "")
    return level.isEmpty ? flow : flow.replacing("sdk: relid\n", with: "sdk: relid\ngoal: \(level)\n")
  }

  @Test(
    "a goal is the same as a requirement that asks for as much",
    arguments: [("aal1", "", "", "kinds: 1"), ("aal2", "", "", "kinds: 2"), ("aal2", "", "aal1", "kinds: 2")])
  func goalInOtherWords(one: String, require: String, other: String, otherRequire: String) async throws {
    let flows = (Self.goal(one, require), Self.goal(other, otherRequire))
    for (old, new) in [flows, (flows.1, flows.0)] {
      let told = try await diff(old, new)
      #expect(told.code == .success, "\(told)")
      #expect(!told.output.contains("the goal") && !told.output.contains("requires"), "\(told)")
    }
  }

  @Test(
    "a line that asks for no more than the goal is no difference, there and back, in the flow and in one that runs it",
    arguments: [
      ("aal1", "kinds: 1"), ("aal1", "authenticators: 1"), ("aal1", "kinds: 1, authenticators: 1"),
      ("aal2", "authenticators: 1"), ("aal2", "kinds: 2, authenticators: 1"),
    ])
  func askedByGoal(level: String, require: String) async throws {
    let (without, with) = (Self.goal(level, ""), Self.goal(level, require))
    for (old, new) in [(without, with), (with, without)] {
      let told = try await diff(old, new)
      #expect(told.output == "new.yaml: equal (short 1.0.0 -> short 1.0.0)\n", "\(told)")
      let desk = try Desk()
      for (folder, inner) in [("old", old), ("new", new)] {
        try desk.put("\(folder)/short.yaml", inner)
        try desk.put("\(folder)/outer.yaml", Self.outer)
      }
      let outer = await desk.run("diff", "--summary", "@old/outer.yaml", "@new/outer.yaml")
      #expect(outer.output == "new/outer.yaml: equal (outer 1.0.0 -> outer 1.0.0)\n", "\(outer)")
    }
  }

  /// A flow that runs the other one, and claims nothing itself.
  private static let outer = """
    language: mfaflow/1
    flow: outer
    version: 1.0.0
    sdk: relid
    start: in
    steps: { in: { run: short, then: { done: done, else: failed } } }
    ends:
      done: { outcome: success }
      failed: { outcome: failure }

    """

  @Test("a line that asks for more than the goal is stronger, and weaker when it is taken back")
  func askedBesideGoal() async throws {
    let (without, with) = (Self.goal("aal2", ""), Self.goal("aal2", "authenticators: 2"))
    let words = "what the end `done` requires: "
    let there = try await diff(without, with)
    #expect(there.output.contains("stronger: \(words)authenticators: 2 instead of nothing\n"), "\(there)")
    let back = try await diff(with, without)
    #expect(back.output.contains("weaker: \(words)nothing instead of authenticators: 2\n"), "\(back)")
  }

  @Test(
    "a requirement in place of a goal is weaker where it asks for less, and stronger the other way round",
    arguments: [("aal2", "", "", "kinds: 1"), ("aal1", "proofs: [password]", "", "kinds: 1"), ("aal2", "", "", "")])
  func goalAndLess(one: String, require: String, other: String, otherRequire: String) async throws {
    let (more, less) = (Self.goal(one, require), Self.goal(other, otherRequire))
    let there = try await diff(more, less)
    #expect(there.code == .failure && !there.output.contains("stronger"), "\(there)")
    let back = try await diff(less, more)
    #expect(back.code == .success && back.output.contains("stronger"), "\(back)")
  }

  @Test(
    "an end that asks for something else is weaker both ways",
    arguments: [
      ("proofs: [password]", "proofs: [device]"), ("proofs: [password]", "kinds: 2"),
      ("proofs: [password], after: word", "proofs: [password], authenticators: 2"),
    ])
  func other(one: String, other: String) async throws {
    for (old, new) in [(one, other), (other, one)] {
      let told = try await diff(Self.flow(old), Self.flow(new))
      #expect(told.code == .failure && told.output.contains("weaker: what the end `done` requires: "), "\(told)")
    }
  }

  @Test(
    "what only one authenticator of the contract meets is the same as to name it, more than that is stronger, and less weaker",
    arguments: [("proofs: [passkey]", "equal"), ("proofs: [inherence by passkey]", "stronger"), ("kinds: 1", "weaker")])
  func phishingResistance(other: String, verdict: String) async throws {
    let desk = try Desk()
    let flow = try ShippedFlows.text("passkey-login.yaml")
    try desk.put("contracts/keys.yaml", ShippedFlows.text("contracts/keys.yaml"))
    try desk.put("old.yaml", flow)
    try desk.put("new.yaml", flow.replacing("phishing-resistant: true", with: other))
    let told = await desk.run("diff", "--summary", "@old.yaml", "@new.yaml")
    #expect(told.output.contains("new.yaml: \(verdict) "), "\(told)")
  }
}
