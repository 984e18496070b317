// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// Scenarios of a base that are played on its variant.
@Suite struct TakenScenariosTests {
  private static let base = """
    language: mfaflow/1
    flow: door
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
        choices: { leave: { to: left }, help: { to: helped } }
        then: { 101: { retry: unknown }, else: failed }
    ends:
      left: { outcome: ended }
      helped: { outcome: ended, say: call }
      failed: { outcome: failure }
    messages: { unknown: Nobody of that name., call: Call us. }

    """
  private static let variant = """
    language: mfaflow/1
    flow: narrow
    version: 1.0.0
    extends: door@1.0
    change: { messages.unknown: No. }
    remove: [steps.identify.choices.help, ends.helped, messages.call]

    """
  private static let scenarios = """
    flow: door.yaml
    sdk: byHand
    beginnings: { asked: [{ event: getUser }] }
    scenarios:
      - name: left
        begin: asked
        do: [{ identify: leave }]
        expect: { end: left }
      - name: helped
        begin: asked
        do: [{ identify: help }]
        expect: { end: helped }
      - name: told
        begin: asked
        do: [{ identify: { userName: bob } }, { event: getUser, status: 101 }, { expect: { say: Nobody of that name. } }]
        expect: { waiting: identify }
      - name: asked
        begin: asked
        expect: { waiting: identify }

    """

  /// Another scenario of the name `left`, which passes.
  private static let asked = "{ name: left, sdk: byHand, do: [{ event: getUser }], expect: { waiting: identify } }"

  private static func desk(_ own: String) throws -> Desk {
    let desk = try Desk()
    try desk.put("door.yaml", base)
    try desk.put("narrow.yaml", variant)
    try desk.put("door.scenarios.yaml", scenarios)
    try desk.put("narrow.scenarios.yaml", own)
    return desk
  }

  @Test(
    "scenarios of one name in two files are both played, replaced and skipped; what is taken over on two ways is played once",
    arguments: [
      ("[door.scenarios, other.scenarios]", "", "", 5, 2, "✗ left"),
      ("[other.scenarios, door.scenarios]", "", "", 5, 2, "✗ left"),
      ("[door.scenarios, ./door.scenarios.yaml]", "", "", 4, 1, "✗ told"),
      ("[middle.scenarios, door.scenarios]", "", "", 4, 1, "✗ told"),
      ("[door.scenarios, middle.scenarios]", "", "", 4, 1, "✗ told"),
      ("[door.scenarios, other.scenarios]", "skip: { left: Elsewhere. }\n", "", 5, 1, "– left"),
      ("[door.scenarios, other.scenarios]", "", asked, 4, 1, "✓ left"),
    ])
  func sameName(
    extends: String, skip: String, own: String, count: Int, failed: Int, line: String
  ) async throws {
    let desk = try Self.desk("flow: narrow.yaml\nextends: \(extends)\n\(skip)scenarios: [\(own)]\n")
    try desk.put(
      "other.scenarios.yaml",
      """
      flow: door.yaml
      scenarios: [{ name: left, sdk: byHand, do: [{ event: getUser }], expect: { end: left } }]

      """)
    try desk.put(
      "middle.scenarios.yaml",
      """
      flow: door.yaml
      extends: door.scenarios
      scenarios: [\(Self.asked)]

      """)
    let outcome = await desk.run("test", "--verbose", "@narrow.scenarios.yaml")
    #expect(outcome.output.hasPrefix("narrow.scenarios.yaml: \(count) scenarios"), "\(outcome.output)")
    #expect(outcome.output.contains("\(failed) failed") && outcome.output.contains("  \(line)\n"), "\(outcome.output)")
  }

