// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowGraph
import FlowPictures
import FlowRuntime
import FlowScenarios
import FlowTesting
import LocalFiles
import SDKContract

/// The scenarios of files, played, as far as they are about one flow.
struct PlayedScenarios {
  /// A scenario and what came of it on the devices that run the flow.
  struct Played {
    let name: String
    let passed: Bool
    /// By device.
    let traces: [[TraceEntry]]
    let programs: [Program]
  }

  let played: [Played]

  /// - Parameters:
  ///   - name: a text that the names of the scenarios hold; nil for all.
  ///   - flow: the name of the flow whose devices count.
  static func play(
    _ paths: [String], named name: String?, of flow: Flow, _ contract: Contract?, _ format: FindingFormat,
    _ streams: Streams, command: String
  ) async throws(UsageProblem) -> PlayedScenarios {
    let found = PathWalker.find(paths)
    let plan = TestPlanReader.read(found, ScenarioChoice(filter: name), contract: contract, streams.reading)
    var played: [Played] = []
    for file in plan.files {
      switch file.state {
      case .broken(let broken):
        streams.errors.write(format.render(broken.findings, in: broken.sources))
        throw .told(broken.isUnreadable ? .broken : .wrongInput)
      case .sound(let sound):
        let programs = sound.flows.map { plan.flows[$0].program }
        let devices = programs.indices.filter { programs[$0].flow.name == flow.name }
        guard !devices.isEmpty else { continue }
        let runner = ScenarioRunner(programs, on: sound.devices)
        for scenario in sound.scenarios where sound.unplayable[scenario.name.value] == nil && scenario.never == nil {
          let result = await runner.run(scenario)
          guard !result.runs.isEmpty else { continue }
          played.append(
            Played(
              name: result.name, passed: result.passed, traces: devices.map { result.runs[$0].trace },
              programs: devices.map { programs[$0] }))
        }
      }
    }
    if played.isEmpty {
      throw UsageProblem(
        message: name.map { "no scenario of `\(flow.name)` has \(Diagnostic.quoting($0)) in its name" }
          ?? "there is no scenario of `\(flow.name)` in what is named",
        help: "`mfaflow test --verbose` shows all names", command: command)
    }
    return PlayedScenarios(played: played)
  }
}

extension FlowPicture {
  /// The ways and the steps that some runs took.
  ///
  /// - Parameter program: that of the runs, whose flow is written in the same files as the one that is drawn.
  func taken(by trace: [TraceEntry], of program: Program) -> (ways: Set<Int>, steps: Set<Int>) {
    var (taken, steps): (Set<Int>, Set<Int>) = ([], [])
    let hops = Set(trace.compactMap { $0.hop(in: program) })
    for entry in trace { if let step = entry.stepAtWork { steps.insert(Int(step.index)) } }
    for (index, way) in ways.enumerated() where hops.contains(where: { way.isTaken(by: $0) }) { taken.insert(index) }
    return (taken, steps)
  }
}

extension Way {
  /// Whether a transition that a run took is this way.
  func isTaken(by hop: WrittenHop) -> Bool {
    guard step == Int(hop.step.index), range == hop.target else { return false }
    if case .line(let trigger, _) = cause { return trigger == hop.trigger && key == hop.key }
    return hop.key == nil
  }
}
