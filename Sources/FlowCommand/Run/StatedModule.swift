// SPDX-License-Identifier: Apache-2.0

import FlowRuntime

/// A security module that says what the command line tells it to: `--module NAME=allow`, `--module NAME=deny:REASON`.
struct StatedModule: SecurityModule {
  let name: String
  private let verdict: SecurityVerdict

  /// - Throws: ``UsageProblem`` when the text is of another form.
  init(_ text: String) throws(UsageProblem) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty else { throw Self.problem(text) }
    name = parts[0]
    if parts[1] == "allow" {
      verdict = .allow
    } else if parts[1].hasPrefix("deny:"), parts[1].utf8.count > 5 {
      verdict = .deny(String(parts[1].dropFirst(5)))
    } else {
      throw Self.problem(text)
    }
  }

  func isDeviceSecure() async throws -> SecurityVerdict { verdict }
  func allowLogin() async throws -> SecurityVerdict { verdict }

  private static func problem(_ text: String) -> UsageProblem {
    UsageProblem(
      message: "`\(text)` does not say what a module answers",
      help: "write `--module NAME=allow` or `--module NAME=deny:REASON`", command: "run")
  }
}
