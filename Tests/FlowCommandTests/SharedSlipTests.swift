// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

/// Slips in files that flows share: one slip is one finding, however many flows it is in.
@Suite("One slip in a folder of flows and parts")
struct SharedSlipTests {
  private static let ends = """
    part: ends
    sdk: relid

    ends:
      failed: { outcome: failure, say: sorry }

    messages:
      sorry: That did not work.

    """

  private static let signIn = """
    part: sign-in
    sdk: relid
    use: [ends]
    needs: [home, verify]

    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 5
        then: { getPassword(verify): verify, onUserLoggedIn: home, 101: retry, 138: retry, getUser 166: retry, else: failed }

    """

  private static let verify = """
    part: verify
    sdk: relid
    use: [ends]
    needs: [home]

    steps:
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 3
        then: { onUserLoggedIn: home, 102: retry, else: failed }

    """

  private static func flow(_ name: String, use: String = "[parts/sign-in, parts/verify]") -> String {
    """
    language: mfaflow/1
    flow: \(name)
    version: 1.0.0
    sdk: relid
    goal: aal1
    use: \(use)
    start: initialize
    steps:
      home: { event: onUserLoggedIn, choices: { finish: { to: done } } }
    ends:
      done: { outcome: success }

    """
  }

  private static func desk() throws -> Desk {
    let desk = try Desk()
    try desk.put("parts/ends.yaml", ends)
    try desk.put("parts/sign-in.yaml", signIn)
    try desk.put("parts/verify.yaml", verify)
    try desk.put("one.yaml", flow("one"))
    try desk.put("two.yaml", flow("two"))
    return desk
  }

  private static func findings(_ desk: Desk) async -> [String] {
    let outcome = await desk.run("check", "@", "--format", "oneline")
    return outcome.output.split(separator: "\n").map(String.init).filter { $0.contains("[MFA") || $0.contains("MFA") }
  }

  @Test("without a slip nothing is found")
  func none() async throws {
    #expect(await Self.findings(try Self.desk()).isEmpty)
  }

  @Test(
    "a part whose first key is wrong is one finding, in the part",
    arguments: [("part: verify", "flow: verify"), ("part: verify", "Part: verify"), ("part: verify", "prat: verify")])
  func firstKey(of slip: (part: String, slip: String)) async throws {
    let desk = try Self.desk()
    try desk.put("parts/verify.yaml", Self.verify.replacing(slip.part, with: slip.slip))
    let found = await Self.findings(desk)
    #expect(found.count == 1 && found[0].contains("verify.yaml:1:1") && found[0].contains("MFA120"), "\(found)")
  }

  @Test("a flow whose first key lacks its colon is not skipped")
  func colon() async throws {
    let desk = try Self.desk()
    try desk.put("one.yaml", Self.flow("one").replacing("flow: one", with: "flow one"))
    let found = await Self.findings(desk)
    #expect(found.count == 1 && found[0].contains("one.yaml:2"), "\(found)")
  }

  @Test("a part that is not used any more is named by what is missing, where the others are used")
  func forgotten() async throws {
    let desk = try Self.desk()
    try desk.put("one.yaml", Self.flow("one", use: "[parts/sign-in]"))
    let outcome = await desk.run("check", "@one.yaml")
    #expect(outcome.output.contains("one.yaml:6:7"), "\(outcome)")
    #expect(outcome.output.contains("write `parts/verify` below `use:`, which has it"), "\(outcome)")
    #expect(outcome.output.matches(of: /\[MFA/).count == 1, "\(outcome)")
  }

  @Test("what a variant changes in a part with a slip is not missed, and what it misspells itself is told again")
  func change() async throws {
    let desk = try Self.desk()
    let three = """
      language: mfaflow/1
      flow: three
      version: 1.0.0
      extends: one@1.0
      change: { steps.verify.tries: 2 }

      """
    try desk.put("three.yaml", three)
    #expect(await Self.findings(desk).isEmpty)
    try desk.put("parts/verify.yaml", Self.verify.replacing("steps:", with: "step:"))
    let found = await Self.findings(desk)
    #expect(found.count == 1 && found[0].contains("MFA120"), "\(found)")
    try desk.put("parts/verify.yaml", Self.verify)
    try desk.put("three.yaml", three.replacing("verify.tries", with: "verify.trees"))
    #expect(await Self.findings(desk).map { $0.contains("MFA263") } == [true])
  }

  @Test("a need that is misspelt in a part is one finding, in the part")
  func need() async throws {
    let desk = try Self.desk()
    try desk.put("parts/verify.yaml", Self.verify.replacing("[home]", with: "[hoem]"))
    let found = await Self.findings(desk)
    #expect(found.count == 1 && found[0].contains("MFA205") && found[0].contains("verify.yaml:4"), "\(found)")
  }

  @Test("a name that is misspelt in a line of a part is one finding, as the flows that use it tell it")
  func line() async throws {
    let desk = try Self.desk()
    try desk.put("parts/verify.yaml", Self.verify.replacing(": home", with: ": hoem"))
    let found = await Self.findings(desk)
    #expect(found.count == 1 && found[0].contains("MFA205") && found[0].contains("`hoem`"), "\(found)")
  }

  @Test("a key of the configuration that is misspelt is shown")
  func configuration() async throws {
    let desk = try Self.desk()
    try desk.put(".mfaflow.yaml", "severity: { MFA308: error }\n")
    let outcome = await desk.run("check", "@")
    #expect("\(outcome)".contains("has no key `severity`"), "\(outcome)")
  }
}
