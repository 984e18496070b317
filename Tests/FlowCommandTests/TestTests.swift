// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow test")
struct TestTests {
  @Test("scenarios that pass: a line a file, the coverage of each flow, exit code 0")
  func passes() async throws {
    let desk = try Self.desk()
    let outcome = await desk.run("test", "@")
    #expect(outcome.code == .success)
    #expect(outcome.errors == "mfaflow: 3 scenarios, 3 passed\n")
    #expect(outcome.output.contains("flows/a.scenarios.yaml: 2 scenarios, 2 passed\n"))
    #expect(outcome.output.contains("more/b.scenarios.yml: 1 scenario, 1 passed\n"))
    #expect(outcome.output.components(separatedBy: "coverage of flows/flow.yaml\n").count == 2)
    #expect(!outcome.output.contains("not taken"))
  }

  @Test("a scenario that fails is shown at its place, with the end of its trace, and without its secrets")
  func fails() async throws {
    let desk = try Self.desk()
    try desk.put("flows/a.scenarios.yaml", Self.slipped)
    let outcome = await desk.run("test", "@flows")
    #expect(outcome.code == .failure)
    #expect(outcome.errors == "mfaflow: 2 scenarios, 1 passed, 1 failed\n")
    #expect(outcome.output.contains("✗ a new user\nerror[MFA942]: step: expected `identify`, found `createPassword`"))
    #expect(outcome.output.contains("--> flows/a.scenarios.yaml:8:25"))
    #expect(outcome.output.contains("the end of its trace (`--trace` shows all "))
    #expect(!outcome.output.contains("0.000  start"))
    #expect(!outcome.output.contains("493021"))
    let whole = await desk.run("test", "--trace", "@flows")
    #expect(whole.output.contains("its trace:\n    0.000  start"))
  }

  @Test("`--filter` plays a part and says so; a filter that nothing fits is no success")
  func filter() async throws {
    let desk = try Self.desk()
    let outcome = await desk.run("test", "--filter", "new user", "--verbose", "@")
    #expect(outcome.code == .success)
    #expect(outcome.output.hasPrefix("flows/a.scenarios.yaml: 1 scenario, 1 passed\n  ✓ a new user\n"))
    #expect(outcome.output.contains("coverage of flows/flow.yaml, in part: only some scenarios were played\n"))
    let nothing = await desk.run("test", "--filter", "New User", "@")
    #expect(nothing.code == .wrongInput)
    #expect(nothing.errors.contains("no scenario has `New User` in its name"))
  }

  @Test("`--quiet` shows only what failed")
  func quiet() async throws {
    let sound = await (try Self.desk()).run("test", "--quiet", "--min-coverage", "1", "@")
    #expect(sound.code == .success && sound.output.isEmpty && sound.errors.isEmpty, "\(sound)")
    let desk = try Self.desk()
    try desk.put("flows/a.scenarios.yaml", Self.slipped)
    let failed = await desk.run("test", "--quiet", "@")
    #expect(failed.code == .failure && failed.output.contains("✗ a new user"), "\(failed)")
    #expect(!failed.output.contains("b.scenarios.yml") && !failed.output.contains("coverage of"), "\(failed)")
    let low = await (try Self.desk()).run("test", "--quiet", "--min-coverage", "100", "@")
    #expect(low.code == .failure && low.output.hasPrefix("coverage of flows/flow.yaml\n"), "\(low)")
  }

  @Test("too little coverage is a failure, and what is missing is listed by place")
  func minimum() async throws {
    let desk = try Self.desk()
    let low = await desk.run("test", "--min-coverage", "100", "@")
    #expect(low.code == .failure)
    #expect(low.errors.contains("; flows/flow.yaml is covered to "))
    #expect(low.output.contains("  not taken:\n    flows/flow.yaml:9:32  branch initialize: else\n"))
    #expect(await desk.run("test", "--min-coverage=1", "@").code == .success)
    let listed = await desk.run("test", "--coverage", "@")
    #expect(listed.code == .success)
    #expect(listed.output == low.output)
  }

  @Test(
    "options that make no sense together are refused",
    arguments: [
      ("--min-coverage=101", "--verbose", "`--min-coverage` must be from 0 to 100, not `101`"),
      ("--min-coverage=9223372036854775808", "--verbose", "`--min-coverage` must be from 0 to 100"),
      ("--min-coverage=half", "--verbose", "`--min-coverage` needs a whole number, not `half`"),
      ("--min-coverage=50", "--filter=a", "`--min-coverage` and `--filter` exclude each other"),
      ("--output=x", "--format=text", "`--output` cannot be `x`"),
      ("--filter=", "--verbose", "`--filter` has no value: the TEXT after it is empty"),
    ])
  func usage(first: String, second: String, message: String) async throws {
    let desk = try Self.desk()
    let outcome = await desk.run("test", first, second, "@")
    #expect(outcome.code == .wrongInput)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(message))
  }

