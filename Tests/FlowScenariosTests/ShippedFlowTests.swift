// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import FlowScenarios
import SDKContract
import Testing

/// The product's flows do what their scenarios say, and the scenarios leave nothing out.
@Suite struct ShippedFlowTests {
  @Test("every scenario of a flow passes", arguments: FlowFolder.scenarios)
  func passes(_ text: ScenarioText) async throws {
    let play = try text.play()
    for result in await play.run() where !result.passed { Issue.record("\(play.story(of: result))") }
  }

  @Test("every step, interrupt, branch and choice is taken by some scenario", arguments: FlowFolder.scenarios)
  func isCovered(_ text: ScenarioText) async throws {
    let play = try text.play()
    var coverage = play.programs.map { Coverage(of: $0) }
    for result in await play.run() {
      for (index, run) in result.runs.enumerated() { run.trace.forEach { coverage[index].note($0) } }
    }
    // What a flow does alone, the scenarios of its own file show.
    guard play.programs.count == 1 else { return }
    let untaken = coverage[0].untaken.map { item in
      "\(item.range.start.line):\(item.range.start.column): no scenario takes the \(item.kind) `\(item.name)`"
    }
    #expect(untaken.isEmpty, "\(play.flows[0].path)\n\(untaken.joined(separator: "\n"))")
    for kind in Coverage.Kind.allCases {
      let (taken, all) = coverage[0].count(of: kind)
      #expect(taken == all, "\(kind)")
    }
  }

  @Test("every flow has scenarios")
  func hasScenarios() throws {
    #expect(FlowFolder.flows.contains("activation.yaml") && FlowFolder.flows.contains("login.yaml"))
    let tested = try FlowFolder.scenarios.map { try $0.play() }.filter { $0.programs.count == 1 }
    #expect(tested.map { $0.scenarios.devices[0].flow.value }.sorted() == FlowFolder.flows)
  }

  @Test(
    "the same scenario gives the same trace to the byte, whatever was played before", arguments: FlowFolder.scenarios)
  func isDeterministic(_ text: ScenarioText) async throws {
    let play = try text.play()
    let first = await play.run()
    let runner = play.runner
    for (scenario, before) in zip(play.scenarios.scenarios, first).reversed() {
      let again = await runner.run(scenario)
      #expect(again.lines == before.lines, "\(scenario.name.value)")
      let (now, then) = (again.runs.flatMap(\.trace), before.runs.flatMap(\.trace))
      #expect(now.map(\.json) == then.map(\.json), "\(scenario.name.value)")
    }
  }

  @Test("time never runs back, and a run ends at most once", arguments: FlowFolder.scenarios)
  func isOrdered(_ text: ScenarioText) async throws {
    for result in try await text.play().run() {
      for run in result.runs {
        let times = run.trace.map(\.time)
        #expect(times == times.sorted(), "\(result.name)")
        let ends = run.trace.count { $0.kind == "end" }
        if case .ended = run.result.ending { #expect(ends == 1) } else { #expect(ends == 0) }
      }
    }
  }

  @Test("no success without the proofs of the flow's goal", arguments: FlowFolder.scenarios)
  func reachesGoal(_ text: ScenarioText) async throws {
    let play = try text.play()
    for result in await play.run() {
      for (program, run) in zip(play.programs, result.runs) {
        guard case .ended(_, let outcome, _) = run.result.ending else { continue }
        let goal = program.flow.goal?.value
        if outcome == .success {
          let needed = goal == "aal2" ? 2 : goal == nil ? 0 : 1
          #expect(Set(run.result.proofs.map(\.factor)).count >= needed, "\(result.name)")
        } else {
          #expect(run.result.proofs.isEmpty && run.result.enrolled.isEmpty, "\(result.name)")
        }
      }
    }
  }
}
