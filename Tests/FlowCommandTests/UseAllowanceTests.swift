// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("An allowance where a file is named")
struct UseAllowanceTests {
  /// A flow whose part has two findings: MFA302 in its third line, MFA311 in its last.
  private func check(
    _ comment: String = "", above: String = "", part: String = "lost", configuration: String = "fail-on: error\n"
  ) async throws -> Outcome {
    let desk = try Desk()
    try desk.put("policy.yaml", configuration)
    try desk.put(
      "flows/a.yaml",
      """
      language: mfaflow/1
      flow: a
      version: 1.0.0
      sdk: relid
      use:
      \(above.isEmpty ? "" : "  " + above + "\n")  - parts/\(part) \(comment)
        - parts/other
      start: initialize
      steps:
        initialize: { call: initialize, then: { getUser: identify, else: failed } }
        identify: { challenge: getUser, choices: { leave: { to: failed } }, then: { else: failed } }
      ends: { failed: { outcome: failure } }

      """)
    let lost = "sdk: relid\nsteps: { NAME: { wait: soon-NAME, choices: { leave: { to: failed } } } }\nneeds: [failed]\n"
    for name in [part, "other"] {
      try desk.put(
        "flows/parts/\(name).yaml",
        "part: \(name)\n" + lost.replacing("NAME", with: name) + "messages: { soon-\(name): Soon. }\n")
    }
    return await desk.run("check", "--format", "oneline", "--config", "@policy.yaml", "@flows/a.yaml")
  }

  private func places(_ outcome: Outcome) -> [Substring] {
    outcome.output.split(separator: "\n").filter { $0.contains("MFA302") || $0.contains("MFA963") }
      .map { $0.prefix { $0 != " " } }
  }

  @Test("without it the findings of both parts are told")
  func without() async throws {
    #expect(places(try await check()) == ["flows/parts/lost.yaml:3:10:", "flows/parts/other.yaml:3:10:"])
  }

  @Test("it speaks of what its rule finds in the file that is named, and of no other file and rule")
  func allows() async throws {
    let comment = "# mfaflow: allow MFA302 because the next release leads to it"
    for outcome in [try await check(comment), try await check(above: comment)] {
      #expect(places(outcome) == ["flows/parts/other.yaml:3:10:"], "\(outcome.output)")
      #expect(outcome.errors.contains("1 suppressed"), "\(outcome.errors)")
    }
  }

  @Test("it is told when there is nothing to allow any more, and a path in its reason is none")
  func useless() async throws {
    let places = places(try await check("# mfaflow: allow MFA304 because parts/other says so"))
    #expect(places.first?.hasPrefix("flows/a.yaml:6:") == true && places.count == 3, "\(places)")
  }
}
