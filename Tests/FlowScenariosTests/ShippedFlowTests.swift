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
    let (play, results) = try await text.played()
    for result in results where !result.passed { Issue.record("\(play.story(of: result))") }
  }

  @Test("every step, interrupt, branch and choice is taken by some scenario", arguments: FlowFolder.flows)
  func isCovered(_ flow: String) async throws {
    var covered: Coverage?
    for text in FlowFolder.scenarios {
      let (play, results) = try await text.played()
      // What a flow does on one of several devices counts for it, too.
      let places = play.scenarios.devices.indices.filter { play.scenarios.devices[$0].flow.value == flow }
      guard !places.isEmpty else { continue }
      var coverage = covered ?? Coverage(of: play.programs[places[0]])
      for result in results {
        for place in places { result.runs[place].trace.forEach { coverage.note($0) } }
      }
      covered = coverage
    }
    let coverage = try #require(covered, "no file of scenarios names \(flow)")
    let untaken = coverage.untaken.map { item in
      "\(item.range.start.line):\(item.range.start.column): no scenario takes the \(item.kind) `\(item.name)`"
    }
    #expect(untaken.isEmpty, "flows/\(flow)\n\(untaken.joined(separator: "\n"))")
    for kind in Coverage.Kind.allCases {
      let (taken, all) = coverage.count(of: kind)
      #expect(taken == all, "\(kind)")
    }
    #expect(coverage.count(of: .branch).all > 10)
  }

  @Test("the flows of the product are there")
  func flows() {
    for name in [
      "activation", "additional-device", "device-check", "forgotten-password", "login", "password-update",
      "passkey-login", "secure-login", "sign-in", "sso-login",
    ] {
      #expect(FlowFolder.flows.contains("\(name).yaml"))
    }
  }

  @Test(
    "the same scenario gives the same trace to the byte, whatever was played before", arguments: FlowFolder.scenarios)
  func isDeterministic(_ text: ScenarioText) async throws {
    let (play, first) = try await text.played()
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
    for result in try await text.played().results {
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
    let (play, results) = try await text.played()
    for result in results {
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