  @Test("what the variant has is played, what it removes is skipped with the reason, and what differs fails")
  func played() async throws {
    let own = "flow: narrow.yaml\nextends: door.scenarios.yaml\nscenarios: []\n"
    let desk = try Self.desk(own)
    let outcome = await desk.run("test", "--verbose", "@narrow.scenarios.yaml")
    #expect(outcome.code == .failure)
    #expect(
      outcome.output.hasPrefix(
        """
        narrow.scenarios.yaml: 4 scenarios, 2 passed, 1 skipped, 1 failed
          ✓ left
          ✗ told
          ✓ asked
          – helped
            skipped: `help` is no choice of `identify`

        ✗ told
        error[MFA942]: say: expected `Nobody of that name.`, found `No.`
          --> door.scenarios.yaml:
        """), "\(outcome.output)")
    #expect(
      outcome.output.contains(
        "it is taken over from door.scenarios.yaml: write a scenario of this name into narrow.scenarios.yaml to replace it"
      ),
      "\(outcome.output)")
    #expect(await desk.run("test", "@door.scenarios.yaml").code == .success)
  }

  @Test("the ending of the flow and of the scenarios may be left out, as in the keys of flows")
  func withoutEndings() async throws {
    let own = "flow: narrow.yaml\nextends: door.scenarios.yaml\nscenarios: []\n"
    let whole = await (try Self.desk(own)).run("test", "@narrow.scenarios.yaml")
    let short = await (try Self.desk(own.replacing(".yaml", with: ""))).run("test", "@narrow.scenarios.yaml")
    #expect(short.output.contains("4 scenarios") && short.output == whole.output, "\(short.output)\(short.errors)")
  }

  @Test(
    "a scenario that answers a step which asks nothing any more is skipped, and one that does not is played",
    arguments: [
      ("change: { interrupts.onSessionTimeout: { to: failed } }", ["over", "told of it"]),
      (
        "change: { steps.identify: { call: resetAuthState, then: { getUser: failed, else: failed } } }",
        ["helped", "left", "told"]
      ),
      ("change: { steps.identify.tries: 2 }", []), ("change: { ends.helped.say: unknown }", []),
    ])
  func asksNothing(_ changes: String, skipped: [String]) async throws {
    let desk = try Self.desk("flow: narrow.yaml\nextends: door.scenarios.yaml\nscenarios: []\n")
    let interrupts = "interrupts:\n  onSessionTimeout: { say: call, choices: { close: { to: failed } } }\n"
    try desk.put("door.yaml", Self.base.replacing("ends:\n", with: interrupts + "ends:\n"))
    try desk.put(
      "door.scenarios.yaml",
      Self.scenarios + """
          - name: over
            begin: asked
            do: [{ event: onSessionTimeout }, { onSessionTimeout: close }]
            expect: { end: failed }
          - name: told of it
            begin: asked
            do: [{ event: onSessionTimeout }, { expect: { step: onSessionTimeout, say: call } }]
            expect: { waiting: onSessionTimeout }

        """)
    try desk.put("narrow.yaml", "language: mfaflow/1\nflow: narrow\nversion: 1.0.0\nextends: door@1.0\n\(changes)\n")
    let outcome = await desk.run("test", "--verbose", "@narrow.scenarios.yaml")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("  – ") }.map { String($0.dropFirst(4)) }.sorted() == skipped, "\(outcome)")
    #expect(lines.count { $0.hasSuffix("asks nothing") } == skipped.count, "\(outcome)")
    #expect(lines.contains { $0.hasPrefix("  ✓ ") }, "\(outcome)")
  }

  @Test("a scenario of the same name takes the place of the other, and one may be left out with a reason")
  func replaced() async throws {
    let own = """
      flow: narrow.yaml
      extends: [door.scenarios.yaml]
      skip: { asked: "This is tried by hand." }
      scenarios:
        - name: told
          sdk: byHand
          do: [{ event: getUser }, { identify: { userName: bob } }, { event: getUser, status: 101 }]
          expect: { waiting: identify }

      """
    let outcome = await (try Self.desk(own)).run("test", "--verbose", "--format", "json", "@narrow.scenarios.yaml")
    #expect(outcome.code == .success)
    #expect(
      outcome.output.contains(
        #""kind":"skipped","file":"narrow.scenarios.yaml","name":"asked","reason":"This is tried by hand.""#)
        || outcome.output.contains("This is tried by hand."))
    // What is taken over is told where it is written.
    #expect(outcome.output.contains(#"door.scenarios.yaml","line":"#), "\(outcome)")
    #expect(
      outcome.output.contains(#""takenOverBy":""#) && outcome.output.contains(#""takenOverBy":null"#), "\(outcome)")
    #expect(outcome.output.contains("\"scenarios\":4,\"passed\":2,\"failed\":0,\"notPlayed\":0,\"skipped\":2"))
  }

  @Test(
    "what is wrong with a file that is taken over is shown in that file",
    arguments: [
      "flow: door.yaml\nextends: nobody.scenarios.yaml", "flow: door.yaml\nextendz: no",
      "flow: door.yaml\nworlds: { w: {} }",
      "\nflow: nobody.yaml",
    ])
  func wrongBase(_ head: String) async throws {
    let desk = try Self.desk("flow: narrow.yaml\nextends: middle.scenarios.yaml\nscenarios: []\n")
    try desk.put("middle.scenarios.yaml", "\(head)\nscenarios: []\n")
    let outcome = await desk.run("test", "@narrow.scenarios.yaml")
    #expect(outcome.errors.contains("--> middle.scenarios.yaml:2:"), "\(outcome.errors)")
  }

  @Test("`--own` credits a base that its own scenarios cover, and nothing that the variant says itself")
  func credited() async throws {
    let own = """
      flow: narrow.yaml
      sdk: byHand
      scenarios:
        - { name: begins, do: [{ event: getUser }], expect: { waiting: identify } }

      """
    let desk = try Self.desk(own)
    func together(_ arguments: String...) async throws -> [String] {
      let outcome = await desk.run(["test"] + arguments)
      let parts = outcome.output.components(separatedBy: "coverage of narrow.yaml\n")
      try #require(parts.count == 2, "\(outcome.errors)")
      let lines = parts[1].components(separatedBy: "\n\n")[0].split(separator: "\n")
      let sums = lines.filter { $0.contains("together") || $0.contains("alone") }
      return sums.map { $0.split(separator: " ").joined(separator: " ") }
    }
    // Seven of the variant: two steps, four branches, and the choice that is left. Its scenario takes two steps and a branch.
    #expect(try await together("@narrow.scenarios.yaml") == ["together 3 of 7 42 %"])
    #expect(try await together("--own", "@narrow.scenarios.yaml") == ["together 3 of 7 42 %", "alone 3 of 7 42 %"])
    let both = ["--own", "@narrow.scenarios.yaml", "@door.scenarios.yaml"]
    // Of the base `leave` and 101 are taken, too.
    #expect(try await together(both[0], both[1], both[2]) == ["together 5 of 7 71 %", "alone 3 of 7 42 %"])
    // What the variant leads elsewhere, and what it adds, is its own.
    let changed = Self.variant.replacing(
      "change: {", with: "add: { ends.gone: { outcome: ended } }\nchange: { steps.identify.then.101: gone, ")
    try desk.put("narrow.yaml", changed)
    #expect(try await together(both[0], both[1], both[2]) == ["together 4 of 7 57 %", "alone 3 of 7 42 %"])
    let json = await desk.run("test", "--own", "--format", "json", "@narrow.scenarios.yaml", "@door.scenarios.yaml")
    #expect(json.output.contains(#""alone":{"taken":3,"all":7},"credited":{"taken":4,"all":7}"#), "\(json.output)")
  }

  @Test(
    "what no scenario takes is written down, is played as it is, fails until it is filled in, and is not written over")
  func missing() async throws {
    let desk = try Self.desk("flow: narrow.yaml\nscenarios: []\n")
    try desk.put("door.scenarios.yaml", "flow: door.yaml\nscenarios: []\n")
    let folder = desk.root + "missing"
    let written = await desk.run("test", "--write-missing", folder, "@door.scenarios.yaml")
    #expect(written.errors.contains("door.missing.scenarios.yaml has "), "\(written.errors)")
    #expect(!written.errors.contains("no way was found"), "\(written.errors)")
    let path = folder + "/door.missing.scenarios.yaml"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let laidOut = await desk.run("fmt", "--check", path)
    #expect(laidOut.code == .success, "\(laidOut.output)")
    let played = await desk.run("test", "--min-coverage", "100", path)
    #expect(played.code == .failure)
    #expect(played.output.contains("error[MFA995]") && !played.output.contains("error[MFA94"), "\(played.output)")
    #expect(!played.errors.contains("is covered to"), "\(played.errors)")
    _ = await desk.run("test", "--write-missing", folder, "@door.scenarios.yaml")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    // A base whose scenarios are merely taken over gets none.
    try desk.put("narrow.scenarios.yaml", "flow: narrow.yaml\nextends: door.scenarios.yaml\nscenarios: []\n")
    let own = await desk.run("test", "--write-missing", desk.root + "own", "@narrow.scenarios.yaml")
    #expect(own.errors.contains("narrow.missing.scenarios.yaml has "), "\(own.errors)")
    #expect(!own.errors.contains("door.missing"), "\(own.errors)")
  }

  @Test(
    "scenarios of another flow, of themselves or of nobody are an error",
    arguments: [
      ("extends: other.scenarios.yaml\nscenarios: []", "MFA996", "are for no flow that `narrow` is made of"),
      ("extends: narrow.scenarios.yaml\nscenarios: []", "MFA992", "these scenarios take over their own"),
      ("extends: nobody.scenarios.yaml\nscenarios: []", "MFA930", "nobody.scenarios.yaml"),
      ("extends: door.scenarios.yaml\nskip: { lefd: no }\nscenarios: []", "MFA990", "did you mean `left`?"),
      ("skip: { left: no }\nscenarios: []", "MFA990", "no scenario that is taken over is called `left`"),
    ])
  func wrong(_ own: String, _ code: String, _ words: String) async throws {
    let desk = try Self.desk("flow: narrow.yaml\n\(own)\n")
    try desk.put("other.yaml", Self.base.replacing("flow: door", with: "flow: other"))
    try desk.put("other.scenarios.yaml", Self.scenarios.replacing("door.yaml", with: "other.yaml"))
    let outcome = await desk.run("test", "@narrow.scenarios.yaml")
    #expect(outcome.code != .success && outcome.code != .failure)
    #expect(outcome.errors.contains("error[\(code)]") && outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test("names of scenarios that are skipped, and the reasons, are shown beside a finding")
  func reasons() async throws {
    let desk = try Self.desk(
      """
      flow: narrow.yaml
      extends: door.scenarios.yaml
      skip:
        Nobody at all: This is tried with the app itself. # as ever
      scenarios: []

      """)
    let outcome = await desk.run("test", "@narrow.scenarios.yaml")
    #expect(outcome.errors.contains("Nobody at all: This is tried with the app itself."), "\(outcome.errors)")
  }
}
