// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow twin")
struct TwinTests {
  private static let python =
    "process:python3 -SE '"
    + URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Examples/python-backend/sdk.py")
    .standardized.path + "'"

  private func twin(_ first: String, _ second: String, on desk: Desk, _ more: String...) async -> Outcome {
    await desk.run(
      [
        "twin", "@flow.yaml", "--backend", first, "--backend", second, "--world=@world.yaml", "--answers=@answers.yaml",
      ] + more)
  }

  @Test("the simulator and the example in Python are the same where they agree; fields of one alone are listed")
  func same() async throws {
    let desk = try Desk.sample()
    let outcome = await twin("simulator", Self.python, on: desk)
    #expect(outcome.code == .success, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.hasPrefix("✓ the runs are the same: "))
    #expect(outcome.output.contains("  only simulator sends onInitialized.sessionID, "), "\(outcome.output)")
    let json = await twin("simulator", Self.python, on: desk, "--format=json")
    #expect(json.output.hasPrefix("{\"kind\":\"twin\",\"same\":true,"), "\(json.output)")
    #expect(json.output.hasSuffix("\"exit\":0}\n"), "\(json.output)")
  }

  @Test("where they differ, the first thing is told with what both had last")
  func differs() async throws {
    let desk = try Desk.sample()
    try desk.put("world.yaml", "users: { alice: { activationCode: \"493021\", activationAttempts: 7 } }\n")
    let outcome = await twin("simulator", Self.python, on: desk)
    #expect(outcome.code == .failure, "\(outcome.output)\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("✗ the runs differ behind "))
    #expect(lines[1].contains("both") && lines[1].hasSuffix("accepted  setUser"), "\(outcome.output)")
    #expect(lines[2].hasPrefix("  simulator") && lines[2].hasSuffix("getActivationCode with attemptsLeft: 7"))
    #expect(lines[3].hasPrefix("  process:") && lines[3].hasSuffix("getActivationCode with attemptsLeft: 3"))
    let json = await twin("simulator", Self.python, on: desk, "--format=json")
    #expect(json.code == .failure && json.output.hasPrefix("{\"kind\":\"twin\",\"same\":false,"))
    #expect(json.output.contains("\"next\":\"event  getActivationCode with attemptsLeft: 7\""), "\(json.output)")
  }

  @Test("a secret that only one side would take makes them differ, and is not shown")
  func secrets() async throws {
    let desk = try Desk.sample()
    _ = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--record=@run.cassette")
    try desk.put("answers.yaml", Samples.answers.replacingOccurrences(of: "493021", with: "hunter2-code"))
    let outcome = await twin("simulator", "replay:" + desk.root + "run.cassette", on: desk)
    #expect(outcome.code == .failure && outcome.output.contains("  event  getActivationCode"), "\(outcome.output)")
    #expect(!outcome.output.contains("hunter2") && !outcome.errors.contains("hunter2"))
  }

  @Test("a recording with more in it differs, and nothing says that the runs are the same")
  func rest() async throws {
    let desk = try Desk.sample()
    _ = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--record=@run.cassette")
    try desk.put(
      "answers.yaml", "answers:\n  - identify: { userName: alice }\n  - enterCode: { choice: cancel, confirm: yes }\n")
    let outcome = await twin("simulator", "replay:" + desk.root + "run.cassette", on: desk)
    #expect(outcome.code == .failure && outcome.output.hasPrefix("✗ the runs differ behind "), "\(outcome.output)")
    #expect(!outcome.output.contains("the same") && outcome.output.contains("now the run is over"), "\(outcome.output)")
    let json = await twin("simulator", "replay:" + desk.root + "run.cassette", on: desk, "--format=json")
    #expect(json.output.hasPrefix("{\"kind\":\"twin\",\"same\":false,"), "\(json.output)")
    let both = await twin("replay:" + desk.root + "run.cassette", "replay:" + desk.root + "run.cassette", on: desk)
    #expect(both.code == .failure && both.output.hasPrefix("✗ both SDKs failed, "), "\(both.output)")
  }

