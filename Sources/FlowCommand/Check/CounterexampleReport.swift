// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowCompiler
import FlowGraph
import FlowRuntime
import FlowScenarios
import LocalFiles
import WrittenScenarios

/// Writes a scenario for each finding that a run can show, and says why there is none for the others.
struct CounterexampleReport {
  private var folder: ScenarioFolder
  /// The contract of the command line; nil for none.
  private let contract: String?
  private let compiler: Compiler
  private let streams: Streams

  init(_ folder: ScenarioFolder, contract: String?, _ compiler: Compiler, _ streams: Streams) {
    self.folder = folder
    self.contract = contract
    self.compiler = compiler
    self.streams = streams
  }

  /// Why a flow cannot be run that is not whole.
  static let reasonOfUnfit =
    "only a flow can be run whose names all lead somewhere, and in which each `run:` fits the flow that it runs"

  /// - Returns: false, and said why, if a file could not be written.
  mutating func write(_ flows: [CheckedFlow]) async -> Bool {
    let flows = flows.filter { !$0.findings.isEmpty }
    guard !flows.isEmpty else { return true }
    // Why before: the paths in the files begin at the folder, wherever its links lead.
    if let reason = folder.make() { return told("\(Diagnostic.quoting(path: folder.path)) cannot be made: \(reason)") }
    defer { folder.removeIfUnused() }
    var isWritten = true
    for flow in flows {
      guard let graph = compiler.unchecked(flow.file), graph.isWhole else {
        tell(
          "no scenario for what is wrong with \(flow.file.path): \(Self.reasonOfUnfit)")
        continue
      }
      if await !write(flow, graph) { isWritten = false }
    }
    return isWritten
  }

  private mutating func write(_ flow: CheckedFlow, _ graph: Flow) async -> Bool {
    let search = CounterexampleSearch(
      Program(unsound: graph), flow: RelativePath.path(from: folder.path, to: flow.file.path),
      contract: contract.map { RelativePath.path(from: folder.path, to: $0) })
    var isWritten = true
    var missing: [(code: String, reason: String, places: [String])] = []
    for finding in flow.findings {
      let place = Self.place(of: finding, in: flow)
      do {
        let found = try await search.counterexample(to: finding)
        if !write(found, place, graph.name) { isWritten = false }
      } catch {
        if let index = missing.firstIndex(where: { $0.code == finding.code.id && $0.reason == error.reason }) {
          missing[index].places.append(place)
        } else {
          missing.append((finding.code.id, error.reason, [place]))
        }
      }
    }
    for (code, reason, places) in missing {
      let more = places.count > 3 ? " and \(places.count - 3) more" : ""
      tell("no scenario for \(code) (\(places.prefix(3).joined(separator: ", "))\(more)): \(reason)")
    }
    return isWritten
  }

  private mutating func write(_ found: Counterexample, _ place: String, _ flow: String) -> Bool {
    let code = found.finding.code.id
    let text = found.text(
      beginningWith: "Written by `mfaflow check --write-scenario` for \(code) of \(found.scenario.flow.onOneLine). "
        + "Take this line out to keep it.")
    let (path, failure) = folder.write(text, named: found.name(inFlow: flow))
    if let failure { return told("\(Diagnostic.quoting(path: path)) cannot be written: \(failure)") }
    tell("\(path) shows \(code) (\(place))")
    return true
  }

  private func tell(_ words: String) { streams.errors.write("mfaflow: \(words.onOneLine)\n") }

  private func told(_ problem: String) -> Bool {
    tell(problem)
    return false
  }

  private static func place(of finding: Diagnostic, in flow: CheckedFlow) -> String {
    let path = flow.sources.file(finding.range.file)?.path ?? flow.file.path
    return "\(path):\(finding.range.start.line):\(finding.range.start.column)"
  }
}
