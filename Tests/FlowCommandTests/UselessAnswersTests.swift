// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("Answers that nobody can use")
struct UselessAnswersTests {
  private static let run = ["run", "@flow.yaml", "--world", "@world.yaml", "--quiet"]

  @Test(
    "a variable that is meant as an answer and is none is reported, without its value",
    arguments: [
      ("MFAFLOW_ANSWER_userNam", "the flow has no such input; did you mean `MFAFLOW_ANSWER_userName`?"),
      ("MFAFLOW_ANSWER_enterCode", "`enterCode` is a step; `--set enterCode=CHOICE` makes a choice"),
      (
        "MFAFLOW_ANSWER_zzz",
        "the flow has no such input; it asks for `activationCode`, `confirmPassword`, `newPassword`, `userName`"
      ),
      ("MFAFLOW_SECRET_9", "only a run that is taken up with `--resume` may need it"),
    ])
  func variables(name: String, words: String) async throws {
    let desk = try Desk.sample()
    let soak = ["soak", "--runs", "1", "@flow.yaml", "--world", "@world.yaml"]
    for command in [Self.run, soak] {
      let outcome = await desk.run(command + ["--answers", "@answers.yaml"], environment: [name: "horse-battery"])
      #expect(outcome.code == .success, "\(outcome)")
      #expect(outcome.errors.contains("mfaflow: `\(name)` is not used: \(words)\n"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("horse-battery"))
    }
  }

  @Test("a variable that is used, or that is for another program, is not reported")
  func others() async throws {
    let outcome = await (try Desk.sample()).run(
      Self.run + ["--answers", "@answers.yaml"],
      environment: ["MFAFLOW_ANSWER_userName": "alice", "MFAFLOW_ANSWERS": "x", "SECRET_1": "x"])
    #expect(outcome.code == .success && outcome.errors.isEmpty, "\(outcome)")
  }

  @Test("a saved run says which passwords it needs")
  func saved() async throws {
    let desk = try Desk.sample()
    _ = await desk.run(Self.run + ["--set", "userName=alice", "--save", "@run.json"])
    let outcome = await desk.run(
      Self.run + ["--resume", "@run.json", "--set", "enterCode=cancel"], environment: ["MFAFLOW_SECRET_1": "horse"])
    #expect(outcome.errors == "mfaflow: `MFAFLOW_SECRET_1` is not used: the saved run needs no password\n")
  }

  @Test("a setting that no step asked for is reported, without its value")
  func settings() async throws {
    let desk = try Desk.sample()
    let words = Self.run + ["--answers", "@answers.yaml"]
    let one = await desk.run(words + ["--set", "enterCode.activationCode=horse-battery"])
    #expect(one.code == .success, "\(one)")
    #expect(one.errors == "mfaflow: 1 setting was not used; the first is `--set enterCode.activationCode=…`\n")
    let two = await desk.run(words + ["--set", "enterCode=resend", "--set", "userName=alice"])
    #expect(two.errors == "mfaflow: 2 settings were not used; the first is `--set enterCode=…`\n", "\(two.errors)")
    let used = await desk.run(Self.run + ["--set", "userName=alice", "--set", "enterCode=cancel"])
    #expect(used.errors.isEmpty, "\(used.errors)")
  }
}
