// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("Warnings of the configuration itself")
struct ConfigurationWarningTests {
  private func check(_ configuration: String, _ more: String...) async throws -> Outcome {
    let desk = try Desk()
    try desk.put("flows/a.yaml", Samples.signIn)
    try desk.put("flows/b.yaml", Samples.signIn)
    try desk.put("policy.yaml", configuration)
    return await desk.run(["check", "--format=oneline", "--config=@policy.yaml", "@flows/a.yaml"] + more)
  }

  @Test("are counted in the last line, and fail what warnings fail")
  func counted() async throws {
    let plain = try await check("severities: { MFA308: off }\n")
    #expect(plain.code == .success && plain.output.isEmpty, "\(plain.output)")
    #expect(plain.errors.contains("warning[MFA133]"))
    #expect(plain.errors.hasSuffix("no findings in 1 file; 1 warning in the configuration\n"), "\(plain.errors)")
    #expect(try await check("severities: { MFA308: off }\n", "--fail-on=warning").code == .failure)
    #expect(try await check("fail-on: warning\nseverities: { MFA308: off }\n").code == .failure)
    let quoted = try await check("severities: { MFA308: 'off' }\n", "--fail-on=warning")
    #expect(quoted.code == .success && quoted.errors == "no findings in 1 file\n", "\(quoted.errors)")
  }

  @Test(
    "are given for an allowance whose path leads to no file, and for no other",
    arguments: [
      ("flows/gone.yaml", true), ("flows/x*.yaml", true), ("gone", true), ("/gone.yaml", true),
      ("flows/b.yaml", false), ("flows", false), ("flows/*.yaml", false), ("**/gone.yaml", false), (".", false),
    ])
  func stale(path: String, isStale: Bool) async throws {
    let outcome = try await check("allow:\n  - { rule: MFA403, path: \"\(path)\", because: of the kiosk }\n")
    #expect(outcome.code == .success)
    #expect(outcome.errors.contains("warning[MFA963] `MFA403` is allowed in no file") == isStale, "\(outcome.errors)")
    #expect(outcome.errors.contains("; 1 warning in the configuration\n") == isStale, "\(outcome.errors)")
  }

  @Test("its items, the first line of one of which is missing, are one finding", arguments: [3, 6])
  func lostLine(number: Int) async throws {
    let whole = """
      fail-on: warning
      allow:
        - rule: MFA433
          path: a.yaml
          because: The team has looked.
        - rule: MFA425
          path: b.yaml
          because: The server ends idle sessions.

      """
    var lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
    lines.remove(at: number - 1)
    let outcome = try await check(lines.joined(separator: "\n"))
    let found = "policy.yaml:\(number):5: error[MFA101] `- rule:` is missing above this line"
    #expect(outcome.code == .wrongInput && outcome.errors.contains(found), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count { $0.contains("[MFA") } == 1, "\(outcome.errors)")
  }

  @Test("stand in the reports for programs, too", arguments: ["json", "github", "gitlab", "junit", "sarif"])
  func reported(format: String) async throws {
    let desk = try Desk()
    try desk.put("a.yaml", Samples.signIn)
    try desk.put(
      "policy.yaml", "severities: { MFA308: off }\nallow:\n  - { rule: MFA403, path: gone.yaml, because: x }\n")
    let outcome = await desk.run(
      "check", "--format", format, "--config", "@policy.yaml", "--fail-on", "warning", "@a.yaml")
    #expect(outcome.code == .failure)
    for code in ["MFA133", "MFA963"] { #expect(outcome.output.contains(code), "\(outcome.output)") }
    #expect(outcome.output.contains("policy.yaml"))
    if format == "junit" { #expect(outcome.output.contains("failures=\"1\""), "\(outcome.output)") }
  }

  @Test("a baseline that is written says what it cannot hold, and how much of it")
  func leftOut() async throws {
    let desk = try Desk()
    try desk.put("a.yaml", Samples.brokenFlow)
    try desk.put("b.yaml", Samples.flowWithCycle)
    let outcome = await desk.run("check", "@a.yaml", "@b.yaml", "--write-baseline", "@known")
    #expect(outcome.code == .success)
    #expect(outcome.errors.contains("not in the baseline (1 of MFA205"), "\(outcome.errors)")
    try desk.put("c.yaml", Samples.signIn)
    let sound = await desk.run("check", "@c.yaml", "--write-baseline", "@known")
    #expect(sound.errors == "no findings in 1 file\n", "\(sound.errors)")
  }
}
