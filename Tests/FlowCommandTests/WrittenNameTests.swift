// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("Names that read as something else without quotes, in scenarios that are written")
struct WrittenNameTests {
  /// Events, calls, fields, steps, choices and messages whose names need quotes.
  private static let contract = """
    contract: keeper
    version: 1.0.0
    success: [0]
    patience: 30s
    phases: { locked: {}, open: {} }
    signedIn: open
    events:
      "null": { kind: challenge, fields: { "no": text }, meaning: Somebody is there, source: given manual 1 }
      opened: { kind: result, enters: open, meaning: The door is open, source: given manual 1 }
    calls:
      "yes": { phases: locked, leadsTo: "null", source: given manual 1 }
      sendName:
        answers: "null"
        takes: { "y": text 1..64 }
        phases: locked
        leadsTo: { opened: { earns: { possession: key } }, "null": given manual 1 }
        source: given manual 1
    authenticators:
      key: { channel: device }

    """

  private static let flow = """
    language: mfaflow/1
    flow: door
    version: 1.0.0
    sdk: ./keeper.yaml
    goal: aal1
    start: "off"
    steps:
      "off": { call: "yes", then: { "null": "on", else: failed } }
      "on":
        challenge: "null"
        say: "null"
        ask: ["y"]
        answer: sendName
        tries: 3
        choices: { "null": { to: gone } }
        then: { opened: signedIn, "null": retry, exhausted: failed, else: failed }
      signedIn: { event: opened, choices: { "no": { to: done } } }
    ends:
      done: { outcome: success }
      failed: { outcome: failure }
      gone: { outcome: ended }
    messages: { "null": "Who is it? {no}" }

    """

  private func desk() throws -> Desk {
    let desk = try Desk()
    try desk.put("keeper.yaml", Self.contract)
    try desk.put("door.yaml", Self.flow)
    return desk
  }

  @Test("what was played is saved whole, and passes")
  func played() async throws {
    let desk = try desk()
    let outcome = await desk.run(
      "play", "@door.yaml", input: "1\n1\n1 y=null\n1\n1\n1\nsave \(desk.root)played\n")
    #expect(outcome.output.contains("end         done (success)"), "\(outcome.output)")
    #expect(!outcome.output.contains("Only the first"), "\(outcome.output)")
    let text = try String(contentsOfFile: desk.root + "played.scenarios.yaml", encoding: .utf8)
    for words in [
      "event: \"null\"", "\"on\": { \"y\": \"null\" }", "offered: [\"null\"]", "signedIn: \"no\"", "end: done",
    ] {
      #expect(text.contains(words), "\(words)\n\(text)")
    }
    let test = await desk.run("test", "@played.scenarios.yaml")
    #expect(test.code == .success, "\(test.output)")
    #expect(await desk.run("fmt", "--check", "@played.scenarios.yaml").code == .success)
  }

  @Test("a way is found to each step and each choice, and is written")
  func missing() async throws {
    let desk = try desk()
    let outcome = await desk.run("new", "scenario", "@door.yaml")
    #expect(!outcome.errors.contains("choice `") && !outcome.errors.contains("step `"), "\(outcome.errors)")
    let text = try String(contentsOfFile: desk.root + "door.scenarios.yaml", encoding: .utf8)
    #expect(text.contains("\"on\": \"null\"") && text.contains("end: done"), "\(text)")
    let test = await desk.run("test", "@door.scenarios.yaml")
    #expect(test.code == .success, "\(test.output)")
  }
}
