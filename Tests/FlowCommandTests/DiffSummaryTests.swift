// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

/// What somebody reads who signs, and who reads no more than that.
@Suite("mfaflow diff --summary")
struct DiffSummaryTests {
  private static let check = "require: [{ check: size(userName) > 3 }]"
  private static let flow = DiffTests.login.replacing("answer: setUser", with: "\(check)\n    answer: setUser")
  /// Five differences that make it stronger, one that changes it, and one that is not decided.
  private static let other = flow.replacing(check, with: #"require: [{ check: 'matches(userName, "[a-z]{2,9}")' }]"#)
    .replacing("tries: 5", with: "tries: 4").replacing("tries: 3", with: "tries: 2")
    .replacing("leave: { to: left }", with: "leave: { to: failed }")

  /// The lines of the summary of one flow held against another.
  private func summary(
    _ old: String, _ new: String, _ options: [String] = []
  ) async throws -> (Outcome, lines: [String]) {
    let desk = try Desk()
    try DiffTests.putParts(in: "", of: desk)
    try desk.put("old.yaml", old)
    try desk.put("new.yaml", new)
    let outcome = await desk.run(["diff", "--summary"] + options + ["@old.yaml", "@new.yaml"])
    return (outcome, outcome.output.split(separator: "\n").map(String.init))
  }

  @Test("what is not decided stands before what is stronger, in the counts and in the lines")
  func undecided() async throws {
    let (outcome, lines) = try await summary(Self.flow, Self.other)
    try #require(lines.count == 10 && outcome.code == .failure, "\(outcome)")
    #expect(lines[0] == "new.yaml: not decided (short 1.0.0 -> short 1.0.0)")
    #expect(lines[1] == "  1 not decided, 5 stronger, 1 changed")
    #expect(lines[2].hasPrefix("  not decided: `name`: `check` has "), "\(outcome)")
    #expect(lines[3...7].allSatisfy { $0.hasPrefix("  stronger: ") }, "\(outcome)")
    #expect(lines[8].hasPrefix("  changed: "), "\(outcome)")
  }

  @Test("of what is not decided, what may be weaker stands first")
  func mayBeWeaker() async throws {
    let choices = """
      tries: 5
          choices:
            one: { call: resetAuthState, max: 3000, then: { getUser: stay, else: failed } }
            two: { call: resetAuthState, every: 5s, max: 1200, then: { getUser: stay, else: failed } }
      """
    let old = DiffTests.login.replacing("tries: 5", with: choices)
    let new = old.replacing("max: 3000", with: "max: 2500").replacing("max: 1200", with: "max: 1400")
    let (outcome, lines) = try await summary(old, new)
    try #require(lines.count > 3, "\(outcome)")
    #expect(lines[2].hasSuffix("`max` is 1400 instead of 1200; if a run shows it, weaker"), "\(outcome)")
    #expect(lines[3].hasSuffix("`max` is 2500 instead of 3000; if a run shows it, stronger"), "\(outcome)")
  }

  @Test("the worst that nobody allowed is named, however much else there is")
  func allowed() async throws {
    let allowances = ["--allow", "guesses at because asked", "--allow", "`tries` is because asked"]
    for options in [[], ["--fail-on", "changed"]] {
      let (outcome, lines) = try await summary(Self.other, Self.flow, options + allowances)
      #expect(outcome.code == .failure, "\(outcome)")
      #expect(lines[2].hasPrefix("  not decided: `name`: `check` has "), "\(outcome)")
      #expect(lines.dropFirst(4).dropLast().allSatisfy { $0.contains("(allowed: asked)") }, "\(outcome)")
    }
    let decided = Self.flow.replacing("tries: 5", with: "tries: 4").replacing("tries: 3", with: "tries: 2")
      .replacing("leave: { to: left }", with: "leave: { to: failed }")
    let (outcome, lines) = try await summary(decided, Self.flow, ["--fail-on", "changed"] + allowances)
    #expect(outcome.code == .failure, "\(outcome)")
    #expect(lines[2].hasPrefix("  changed: `word`: the choice `leave` leads to "), "\(outcome)")
  }

  @Test("what has become weaker is named, however much the contracts do not say alike")
  func contract() async throws {
    let desk = try Desk()
    let ring = Samples.ring(contract: "./bell.yaml").replacing("call: ring,", with: "call: ring, within: 5s,")
    try desk.put("old/bell.yaml", Samples.bell)
    try desk.put("old/ring.yaml", ring)
    let reply = "opened: { earns: { possession: key }, source: given manual }, opened 7: { source: given manual }"
    try desk.put(
      "new/bell.yaml",
      Samples.bell.replacing("leadsTo: opened,", with: "leadsTo: { \(reply) }, patience: 10s,")
        .replacing("open: {} }", with: "open: {}, dead: {}, late: {} }")
        .replacing("calls:\n", with: "codes: { 7: { name: late, in: opened, source: given manual } }\ncalls:\n")
        + "authenticators: { key: { channel: device } }\n")
    try desk.put("new/ring.yaml", ring.replacing(" within: 5s,", with: ""))
    let outcome = await desk.run("diff", "--summary", "@old", "@new")
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count == 10 && outcome.code == .failure, "\(outcome)")
    #expect(lines[2].hasPrefix("  weaker: `ring`: `within` "), "\(outcome)")
    #expect(lines[3...8].allSatisfy { $0.hasPrefix("  changed: contract: ") }, "\(outcome)")
  }
}
