// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("What is proved, in words")
struct ProofsTests {
  private static let flow = """
    language: mfaflow/1
    flow: a
    version: 1.0.0
    sdk: relid
    goal: aal2
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 5
        then: { 101: retry, 138: retry, getUser 166: retry, onUserLoggedIn: done, getPassword(verify): verify, else: failed }
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 3
        then: { 102: retry, onUserLoggedIn: done, else: failed }
    ends: { done: { outcome: success, require: { proofs: [possession by device] } }, failed: { outcome: failure } }

    """

  private static let words = """
    @a.yaml: what is proved of `a` 1.0.0
      contract: `relid` 1.0.0, built in, fingerprint #
      success end `done`
        claimed: `aal2` (two kinds of factor); `proofs: possession by device` (the proof `possession by device`)
        proved: on every way; if a late reply takes proofs away, the end is refused
        reached: by 2 lines of the flow
        it takes one of
          - possession by device, inherence by device
          - possession by device, knowledge by password
      this rests on what the contract says:
        possession by device: channel device; shown by `setUser` at `identify`, `setPassword` at `verify`
        inherence by device: channel device; shown by `setUser` at `identify`
        knowledge by password: channel typed; shown by `setPassword` at `verify`
      in a run, at worst:
        guesses at `password`: 3 over all accounts, 3 for one, 3 until the SDK resets its count
      suppressed: nothing

    """

  private func run(_ flow: String, _ options: String...) async throws -> Outcome {
    let desk = try Desk()
    try desk.put("a.yaml", flow)
    return await desk.run(["check", "--proofs"] + options + ["@a.yaml"])
  }

