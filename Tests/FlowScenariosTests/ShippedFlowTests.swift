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
    var coverage = Coverage(of: play.program)
    for entry in await play.run().flatMap(\.trace) { coverage.note(entry) }
    let untaken = coverage.untaken.map { item in
      "\(play.flow.path):\(item.range.start.line):\(item.range.start.column): no scenario takes the \(item.kind) `\(item.name)`"
    }
    #expect(untaken.isEmpty, "\(untaken.joined(separator: "\n"))")
    for kind in Coverage.Kind.allCases {
      let (taken, all) = coverage.count(of: kind)
      #expect(taken == all, "\(kind)")
    }
    #expect(coverage.count(of: .branch).all > 20)
  }

  @Test("every flow has scenarios")
  func hasScenarios() throws {
    #expect(FlowFolder.flows.contains("activation.yaml") && FlowFolder.flows.contains("login.yaml"))
    let tested = try FlowFolder.scenarios.map { try $0.play().scenarios.flow.value }
    #expect(tested.sorted() == FlowFolder.flows)
  }

  @Test(
    "the same scenario gives the same trace to the byte, whatever was played before", arguments: FlowFolder.scenarios)
  func isDeterministic(_ text: ScenarioText) async throws {
    let play = try text.play()
    let first = await play.run()
    let runner = ScenarioRunner(play.program)
    for (scenario, before) in zip(play.scenarios.scenarios, first).reversed() {
      let again = await runner.run(scenario)
      #expect(again.trace.map(\.text) == before.trace.map(\.text), "\(scenario.name.value)")
      #expect(again.trace.map(\.json) == before.trace.map(\.json), "\(scenario.name.value)")
    }
  }

  @Test("time never runs back, and a run ends at most once", arguments: FlowFolder.scenarios)
  func isOrdered(_ text: ScenarioText) async throws {
    for result in try await text.play().run() {
      let times = result.trace.map(\.time)
      #expect(times == times.sorted(), "\(result.name)")
      let ends = result.trace.count { $0.kind == "end" }
      if case .ended = result.result.ending { #expect(ends == 1) } else { #expect(ends == 0) }
    }
  }

  @Test("no success without the proofs of the flow's goal", arguments: FlowFolder.scenarios)
  func reachesGoal(_ text: ScenarioText) async throws {
    let play = try text.play()
    let needed = play.program.flow.goal?.value == "aal2" ? 2 : 1
    for result in await play.run() {
      guard case .ended(_, let outcome, _) = result.result.ending else { continue }
      if outcome == .success {
        #expect(Set(result.result.proofs.map(\.factor)).count >= needed, "\(result.name)")
      } else {
        #expect(result.result.proofs.isEmpty && result.result.enrolled.isEmpty, "\(result.name)")
      }
    }
  }
}