  @Test("a file of scenarios that has another name is told, and not played")
  func otherName() async throws {
    let desk = try Self.desk()
    try desk.put("about-scenarios.yaml", "title: What we test\n")
    #expect(await !desk.run("test", "@").errors.contains("not named"))
    try desk.put("login.scenario.yaml", "flow: flow.yaml\nscenarios: []\n")
    let outcome = await desk.run("test", "@")
    #expect(
      outcome.errors.contains(
        "1 file holds scenarios and is not named `….scenarios.yaml`, so it was not played: `login.scenario.yaml`"),
      "\(outcome.errors)")
    let alone = try Desk()
    try alone.put("scenarios.yaml", "flow: flow.yaml\nscenarios: []\n")
    #expect(await alone.run("test", "@").errors.contains("`scenarios.yaml` holds scenarios, but scenario files end in"))
  }

  @Test("nothing to play is no success")
  func nothing() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    let none = await desk.run("test", "@")
    #expect(none.code == .wrongInput)
    #expect(none.errors.contains("there is no scenario file in what is named"))
    try desk.put("empty.scenarios.yaml", "flow: flow.yaml\nscenarios: []\n")
    let empty = await desk.run("test", "@")
    #expect(empty.code == .wrongInput)
    #expect(empty.errors.contains("there is no scenario in what is named"))
  }

  @Test("a file that is named is taken whatever its name, and standard input too")
  func named() async throws {
    let desk = try Self.desk()
    try desk.put("flows/odd.yaml", Self.scenarios)
    #expect(await desk.run("test", "@flows/odd.yaml").code == .success)
    let text = Self.scenarios.replacingOccurrences(of: "flow: flow.yaml", with: "flow: \(desk.root)flows/flow.yaml")
    let piped = await desk.run("test", "-", input: text)
    #expect(piped.code == .success)
    #expect(piped.output.hasPrefix("<stdin>: 2 scenarios, 2 passed\n"))
  }

  @Test("a scenario file that is wrong is reported, the others are played, and the exit code is 2")
  func wrongFile() async throws {
    let desk = try Self.desk()
    try desk.put("flows/wrong.scenarios.yaml", "flow: flow.yaml\nscenarios: [{ name: a }]\n")
    try desk.put(
      "flows/names.scenarios.yaml", Self.scenarios.replacingOccurrences(of: "- enterCode", with: "- enterCod"))
    let outcome = await desk.run("test", "@flows")
    #expect(outcome.code == .wrongInput)
    #expect(outcome.output.hasPrefix("flows/a.scenarios.yaml: 2 scenarios, 2 passed\n"))
    #expect(outcome.errors.contains("the scenario must have the key `expect`"))
    #expect(outcome.errors.hasSuffix(": `flows/wrong.scenarios.yaml`\n"))
  }

  @Test("a scenario that names what the flow does not have fails alone")
  func unknownName() async throws {
    let desk = try Self.desk()
    let other = "  - name: another\n    sdk: byHand\n    do: [{ event: getUser }]\n    expect: { waiting: identify }\n"
    try desk.put(
      "flows/a.scenarios.yaml", Self.scenarios.replacingOccurrences(of: "- enterCode", with: "- enterCod") + other)
    let outcome = await desk.run("test", "--verbose", "@flows/a.scenarios.yaml")
    #expect(outcome.code == .failure)
    #expect(outcome.output.contains("error[MFA947]: `enterCod` is no step of `sample`"))
    #expect(outcome.output.contains("✓ another"))
    #expect(!outcome.output.contains("493021"))
    let json = await desk.run("test", "--format", "json", "@flows/a.scenarios.yaml")
    #expect(json.output.contains("\"name\":\"another\",\"passed\":true"))
  }

  @Test(
    "a scenario file that is wrong is shown without its passwords and codes",
    arguments: [
      ("      - enterCode: { activationCode: \"493021\" }", "      - enterCode: [\"493021\"]"),
      ("do:", "doo:"), ("activationCode: \"493021\"", "activationCodes: \"493021\""), ("{ users", "{ user"),
      ("\"493021\" }\n", "\"493021\"\n"), ("      - enterCode: {", "      - { confirm: 1, enterCode: {"),
    ])
  func coversSecrets(slip: (String, String)) async throws {
    let desk = try Self.desk()
    let text = Self.scenarios.replacingOccurrences(of: slip.0, with: slip.1)
    try #require(text != Self.scenarios)
    try desk.put("flows/a.scenarios.yaml", text)
    for format in ["text", "json", "junit"] {
      let outcome = await desk.run("test", "--format", format, "@flows")
      #expect(outcome.code == .wrongInput)
      #expect(!(outcome.errors + outcome.output).contains("493021"), "\(outcome.errors)")
    }
  }

  @Test("a flow that is wrong is reported once, however many scenario files it has")
  func wrongFlow() async throws {
    let desk = try Self.desk()
    try desk.put("flows/flow.yaml", Samples.brokenFlow)
    let outcome = await desk.run("test", "@")
    #expect(outcome.code == .wrongInput)
    #expect(outcome.errors.components(separatedBy: "`dome`").count == 2)
    #expect(outcome.errors.contains("--> flows/flow.yaml:"))
    #expect(outcome.errors.hasSuffix(": `flows/a.scenarios.yaml`, `more/b.scenarios.yml`\n"))
  }

  @Test("what cannot be read ends in exit code 3, with the place where it is named")
  func unreadable() async throws {
    let desk = try Self.desk()
    try desk.put("flows/a.scenarios.yaml", Self.scenarios.replacingOccurrences(of: "flow.yaml", with: "gone.yaml"))
    let outcome = await desk.run("test", "@flows", "@more")
    #expect(outcome.code == .broken)
    #expect(outcome.errors.contains("error[MFA930]: `flows/gone.yaml` does not exist"))
    #expect(outcome.errors.contains("--> flows/a.scenarios.yaml:1:7"))
    #expect(await desk.run("test", "@gone.scenarios.yaml").code == .broken)
  }

  @Test("a contract of its own, named in the file or on the command line")
  func contract() async throws {
    let desk = try Self.desk()
    let own = await desk.run("contract").output.replacingOccurrences(of: "setUser", with: "tellUser")
    try desk.put("sdk/own.yaml", own)
    let given = await desk.run("test", "--contract", "@sdk/own.yaml", "@flows")
    #expect(given.code == .wrongInput)
    #expect(given.errors.contains("`setUser`"))
    try desk.put("flows/a.scenarios.yaml", "contract: ../sdk/own.yaml\n" + Self.scenarios)
    let named = await desk.run("test", "@")
    #expect(named.code == .wrongInput)
    #expect(named.errors.contains("`setUser`"))
    #expect(named.output.hasPrefix("more/b.scenarios.yml: 1 scenario, 1 passed\n"))
    try desk.put("sdk/own.yaml", "contract: [\n")
    #expect(await desk.run("test", "@flows").errors.contains("--> flows/../sdk/own.yaml") == false)
    #expect(await desk.run("test", "@flows").errors.contains("--> sdk/own.yaml"))
  }

  @Test("the report is the same in whatever order the scenarios were played")
  func stable() async throws {
    let desk = try Self.desk()
    for number in 10..<30 {
      try desk.put("flows/\(number).scenarios.yaml", number % 3 == 0 ? Self.slipped : Self.scenarios)
    }
    let first = await desk.run("test", "--verbose", "@")
    #expect(first.errors == "mfaflow: 43 scenarios, 37 passed, 6 failed\n")
    for _ in 0..<3 { #expect(await desk.run("test", "--verbose", "@").output == first.output) }
  }

  /// A flow in one folder, with scenarios there and in another.
  static func desk() throws -> Desk {
    let desk = try Desk()
    try desk.put("flows/flow.yaml", Samples.flow)
    try desk.put("flows/a.scenarios.yaml", scenarios)
    try desk.put(
      "more/b.scenarios.yml",
      "flow: ../flows/./flow.yaml\nscenarios: [{ name: nobody comes, expect: { waiting: identify } }]\n")
    return desk
  }

  static let scenarios = """
    flow: flow.yaml
    world: { users: { alice: { activationCode: "493021" } } }
    scenarios:
      - name: a new user
        do:
          - identify: { userName: alice }
          - enterCode: { activationCode: "493021" }
          - expect: { step: createPassword, proofs: [possession] }
        expect: { waiting: createPassword }
      - name: a user who gives up
        do:
          - identify: { userName: alice }
          - enterCode: { choice: cancel, confirm: no }
          - enterCode: cancel
        expect: { end: cancelled, outcome: ended }
    """ + "\n"

  static let slipped = scenarios.replacingOccurrences(of: "step: createPassword", with: "step: identify")
}