  @Test("claims, proofs, the price list, what it rests on and what is suppressed are told")
  func words() async throws {
    let outcome = try await run(Self.flow)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.firstRange(of: "fingerprint ").map { String(line[..<$0.upperBound]) + "#" } ?? String(line)
    }
    let path = lines.first?.prefix { $0 != ":" } ?? ""
    #expect(lines.joined(separator: "\n") == Self.words.replacing("@a.yaml", with: path))
    #expect(outcome.code == .success)
  }

  @Test("what nobody claims, or what some way lacks, is not called proved")
  func unproved() async throws {
    let silent = Self.flow.replacing("goal: aal2\n", with: "")
      .replacing(", require: { proofs: [possession by device] }", with: "")
    #expect(
      try await run(silent).output.contains("    claimed: nothing, so nothing is proved\n    reached: by 2 lines"))
    let high = Self.flow.replacing("possession by device", with: "knowledge")
    let told = try await run(high).output
    #expect(told.contains("    not proved: see the findings\n"), "\(told)")
    let none = Self.flow.replacing("success, require: { proofs: [possession by device] }", with: "ended")
    #expect(try await run(none).output.contains("  no success end: nothing is claimed, and nothing proved\n"))
  }

  @Test("a step of which several choices make the same call is named once")
  func onceForAStep() async throws {
    let desk = try Desk()
    try desk.put("c.yaml", Samples.touchContract)
    try desk.put("p.yaml", Samples.touched(choices: "one: { call: touch }, two: { call: touch }"))
    let outcome = await desk.run(["check", "--proofs", "@p.yaml"])
    #expect(outcome.output.contains("channel device; shown by `touch` at `ask`\n"), "\(outcome)")
  }

  @Test("what a step requires is claimed and proved like what an end does")
  func steps() async throws {
    let home =
      "  home: { event: onUserLoggedIn, require: { kinds: 2 }, choices: { finish: { to: done } }, then: { else: failed } }\n"
    let flow = Self.flow.replacing("success, require: { proofs: [possession by device] }", with: "ended")
      .replacing("onUserLoggedIn: done", with: "onUserLoggedIn: home").replacing("ends: {", with: home + "ends: {")
    let told = try await run(flow)
    #expect(told.output.contains("  no success end: nothing is claimed of an end\n  step `home`\n"), "\(told)")
    #expect(
      told.output.contains(
        "    claimed: `kinds: 2` (2 kinds of factor)\n    proved: on every way; if a late reply takes proofs away, no call is made here\n"
      ), "\(told)")
    let json = try await run(flow, "--format", "json")
    #expect(json.output.contains(#""step":"home""#) || json.output.contains(#""step": "home""#), "\(json)")
    let weak = try await run(flow.replacing("kinds: 2", with: "proofs: [knowledge by password]"))
    #expect(weak.output.contains("    not proved: see the findings\n"), "\(weak)")
  }

  @Test("what a run may have set up on its way is told")
  func setUp() async throws {
    let flow = """
      language: mfaflow/1
      flow: a
      version: 1.0.0
      sdk: relid
      goal: aal1
      start: initialize
      steps:
        initialize: { call: initialize, then: { getUser: identify, else: failed } }
        identify:
          challenge: getUser
          ask: [userName]
          answer: setUser
          tries: 5
          then: { 101: retry, 138: retry, getUser 166: retry, getActivationCode: code, else: failed }
        code:
          challenge: getActivationCode
          ask: [activationCode]
          answer: setActivationCode
          tries: 3
          then: { 106: retry, getPassword(set): choose, else: failed }
        choose:
          challenge: getPassword(set)
          ask: [password]
          answer: setPassword
          tries: 3
          then: { 190: retry, onUserLoggedIn: done, else: failed }
      ends: { done: { outcome: success }, failed: { outcome: failure } }

      """
    let told = try await run(flow).output
    #expect(
      told.contains("    set up on a way there, and so no proof in that run: knowledge by password\n"), "\(told)")
  }

  @Test("what an allowance hides is told")
  func suppressed() async throws {
    let flow = Self.flow.replacing("    tries: 5\n", with: "    tries: 5\n    within: 1ms\n")
      .replacing("flow: a\n", with: "flow: a\nsummary: x\n").replacing("goal: aal2\n", with: "")
      .replacing(", require: { proofs: [possession by device] }", with: "")
      .replacing("ends: {", with: "# mfaflow: allow MFA433 because it is a demonstration\nends: {")
    let told = try await run(flow).output
    #expect(
      told.contains("  suppressed:\n") && told.contains(": MFA433 ")
        && told.contains("(by allowance: it is a demonstration)"), "\(told)")
  }

  @Test("programs are told the same")
  func json() async throws {
    let output = try await run(Self.flow, "--format", "json").output
    let report = try #require(output.split(separator: "\n").dropLast().last)
    for part in [
      #"{"kind":"proofs""#, #""flow":"a""#, #""builtIn":true"#, #""proved":true"#, #""end":"done""#,
      #""suppressed":[]"#, #""setUp":[]"#,
      #"[{"kind":"possession","authenticator":"device"},{"kind":"knowledge","authenticator":"password"}]"#,
      #"{"call":"setUser","step":"identify"}"#,
    ] { #expect(report.contains(part), "\(report)") }
  }
}

@Suite("A contract that bears a built-in name")
struct StandInTests {
  private static let flow = """
    language: mfaflow/1
    flow: a
    version: 1.0.0
    sdk: ./own.yaml
    goal: aal1
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 5
        then: { 101: retry, onUserLoggedIn: done, else: failed, 138: retry, getUser 166: retry }
    ends: { done: { outcome: success }, failed: { outcome: failure } }

    """

  /// A desk with the contract of the program, changed so.
  private func desk(_ change: (String) -> String) async throws -> Desk {
    let desk = try Desk()
    try desk.put("own.yaml", change(await desk.run("contract", "relid").output))
    try desk.put("a.yaml", Self.flow)
    try desk.put("b.yaml", Self.flow.replacing("sdk: ./own.yaml", with: "sdk: relid"))
    return desk
  }

  @Test("a copy is the built-in one, however its text is laid out")
  func copy() async throws {
    let desk = try await desk { "# ours\n" + $0.replacing("patience: 60s #", with: "patience: 60000ms #") }
    #expect(!(await desk.run("check", "@a.yaml").output.contains("MFA187")))
    #expect(!(await desk.run("check", "--contract", "@own.yaml", "@b.yaml").output.contains("MFA187")))
  }

