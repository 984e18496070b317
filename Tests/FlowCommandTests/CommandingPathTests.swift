// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("A path that would command a terminal or a build server")
struct CommandingPathTests {
  /// A folder whose name changes the colour, and goes on in a line that GitHub takes for a command.
  private static let folder = "@x\u{1B}[31m\n::error file=a::pwned"
  private static let flow = folder + "/flow.yaml"

  private static func desk() throws -> Desk {
    let desk = try Desk()
    let name = String(Self.folder.dropFirst())
    try desk.put(name + "/flow.yaml", Samples.flow)
    try desk.put(name + "/a.scenarios.yaml", TestTests.scenarios)
    return desk
  }

  @Test(
    "is shown, and not obeyed",
    arguments: [
      ["test", folder, "--coverage", "--verbose"], ["test", folder, "--min-coverage", "100"],
      ["check", folder, "--proofs", "--guesses", "--unnamed"], ["show", "--origin", flow],
      ["messages", "export", flow, "--language", "de"], ["contract", "relid", "--after", "identify", flow],
      ["matrix", flow, "--output", folder + "/none/m.html"],
    ])
  func shown(command: [String]) async throws {
    let outcome = await (try Self.desk()).run(command)
    let told = outcome.output + outcome.errors
    #expect(told.contains("pwned"), "\(told)")
    Self.checkHarmless(told)
  }

  @Test("is shown in every report", arguments: ["text", "json", "github", "gitlab", "junit", "sarif"])
  func reports(format: String) async throws {
    let desk = try Self.desk()
    for command in [["test", "--min-coverage", "100"], ["check", "--fail-on", "warning"]] {
      let outcome = await desk.run(command + ["--format", format, Self.folder])
      Self.checkHarmless(outcome.output + outcome.errors)
    }
  }

  private static func checkHarmless(_ told: String) {
    #expect(!told.unicodeScalars.contains("\u{1B}"), "\(told)")
    let lines = told.split(separator: "\n")
    #expect(!lines.contains { $0.hasPrefix("::error file=a::") }, "\(told)")
  }
}
