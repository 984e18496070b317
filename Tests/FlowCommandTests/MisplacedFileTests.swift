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
    try desk.put("sdk.yaml", Self.scenarios.replacing("{ name: a,", with: "{ name: a, sdk: [],"))
    try desk.put("decisions.yaml", "fail-on: warning\nexclude: [drafts]\n")
    try desk.put("team/.mfaflow.yaml", "profile: nist-63b-4\n")
    try desk.put(
      "known.baseline", "# Findings that mfaflow check knows; made with --write-baseline.\nMFA308\ta.yaml\tx\n")
    try desk.put("de.po", "# Made by a tool.\n\nmsgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n")
    try desk.put("run.json", #"{"mfaflow":"saved run","version":2,"flow":{"name":"sample"},"time":0}"# + "\n")
    try desk.put("run.cassette", #"{"mfaflow":"cassette","version":2,"contract":{"name":"relid"}}"# + "\n{}\n")
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

  @Test(
    "it is told so by each command that takes a flow",
    arguments: [
      "matrix FILE", "graph FILE", "show FILE", "page FILE", "play FILE", "messages list FILE", "diff FILE @flow.yaml",
      "diff @flow.yaml FILE", "graph --base FILE @flow.yaml", "contract relid --after identify FILE",
      "new scenario FILE", "run FILE --world @world.yaml", "soak --runs 1 FILE --world @world.yaml",
    ])
  func byEach(line: String) async throws {
    let desk = try desk()
    for (name, looks, cure) in Self.others {
      let words = line.split(separator: " ").map { $0 == "FILE" ? "@" + name : String($0) }
      let outcome = await desk.run(words)
      #expect(outcome.code == .wrongInput, "\(outcome)")
      #expect(outcome.errors.contains("error[MFA938]: this looks like \(looks), and a flow is meant"), "\(outcome)")
      #expect(outcome.errors.contains(cure), "\(outcome.errors)")
      #expect(outcome.errors.components(separatedBy: "error[").count == 2, "\(outcome.errors)")
      #expect(!outcome.errors.contains("493021"))
    }
  }

  private static let others: [(name: String, looks: String, cure: String)] = [
    ("scenarios.yaml", "a scenario file", "play it with `mfaflow test`"),
    ("sdk.yaml", "a scenario file", "play it with `mfaflow test`"),
    ("world.yaml", "a world", "with `--world`"), ("decisions.yaml", "a configuration", "with `--config FILE`"),
    ("team/.mfaflow.yaml", "a configuration", "name it `.mfaflow.yaml`"),
    ("known.baseline", "a baseline", "with `--baseline`"),
    ("de.po", "a PO file", "`mfaflow messages import FLOW FILE.po`"),
    ("run.json", "a saved run", "with `--resume`"),
    ("run.cassette", "a cassette", "with `--backend replay:FILE`"),
  ]

  @Test(
    "a saved run and a cassette are told where another file is meant",
    arguments: [
      ("check FILE", "a flow"), ("test FILE", "a scenario file"), ("story FILE", "a flow"),
      ("run @flow.yaml --world FILE", "a world"),
      ("run @flow.yaml --world FILE --backend process:false", "a world"),
      ("run @flow.yaml --world @world.yaml --answers FILE", "an answers file"),
      ("check @flow.yaml --contract FILE", "a contract"),
    ])
  func ownFiles(line: String, meant: String) async throws {
    let desk = try desk()
    for (name, looks, cure) in Self.others.suffix(2) {
      let words = line.split(separator: " ").map { $0 == "FILE" ? "@" + name : String($0) }
      let outcome = await desk.run(words)
      let shown = outcome.output + outcome.errors
      #expect(outcome.code != .success, "\(outcome)")
      #expect(shown.contains("this looks like \(looks), and \(meant) is meant"), "\(shown)")
      #expect(shown.contains(cure), "\(shown)")
    }
  }

  @Test("it is told where a configuration is meant, and a configuration with a slip is told its slip")
  func asConfiguration() async throws {
    let desk = try desk()
    let others = Self.others.filter { $0.looks != "a configuration" } + [("flow.yaml", "a flow", "`mfaflow check`")]
    for (name, looks, cure) in others {
      let outcome = await desk.run("check", "@flow.yaml", "--config", "@\(name)")
      #expect(outcome.code == .wrongInput, "\(outcome)")
      #expect(outcome.errors.contains("this looks like \(looks), and a configuration is meant"), "\(outcome.errors)")
      #expect(outcome.errors.contains(cure), "\(outcome.errors)")
      #expect(outcome.errors.components(separatedBy: "error[").count == 2, "\(outcome.errors)")
      #expect(!outcome.errors.contains("493021"))
    }
    try desk.put("decisions.yaml", "fail-on: warning\ncontract: [relid]\n")
    let slip = await desk.run("check", "@flow.yaml", "--config", "@decisions.yaml")
    #expect(slip.errors.contains("error[MFA120]") && !slip.errors.contains("MFA938"), "\(slip.errors)")
  }

  @Test("`fmt` says of a file in a format of its own what it is, and leaves it")
  func formatsNone() async throws {
    let desk = try desk()
    for (name, looks, _) in Self.others.suffix(4) {
      let outcome = await desk.run("fmt", "--check", "@\(name)")
      #expect(outcome.code == .failure)
      #expect(outcome.errors.contains("stays as it is: it looks like \(looks), which has no layout"), "\(outcome)")
      #expect(!outcome.errors.contains("error["), "\(outcome.errors)")
    }
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