  @Test(
    "another contract of its name, or of one that looks like it, is an error until its fingerprint is named",
    arguments: ["relid", "RELID", "relId", "rel-id", "re1id", "reIid"])
  func impostor(name: String) async throws {
    let desk = try await desk {
      $0.replacing("contract: relid\n", with: "contract: \(name)\n")
        .replacing("attempts: 3\n    renewedBy", with: "attempts: 9\n    renewedBy")
    }
    for command in [["check", "@a.yaml"], ["check", "--contract", "@own.yaml", "@b.yaml"]] {
      if command.contains("@b.yaml"), name != "relid" { continue }
      let refused = await desk.run(command)
      #expect(refused.code == .failure && refused.output.contains("error[MFA187]"), "\(refused.output)")
      let quoted = refused.output.split(separator: "`")
      let words = try #require(quoted.first { $0.count == 16 && $0.allSatisfy(\.isHexDigit) })
      try desk.put("policy.yaml", "contracts: [\"\(words)\"]\n")
      #expect(!(await desk.run(command + ["--config", "@policy.yaml"]).output.contains("MFA187")))
      try desk.put("policy.yaml", "contracts: [\"0000000000000000\"]\n")
      #expect(await desk.run(command + ["--config", "@policy.yaml"]).output.contains("error[MFA187]"))
    }
  }

  @Test(
    "a name that is one letter away is a warning until the fingerprint is named",
    arguments: ["relid1", "relids", "reliid", "r3lid", "rleid"])
  func nearName(name: String) async throws {
    let desk = try await desk { $0.replacing("contract: relid\n", with: "contract: \(name)\n") }
    let warned = await desk.run("check", "@a.yaml")
    #expect(
      warned.output.contains("warning[MFA187]: `\(name)` is one letter away from the built-in contract `relid`"),
      "\(warned.output)")
    let words = try #require(
      warned.output.split(separator: "`").first { $0.count == 16 && $0.allSatisfy(\.isHexDigit) })
    try desk.put("policy.yaml", "contracts: [\"\(words)\"]\n")
    #expect(!(await desk.run("check", "@a.yaml", "--config", "@policy.yaml").output.contains("MFA187")))
  }

  @Test("a name that is further away is none of its business", arguments: ["relidus", "relid-2b", "uniken"])
  func otherName(name: String) async throws {
    let desk = try await desk { $0.replacing("contract: relid\n", with: "contract: \(name)\n") }
    #expect(!(await desk.run("check", "@a.yaml").output.contains("MFA187")))
  }

  @Test("what cannot be the fingerprint of a contract is a finding, and no contract is let in by it")
  func notAFingerprint() async throws {
    let desk = try Desk.sample()
    try desk.put("policy.yaml", "contracts: [relid]\n")
    let outcome = await desk.run("check", "@flow.yaml", "--config", "@policy.yaml")
    #expect(outcome.code == .wrongInput || outcome.code == .broken)
    #expect(outcome.errors.contains("is no fingerprint of a contract"), "\(outcome.errors)\(outcome.output)")
  }

  @Test("a run tells in one line that the contract is not the built-in one")
  func run() async throws {
    let desk = try await desk { $0.replacing("attempts: 3\n    renewedBy", with: "attempts: 9\n    renewedBy") }
    try desk.put("world.yaml", "users: { bob: { lda: true } }\ndevice: { lda: face }\n")
    try desk.put("answers.yaml", "answers: [{ identify: { userName: bob } }]\n")
    let run = await desk.run("run", "@a.yaml", "--world", "@world.yaml", "--answers", "@answers.yaml")
    #expect(run.errors.contains("mfaflow: the contract `relid` is not the built-in `relid`: its fingerprint is "))
    let plain = await desk.run("run", "@b.yaml", "--world", "@world.yaml", "--answers", "@answers.yaml")
    #expect(!plain.errors.contains("not the built-in"))
  }
}
