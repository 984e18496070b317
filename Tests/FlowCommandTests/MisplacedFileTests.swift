// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// A file of another kind than the one that is meant.
@Suite struct MisplacedFileTests {
  private static let scenarios = """
    flow: flow.yaml
    world: { users: { alice: { activationCode: "493021" } } }
    scenarios: [{ name: a, expect: { end: done } }]

    """

  private func desk() throws -> Desk {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    try desk.put("world.yaml", Samples.world)
    try desk.put("answers.yaml", Samples.answers)
    try desk.put("scenarios.yaml", Self.scenarios)
    return desk
  }

  @Test(
    "it is said what it looks like and what to do with it, and nothing else",
    arguments: [
      ("check @world.yaml", "a world, and a flow", "give it to `mfaflow run` with `--world`", 1),
      ("check @scenarios.yaml", "a scenario file, and a flow", "play it with `mfaflow test`", 1),
      ("check @answers.yaml", "an answers file, and a flow", "give it to `mfaflow run` with `--answers`", 1),
      ("test @flow.yaml", "a flow, and a scenario file", "check it with `mfaflow check`", 2),
      ("test @world.yaml", "a world, and a scenario file", "give it to `mfaflow run` with `--world`", 2),
      ("run @scenarios.yaml --world @world.yaml", "a scenario file, and a flow", "play it with `mfaflow test`", 2),
      ("run @flow.yaml --world @flow.yaml", "a flow, and a world", "check it with `mfaflow check`", 2),
      ("run @flow.yaml --world @world.yaml --answers @world.yaml", "a world, and an answers file", "with `--world`", 2),
    ])
  func isTold(line: String, looks: String, cure: String, code: Int32) async throws {
    let words = line.split(separator: " ").map(String.init) + ["", "", "", "", ""]
    let desk = try desk()
    let outcome =
      switch line.split(separator: " ").count {
      case 2: await desk.run(words[0], words[1])
      case 4: await desk.run(words[0], words[1], words[2], words[3])
      default: await desk.run(words[0], words[1], words[2], words[3], words[4], words[5])
      }
    let shown = outcome.output + outcome.errors
    #expect(outcome.code.rawValue == code)
    #expect(shown.contains("error[MFA938]: this looks like \(looks) is meant"))
    #expect(shown.contains(cure))
    #expect(shown.components(separatedBy: "error[").count == 2, "\(shown)")
    #expect(!shown.contains("493021") && !shown.contains("Correct-horse-7"))
  }

  @Test("a flow that is given in place of a world is shown as it is")
  func showsFlow() async throws {
    let outcome = await (try desk()).run("run", "@flow.yaml", "--world", "@flow.yaml")
    #expect(outcome.errors.contains("1 | language: mfaflow/1"))
  }

  @Test("a file that is what is meant, and wrong, is told what is wrong with it")
  func isNotMisplaced() async throws {
    let desk = try desk()
    try desk.put("flow.yaml", Samples.brokenFlow)
    try desk.put("world.yaml", "users: { alice: { activationCod: x } }\n")
    #expect(await desk.run("check", "@flow.yaml").output.contains("MFA205"))
    #expect(await desk.run("run", "@flow.yaml", "--world", "@world.yaml").errors.contains("MFA120"))
  }

  @Test("what is written as an input and is a choice: the cure stands there in full, and the value does not")
  func cureIsNotCovered() async throws {
    let desk = try desk()
    try desk.put(
      "answers.yaml",
      "answers:\n  - enterCode: { cancel: yes }\n  - enterCode: { choice: resend }\n  - enterCode: { secret: hunter2 }\n"
    )
    let outcome = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml")
    #expect(outcome.errors.contains("`cancel` is a choice: write `- enterCode: cancel`"))
    #expect(outcome.errors.contains("`resend` is a choice: write `- enterCode: resend`"))
    #expect(outcome.errors.contains("- enterCode: { choice: resend }"))
    #expect(!outcome.errors.contains("hunter2"))
  }
}
