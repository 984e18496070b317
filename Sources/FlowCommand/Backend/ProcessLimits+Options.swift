// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProcessBackend

extension Option {
  static let patience = Option(
    name: "--patience", shape: .text(placeholder: "WHAT=SECONDS"), isRepeatable: true,
    offers: ProcessLimits.places.keys.sorted().map { $0 + "=" },
    meaning: "how long a program is waited for: handshake=10, call=10, shutdown=2, quiet=10; repeatable")
}

extension ProcessLimits {
  /// The limits of a command line: what it does not name is as the help says.
  static func read(_ invocation: Invocation, command: String) throws(UsageProblem) -> ProcessLimits {
    var limits = ProcessLimits()
    limits.quiet = .seconds(10)
    var named: Set<String> = []
    for text in invocation.values(of: .patience) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let place = places[parts[0]], let time = seconds(parts[1]) else {
        throw UsageProblem(
          message: "\(Diagnostic.quoting(text, limit: 40)) does not say how long to wait for what",
          help:
            "write `--patience call=30`: one of \(places.keys.sorted().joined(separator: ", ")), and seconds up to \(Int(mostSeconds))",
          command: command)
      }
      guard named.insert(parts[0]).inserted else {
        throw UsageProblem(
          message: "`\(Option.patience.name)` says twice how long to wait for `\(parts[0])`", help: "say it once",
          command: command)
      }
      place(&limits, time)
    }
    try invocation.checkProgram(for: .patience, of: command)
    return limits
  }

  fileprivate static let places: [String: @Sendable (inout ProcessLimits, Duration) -> Void] = [
    "handshake": { $0.handshake = $1 }, "call": { ($0.call, $0.answer) = ($1, $1) }, "shutdown": { $0.shutdown = $1 },
    "quiet": { $0.quiet = $1 },
  ]

  private static let mostSeconds = 1_000_000.0

  /// More than none, such as `0.5`; nil if it is no such number.
  private static func seconds(_ text: String) -> Duration? {
    guard text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let number = Double(text), number > 0, number <= mostSeconds
    else { return nil }
    return .milliseconds(max(1, Int64(number * 1000)))
  }
}
