// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

/// A warning about the meaning of a file may be right where it stands: a team can let it pass by each means that there is.
@Suite("Warnings that a team lets pass")
struct WarningAllowanceTests {
  private static let flow = """
    language: mfaflow/1
    flow: a
    version: 1.0.0
    sdk: relid
    catalogues: [a.de]
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        say: who
        choices: { leave: { to: left } }
        then: { else: failed }
    ends: { left: { outcome: ended }, failed: { outcome: failure, say: sorry } }
    messages: { who: Who are you?, sorry: We cannot go on. }

    """

  private func desk(_ comment: String = "") throws -> Desk {
    let desk = try Desk()
    try desk.put("a.yaml", Self.flow)
    try desk.put("a.de.yaml", "catalogue: de\(comment)\nmessages: { who: Wer sind Sie? }\n")
    return desk
  }

  private func check(_ desk: Desk, _ options: String...) async -> Outcome {
    await desk.run(
      ["check", "--fail-on", "warning", "--format", "oneline"] + options.map { $0.replacing("@", with: desk.root) }
        + [desk.root + "a.yaml"])
  }

  private func tells(_ outcome: Outcome) -> Bool { outcome.output.contains("MFA270") }

  @Test("the flow of these tests has its finding")
  func finding() async throws {
    let outcome = await check(try desk())
    #expect(outcome.code == .failure && tells(outcome), "\(outcome.output)")
  }

  @Test("a comment in the catalogue lets it pass")
  func comment() async throws {
    let outcome = await check(try desk("  # mfaflow: allow MFA270 because the translator is at work"))
    #expect(!tells(outcome) && !outcome.output.contains("MFA96"), "\(outcome.output)\(outcome.errors)")
  }

  @Test(
    "so does the configuration, for one file and for all",
    arguments: [
      "severities: { MFA270: 'off' }", "allow: [{ rule: MFA270, path: a.de.yaml, because: later }]",
      "allow: [{ rule: missing-texts, path: '*.de.yaml', because: later }]",
    ])
  func configuration(_ text: String) async throws {
    let desk = try desk()
    try desk.put("policy.yaml", text + "\n")
    let outcome = await check(desk, "--config", "@policy.yaml")
    #expect(outcome.code != .wrongInput && !tells(outcome), "\(outcome.output)\(outcome.errors)")
  }

  @Test("so does a baseline")
  func baseline() async throws {
    let desk = try desk()
    #expect(await check(desk, "--write-baseline", "@known.txt").code == .success)
    let outcome = await check(desk, "--baseline", "@known.txt")
    #expect(outcome.code == .success, "\(outcome.output)\(outcome.errors)")
  }

  @Test("an error below MFA300 stays one, and the message says so")
  func errors() async throws {
    let desk = try desk()
    try desk.put("a.de.yaml", "catalogue: de\nmessages: { who: Wer?, sorry: Schade., other: Was? }\n")
    try desk.put("policy.yaml", "severities: { MFA271: 'off' }\n")
    let outcome = await check(desk, "--config", "@policy.yaml")
    #expect(outcome.code == .wrongInput && outcome.errors.contains("it is always an error"), "\(outcome.errors)")
  }
}
