// SPDX-License-Identifier: Apache-2.0

/// What a user waits for: whole processes, from their start to their end.
struct WholeProcess {
  /// The path of `mfaflow`.
  let tool: String
  /// The folder of the programs that are the floors.
  let floors: String
  /// The folder of generated flows, and one flow of it.
  let flows: String
  let oneFlow: String

  func measure(into report: inout Report) {
    report.heading("Whole processes, files in the system's cache")
    measureStart(&report)
    measureCorpus(&report)
  }

  private func measureStart(_ report: inout Report) {
    guard let (empty, ours) = Runs.alternately(rounds: 40, [floors + "/EmptyStart"], [tool, "check", oneFlow]) else {
      return report.fault("not measured: \(tool) or the floors cannot be started")
    }
    report.figure("an empty Swift program", empty.wall, "ms")
    report.figure("mfaflow check, one flow", ours.wall, "ms")
    report.verdict("one flow in empty starts", ours.wall.median / empty.wall.median, "×", .atMost(2))
  }

  private func measureCorpus(_ report: inout Report) {
    guard let (floor, ours) = Runs.alternately(rounds: 15, [floors + "/floor", flows], [tool, "check", flows]) else {
      return report.fault("not measured: \(tool) or the floors cannot be started")
    }
    report.figure("reading and bare events from C, one thread", floor.wall, "ms")
    report.figure("  of the processor", floor.processor, "ms")
    report.figure("mfaflow check, 1,000 flows", ours.wall, "ms")
    report.figure("  of the processors", ours.processor, "ms")
    report.verdict("the check in C floors", ours.wall.median / floor.wall.median, "×", .atMost(1.5))
    report.verdict("the same by processor time", ours.processor.median / floor.processor.median, "×", .nothing)
  }
}
