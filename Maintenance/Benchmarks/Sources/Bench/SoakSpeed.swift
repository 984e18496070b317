// SPDX-License-Identifier: Apache-2.0

/// Very many runs of the activation flow on the simulated SDK, as `mfaflow soak` does them.
struct SoakSpeed {
  let tool: String
  /// The folder of the shipped flows.
  let flows: String

  func measure(into report: inout Report) {
    report.heading("Whole runs of the activation flow: mfaflow soak on the simulated SDK")
    guard let few = soak(100_000), let many = soak(1_000_000) else {
      return report.fault("not measured: the soak of \(flows)/activation.yaml fails")
    }
    report.verdict("runs a second, by the clock on the wall", 1e6 / many.seconds, "/s", .nothing)
    // Why: what else runs on the machine counts little, and two cores do nothing but this.
    report.verdict("on two cores, by the processors' time", 2e6 / many.processorSeconds, "/s", .atLeast(100_000))
    report.verdict("memory of a million runs", many.peakMegabytes, "MB", .atMost(200))
    report.verdict("more than of 100,000", many.peakMegabytes - few.peakMegabytes, "MB", .atMost(5))
  }

  private func soak(_ runs: Int) -> Child? {
    let child = Child.run([
      tool, "soak", flows + "/activation.yaml", "--world", flows + "/activation.world.yaml", "--answers",
      flows + "/activation.answers.yaml", "--runs", "\(runs)", "--concurrency", "2",
    ])
    return child?.exitCode == 0 ? child : nil
  }
}
