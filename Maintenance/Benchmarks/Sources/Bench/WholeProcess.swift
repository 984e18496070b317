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
  /// Where files can be written.
  let out: String

  func measure(into report: inout Report) {
    report.heading("Whole processes, files in the system's cache")
    measureStart(&report)
    measureCorpus(&report)
    measureCache(&report)
    measureFormatting(&report)
    measureLargeFlow(&report)
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
    report.verdict("memory of the check", ours.peak.most, "MB", .atMost(200))
  }

  /// Nothing has changed since the run before.
  private func measureCache(_ report: inout Report) {
    let check = [tool, "check", "--cache", out + "/cache", flows]
    guard let (floor, ours) = Runs.alternately(rounds: 15, [floors + "/floor", flows], check) else {
      return report.fault("not measured: \(tool) or the floors cannot be started")
    }
    report.figure("mfaflow check --cache, 1,000 unchanged flows", ours.wall, "ms")
    report.figure("  of the processors", ours.processor, "ms")
    report.verdict("the check with a cache in C floors", ours.wall.median / floor.wall.median, "×", .atMost(0.5))
    report.verdict("the same by processor time", ours.processor.median / floor.processor.median, "×", .nothing)
  }

  /// None of the flows is laid out as `fmt` would, so each is read, laid out and compared with what it said before.
  private func measureFormatting(_ report: inout Report) {
    let runs = (0..<15).compactMap { _ in Child.run([tool, "fmt", "--check", flows], limit: 10) }
    report.figure("  of the processors", Samples(runs.map { $0.processorSeconds * 1000 }), "ms")
    let wall = Samples(runs.map { $0.seconds * 1000 })
    report.verdict("mfaflow fmt --check, 1,000 flows", wall.median, "ms", .atMost(500))
    if runs.isEmpty || runs.contains(where: { $0.exitCode != 1 }) {
      report.fault("the layout of 1,000 flows: not said to change")
    }
  }

  private func measureLargeFlow(_ report: inout Report) {
    let path = out + "/large.yaml"
    guard Files.write(Array(LargeFlow.text(steps: 2_000).utf8), to: path) else {
      return report.remark("not measured: \(path) cannot be written")
    }
    let runs = (0..<10).compactMap { _ in Child.run([tool, "check", path], limit: 10) }
    report.verdict(
      "a flow of 2,000 steps, its check", Samples(runs.map { $0.seconds * 1000 }).median, "ms", .atMost(1_000))
    if runs.isEmpty || runs.contains(where: { $0.exitCode != 0 }) {
      report.fault("the flow of 2,000 steps: not let pass")
    }
  }
}
