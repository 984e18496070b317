// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessBackend
import SystemCalls
import Testing

@testable import FlowCommand

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("mfaflow run --save and --resume")
struct SaveTests {
  static let flow = Samples.flow
    .replacing("onUserLoggedIn: done", with: "onUserLoggedIn: signedIn")
    .replacing(
      "interrupts:\n", with: "  signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } } }\ninterrupts:\n")
  private static let steps = [
    "  - identify: { userName: alice }", "  - enterCode: { activationCode: \"493021\" }",
    "  - createPassword: { newPassword: \"Correct-horse-7\", confirmPassword: \"Correct-horse-7\" }",
    "  - signedIn: finish",
  ]

  func desk() throws -> Desk {
    let desk = try Desk()
    try desk.put("flow.yaml", Self.flow)
    try desk.put("world.yaml", Samples.world)
    return desk
  }

  /// The answers from one step on, up to another.
  func put(_ range: Range<Int>, on desk: Desk) throws {
    let lines = Self.steps[range]
    try desk.put("answers.yaml", lines.isEmpty ? "answers: []\n" : "answers:\n" + lines.joined(separator: "\n") + "\n")
  }

  private func text(_ name: String, on desk: Desk) throws -> String {
    try String(contentsOfFile: desk.root + name, encoding: .utf8)
  }

  @Test("a run that is left at any step and taken up goes on as one that was not", arguments: 0..<4)
  func goesOn(step: Int) async throws {
    let desk = try desk()
    try put(0..<4, on: desk)
    let whole = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml")
    #expect(whole.code == .success)
    try put(0..<step, on: desk)
    let first = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--save", "@run.json")
    #expect(first.code == .failure)
    #expect(first.errors.contains("mfaflow: the run is saved in `"))
    try put(step..<4, on: desk)
    let second = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--resume=@run.json")
    #expect(second.code == .success)
    let (before, behind) = (first.output.split(separator: "\n"), second.output.split(separator: "\n"))
    #expect(Array(before.dropLast()) + Array(behind.dropFirst(2)) == whole.output.split(separator: "\n"))
    #expect(behind.first?.contains("  reopen ") == true && behind.dropFirst().first?.contains("  ask ") == true)
  }

