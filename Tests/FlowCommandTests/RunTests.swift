// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow run")
struct RunTests {
  @Test("a success end: the trace as it happens, the result behind it, exit code 0")
  func success() async throws {
    let outcome = await (try Desk.sample()).run(
      "run", "@flow.yaml", "--world", "@world.yaml", "--answers", "@answers.yaml")
    #expect(outcome.code == .success)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count > 10)
    #expect(lines.last?.hasPrefix("✓ done (success)") == true)
    #expect(lines.last?.contains("possession by activation-code") == true)
    #expect(outcome.errors.isEmpty)
    #expect(!outcome.output.contains("493021"))
    #expect(!outcome.output.contains("Correct-horse-7"))
  }

  @Test("labels of the server that no contract names, and calls that the simulator lacks, are told before the run")
  func tellsWhatIsLess() async throws {
    let desk = try Desk.sample()
    try desk.put(
      "flow.yaml",
      """
      language: mfaflow/1
      flow: signOn
      version: 1.0.0
      sdk: relid
      start: initialize
      steps:
        initialize: { call: initialize, then: { getUser: identify, else: failed } }
        identify:
          challenge: getUser
          ask: [userName]
          answer: setUser
          tries: 3
          choices: { logs: { call: getSecurityThreatLogs, max: 3, then: { accepted: stay } } }
          then: { getAddNewDeviceOptions: chooseWay, exhausted: failed, else: failed }
        chooseWay:
          challenge: getAddNewDeviceOptions
          choices: { cancel: { call: resetAuthState, max: 3, then: { getUser: identify } } }
          then: { exhausted: failed, else: failed }
      ends: { failed: { outcome: failure } }
      """)
    try desk.put(
      "world.yaml",
      "users: { dave: { password: a-b-c-d-1, registeredDevices: [phone] } }\nnewDeviceOptions: [Ask a friend]\n")
    let outcome = await desk.run("run", "@flow.yaml", "--world", "@world.yaml", "--set", "userName=dave")
    #expect(
      outcome.errors.contains("the simulated SDK has no call `getSecurityThreatLogs`, which the step `identify` makes"))
    #expect(outcome.errors.contains("offers `Ask a friend` on a new device; no constant of the contract `relid`"))
    let usual = await (try Desk.sample()).run("run", "@flow.yaml", "--world", "@world.yaml", "--set", "userName=alice")
    #expect(!usual.errors.contains("simulated SDK") && !usual.errors.contains("the server of this world"))
  }

  @Test("the same line gives the same bytes")
  func repeatable() async throws {
    let desk = try Desk.sample()
    let first = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml")
    let second = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml")
    #expect(first.output == second.output)
  }

  @Test("a failure end: exit code 1, and the message of the flow in the result")
  func failure() async throws {
    let desk = try Desk.sample()
    try desk.put("wrong.yaml", "answers:\n" + String(repeating: "  - identify: { userName: bob }\n", count: 5))
    let outcome = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers=@wrong.yaml", "--quiet")
    #expect(outcome.code == .failure)
    #expect(outcome.output == "✗ failed (failure): Something went wrong.\n")
  }

  @Test("an end by the user's own will: exit code 0, and what was not used is said")
  func ended() async throws {
    let desk = try Desk.sample()
    try desk.put(
      "cancel.yaml",
      "answers:\n  - identify: { userName: alice }\n  - enterCode: cancel\n  - enterCode: resend\n")
    let outcome = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers=@cancel.yaml", "--quiet")
    #expect(outcome.code == .success)
    #expect(outcome.output == "■ cancelled (ended)\n")
    #expect(outcome.errors == "mfaflow: 1 answer was not used; the first is for `enterCode`, line 4 of the answers\n")
  }

  @Test("answers that run out: the step that waits and what it wants, exit code 1")
  func waiting() async throws {
    let outcome = await (try Desk.sample()).run("run", "@flow.yaml", "--world=@world.yaml", "--set", "userName=alice")
    #expect(outcome.code == .failure)
    #expect(outcome.output.hasSuffix("… enterCode waits for an answer\n"))
    #expect(
      outcome.errors
        == "mfaflow: the answers ran out: the step `enterCode` waits; it asks for `activationCode`; "
        + "it offers `resend`, `cancel`\n")
  }

  @Test("an answer that is not UTF-8 is refused, and not changed into another one")
  func notUTF8() async throws {
    let desk = try Desk.sample()
    let words = ["run", "@flow.yaml", "--world=@world.yaml", "--quiet"]
    let set = await desk.run(words + ["--set", "userName=al\u{FFFD}ce"])
    let variable = await desk.run(words, environment: ["MFAFLOW_ANSWER_userName": "al\u{FFFD}ce"])
    for outcome in [set, variable] {
      #expect(outcome.code == .wrongInput, "\(outcome)")
      #expect(
        outcome.errors.contains("an answer is not written in UTF-8"),
        "\(outcome)")
    }
  }

  @Test("a question that nobody answers until its time is over is told, since the run ends for no other reason")
  func unansweredInTime() async throws {
    let desk = try Desk.sample()
    let ask = "    ask: [activationCode]\n"
    try desk.put("flow.yaml", Samples.flow.replacing(ask, with: ask + "    within: 2m\n"))
    let outcome = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--set", "userName=alice", "--quiet")
    #expect(outcome.code == .failure)
    #expect(
      outcome.errors
        == "mfaflow: nobody answered at the step `enterCode` (it asks for `activationCode`; it offers `resend`, "
        + "`cancel`), and its time went by\n")
  }

  @Test("settings and the environment answer what the file leaves open, in that order")
  func precedence() async throws {
    let desk = try Desk.sample()
    try desk.put(
      "part.yaml", "answers:\n  - identify: { userName: alice }\n  - enterCode: { activationCode: \"000000\" }\n")
    let outcome = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=@part.yaml", "--set", "enterCode=resend", "--set",
      "activationCode=493021", "--set", "createPassword.confirmPassword=Correct-horse-7",
      environment: [
        "MFAFLOW_ANSWER_newPassword": "Correct-horse-7", "MFAFLOW_ANSWER_activationCode": "1",
        "MFAFLOW_ANSWER_userName": "nobody",
      ])
    #expect(outcome.code == .success)
    #expect(outcome.errors.isEmpty)
  }

  @Test("JSON: one object a line on the output, the last one the result")
  func json() async throws {
    let outcome = await (try Desk.sample()).run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--format", "json")
    let objects = try outcome.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(objects.allSatisfy { $0["kind"] is String })
    let last = try #require(objects.last)
    #expect(last["kind"] as? String == "result")
    #expect(last["ending"] as? String == "success")
    #expect(last["end"] as? String == "done")
    #expect(last["user"] as? String == "alice")
    #expect(last["exit"] as? Int == 0)
  }

  @Test("a wrong flow does not run: its findings on the error stream, exit code 2")
  func wrongFlow() async throws {
    let desk = try Desk.sample()
    try desk.put("flow.yaml", Samples.brokenFlow)
    let outcome = await desk.run("run", "@flow.yaml", "--world=@world.yaml")
    #expect(outcome.code == .wrongInput)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("--> flow.yaml:"))
  }

  @Test("everything that is wrong around a run is said at once, with its place, exit code 2")
  func wrongInputs() async throws {
    let desk = try Desk.sample()
    try desk.put("answers.yaml", "answers:\n  - enterCoed: resend\n  - enterCode: resent\n")
    let outcome = await desk.run(
      "run", "@flow.yaml", "--world", "@gone.yaml", "--answers", "@answers.yaml", "--set", "userNam=alice", "--set",
      "nothing")
    #expect(outcome.code == .broken)
    #expect(outcome.output.isEmpty)
    for words in [
      "`gone.yaml` does not exist", "--> answers.yaml:2:5", "did you mean `enterCode`?", "--> answers.yaml:3:16",
      "did you mean `resend`?", "`userNam`", "did you mean `userName`?", "--> --set #1:1:1",
      "--> --set #2:1:1",
    ] { #expect(outcome.errors.contains(words), "\(words)") }
  }

  @Test(
    "a folder and a missing file: exit code 3; a file of another kind: exit code 2",
    arguments: [("@", ExitCode.broken), ("@gone.yaml", .broken), ("@answers.yaml", .wrongInput)])
  func wrongFiles(path: String, code: ExitCode) async throws {
    let desk = try Desk.sample()
    #expect(await desk.run("run", path, "--world=@world.yaml").code == code)
    let outcome = await desk.run("run", "@flow.yaml", "--world", path)
    #expect(outcome.code == code)
    #expect(outcome.errors.contains("error[MFA93"))
    guard path != "@answers.yaml" else { return }
    #expect(await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers", path).code == code)
  }

  @Test("answers that are piped in are not read, and a run that waits says so")
  func pipedAnswers() async throws {
    let desk = try Desk.sample()
    let words = ["run", "@flow.yaml", "--world=@world.yaml", "--set=identify.userName=alice"]
    let waiting = await desk.run(words, input: "493021\n")
    #expect(waiting.code == .failure)
    #expect(waiting.errors.contains("mfaflow: standard input was not read, since it is no terminal: "))
    #expect(await desk.run(words, input: "").errors.contains("standard input") == false)
    let read = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=-", input: "answers:\n  - identify: { userName: alice }\n")
    #expect(read.code == .failure && !read.errors.contains("standard input"), "\(read.errors)")
    let whole = await desk.run(words + ["--answers=@answers.yaml"], input: "493021\n")
    #expect(whole.code == .success && whole.errors.contains("standard input") == false, "\(whole.errors)")
  }

  @Test("without a world, a flow that is a folder is said to be one")
  func folderWithoutWorld() async throws {
    let outcome = await (try Desk.sample()).run("run", "@")
    #expect(outcome.code == .broken)
    #expect(outcome.errors.contains("is a folder, not a file"))
    #expect(outcome.errors.contains("`run` needs a world"))
  }

  @Test("a choice that is refused is told behind the result, with the reason and its line")
  func refusedChoice() async throws {
    let desk = try Desk.sample()
    try desk.put(
      "thrice.yaml",
      "answers:\n  - identify: { userName: alice }\n" + String(repeating: "  - enterCode: resend\n", count: 4))
    let outcome = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers=@thrice.yaml", "--quiet")
    #expect(outcome.code == .failure)
    #expect(
      outcome.errors.contains(
        "mfaflow: line 6 of the answers was refused: `resend` is not offered now: its `max` is used up\n"))
  }

  @Test("a goal that is not reached: the result says what it needs and what was shown, in text and in JSON")
  func unreachedGoal() async throws {
    let desk = try Desk.sample()
    let silent = Samples.flow.replacingOccurrences(of: ", require: { kinds: 1 }", with: "")
    try desk.put("goal.yaml", silent.replacingOccurrences(of: "start: ", with: "goal: aal1\nstart: "))
    // Nobody can prove that the SDK will not name another user in the end.
    try desk.put(
      "mixed.yaml",
      Samples.world + "faults: [{ call: setPassword, event: onUserLoggedIn, with: { userID: mallory } }]\n")
    let line = ["@goal.yaml", "--world=@mixed.yaml", "--answers=@answers.yaml"]
    let text = await desk.run("run", line[0], line[1], line[2])
    let why =
      "the goal aal1 needs one proof; shown: nothing; set up in this run, which does not count: knowledge by password"
    #expect(text.code == .failure)
    #expect(text.output.contains("✗ goal-not-reached (failure): \(why), and the SDK is still in the phase signedIn\n"))
    #expect(text.output.contains("goal        \(why)\n"))
    let json = await desk.run("run", line[0], line[1], line[2], "--format", "json", "--quiet")
    let result = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let goal = try #require(result["goal"] as? [String: Any])
    #expect(goal["name"] as? String == "aal1" && goal["signedIn"] as? Bool == true && goal["why"] as? String == why)
    #expect((goal["proofs"] as? [[String: String]])?.isEmpty == true)
    #expect(goal["required"] == nil)
    try desk.put("goal.yaml", silent.replacingOccurrences(of: "start: ", with: "require: { kinds: 1 }\nstart: "))
    let required = await desk.run("run", line[0], line[1], line[2], "--format", "json", "--quiet")
    let told = try #require(try JSONSerialization.jsonObject(with: Data(required.output.utf8)) as? [String: Any])
    let unmet = try #require(told["goal"] as? [String: Any])
    #expect(unmet["required"] as? [String] == ["kinds: 1"] && unmet["name"] == nil)
    #expect((unmet["why"] as? String)?.hasPrefix("not met of what is required: kinds: 1; shown: nothing") == true)
    #expect((result["proofs"] as? [Any])?.isEmpty == true)
  }

  @Test("a part cannot be run, and that is said")
  func part() async throws {
    let desk = try Desk.sample()
    try desk.put("part.yaml", "part: p\nsdk: relid\nends: { gone: { outcome: failure } }\n")
    let outcome = await desk.run("run", "@part.yaml", "--world=@world.yaml")
    #expect(outcome.code == .wrongInput && outcome.output.isEmpty)
    #expect(outcome.errors.contains("error[MFA938]: this file is a part, and cannot be run\n"))
  }

  @Test("a live clock gives the same end")
  func liveClock() async throws {
    let outcome = await (try Desk.sample()).run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--clock", "live", "--quiet")
    #expect(outcome.code == .success)
  }
}
