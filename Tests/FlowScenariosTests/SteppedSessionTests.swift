// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import RELIDSimulator
import Synchronization
import Testing

@testable import FlowScenarios
@testable import FlowTrials

@Suite("A stepped session")
struct SteppedSessionTests {
  /// Every scenario of one device on the simulated SDK: its world, and the answers that it gives, without what else happens.
  @Test(
    "does what a session does, to the byte of its trace, in the world and with the answers of each shipped scenario",
    arguments: FlowFolder.scenarios)
  func same(_ text: ScenarioText) async throws {
    let play = try text.play()
    guard play.scenarios.devices.count == 1 else { return }
    for scenario in play.scenarios.scenarios {
      guard case .simulated(let world as World) = scenario.sdk else { continue }
      let answers = scenario.items.compactMap { item -> ScriptedAnswer? in
        if case .answer(let answer) = item.what { answer } else { nil }
      }
      // The answers at hand, and only the first: a run that is left with its question open.
      for script in [answers, Array(answers.prefix(1))] {
        let (plain, end) = await session(play.program, world, script)
        let (stepped, ending) = steppedSession(play.program, world, script)
        #expect(stepped == plain, "\(scenario.name.value)")
        #expect(plain.count > 3)
        #expect(ending == end, "\(scenario.name.value)")
      }
    }
  }

  @Test("plays one run after the other, each from the beginning")
  func again() throws {
    let text = try #require(FlowFolder.scenarios.first { $0.name == "activation.scenarios.yaml" })
    let play = try text.play()
    var world = World()
    var answers: [ScriptedAnswer] = []
    for scenario in play.scenarios.scenarios {
      guard case .simulated(let given as World) = scenario.sdk else { continue }
      world = given
      answers = scenario.items.compactMap { if case .answer(let answer) = $0.what { answer } else { nil } }
      break
    }
    let simulator = SteppedSimulator(world: world)
    let script = AnswerScript(answers: answers, settings: [])
    let trace = Trace()
    var session = SteppedSession(play.program, sdk: simulator, script: script, trace: { trace.add($0) })
    var watch: [Int] = []
    _ = session.run { step, _ in watch.append(step) }
    let first = trace.take()
    let seen = watch
    for _ in 0..<3 {
      session.begin(sdk: simulator, script: script)
      watch = []
      _ = session.run { step, _ in watch.append(step) }
      #expect(trace.take() == first)
      #expect(watch == seen)
    }
    #expect(first.count > 10 && Set(seen).count > 2)
  }

  private func session(
    _ program: Program, _ world: World, _ answers: [ScriptedAnswer]
  ) async -> (trace: [String], end: String) {
    let clock = VirtualClock()
    let trace = Trace()
    let session = FlowSession(
      program: program, backend: RELIDSimulator(world: world, clock: clock),
      responder: ScriptResponder(answers: answers), clock: clock, trace: { trace.add($0) })
    let end =
      switch await session.run().ending {
      case .ended(let name, let outcome, _): "\(name) \(outcome)"
      case .waiting(let step): "waits at \(step)"
      case .failed(let failure): "\(failure)"
      }
    return (trace.take(), end)
  }

  private func steppedSession(
    _ program: Program, _ world: World, _ answers: [ScriptedAnswer]
  ) -> (trace: [String], end: String) {
    let trace = Trace()
    var session = SteppedSession(
      program, sdk: SteppedSimulator(world: world), script: AnswerScript(answers: answers, settings: []),
      trace: { trace.add($0) })
    let end =
      switch session.run(watch: { _, _ in }) {
      case .ended(.end(let id, _)): "\(program.flow[id].name.value) \(program.flow[id].outcome)"
      case .ended(.goalNotReached): "goal-not-reached failure"
      case .ended(.unhandled): "unhandled failure"
      case .waiting(let step): "waits at \(program.flow.steps[step].name.value)"
      case .failed(let failure): "\(failure)"
      }
    return (trace.take(), end)
  }
}

private final class Trace: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ entry: TraceEntry) { lines.withLock { $0.append(entry.json) } }

  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
