// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowRuntime
package import FlowScenarios
package import SystemCalls

/// Somebody who looks on while scenarios are played, on several threads; each is told by its file and its place there.
package struct TestSpectator: Sendable {
  /// What is told of one scenario as it happens.
  let watch: @Sendable (_ file: Int, _ scenario: Int) -> ScenarioWatch
  let ended: @Sendable (_ file: Int, _ scenario: Int, ScenarioResult) -> Void

  package init(
    watch: @escaping @Sendable (_ file: Int, _ scenario: Int) -> ScenarioWatch,
    ended: @escaping @Sendable (_ file: Int, _ scenario: Int, ScenarioResult) -> Void
  ) {
    self.watch = watch
    self.ended = ended
  }
}

/// Plays scenarios on all cores; what comes out does not depend on who was first.
package enum TestWorkers {
  private struct Job {
    let file: Int
    /// Its place in the file.
    let number: Int
    /// Of the devices, by index.
    let flows: [Int]
    let scenario: Scenario
    /// What the scenario names and its flow does not have.
    let unknown: [Diagnostic]
  }

  /// What one worker has done.
  private struct Share: Sendable {
    /// By index of the job.
    var played: [(job: Int, scenario: PlayedScenario)] = []
    /// By index of the flow.
    var coverage: [Int: Coverage] = [:]
  }

  /// The scenarios of each file, and how much was taken of each flow.
  ///
  /// - Parameters:
  ///   - backends: what makes the SDK of each scenario; nil for the simulated one.
  ///   - count: where to count the scenarios that are played; nil if nobody asks.
  ///   - spectator: who looks on; nil for nobody.
  package static func play(
    _ plan: TestPlan, _ backends: BackendMaker? = nil, _ count: WorkCount? = nil, spectator: TestSpectator? = nil
  ) async -> (played: [[PlayedScenario]], coverage: [Coverage]) {
    let jobs = jobs(of: plan)
    let shares = await Workers.share(jobs.count, among: min(jobs.count, Processors.count)) { queue in
      var share = Share()
      while let index = queue.take()?.lowerBound {
        let job = jobs[index]
        defer { count?.add(1) }
        guard job.unknown.isEmpty else {
          count?.addFailures(1)
          share.played.append((index, PlayedScenario(job.scenario, failingBy: job.unknown)))
          continue
        }
        let start = ContinuousClock.now
        let watch = spectator?.watch(job.file, job.number)
        guard let result = await runner(of: plan.files[job.file], in: plan, backends, watch)?.run(job.scenario) else {
          continue
        }
        let duration = ContinuousClock.now - start
        spectator?.ended(job.file, job.number, result)
        // What must not come about says nothing of what the flow is for.
        let runs = job.scenario.never == nil ? result.runs : []
        for (flow, run) in zip(job.flows, runs) {
          for entry in run.trace {
            share.coverage[flow, default: Coverage(of: plan.flows[flow].program)].note(entry)
          }
        }
        if !result.passed { count?.addFailures(1) }
        share.played.append((index, PlayedScenario(job.scenario, result, in: duration)))
      }
      return share
    }
    var coverage = plan.flows.map { Coverage(of: $0.program) }
    var played: [PlayedScenario?] = Array(repeating: nil, count: jobs.count)
    for share in shares {
      for (flow, taken) in share.coverage { coverage[flow].formUnion(taken) }
      for (job, scenario) in share.played { played[job] = scenario }
    }
    var byFile: [[PlayedScenario]] = Array(repeating: [], count: plan.files.count)
    for (job, scenario) in zip(jobs, played) { byFile[job.file] += [scenario].compactMap { $0 } }
    return (byFile, coverage)
  }

  private static func jobs(of plan: TestPlan) -> [Job] {
    plan.files.enumerated().flatMap { index, file -> [Job] in
      guard case .sound(let sound) = file.state else { return [] }
      return sound.scenarios.enumerated().map { number, scenario in
        Job(
          file: index, number: number, flows: sound.flows, scenario: scenario,
          unknown: sound.unplayable[scenario.name.value] ?? [])
      }
    }
  }

  /// Nil for a file that cannot be played.
  private static func runner(
    of file: PlannedFile, in plan: TestPlan, _ backends: BackendMaker?, _ watch: ScenarioWatch?
  ) -> ScenarioRunner? {
    guard case .sound(let sound) = file.state else { return nil }
    return ScenarioRunner(
      sound.flows.map { plan.flows[$0].program }, on: sound.devices, backends: backends, watch: watch)
  }
}
