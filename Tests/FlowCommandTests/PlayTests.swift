// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import FlowCompiler
import FlowExploration
import FlowRuntime
import Foundation
import Guide
import LocalFiles
import SDKContract
import SystemCalls
import Testing

@testable import FlowCommand
@testable import FlowPlay

@Suite("mfaflow play")
struct PlayTests {
  private func desk() async throws -> Desk {
    let desk = try Desk()
    #expect(await desk.run("new", "flow", "door", "--into", "@").code == .success)
    return desk
  }

  /// Plays lines from standard input.
  private func play(_ lines: [String], on desk: Desk) async -> Outcome {
    await desk.run("play", "@door.yaml", input: lines.map { $0 + "\n" }.joined())
  }

  @Test("what may happen stands in a list, and what happens is shown")
  func lists() async throws {
    let desk = try await desk()
    let outcome = await play(["", "1", "1 userName=bob", "1"], on: desk)
    #expect(outcome.code == .success && outcome.errors.isEmpty, "\(outcome.errors)")
    let text = outcome.output
    #expect(text.contains("── initialize ─"))
    #expect(text.contains("  1  accept initialize\n  2  reject initialize with "))
    #expect(text.contains(#/you, the SDK\n +1  getUser\n/#))
    #expect(text.contains("at any moment\n"))
    #expect(text.contains("── identify ─"))
    #expect(text.contains("1  hand in userName=sample\n"))
    #expect(text.contains("call        setUser(userName)"))
    #expect(text.contains("> 1 userName=bob\n"))
    #expect(text.contains("getUser 101 user-not-valid\n"))
    #expect(text.contains("proofs: none yet"))
  }

  @Test("from the name to the end; what was played is saved, and passes")
  func saves() async throws {
    let desk = try await desk()
    let lines = [
      "", "", "1 userName=bob", "", "event getUser status=101", "1 userName=carol", "1", "event onUserLoggedIn", "1",
    ]
    let outcome = await play(lines + ["save \(desk.root)came-in", "quit"], on: desk)
    #expect(outcome.output.contains("end         done (success)"), "\(outcome.output)")
    #expect(outcome.output.contains("made came-in.scenarios.yaml\n"))
    let text = try String(contentsOfFile: desk.root + "came-in.scenarios.yaml", encoding: .utf8)
    #expect(text.contains("flow: door.yaml\n") && text.contains("userName: bob") && text.contains("check-your-name"))
    #expect(text.contains("end: done") && text.contains("offered:"))
    let test = await desk.run("test", "@came-in.scenarios.yaml")
    #expect(test.code == .success, "\(test.output)")
    #expect(await desk.run("fmt", "--check", "@came-in.scenarios.yaml").code == .success)
    // A file that is there stays.
    let again = await play(["", "save \(desk.root)came-in"], on: desk)
    #expect(again.output.contains("is there already"))
    #expect(try String(contentsOfFile: desk.root + "came-in.scenarios.yaml", encoding: .utf8) == text)
  }

  @Test("what is played is saved into a folder that is there, and the reason is told where it is not")
  func savesWhere() async throws {
    let desk = try await desk()
    try desk.put("there/keep.txt", "kept")
    for (path, reason) in [
      (".", "`.` cannot be written: it is a folder"),
      ("\(desk.root)there", "`there` cannot be written: it is a folder"),
      ("\(desk.root)new/", "`new/` cannot be written: it is a folder"),
      ("\(desk.root)new/a", "`new/a` cannot be written: there is no folder `new`"),
    ] {
      let outcome = await play(["", "1", "save \(path)", "quit"], on: desk)
      #expect(outcome.output.contains(reason), "\(outcome.output)")
    }
    #expect(!FileManager.default.fileExists(atPath: desk.root + "new"))
  }

  @Test(
    "a scenario is called as its file, and the command that plays it can be typed as it stands",
    arguments: [
      ("plain", "plain", "plain.scenarios.yaml"), (".hidden", "hidden", ".hidden.scenarios.yaml"),
      ("two words", "two words", "'two words.scenarios.yaml'"), ("it's", "it's", "'it'\\''s.scenarios.yaml'"),
      ("a.b.yaml", "a", "a.b.yaml"), ("...", "scenarios", "....scenarios.yaml"),
    ])
  func namesWhatIsSaved(file: String, name: String, word: String) async throws {
    let desk = try await desk()
    let outcome = await play(["1", "save \(desk.root)\(file)", "quit"], on: desk)
    #expect(outcome.output.contains("`mfaflow test \(word)` plays it."), "\(outcome.output)")
    let made = desk.root + (file.hasSuffix(".yaml") ? file : file + ".scenarios.yaml")
    let text = try String(contentsOfFile: made, encoding: .utf8)
    #expect(text.contains("  - name: \(name)\n"), "\(text)")
  }