  @Test("the file is its owner's alone, holds no secret, and is there whole: nothing else is left beside it")
  func file() async throws {
    let desk = try desk()
    try put(0..<3, on: desk)
    let outcome = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--save=@run.json")
    #expect(
      outcome.errors.hasSuffix(
        "mfaflow: the saved run does not hold a password that was set: to go on with the run, give it as MFAFLOW_SECRET_1\n"
      ))
    let attributes = try FileManager.default.attributesOfItem(atPath: desk.root + "run.json")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.root).count == 4)
    let text = try text("run.json", on: desk)
    #expect(!text.contains("493021") && !text.contains("Correct-horse"))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["mfaflow"] as? String == "saved run")
    #expect((object["flow"] as? [String: Any])?["name"] as? String == "sample")
  }

  @Test("what is written takes the place of what was there, and follows no link")
  func replaces() async throws {
    let desk = try desk()
    try put(0..<1, on: desk)
    try desk.put("target", "precious")
    try FileManager.default.createSymbolicLink(
      atPath: desk.root + "run.json", withDestinationPath: desk.root + "target")
    _ = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--save=@run.json")
    #expect(try text("target", on: desk) == "precious")
    #expect(try text("run.json", on: desk).hasPrefix("{\"mfaflow\":"))
    try put(1..<2, on: desk)
    let again = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--resume=@run.json", "--save=@run.json")
    #expect(again.output.contains("\n… createPassword waits for an answer"))
    try put(2..<4, on: desk)
    let last = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--resume=@run.json", "--quiet")
    #expect(last.output.hasPrefix("✓ done (success)"))
  }

  @Test(
    "nothing that is read is written over, by whatever path: nothing is run",
    arguments: ["flow.yaml", "world.yaml", "answers.yaml", "other/../world.yaml", "twin.yaml", "link.yaml"])
  func overwrites(name: String) async throws {
    let desk = try desk()
    try put(0..<1, on: desk)
    try desk.put("other/x", "")
    try FileManager.default.linkItem(atPath: desk.root + "world.yaml", toPath: desk.root + "twin.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: desk.root + "link.yaml", withDestinationPath: desk.root + "flow.yaml")
    let before = try text(name, on: desk)
    let outcome = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--save", "@" + name)
    #expect(outcome.code == .wrongInput && outcome.output.isEmpty)
    #expect(outcome.errors.contains("` is also read\n"), "\(outcome.errors)")
    #expect(try text(name, on: desk) == before)
  }

  @Test("with --save the run is left when the answers run out, before time goes on")
  func leavesInTime() async throws {
    let desk = try desk()
    try desk.put(
      "flow.yaml",
      Self.flow.replacing(
        "    challenge: getActivationCode\n",
        with:
          "    challenge: getActivationCode\n    within: 30s\n"))
    try put(0..<1, on: desk)
    let words = ["run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--quiet"]
    let left = await desk.run(words[0], words[1], words[2], words[3], words[4], "--save=@run.json")
    #expect(left.output.hasPrefix("… enterCode waits for an answer"), "\(left.output)\(left.errors)")
    #expect(left.errors.contains("the answers ran out: the step `enterCode` waits"))
    let whole = await desk.run(words[0], words[1], words[2], words[3], words[4])
    #expect(!whole.output.hasPrefix("… enterCode"))
  }

  @Test("the gates that a run has passed are asked again when it is taken up, and a denial stops it")
  func gates() async throws {
    let desk = try desk()
    try desk.put(
      "flow.yaml",
      Self.flow
        .replacing("start: initialize\n", with: "start: mayBegin\n")
        .replacing(
          "steps:\n",
          with: "steps:\n  mayBegin: { gate: [allowLogin], then: { allow: initialize, deny: failed, else: failed } }\n")
    )
    try put(0..<1, on: desk)
    _ = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--save=@run.json")
    let saved = try text("run.json", on: desk)
    #expect(saved.contains("\"allowed\":[\"allowLogin\"]"), "\(saved)")
    try put(1..<4, on: desk)
    let denied = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--resume=@run.json", "--save=@run.json",
      "--module=root=deny:Rooted.")
    #expect(denied.code == .failure && !denied.output.contains("reopen"))
    #expect(denied.errors == "mfaflow: the run was not taken up: a security module denies it now: Rooted.\n")
    #expect(try text("run.json", on: desk) == saved)
    let allowed = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--resume=@run.json", "--module=root=allow"
    )
    #expect(allowed.code == .success)
  }

  @Test("a run that came to its end is not saved")
  func ended() async throws {
    let desk = try desk()
    try put(0..<4, on: desk)
    let outcome = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--save=@run.json")
    #expect(outcome.code == .success)
    #expect(!FileManager.default.fileExists(atPath: desk.root + "run.json"))
    #expect(outcome.errors.isEmpty)
  }

  @Test("where nothing can be written, nothing is run", arguments: ["@", "@gone/run.json", "@world.yaml/run.json"])
  func obstacle(path: String) async throws {
    let outcome = await (try desk()).run("run", "@flow.yaml", "--world=@world.yaml", "--save", path)
    #expect(outcome.code == .broken)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("mfaflow: `--save` cannot write to `"))
    #expect(outcome.errors.contains("\n  help: name a file in a folder that is there\n"))
  }

  @Test("a pipe and a device are no place for a run: nothing is run, and they stay as they are")
  func noPlace() async throws {
    let desk = try desk()
    #expect(mkfifo(desk.root + "pipe", 0o600) == 0)
    for (path, what) in [("@pipe", "a pipe"), ("/dev/null", "a device"), ("/dev/full", "a device")] {
      guard path.hasPrefix("@") || FileManager.default.fileExists(atPath: path) else { continue }
      let outcome = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--save", path)
      #expect(outcome.code == .wrongInput)
      #expect(outcome.output.isEmpty)
      let name = path.replacingOccurrences(of: "@", with: "")
      #expect(
        outcome.errors.hasPrefix("mfaflow: `--save` cannot write to `\(name)`: it is \(what)\n  help: name a file"))
    }
    var status = stat()
    #expect(stat(desk.root + "pipe", &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.root).count == 3)
  }

  @Test("a world in which an event says something else is another world, though all events have the same names")
  func otherWords() async throws {
    let desk = try desk()
    try put(0..<1, on: desk)
    let first = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--save=@run.json")
    #expect(first.code == .failure)
    try desk.put("other.yaml", Samples.world.replacing("alice: {", with: "alice: { activationAttempts: 9,"))
    let outcome = await desk.run("run", "@flow.yaml", "--world=@other.yaml", "--resume=@run.json")
    #expect(outcome.code == .wrongInput && outcome.output.isEmpty)
    #expect(outcome.errors.contains("error[MFA937]"))
    #expect(outcome.errors.contains("`getActivationCode` said something else then"))
  }

  @Test("a password that was set and that nobody hands in again is told of, and is not right")
  func forgotten() async throws {
    let desk = try desk()
    try put(0..<3, on: desk)
    _ = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--save=@run.json")
    let words = ["run", "@flow.yaml", "--world=@world.yaml", "--resume=@run.json", "--set=signedIn=finish", "--quiet"]
    let without = await desk.run(words[0], words[1], words[2], words[3], words[4], words[5])
    #expect(without.code == .success)
    #expect(
      without.errors == "mfaflow: MFAFLOW_SECRET_1 is not set: the password that it stands for will not be right\n")
    let with = await desk.run(
      words[0], words[1], words[2], words[3], words[4], words[5],
      environment: ["MFAFLOW_SECRET_1": "Correct-horse-7"])
    #expect(with.code == .success && with.errors.isEmpty)
    let wrong = await desk.run(
      words[0], words[1], words[2], words[3], words[4], words[5], environment: ["MFAFLOW_SECRET_1": "short"])
    #expect(wrong.code == .wrongInput)
    #expect(wrong.errors.contains("error[MFA937]"))
    #expect(!wrong.errors.contains("`short`"))
  }

  @Test("another flow, contract or world, a changed flow and what is no saved run: one error each, and nothing is run")
  func refusals() async throws {
    let desk = try desk()
    try put(0..<2, on: desk)
    _ = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--save=@run.json")
    let saved = try text("run.json", on: desk)
    try desk.put("other.yaml", Self.flow.replacing("flow: sample", with: "flow: other"))
    try desk.put("changed.yaml", Self.flow + "# a comment\n")
    try desk.put("otherWorld.yaml", "users:\n  alice: { activationCode: \"111111\", blocked: admin }\n")
    let contract = await desk.run("contract", "relid")
    try desk.put("contract.yaml", contract.output.replacing("version: 1.0.0", with: "version: 1.0.1"))
    try desk.put("text.json", "hunter2\n")
    try desk.put("cut.json", String(saved.dropLast(20)))
    try desk.put("future.json", saved.replacing("\"version\":2,\"flow\"", with: "\"version\":3,\"flow\""))
    try desk.put("older.json", saved.replacing("\"version\":2,\"flow\"", with: "\"version\":1,\"flow\""))
    try desk.put("unsaid.json", saved.replacing(/,"said":"[0-9a-f]+"/, with: ""))
    try desk.put("otherSaid.json", saved.replacing(/"said":"[0-9a-f]+"/, with: "\"said\":\"0000000000000000\""))
    try desk.put("form.json", saved.replacing(/"format":[0-9]+/, with: "\"format\":99"))
    try desk.put("edited.json", saved.replacing("\"row\":", with: "\"row\":7"))
    try desk.put(
      "otherEvent.json", saved.replacing("\"event\":{\"event\":\"getPassword\"", with: "\"event\":{\"event\":\"done\""))
    try desk.put("otherField.json", saved.replacing("\"attemptsLeft\":3", with: "\"attemptsLeft\":99"))
    try desk.put("noJournal.json", saved.replacing(/"journal":\[.*\]/, with: "\"journal\":[]"))
    try desk.put("otherUser.json", saved.replacing(/"user":"alice"/, with: "\"user\":\"mallory\""))
    try desk.put("more.json", saved.replacing("\"unread\"", with: "\"more\":1,\"unread\""))
    try desk.put("call.json", saved.replacing("\"call\":\"setUser\"", with: "\"call\":\"setDeviceName\""))
    let cases: [(flow: String, world: String, file: String, code: String)] = [
      ("other", "world", "run", "MFA933"), ("changed", "world", "run", "MFA935"),
      ("flow", "otherWorld", "run", "MFA937"), ("flow", "world", "text", "MFA932"), ("flow", "world", "cut", "MFA932"),
      ("flow", "world", "older", "MFA932"), ("flow", "world", "unsaid", "MFA932"),
      ("flow", "world", "otherSaid", "MFA937"), ("flow", "world", "future", "MFA932"),
      ("flow", "world", "form", "MFA932"),
      ("flow", "world", "edited", "MFA936"), ("flow", "world", "more", "MFA932"), ("flow", "world", "call", "MFA937"),
      ("flow", "world", "gone", "MFA930"), ("flow", "world", "otherEvent", "MFA936"),
      ("flow", "world", "otherField", "MFA936"),
      ("flow", "world", "noJournal", "MFA936"), ("flow", "world", "otherUser", "MFA936"),
    ]
    for (flow, world, file, code) in cases {
      let outcome = await desk.run(
        "run", "@\(flow).yaml", "--world=@\(world).yaml", "--resume=@\(file).json", "--set", "activationCode=493021")
      #expect(outcome.code == (code == "MFA930" ? .broken : .wrongInput), "\(flow) \(world) \(file)")
      #expect(outcome.output.isEmpty, "\(flow) \(world) \(file)")
      #expect(outcome.errors.contains("error[\(code)]"), "\(outcome.errors)")
      #expect(outcome.errors.components(separatedBy: "error[").count == 2, "\(outcome.errors)")
      #expect(!outcome.errors.contains("hunter2"))
    }
    let other = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--resume=@run.json", "--contract=@contract.yaml")
    #expect(other.code == .wrongInput)
    #expect(other.errors.contains("error[MFA934]"))
  }

  @Test("a part that was changed is a flow that was changed")
  func changedPart() async throws {
    let desk = try desk()
    let part = "part: p\nsdk: relid\nends: { gone: { outcome: failure } }\n"
    try desk.put("p.yaml", part)
    try desk.put("flow.yaml", Self.flow.replacing("start: initialize", with: "start: initialize\nuse: [p]"))
    _ = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--save=@run.json")
    try desk.put("p.yaml", part + "# more\n")
    let outcome = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--resume=@run.json")
    #expect(outcome.code == .wrongInput)
    #expect(outcome.errors.contains("error[MFA935]") && outcome.errors.contains("`--was`"), "\(outcome.errors)")
  }

  @Test("the reasons of security modules are kept")
  func reasons() async throws {
    let desk = try desk()
    try desk.put(
      "flow.yaml",
      Self.flow.replacing("start: initialize\n", with: "start: mayBegin\n").replacing(
        "steps:\n",
        with:
          "steps:\n  mayBegin: { gate: [allowLogin], then: { allow: initialize, deny: refused, else: failed } }\n"
          + "  refused: { wait: really-cancel, choices: { leave: { to: failed } } }\n"))
    _ = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--module=wifi=deny:This network is not safe.", "--save=@run.json")
    let outcome = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--resume=@run.json", "--format=json", "--set=refused=leave")
    #expect(outcome.output.contains("\"reasons\":[\"This network is not safe.\"]"))
  }

  @Test("a signal saves a run that waits for a person, and nothing that was typed is in it")
  func signal() async throws {
    let desk = try desk()
    let pseudo = try PseudoTerminal()
    let stop = StopBell()
    async let outcome = desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--set=userName=alice", "--save=@run.json", "--quiet",
      terminal: Terminal(input: pseudo.program, output: pseudo.program), stop: stop)
    await OwnThread.run {
      _ = pseudo.read(until: "(not shown): ")
      pseudo.type("493058172630")
      #expect(stop.ring(15))
    }
    #expect(await outcome.output == "… enterCode waits for an answer\n")
    #expect(pseudo.echoes)
    #expect(stop.heeded == 15 && !stop.ring(2))
    #expect(try !text("run.json", on: desk).contains("493058172630"))
    let second = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--resume=@run.json", "--set=enterCode=cancel", "--quiet")
    #expect(second.output == "■ cancelled (ended)\n")
  }

  @Test("the end of the terminal's input saves, too")
  func endOfInput() async throws {
    let desk = try desk()
    let pseudo = try PseudoTerminal()
    async let outcome = desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--save=@run.json", "--quiet",
      terminal: Terminal(input: pseudo.program, output: pseudo.program))
    await OwnThread.run {
      _ = pseudo.read(until: "userName: ")
      pseudo.type("\u{4}")
    }
    #expect(await outcome.output == "… identify waits for an answer\n")
    #expect(try text("run.json", on: desk).contains("\"step\":\"identify\""))
  }

  @Test("a signal stops a script that waits for a slow SDK", .timeLimit(.minutes(30)))
  func signalToScript() async throws {
    let desk = try desk()
    try desk.put("world.yaml", Samples.world + "latency: 1h\n")
    let stop = StopBell()
    async let outcome = desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--clock=live", "--save=@run.json", "--quiet", stop: stop)
    while !stop.ring(15) { await Task.yield() }
    #expect(await outcome.output == "… initialize waits for an answer\n")
    #expect(try text("run.json", on: desk).contains("\"call\":\"initialize\""))
  }

  @Test("whatever is changed in the file, the command ends as it says it does", arguments: 1...8 as ClosedRange<UInt64>)
  func mutated(seed: UInt64) async throws {
    let desk = try desk()
    try put(0..<3, on: desk)
    _ = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--save=@run.json")
    let saved = Array(try text("run.json", on: desk).utf8)
    var generator = HostileMutator(seed: seed)
    for _ in 0..<25 {
      var bytes = saved
      for _ in 0...Int.random(in: 0...2, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &generator)))
        case 2:
          bytes.insert(
            contentsOf: Array("-9223372036854775808".utf8.prefix(Int.random(in: 1...20, using: &generator))), at: place)
        default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 60)], at: place)
        }
      }
      try Data(bytes).write(to: URL(fileURLWithPath: desk.root + "mutated.json"))
      let outcome = await desk.run(
        "run", "@flow.yaml", "--world=@world.yaml", "--resume=@mutated.json", "--set=signedIn=finish", "--quiet")
      #expect([.success, .failure, .wrongInput].contains(outcome.code), "SEED=\(seed) \(outcome.errors)")
      if outcome.code == .wrongInput { #expect(outcome.errors.contains("error[MFA93"), "SEED=\(seed)") }
    }
  }
}
