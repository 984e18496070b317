// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import DifferenceReports
import FlowDifference
import FlowGraph
import FlowRuntime
import FlowScenarios

extension Option {
  static let differenceFolder = Option(
    name: "--write-scenario", shape: .text(placeholder: "DIR"),
    meaning: "write a scenario for each difference that a run shows; NEW must be a file or folder of this machine")
}

/// Writes a scenario for each difference that a run shows, and says why there is none for the others.
struct DifferenceScenarios {
  private var folder: ScenarioFolder
  /// The contract of the command line; nil for none.
  private let contract: String?
  private let streams: Streams

  init(_ folder: ScenarioFolder, contract: String?, _ streams: Streams) {
    self.folder = folder
    self.contract = contract
    self.streams = streams
  }

  /// - Returns: false, and said why, if a file could not be written.
  mutating func write(_ flows: [FlowDiff]) async -> Bool {
    guard flows.contains(where: { !$0.items.isEmpty }) else { return true }
    if let reason = folder.make() { return told("\(Diagnostic.quoting(path: folder.path)) cannot be made: \(reason)") }
    defer { folder.removeIfUnused() }
    let run = DifferenceScenario(in: folder.path, contract: contract)
    var isWritten = true
    for flow in flows {
      for item in flow.items where item.difference.verdict != .wording {
        let words = "\(item.difference.verdict.rawValue): \(item.difference.words)"
        switch await run.scenario(for: item, words, flow) {
        case .success(let scenario):
          let (path, failure) = folder.write(scenario.text, named: "\(flow.new.flow.name).difference")
          if let failure {
            isWritten = told("\(Diagnostic.quoting(path: path)) cannot be written: \(failure)")
          } else {
            tell("\(path) shows: \(words)")
          }
        case .failure(let reason): tell("no scenario for: \(words): \(reason.words)")
        }
      }
    }
    return isWritten
  }

  private func tell(_ words: String) { streams.errors.write("mfaflow: \(words.onOneLine)\n") }

  private func told(_ problem: String) -> Bool {
    tell(problem)
    return false
  }
}
