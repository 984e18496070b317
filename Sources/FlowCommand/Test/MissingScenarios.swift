// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import FlowScenarios
import FlowTesting
import LocalFiles
import WrittenScenarios

/// Writes scenarios that take what no scenario takes: the shortest way there, and an expectation that is left open.
struct MissingScenarios {
  private var folder: ScenarioFolder
  /// The contract of the command line; nil for none.
  private let contract: String?
  private let streams: Streams

  /// The first lines of such a file.
  private static let comments = [
    "Written by `mfaflow test --write-missing`: each scenario takes what no other one takes, by the shortest way.",
    "Write how it must come out in the place of `todo`; until then it fails.",
  ]

  init(_ folder: ScenarioFolder, contract: String?, _ streams: Streams) {
    self.folder = folder
    self.contract = contract
    self.streams = streams
  }

  /// - Returns: false, and said why, if a file could not be written.
  mutating func write(_ flows: [(flow: PlannedFlow, coverage: Coverage)]) async -> Bool {
    var isWritten = true
    defer { folder.removeIfUnused() }
    for (flow, coverage) in flows where !coverage.untaken.isEmpty {
      if let reason = folder.make() {
        tell("\(Diagnostic.quoting(path: folder.path)) cannot be made: \(reason)")
        return false
      }
      let search = MissingRuns(
        flow.program, flow: RelativePath.path(from: folder.path, to: flow.path),
        contract: (flow.contract ?? contract).map { RelativePath.path(from: folder.path, to: $0) },
        comments: Self.comments)
      let (scenarios, left) = await search.scenarios(adding: coverage)
      if !scenarios.isEmpty {
        let name = flow.program.flow.name + ".missing"
        let (path, failure) = folder.write(ScenarioText.file(scenarios), named: name)
        if let failure {
          tell("\(Diagnostic.quoting(path: path)) cannot be written: \(failure)")
          isWritten = false
        } else {
          tell("\(path) has \(scenarios.count) scenario\(scenarios.count == 1 ? "" : "s") for \(flow.path)")
        }
      }
      guard !left.isEmpty else { continue }
      tell("no way was found in \(flow.path) to \(left.listed(in: flow.sources))")
    }
    return isWritten
  }

  private func tell(_ words: String) { streams.errors.write("mfaflow: \(words.onOneLine)\n") }
}

extension [Coverage.Item] {
  /// Such as `branch `a: else` (flows/parts/a.yaml:12), choice `b: leave` (flows/own.yaml:30)`; of many, the first few.
  func listed(in sources: SourceMap) -> String {
    let most = 5
    let names = prefix(most).map { item in
      let path = sources.file(item.range.file)?.path ?? ""
      return "\(item.kind.rawValue) `\(item.name)` (\(path):\(item.range.start.line))"
    }
    return names.joined(separator: ", ") + (count > most ? " and \(count - most) more" : "")
  }
}