  @Test("session ids may be others, and a user's name may not")
  func shapes() async throws {
    let desk = try Desk.sample()
    _ = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--record=@run.cassette")
    let cassette = try String(contentsOfFile: desk.root + "run.cassette", encoding: .utf8)
    let covered = "\"sessionID\":\"•••\""
    #expect(cassette.contains(covered), "\(cassette)")
    try desk.put("run.cassette", cassette.replacingOccurrences(of: covered, with: "\"sessionID\":\"OTHER\""))
    let same = await twin("simulator", "replay:" + desk.root + "run.cassette", on: desk)
    #expect(same.code == .success, "\(same.output)\(same.errors)")
    try desk.put("run.cassette", cassette.replacingOccurrences(of: "\"userID\":\"alice\"", with: "\"userID\":\"eve\""))
    let other = await twin("simulator", "replay:" + desk.root + "run.cassette", on: desk)
    #expect(other.code == .failure && other.output.contains("with userID: eve"), "\(other.output)")
  }

  @Test("scenarios are played on both, until they differ in one")
  func scenarios() async throws {
    let desk = try Desk.sample()
    let text = """
      flow: flow.yaml
      scenarios:
        - name: a code and a password
          world: { users: { alice: { activationCode: "493021" } } }
          do:
            - identify: { userName: alice }
            - enterCode: { activationCode: "493021" }
            - createPassword: { newPassword: "Correct-horse-7", confirmPassword: "Correct-horse-7" }
          expect: { end: done }
        - name: fewer tries
          world: { users: { alice: { activationCode: "493021", activationAttempts: 7 } } }
          do: [{ identify: { userName: alice } }]
          expect: { waiting: enterCode }

      """
    try desk.put("a.scenarios.yaml", text)
    let words = ["twin", "@a.scenarios.yaml", "--backend=simulator", "--backend=" + Self.python]
    let differ = await desk.run(words)
    #expect(differ.code == .failure, "\(differ.output)\(differ.errors)")
    #expect(differ.output.hasPrefix("✗ in: fewer tries\n") && differ.output.contains("with attemptsLeft: 7"))
    let same = await desk.run(words + ["--filter", "a code"])
    #expect(same.code == .success, "\(same.output)\(same.errors)")
    #expect(same.output.hasPrefix("✓ all of 1 scenarios; the last: a code and a password\n"), "\(same.output)")
    let none = await desk.run(words + ["--filter", "A code"])
    #expect(none.code == .wrongInput && none.errors.hasPrefix("mfaflow: no scenario has `A code` in its name\n"))
    let world = await desk.run(words + ["--world=@world.yaml"])
    #expect(world.code == .wrongInput && world.errors.contains("`--world` cannot be given with scenarios"))
  }

  @Test("a command line that names no two SDKs, a broken cassette and an SDK that is not there")
  func wrong() async throws {
    let desk = try Desk.sample()
    for backends in [[], ["--backend=simulator"], Array(repeating: "--backend=simulator", count: 3)] {
      let outcome = await desk.run(["twin", "@flow.yaml", "--world=@world.yaml"] + backends)
      #expect(outcome.code == .wrongInput && outcome.errors.contains("`twin` needs two SDKs"), "\(outcome.errors)")
    }
    let worldless = await desk.run("twin", "@flow.yaml", "--backend=simulator", "--backend=simulator")
    #expect(worldless.code == .wrongInput && worldless.errors.contains("`twin` needs a world"))
    try desk.put("run.cassette", "{}")
    let broken = await twin("simulator", "replay:" + desk.root + "run.cassette", on: desk)
    #expect(broken.code == .wrongInput && broken.errors.contains("error[MFA985]"))
    let gone = await twin("simulator", "process:/nowhere/sdk", on: desk)
    #expect(gone.code == .broken && gone.output.isEmpty && gone.errors.hasPrefix("mfaflow: `process:/nowhere/sdk`: "))
  }
}
