// SPDX-License-Identifier: Apache-2.0

/// How fast the states of a shipped flow are looked at: by the exploration, with each interrupt at each of them, and by the
/// proofs of a check.
struct ExplorationSpeed {
  /// The path of `mfaflow`.
  let tool: String
  /// The folder of the shipped flows.
  let flows: String
  /// Where files can be written.
  let out: String

  func measure(into report: inout Report) {
    report.heading("The exploration of flows/login.yaml, its parts and all interrupts; whole processes")
    let (flow, output) = (flows + "/login.yaml", out + "/matrix.txt")
    let explored = (0..<5).compactMap { _ in Child.run([tool, "matrix", flow], output: output) }
    guard !explored.isEmpty, explored.allSatisfy({ $0.exitCode == 0 }), let counts = Self.counts(in: output) else {
      return report.fault("not measured: `mfaflow matrix` could not explore \(flow)")
    }
    let seconds = Samples(explored.map(\.seconds))
    report.remark("\(short(counts.states)) states of runs, \(short(counts.runs)) runs from them")
    report.figure("states a second, with all that can happen at each", seconds.map { counts.states / $0 }, "/s")
    report.figure("runs a second, each audited", seconds.map { counts.runs / $0 }, "/s")
    report.verdict("runs a second, each audited", counts.runs / seconds.median, "/s", .atLeast(20_000))
    report.verdict("memory of the exploration", Samples(explored.map(\.peakMegabytes)).most, "MB", .nothing)
    let checked = (0..<15).compactMap { _ in Child.run([tool, "check", flow]) }
    report.figure("mfaflow check with all proofs, the same flow", Samples(checked.map { $0.seconds * 1000 }), "ms")
  }

  /// What the last line of a matrix tells: `102 cells, 202561 runs from 1604 standings: …`.
  private static func counts(in path: String) -> (states: Double, runs: Double)? {
    let lines = Files.read(path).map { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
    guard let words = lines?.last?.split(separator: " "), words.count > 6, words[3] == "runs",
      words[6].hasPrefix("standings"), let runs = Double(words[2]), let states = Double(words[5])
    else { return nil }
    return (states, runs)
  }
}
