// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("A command that a signal ends while a program is the SDK")
struct InterruptedTests {
  /// Greets, then says in a file that it was asked something, and never answers.
  private static let backend = #"""
    while read -r line; do
      id=${line#*'"id":'}; id=${id%%,*}
      case "$line" in
        *'"method":"initialize"'*)
          echo '{"jsonrpc":"2.0","id":'$id',"result":{"protocol":"mfaflow-backend/1","contract":{"name":"relid"},"clock":"virtual"}}';;
        *) echo >> "$1"; sleep 1000;;
      esac
    done
    """#

  private static let program = "process:sh @sdk.sh @asked"

  private static let commands = [
    ["test", "@s.scenarios.yaml", "--backend", program, "--output", "junit=@old", "--write-missing", "@missing"],
    ["test", "@s.scenarios.yaml", "--backend", program, "--output", "json=@old", "--format", "json"],
    ["backend", "verify", program, "--output", "json=@old"],
    ["backend", "verify", program, "--output", "junit=@old", "--format", "junit"],
    ["soak", "@sign-in.yaml", "--runs", "4", "--backend", program, "--output", "@old"],
  ]

  @Test("leaves the old report, and blames no program for its own end", .timeLimit(.minutes(10)), arguments: commands)
  func leavesReport(command: [String]) async throws {
    let desk = try Desk()
    try desk.put("sign-in.yaml", Samples.signIn)
    try desk.put("sdk.sh", Self.backend)
    try desk.put("old", "the old report\n")
    try desk.put(
      "s.scenarios.yaml",
      """
      flow: sign-in.yaml
      world: { users: { carol: { lda: true } }, device: { lda: face } }
      scenarios: [{ name: a, expect: { waiting: identify } }, { name: b, expect: { waiting: identify } }]
      """)
    let stop = StopBell()
    async let outcome = desk.run(command + ["--patience", "call=3600"], stop: stop)
    while !FileManager.default.fileExists(atPath: desk.root + "asked") { try await Task.sleep(for: .milliseconds(5)) }
    // A soak heeds the first signal, and is ended by the second.
    while stop.ring(2) {}
    stop.end()
    let (code, output) = await (outcome.code, outcome.output)
    #expect(code == .interrupted)
    #expect(command[0] == "soak" || output.isEmpty, "\(output)")
    #expect(try String(contentsOfFile: desk.root + "old", encoding: .utf8) == "the old report\n")
    #expect(!FileManager.default.fileExists(atPath: desk.root + "missing"))
  }
}
