// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import FlowCommand

@Suite("mfaflow run where its output is a terminal")
struct SeenRunTests {
  private func run(_ options: String...) async throws -> Outcome {
    let desk = try Desk.sample()
    try desk.put("wrong.yaml", "answers:\n" + String(repeating: "  - identify: { userName: bob }\n", count: 5))
    return await desk.run(
      ["run", "@flow.yaml", "--world=@world.yaml", "--answers=@wrong.yaml"] + options, outputIsTerminal: true)
  }

  @Test("shows no trace, and tells in the last line how the run came out")
  func plain() async throws {
    let outcome = try await run()
    #expect(outcome.output == "  Something went wrong.\n✗ The run failed: it ended at `failed`.\n")
    #expect(outcome.code == .failure)
  }

  @Test("shows the trace where it is asked for", arguments: ["--trace", "--format=text"])
  func traced(option: String) async throws {
    let outcome = try await run(option)
    #expect(outcome.output.contains("go          getUser 101 → retry [check-your-details]\n"))
    #expect(outcome.output.hasSuffix("\n✗ The run failed: it ended at `failed`.\n"))
  }

  @Test("`--texts` shows the trace, with what its messages say")
  func texts() async throws {
    let shown = "getUser 101 → retry [check-your-details: Check what you typed and try again.]\n"
    #expect(try await run("--texts").output.contains(shown))
    let json = try await run("--texts", "--format=json").output
    #expect(json.contains(#""say":"check-your-details","text":"Check what you typed and try again."}"#))
    #expect(json.contains(#""kind":"result""#))
  }

  @Test(
    "tells a person of other endings, too",
    arguments: [
      (
        ["  - identify: { userName: alice }", "  - enterCode: cancel"], "■ The run is over: it ended at `cancelled`.\n"
      ),
      (["  - identify: { userName: alice }"], "… The run is not over: `enterCode` waits for an answer.\n"),
    ])
  func endings(answers: [String], last: String) async throws {
    let desk = try Desk.sample()
    try desk.put("some.yaml", "answers:\n" + answers.map { $0 + "\n" }.joined())
    let outcome = await desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--answers=@some.yaml", outputIsTerminal: true)
    #expect(outcome.output == last)
    #expect(outcome.errors.isEmpty)
  }

  @Test("`--quiet` and what shows the trace contradict each other", arguments: ["--trace", "--texts"])
  func contradiction(option: String) async throws {
    let outcome = try await run("--quiet", option)
    #expect(outcome.code == .wrongInput)
    #expect(outcome.errors.contains("`--quiet` and `\(option)` contradict each other"))
  }

  @Test("lines are broken between words, behind their lead")
  func lines() {
    #expect("one two three".lines(behind: "- ", columns: 9) == "- one two\n  three\n")
    #expect("a-word-that-is-longer".lines(behind: "  ", columns: 9) == "  a-word-that-is-longer\n")
    #expect("日本 語".lines(behind: "", columns: 6) == "日本\n語\n")
    #expect("日本語".ending(in: 5) == "本語")
  }
}
