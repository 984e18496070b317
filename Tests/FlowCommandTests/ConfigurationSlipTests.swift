// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("A configuration in which something is written in another way")
struct ConfigurationSlipTests {
  /// With a step to which nothing leads.
  private static let flow = Samples.signIn.replacing(
    "\nends:",
    with: "\n  lost: { event: onUserLoggedIn, choices: { finish: { to: done } } }\nends:")

  private func check(_ configuration: String) async throws -> Outcome {
    let desk = try Desk()
    try desk.put("flows/a.yaml", Self.flow)
    try desk.put("b.yaml", Samples.flow)
    try desk.put("policy.yaml", configuration)
    return await desk.run("check", "--config", "@policy.yaml", "@", "--format", "oneline")
  }

  @Test("without it the flow has its finding")
  func finding() async throws {
    #expect(try await check("fail-on: error\n").output.contains("error[MFA302]"))
  }

  @Test(
    "a rule by its code and by its slug stands there twice",
    arguments: [("MFA302", "unreachable-step"), ("unreachable-step", "MFA302")])
  func twice(first: String, second: String) async throws {
    let outcome = try await check("severities:\n  \(first): error\n  \(second): warning\n")
    #expect(outcome.code == .wrongInput)
    #expect(
      outcome.errors.contains("error[MFA111] `\(second)` and `\(first)` are the same rule"), "\(outcome.errors)")
  }

  @Test(
    "a path means the same, however it is written",
    arguments: [
      "flows/a.yaml", "./flows/a.yaml", "flows/./a.yaml", "flows//a.yaml", "flows/", "./flows", "flows/../flows", ".",
      "./", "./**/a.yaml", "x/../fl*/?.yaml",
    ])
  func paths(path: String) async throws {
    let excluded = try await check("exclude: [\"\(path)\"]\n")
    #expect(!excluded.output.contains("MFA302"), "\(path): \(excluded.output)")
    let allowed = try await check("allow:\n  - { rule: MFA302, path: \"\(path)\", because: it comes }\n")
    #expect(!allowed.output.contains("error[MFA302]"), "\(path): \(allowed.output)")
  }

  @Test("and another path means another", arguments: ["./a.yaml", "flows/../a.yaml", "./flow", "../flows/a.yaml"])
  func otherPaths(path: String) async throws {
    #expect(try await check("exclude: [\"\(path)\"]\n").output.contains("error[MFA302]"), "\(path)")
    #expect(
      try await check("allow:\n  - { rule: MFA302, path: \"\(path)\", because: it comes }\n").output
        .contains("error[MFA302]"), "\(path)")
  }
}
