// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract
import Testing

@testable import FlowRuntime

@Suite("What a success end requires")
struct RequireTests {
  /// Shows possession by key and knowledge by pin.
  private static func entry(_ require: String, earns: String = "") throws -> Program {
    let steps = ToyFlow.entry.replacing(
      "  tries: 3\n", with: "  tries: 3\n\(earns.isEmpty ? "" : "  earns: \(earns)\n")")
    return try ToyFlow.program(goal: "aal1\nrequire: \(require)", steps: steps)
  }

  @Test(
    "what was shown must meet every line",
    arguments: [
      ("{ kinds: 2 }", nil), ("{ kinds: 3 }", "kinds: 3"), ("{ authenticators: 2 }", nil),
      ("{ authenticators: 3 }", "authenticators: 3"), ("{ phishing-resistant: true }", nil),
      ("{ proofs: [pin] }", nil), ("{ proofs: [knowledge, possession by key] }", nil),
      ("{ proofs: [code] }", "proofs: code"), ("{ proofs: [inherence by face] }", "proofs: inherence by face"),
      ("{ proofs: [possession by code, pin] }", "proofs: possession by code"),
    ] as [(String, String?)])
  func lines(_ require: String, _ unmet: String?) throws {
    let run = try Diagram.run(Self.entry(require), EndTests.toInside + "\n> finish")
    #expect(run.end == (unmet == nil ? "done" : "goal-not-reached"))
    #expect(run.machine.unreachedGoal?.required ?? [] == (unmet.map { [$0] } ?? []))
    #expect(run.proofs.isEmpty == (unmet != nil))
  }

  @Test("what is missing is told in the author's words, in the trace, too")
  func words() throws {
    let run = try Diagram.run(
      Self.entry("{ kinds: 3, proofs: [code] }"),
      EndTests.toInside + "\n> finish | answer go:done goal abandon lose end")
    let goal = try #require(run.machine.unreachedGoal)
    #expect(
      goal.words
        == "not met of what is required: kinds: 3, proofs: code; shown: possession by key, knowledge by pin")
    #expect(goal.name == nil)
    let entry = try #require(run.entries.first { $0.kind == "goal" })
    #expect(entry.words == goal.words && entry.text("why") == goal.words && entry.text("goal") == nil)
  }

  @Test("a goal that is not reached is told beside what is required")
  func both() throws {
    let program = try ToyFlow.program(
      goal: "aal2\nrequire: { proofs: [pin] }", steps: ToyFlow.naming("entered: inside") + "\n" + ToyFlow.inside)
    let run = try Diagram.run(program, AskingTests.toConsent + "\n! entered\n> finish")
    #expect(
      run.machine.unreachedGoal?.words.hasPrefix(
        "the goal aal2 needs two kinds of factor; not met of what is required: proofs: pin; shown: ") == true)
  }

  @Test(
    "a step that counts less earns less",
    arguments: [
      ("", "done"), ("none", "goal-not-reached"), ("[knowledge]", "goal-not-reached"), ("[key]", "goal-not-reached"),
      ("[key, pin]", "done"), ("[possession by key, knowledge by pin]", "done"),
    ])
  func lowering(_ earns: String, _ end: String) throws {
    let run = try Diagram.run(Self.entry("{ kinds: 2 }", earns: earns), EndTests.toInside.plain + "\n> finish")
    #expect(run.end == end)
  }

  @Test("what a step does not count is in no trace, and phishing resistance goes with it")
  func loweredPhishing() throws {
    let run = try Diagram.run(
      Self.entry("{ phishing-resistant: true }", earns: "[pin]"), EndTests.toInside.plain + "\n> finish")
    #expect(run.end == "goal-not-reached")
    #expect(!run.entries.contains { $0.words.contains("possession by key") })
  }

  @Test("a call that a `wait:` step carries on earns no more than its own step lets it")
  func carried() throws {
    func program(_ earns: String) throws -> Program {
      try ToyFlow.program(
        goal: "aal1",
        steps: ToyFlow.naming("askDevice: device") + """

          device:
            challenge: askDevice
            choices: { go: { call: verify, with: { go: true }, then: { accepted: rest } } }
          \(earns)
            then: { else: failed }
          rest:
            wait: hello
            then: { entered: inside, else: failed }
          """ + "\n" + ToyFlow.inside)
    }
    let way = "start\nok\n! askName\n? name=eve\nok\n! askDevice\n> go\nok\n! entered\n> finish"
    #expect(try Diagram.run(program(""), way).end == "done")
    #expect(try Diagram.run(program("  earns: none"), way).end == "goal-not-reached")
  }

  @Test("a biometric alone counts for nothing; beside something that the user has it is a kind of its own")
  func bareBiometric() throws {
    let steps =
      ToyFlow.naming("askConsent: consent") + """

        consent:
          challenge: askConsent
          choices: { yes: { call: consent, with: { grant: true } } }
          then: { entered: inside, else: failed }
        """ + "\n" + ToyFlow.inside
    let way = "start\nok\n! askName\n? name=eve\nok\n! askConsent\n> yes\nok\n! entered\n> finish"
    let run = try Diagram.run(ToyFlow.program(goal: "aal1", steps: steps), way)
    #expect(run.end == "goal-not-reached")
    #expect(run.machine.unreachedGoal?.words.contains("shown: inherence by face") == true)
    let named = try Diagram.run(ToyFlow.program(goal: "aal1\nrequire: { proofs: [inherence] }", steps: steps), way)
    #expect(named.machine.unreachedGoal?.required == ["proofs: inherence"])
  }

  @Test("a run that was saved and taken up is held to the same, and has shown no more")
  func saved() throws {
    for (require, end) in [("{ authenticators: 2 }", "done"), ("{ authenticators: 3 }", "goal-not-reached")] {
      var run = try Diagram.run(Self.entry(require), EndTests.toInside.plain)
      let snapshot = try #require(run.machine.snapshot)
      let again = try FlowMachine(restoring: snapshot, of: Self.entry(require))
      #expect(again.proofs == run.machine.proofs)
      run.machine = again
      run.feed(.start)
      try run.play("> finish")
      #expect(run.end == end)
    }
  }

  @Test("what is required is a part of what a saved run belongs to")
  func fingerprint() throws {
    let all = try ["{ kinds: 2 }", "{ kinds: 1 }", "{ proofs: [pin] }"].map { try Self.entry($0).fingerprint }
    #expect(Set(all).count == 3)
    #expect(try Self.entry("{ kinds: 2 }").fingerprint == all[0])
    let limited = try Self.entry("{ kinds: 2 }", earns: "[pin]").fingerprint
    #expect(limited != all[0])
  }
}

extension String {
  /// The inputs of a diagram without what is expected of them.
  fileprivate var plain: String {
    split(separator: "\n").map { $0.prefix { $0 != "|" } }.joined(separator: "\n")
  }
}