  @Test("an interrupt that comes between a call and the SDK's word is held until then, and is saved so")
  func interruptsCalls() async throws {
    let desk = try await desk()
    let outcome = await play(
      ["event onSessionTimeout", "event getUser", "1", "save \(desk.root)early", "quit"], on: desk)
    #expect(outcome.code == .success)
    #expect(outcome.output.contains("  held until then: onSessionTimeout\n"), "\(outcome.output)")
    #expect(outcome.output.contains("first say what becomes of the call"))
    let accepted = try #require(outcome.output.range(of: "accepted    initialize"))
    let came = try #require(outcome.output.range(of: "event       onSessionTimeout"))
    #expect(accepted.lowerBound < came.lowerBound)
    let list = await play(["quit"], on: desk)
    #expect(list.output.contains("  1  accept initialize\n") && list.output.contains("at any moment\n"))
    #expect(await desk.run("test", "@early.scenarios.yaml").code == .success)
  }

  @Test("an interrupt that comes while the security modules are asked is held for their verdict, and is saved so")
  func interruptsGates() async throws {
    let desk = try Desk()
    #expect(await desk.run("new", "flow", "login", "--into", "@").code == .success)
    let begin = ["1", "event getUser", "1 userName=bob"]
    let lines = begin + ["event getPassword", "event onSessionTimeout", "1", "1", "save \(desk.root)gate", "quit"]
    let outcome = await desk.run("play", "@login.yaml", input: lines.map { $0 + "\n" }.joined())
    let asked = try #require(outcome.output.components(separatedBy: "the security modules are asked").dropFirst().first)
    #expect(asked.contains("the security modules\n") && asked.contains("at any moment\n"), "\(outcome.output)")
    #expect(
      asked.contains("first say what the security modules decide: until then only an interrupt can come"), "\(asked)")
    #expect(outcome.output.contains("  held until then: onSessionTimeout\n"))
    let accepted = try #require(outcome.output.range(of: "accepted    setUser"))
    let came = try #require(outcome.output.range(of: "event       onSessionTimeout"))
    #expect(accepted.lowerBound < came.lowerBound)
    #expect(await desk.run("test", "@gate.scenarios.yaml").code == .success)
    // A verdict that denies it lets the interrupt come as well.
    let denied = begin + ["event onSessionTimeout", "2", "save \(desk.root)denied", "quit"]
    let other = await desk.run("play", "@login.yaml", input: denied.map { $0 + "\n" }.joined())
    #expect(other.output.contains("made denied.scenarios.yaml\n"), "\(other.output)")
    #expect(await desk.run("test", "@denied.scenarios.yaml").code == .success)
  }

  @Test("back and forth; a new turn forgets what was taken back")
  func backAndForth() async throws {
    let desk = try await desk()
    let outcome = await play(
      ["back", "", "", "back", "back", "back", "forth", "forth", "forth", "back", "2", "forth"], on: desk)
    #expect(outcome.output.contains("this is the beginning"))
    #expect(outcome.output.components(separatedBy: "nothing was taken back").count == 3, "\(outcome.output)")
  }

  @Test("what is due waits while a call has no word of the SDK, and no time is long enough to hang")
  func longWait() async throws {
    let desk = try await desk()
    for wait in ["60s", "1h"] {
      let outcome = await play(["wait \(wait)", "quit"], on: desk)
      #expect(outcome.code == .success && outcome.output.utf8.count < 20_000, "\(outcome.output.prefix(2_000))")
    }
  }

  @Test("time passes up to what is due, and on")
  func time() async throws {
    let desk = try await desk()
    let outcome = await play(["", "wait 30s", "wait 10m", "trace"], on: desk)
    #expect(outcome.output.contains("60.000  timeout") || outcome.output.contains("   60.000  "), "\(outcome.output)")
    #expect(outcome.output.contains("failed (failure)"))
  }

  @Test(
    "a line that cannot be played says why, and the play goes on",
    arguments: [
      ("99", "write a number from 1 to"), ("0", "write a number from 1 to"), ("bakc", "did you mean `back`?"),
      ("1 x=y", "nothing can be given with that"), ("1 x", "write `1 name=value`"),
      ("wait", "`wait 500ms`, `wait 30s`"), ("wait -1s", "`wait 500ms`, `wait 30s`"), ("save", "write `save FILE`"),
      ("event", "write `event NAME name=value`"), ("event getUser", "first say what becomes of the call"),
      ("wait 9999h", "a wait takes no longer than 8760h"), ("wait 1.5s", "`wait 1500ms`"),
      ("wait 99999999999999999999s", "a wait takes no longer than 8760h"), ("wait s", "`wait 500ms`, `wait 30s`"),
      ("wait .s", "`wait 500ms`, `wait 30s`"), ("1 a=b a=c", "`a` is given twice: write it once"),
      ("event getUser status=1 status=2", "`status` is given twice"), ("2 x=1", "only `code` can be given with that"),
      ("2 code=x", "`code` cannot be `x`"), ("2 code=0", "`code` cannot be `0`"),
      ("2 code=1 code=2", "`code` is given twice"), ("99999999999999999999", "write a number of the list"),
      ("\u{1B}[2J", "write a number of the list"),
      ("help", "NUMBER name=value"),
    ])
  func slips(line: String, answer: String) async throws {
    let outcome = await play([line, "quit"], on: try await desk())
    #expect(outcome.code == .success)
    #expect(outcome.output.contains(answer), "\(outcome.output)")
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test("all that one wait has led to is taken back at once, and played again")
  func waitsBackAndForth() async throws {
    let desk = try Desk()
    try desk.put(
      "flow.yaml",
      """
      language: mfaflow/1
      flow: waiting
      version: 1.0.0
      sdk: relid
      start: initialize
      steps:
        initialize: { call: initialize, then: { accepted: first, else: failed } }
        first: { wait: wait-a-bit, within: 10s, then: { timeout: second, else: failed } }
        second: { wait: wait-a-bit, within: 10s, choices: { leave: { to: left } }, then: { timeout: third, else: failed } }
        third: { wait: wait-a-bit, within: 10s, choices: { leave: { to: left } }, then: { timeout: left, else: failed } }
      ends:
        left: { outcome: ended }
        failed: { outcome: failure }
      messages: { wait-a-bit: One moment. }

      """)
    let lines = ["1", "wait 25s", "back", "trace", "forth", "back", "forth", "forth", "quit"]
    let outcome = await desk.run("play", "@flow.yaml", input: lines.map { $0 + "\n" }.joined())
    let parts = outcome.output.components(separatedBy: "\n> ")
    let trace = try #require(parts.first { $0.hasPrefix("trace\n") }, "\(outcome)")
    #expect(trace.contains("step        first\n") && !trace.contains("timeout"), "\(trace)")
    let forth = parts.filter { $0.hasPrefix("forth\n") }
    #expect(forth.count == 3, "\(outcome.output)")
    for part in forth.prefix(2) {
      #expect(part.contains("timeout     first\n") && part.contains("timeout     second\n"), "\(part)")
    }
    #expect(forth.last?.contains("nothing was taken back") == true)
  }

  @Test("an event that the contract does not have, and fields that do not fit, are told")
  func events() async throws {
    let lines = [
      "", "event getUsr", "event getUser nothing=1", "event getUser status=x", "event getPassword challengeMode=set",
    ]
    let outcome = await play(lines, on: try await desk())
    #expect(outcome.output.contains("did you mean `getUser`?"))
    #expect(outcome.output.contains("`getUser` has no field `nothing`"))
    #expect(outcome.output.contains("`status` is a number"))
    #expect(outcome.output.contains("getPassword(set)"), "\(outcome.output)")
  }

  @Test("a flow with errors, a part, and a file that is not there are told")
  func noFlow() async throws {
    let desk = try Desk()
    try desk.put("broken.yaml", "language: mfaflow/1\nflow: broken\n")
    #expect(await desk.run("play", "@broken.yaml").code == .wrongInput)
    #expect(await desk.run("play", "@gone.yaml").code == .broken)
    #expect(await desk.run("play", "-").code == .wrongInput)
    #expect(await desk.run("new", "part", "piece", "--into", "@").code == .success)
    #expect(await desk.run("play", "@piece.yaml").errors.contains("this file is a part"))
  }

  @Test("the messages are those of the language that is asked for, and what is saved passes in any")
  func language() async throws {
    let desk = try Desk()
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized.path
    let flow = root + "/flows/variants/country.yaml"
    let lines = "1\n1\nsave \(desk.root)named\n"
    let outcome = await desk.run("play", flow, "--language", "de", input: lines)
    #expect(outcome.code == .success && outcome.output.contains("  Wie lautet Ihr Benutzername?\n"), "\(outcome)")
    #expect(await desk.run("test", "@named.scenarios.yaml").code == .success)
    let own = await desk.run("play", flow, "--language", "fr", input: lines)
    #expect(own.output.contains("What is your user name?") && own.errors.contains("has no texts in `fr`"))
    #expect(await desk.run("play", flow, "--language", "!").code == .wrongInput)
  }

  @Test("what is said at the end is shown")
  func farewell() async throws {
    let desk = try Desk()
    let text = Samples.signIn.replacing(
      "failed: { outcome: failure }", with: "failed: { outcome: failure, say: sorry }")
    try desk.put("flow.yaml", text + "\nmessages: { sorry: \"Try again later, please.\" }\n")
    let outcome = await desk.run("play", "@flow.yaml", "--plain", input: "2\n")
    let end = try #require(outcome.output.components(separatedBy: "── the end ─").last, "\(outcome)")
    #expect(end.contains("\n  failed (failure)\n  Try again later, please.\n"), "\(outcome)")
  }

  @Test("any contract can be played")
  func otherContract() async throws {
    let desk = try Desk()
    try desk.put("passkey-login.yaml", ShippedFlows.text("passkey-login.yaml"))
    try desk.put("contracts/keys.yaml", ShippedFlows.text("contracts/keys.yaml"))
    let outcome = await desk.run("play", "@passkey-login.yaml", input: "1\n1\n1\n1\n1\nsave \(desk.root)keys\n")
    #expect(outcome.code == .success && outcome.output.contains("── identify ─"), "\(outcome)")
    #expect(await desk.run("test", "@keys.scenarios.yaml").code == .success)
  }

  @Test(
    "a random walk of 1,000 moves never breaks, and what is saved of it passes", arguments: Guide.ShippedFlows.names)
  func randomWalk(name: String) async throws {
    let desk = try Desk()
    _ = await desk.run("new", "flow", name, "--into", "@")
    let file = try FileReader.file(desk.root + "\(name).yaml")
    let program = Program(try #require(Compiler(loader: .files).compile(file).flow))
    var run = PlayedRun(program)
    let saved = SavedPlay(program, flow: desk.root + "\(name).yaml", contract: nil)
    let seed = name.utf8.reduce(UInt64(7)) { $0 &* 31 &+ UInt64($1) }
    var dice = Dice(seed)
    var (saves, ends) = (0, 0)
    for step in 0..<1_000 {
      let moves = run.moves
      guard !moves.isEmpty else {
        #expect(run.machine.isOver, "seed \(seed), step \(step): nothing can happen at \(run.machine.stepName)")
        ends += 1
        if saves < 4 {
          saves += 1
          let written = try #require(
            await saved.written(run.moments, for: desk.root + "walk.scenarios.yaml"),
            "seed \(seed)\n\(run.trace.map(\.text).joined(separator: "\n"))")
          try desk.put("walk.scenarios.yaml", written.text)
          let test = await desk.run("test", "@walk.scenarios.yaml")
          #expect(test.code == .success, "seed \(seed), step \(step): \(test.output)")
        }
        for _ in 0...dice.below(8) { _ = run.goBack() }
        if dice.below(4) == 0 { run.restart() }
        continue
      }
      if dice.below(20) == 0 { _ = dice.below(2) == 0 ? run.goBack() : run.goForth() }
      // Interrupts are many, and often end a run: most turns are something else.
      let others = run.moves.filter { $0.actor != .interrupt }
      let choice = dice.below(8) == 0 || others.isEmpty ? run.moves : others
      guard !choice.isEmpty else { continue }
      run.play(choice[dice.below(choice.count)].moment)
    }
    #expect(ends > 3, "seed \(seed)")
  }
}

/// Numbers that are the same for the same seed.
private struct Dice {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func below(_ count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(count))
  }
}
