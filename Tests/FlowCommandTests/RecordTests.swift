// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("mfaflow run --record and --backend replay:")
struct RecordTests {
  private func record(on desk: Desk) async -> Outcome {
    await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--record", "@run.cassette")
  }

  private func replay(on desk: Desk, _ more: String...) async -> Outcome {
    await desk.run(
      ["run", "@flow.yaml", "--answers=@answers.yaml", "--backend=replay:" + desk.root + "run.cassette"] + more)
  }

  private func text(_ name: String, on desk: Desk) throws -> String {
    try String(contentsOfFile: desk.root + name, encoding: .utf8)
  }

  @Test("a recorded run is played without a world, to the byte; the file is its owner's, and no secret is in it")
  func plays() async throws {
    let desk = try Desk.sample()
    let first = await record(on: desk)
    #expect(first.code == .success && first.errors.isEmpty)
    let second = await replay(on: desk)
    #expect(second.code == .success && second.errors.isEmpty)
    #expect(second.output == first.output)
    let attributes = try FileManager.default.attributesOfItem(atPath: desk.root + "run.cassette")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.root).count == 4)
    let cassette = try text("run.cassette", on: desk)
    #expect(!cassette.contains("493021") && !cassette.contains("Correct-horse"))
    #expect(cassette.contains("\"activationCode\":\"•••\""))
    let again = await replay(on: desk, "--record", "@again.cassette")
    #expect(again.code == .success)
    #expect(try text("again.cassette", on: desk) == cassette)
  }

  @Test("a wrong secret is not told from a right one: the recorded SDK says what it said")
  func wrongSecret() async throws {
    let desk = try Desk.sample()
    _ = await record(on: desk)
    try desk.put("answers.yaml", Samples.answers.replacingOccurrences(of: "493021", with: "000000"))
    #expect(await replay(on: desk).code == .success)
  }

  @Test("another value, another call and one argument less stop the run at the first difference, and both are shown")
  func differs() async throws {
    let cases: [(in: String, String, String, shown: String)] = [
      (
        "answers.yaml", "userName: alice", "userName: bob",
        "entry 4 (line 5): then `setUser(userName: alice)`, now `setUser(userName: bob)`"
      ),
      (
        "answers.yaml", "- enterCode: { activationCode: \"493021\" }", "- enterCode: resend",
        "then `setActivationCode(activationCode: •••)`, now `resendActivationCode()`"
      ),
      (
        "flow.yaml", "with: { deviceName: $event.deviceName }", "with: { deviceName: tablet }",
        "then `setDeviceName(deviceName: Simulated device)`, now `setDeviceName(deviceName: tablet)`"
      ),
    ]
    for (name, old, new, shown) in cases {
      let desk = try Desk.sample()
      _ = await record(on: desk)
      let before = try text(name, on: desk)
      try #require(before.contains(old))
      try desk.put(name, before.replacingOccurrences(of: old, with: new))
      let outcome = await replay(on: desk)
      #expect(outcome.code == .broken)
      #expect(outcome.output.contains("\n✗ the run differs from its cassette: entry "), "\(outcome.output)")
      #expect(outcome.output.contains(shown), "\(outcome.output)")
      #expect(outcome.errors.contains("has changed since the cassette was recorded") == (name == "flow.yaml"))
      let json = await replay(on: desk, "--format=json")
      #expect(json.output.contains("\"ending\":\"diverged\"") && json.output.contains("\"exit\":3"))
    }
  }

  @Test("a run that asks for less than its cassette has differs, too, however it ended")
  func less() async throws {
    let desk = try Desk.sample()
    _ = await record(on: desk)
    try desk.put(
      "answers.yaml", "answers:\n  - identify: { userName: alice }\n  - enterCode: { choice: cancel, confirm: yes }\n")
    let ended = await replay(on: desk)
    #expect(ended.code == .broken && !ended.output.contains("■ cancelled"), "\(ended.output)\(ended.errors)")
    #expect(ended.output.contains("\n✗ the run differs from its cassette: entry 6 (line 7): then `setActivation"))
    #expect(ended.output.hasSuffix(", now the run is over\n"))
    let json = await replay(on: desk, "--format=json")
    #expect(json.output.contains(#""ending":"diverged""#) && json.output.contains(#""exit":3"#))
    try desk.put("answers.yaml", "answers:\n  - identify: { userName: alice }\n")
    let waiting = await replay(on: desk)
    #expect(waiting.code == .broken && waiting.output.contains("\n✗ the run differs from its cassette: "))
    #expect(waiting.output.hasSuffix(", now the step `enterCode` waits\n"), "\(waiting.output)")
    #expect(
      waiting.errors.contains("mfaflow: the answers ran out: the step `enterCode` waits; it asks for `activationCode`"),
      "\(waiting.errors)")
  }

  @Test("a run that differs only in the call with which it gives up differs, too")
  func abandoned() async throws {
    let desk = try Desk.sample()
    try desk.put("answers.yaml", "answers:\n  - identify: { userName: alice }\n")
    _ = await record(on: desk)
    try desk.put(
      "flow.yaml",
      Samples.flow.replacingOccurrences(of: "cancelled: { outcome: ended }", with: "cancelled: { outcome: failure }"))
    try desk.put(
      "answers.yaml", "answers:\n  - identify: { userName: alice }\n  - enterCode: { choice: cancel, confirm: yes }\n")
    let ended = await replay(on: desk)
    #expect(ended.code == .broken, "\(ended.output)\(ended.errors)")
    #expect(ended.output.hasSuffix(": then nothing more was asked, now `resetAuthState()`\n"), "\(ended.output)")
  }

  @Test("a run that waits, and one whose SDK goes away, are recorded; the replay comes to the same")
  func unfinished() async throws {
    let desk = try Desk.sample()
    try desk.put("answers.yaml", "answers:\n  - identify: { userName: alice }\n")
    let waiting = await record(on: desk)
    #expect(waiting.code == .failure)
    let again = await replay(on: desk)
    #expect(again.code == .failure && again.output == waiting.output)
    let script =
      #"read l; echo '{"jsonrpc":"2.0","id":1,"result":{"protocol":"mfaflow-backend/1","contract":{"name":"relid"}}}'"#
    try desk.put("sdk.sh", script + "; read l; exit 3\n")
    let gone = await desk.run(
      "run", "@flow.yaml", "--backend=process:sh @sdk.sh", "--answers=@answers.yaml", "--record=@run.cassette")
    #expect(gone.code == .broken, "\(gone.output)\(gone.errors)")
    #expect(try text("run.cassette", on: desk).contains("\"call\":\"initialize\""))
    let replayed = await replay(on: desk)
    #expect(replayed.code == .broken)
    #expect(replayed.output.contains("✗ the SDK went away: it did so when it was recorded"), "\(replayed.output)")
    // But for times: the program was waited for.
    let lines = [replayed, gone].map { $0.output.split(separator: "\n").dropLast().map { $0.dropFirst(9) } }
    #expect(lines[0] == lines[1] && lines[0].count == 3)
  }

  @Test("nothing that is read is written over, a device and a pipe are no place, and --resume is refused")
  func places() async throws {
    let desk = try Desk.sample()
    _ = await record(on: desk)
    for name in ["flow.yaml", "world.yaml", "answers.yaml"] {
      let before = try text(name, on: desk)
      let outcome = await desk.run(
        "run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--record", "@" + name)
      #expect(outcome.code == .wrongInput && outcome.errors.contains("` is also read\n"), "\(outcome.errors)")
      #expect(try text(name, on: desk) == before)
    }
    let itself = await replay(on: desk, "--record=@run.cassette")
    #expect(itself.code == .wrongInput && itself.errors.contains("is also read"))
    #expect(mkfifo(desk.root + "pipe", 0o600) == 0)
    for (path, what) in [("@pipe", "a pipe"), ("/dev/null", "a device")] {
      let outcome = await replay(on: desk, "--record", path)
      #expect(outcome.code == .wrongInput && outcome.output.isEmpty)
      #expect(outcome.errors.contains("`--record` cannot write to") && outcome.errors.contains("it is \(what)"))
    }
    for path in ["@", "@gone/run.json"] {
      let outcome = await replay(on: desk, "--record", path)
      #expect(outcome.code == .broken && outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("mfaflow: `--record` cannot write to `"))
    }
    for more in [
      ["--resume=@run.json"], ["--save=@run.json"], ["--save=@x", "--backend=simulator", "--world=@world.yaml"],
    ] {
      let outcome = await desk.run(
        ["run", "@flow.yaml", "--backend=replay:" + desk.root + "run.cassette", "--record=@x"] + more)
      #expect(outcome.code == .wrongInput && outcome.output.isEmpty, "\(more): \(outcome.errors)")
    }
  }

  @Test("a scenario is played on a cassette, and fails where it asks for something else")
  func scenario() async throws {
    let desk = try Desk.sample()
    _ = await record(on: desk)
    let text = """
      flow: flow.yaml
      scenarios:
        - name: as it was
          world: { users: {} }
          do:
            - identify: { userName: alice }
            - enterCode: { activationCode: "493021" }
            - createPassword: { newPassword: "Correct-horse-7", confirmPassword: "Correct-horse-7" }
          expect: { end: done }

      """
    try desk.put("a.scenarios.yaml", text)
    let words = ["test", "@a.scenarios.yaml", "--backend=replay:" + desk.root + "run.cassette"]
    let passed = await desk.run(words)
    #expect(passed.code == .success, "\(passed.output)\(passed.errors)")
    try desk.put("a.scenarios.yaml", text.replacingOccurrences(of: "alice", with: "bob"))
    let failed = await desk.run(words)
    #expect(failed.code == .broken && failed.output.contains("now `setUser(userName: bob)`"), "\(failed.output)")
    try desk.put("run.cassette", "{}")
    let broken = await desk.run(words)
    #expect(broken.code == .wrongInput && broken.output.isEmpty && broken.errors.contains("error[MFA985]"))
  }
}
