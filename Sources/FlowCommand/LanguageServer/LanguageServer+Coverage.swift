// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowEditing
import FlowScenarios
import FlowTesting
import LanguageServerProtocol
import LocalFiles

/// What scenarios take of one step.
extension LanguageServer {
  /// Plays all scenarios of the flows that have a step, and tells what of it none of them takes.
  func coverage(ofStep name: String, in path: String, _ id: RequestID) throws(ResponseError) -> ServedTask {
    let steps = workspace.texts.text(path)?.symbols.filter { $0.kind == .step || $0.kind == .interrupt } ?? []
    guard let text = workspace.texts.text(path), let step = steps.first(where: { $0.name == name }) else {
      throw ResponseError(.requestFailed, "the file has no such step")
    }
    workspace.settle(path)
    let flows = workspace.roots(of: path).map(\.path)
    let files = Set(flows.flatMap { workspace.scenarioFiles(of: $0) }).sorted()
    guard !files.isEmpty else { throw ResponseError(.requestFailed, "the workspace has no scenarios of this step") }
    let reading = workspace.texts.reading
    let plan = TestPlanReader.read(
      files.map { .file($0, isNamed: true) }, ScenarioChoice(filter: nil), contract: nil, reading, naming: reading)
    return ServedTask(id: id) { _ in
      let (_, coverage) = await TestWorkers.play(plan)
      let place = PlaceCoverage(plan, coverage, of: path) { range in
        step.range.contains(text.bytes(of: range).lowerBound)
      }
      let summary = "`\(name)`: scenarios take \(place.taken) of \(place.all)"
      return ServedOutcome(
        summary: summary, text: ([summary] + place.untaken.map { "  not taken: \($0)" }).map { $0 + "\n" }.joined(),
        isGood: place.all > 0 && place.untaken.isEmpty)
    }
  }
}
