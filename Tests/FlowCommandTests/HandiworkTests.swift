// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// Options that write files, whose value was forgotten or mistyped.
@Suite("What people have written is not written over")
struct HandiworkTests {
  @Test(
    "no option replaces a flow, a part, a contract or a catalogue, or adds to one",
    arguments: ["flow", "part", "contract", "catalogue"])
  func kept(_ kind: String) async throws {
    let texts = [
      "flow": Samples.flow, "part": "part: mine\nlanguage: mfaflow/1\nsteps: {}\n",
      "contract": "contract: mine\nversion: 1.0.0\nevents: {}\ncalls: {}\n",
      "catalogue": "catalogue: de\nmessages: { hello: Hallo. }\n",
    ]
    let text = try #require(texts[kind])
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    try desk.put("other.yaml", text)
    for words in [
      ["check", "--write-baseline", "@other.yaml", "@flow.yaml"],
      ["check", "--output", "junit=@other.yaml", "@flow.yaml"],
      ["graph", "--output", "@other.yaml", "@flow.yaml"], ["story", "--output", "@other.yaml", "@flow.yaml"],
      ["page", "--output", "@other.yaml", "@flow.yaml"], ["matrix", "--output", "@other.yaml", "@flow.yaml"],
      ["run", "--backend", "process:true", "--backend-log", "@other.yaml", "@flow.yaml"],
      ["run", "--backend", "process:true", "--record", "@other.yaml", "@flow.yaml"],
    ] {
      let outcome = await desk.run(words)
      #expect(outcome.code == .wrongInput, "\(words): \(outcome)")
      #expect(outcome.errors.contains("cannot write to") && outcome.errors.contains("it is a"), "\(words): \(outcome)")
      let left = try String(contentsOfFile: desk.root + "other.yaml", encoding: .utf8)
      #expect(left == text, "\(words)")
    }
  }

  @Test("a report, a baseline and a log are written again")
  func replaced() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    for _ in 0..<2 {
      let outcome = await desk.run(
        "check", "--write-baseline", "@known.txt", "--output", "junit=@report.xml", "@flow.yaml")
      #expect(outcome.code == .success, "\(outcome)")
    }
  }

  @Test(
    "a report for programs is written again, though it has keys that a flow has, too",
    arguments: [
      ["matrix", "@flow.yaml", "--format", "json", "--output", "@report.json"],
      ["check", "--proofs", "--output", "json=@report.json", "@flow.yaml"],
      ["check", "--guesses", "--output", "json=@report.json", "@flow.yaml"],
      ["soak", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--runs=1", "--output", "@report.json"],
      ["backend", "verify", "simulator", "--most-calls", "5", "--output", "json=@report.json"],
    ])
  func replacedJSON(_ words: [String]) async throws {
    let desk = try Desk.sample()
    let first = await desk.run(words)
    let text = try String(contentsOfFile: desk.root + "report.json", encoding: .utf8)
    #expect(text.hasPrefix(#"{"kind":""#), "\(text.prefix(80))")
    let again = await desk.run(words)
    #expect(again.code == first.code && !again.errors.contains("cannot write"), "\(again)")
  }

  @Test("what a program says does not go into a file that it is made of")
  func program() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    try desk.put("sdk.sh", "exit 1\n")
    let path = desk.root + "sdk.sh"
    let outcome = await desk.run("run", "--backend", "process:sh \(path)", "--backend-log", path, "@flow.yaml")
    #expect(outcome.code == .wrongInput && outcome.errors.contains("`--backend-log` would write over it"), "\(outcome)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "exit 1\n")
  }
}
