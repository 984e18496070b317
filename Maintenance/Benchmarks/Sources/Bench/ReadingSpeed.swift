// SPDX-License-Identifier: Apache-2.0

import CFloor
import Diagnostics
import FlowCompiler
@_spi(Benchmarks) import YAMLTree

/// How fast a tree is made, against libyaml's bare events over the same bytes in the same process.
struct ReadingSpeed {
  let flows: [[UInt8]]

  func measure(into report: inout Report) {
    report.heading("Reading: \(flows.count) flows in memory, one thread")
    let files = flows.map { SourceFile(path: "flow.yaml", bytes: $0) }
    let (floor, ours) = alternately(rounds: 15, { seconds(walkEvents) }, { seconds { readTrees(files) } })
    let megabytes = Double(flows.reduce(0) { $0 + $1.count }) / 1e6
    report.figure("libyaml's events from C", floor.map { megabytes / $0 }, "MB/s")
    report.figure("our tree, every node with its place", ours.map { megabytes / $0 }, "MB/s")
    report.verdict("speed of the tree in that of the bare events", floor.median / ours.median, "×", .atLeast(0.6))
    let compiler = Compiler()
    let compiled = Samples(
      (0..<5).map { _ in seconds { for file in files { keep(compiler.compile(file).flow != nil) } } })
    report.figure("the whole way to a checked flow", compiled.map { megabytes / $0 }, "MB/s")
    report.figure("the same, for one flow", compiled.map { $0 / Double(files.count) * 1e6 }, "µs")
    report.verdict("time of the whole way in that of the tree", compiled.median / ours.median, "×", .nothing)
    for file in files {
      let findings = compiler.compile(file).findings
      guard let first = findings.first else { continue }
      let place = "\(first.range.start.line):\(first.range.start.column)"
      return report.fault("a generated flow is not sound: \(first.code.id) at \(place): \(first.message)")
    }
  }

  private func walkEvents() {
    for flow in flows { keep(flow.withUnsafeBufferPointer { floor_events($0.baseAddress, $0.count) }) }
  }

  private func readTrees(_ files: [SourceFile]) {
    for file in files { keep(isReadableTree(file)) }
  }
}
