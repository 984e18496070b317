// SPDX-License-Identifier: Apache-2.0

import BackendConformance
import Diagnostics

extension Option {
  static let verifiedContract = Option(
    name: "--contract", shape: .text(placeholder: "NAME|FILE"),
    meaning: "the contract: one of the program's by its name (relid by default), or a file")

  static let probe = Option(
    name: "--probe", shape: .text(placeholder: "FILE"),
    meaning: "verify: right answers, such as `userName: alice`; `CALL.NAME: …` is for one call only")

  static let strict = Option(
    name: "--strict", shape: .flag,
    meaning: "verify: a clause that could be seen and was not, or an early stop, is a failure, too")

  static let verifyFormat = Option(
    name: "--format", shape: .oneOf(["text", "json", "junit"]),
    meaning: "verify: text (the default); one JSON object a line; or JUnit's XML, as build servers read it")

  static let verifyTime = Option(
    name: "--time", shape: .text(placeholder: "TIME"),
    meaning: "verify: stop after this time, such as 90s or 5m; 60s by default")

  static let verifyCalls = Option(
    name: "--most-calls", shape: .number, meaning: "verify: stop after N calls; 50000 by default")
}

/// What the options of `mfaflow backend verify` ask for.
struct VerifySettings {
  let limits: ConformanceLimits
  let isStrict: Bool
  let outputs: ReportOutputs

  init(_ invocation: Invocation) throws(UsageProblem) {
    var limits = ConformanceLimits()
    if let text = invocation.value(of: .verifyTime) {
      guard let time = Self.time(text) else {
        throw UsageProblem(
          message: "\(Diagnostic.quoting(text, limit: 40)) is no time",
          help: "write a whole number from 1 to \(Self.mostTime), then `s` or `m`, such as `90s`",
          command: "backend")
      }
      limits.time = time
    }
    if let calls = invocation.number(of: .verifyCalls) { limits.calls = calls }
    self.limits = limits
    isStrict = invocation.has(.strict)
    outputs = try ReportOutputs(invocation, .verifyFormat, command: "backend")
  }

  private static let mostTime = 100_000

  /// Nil if it is none, or nobody would wait so long.
  private static func time(_ text: String) -> Duration? {
    guard let unit = text.last, let number = Int(text.dropLast()), 1...mostTime ~= number else { return nil }
    return unit == "s" ? .seconds(number) : unit == "m" ? .seconds(number * 60) : nil
  }
}
