// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowRuntime
import FlowScenarios
import RELIDSimulator
package import SystemCalls

/// Many runs, each with a simulated SDK of its own: as fast as the cores can.
package struct SimulatedCrowd: Sendable {
  private let stage: SoakStage
  private let atOnce: Int

  /// - Parameter atOnce: how many runs are under way.
  package init(_ stage: SoakStage, atOnce: Int) {
    self.stage = stage
    self.atOnce = atOnce
  }

  /// Plays what is in the line.
  ///
  /// - Parameter count: where to count the runs that are done; nil if nobody asks.
  package func play(_ line: SoakLine, _ count: WorkCount?) async -> SoakTally {
    await withTaskGroup(of: SoakTally.self) { group in
      for worker in 0..<atOnce {
        group.addTask { share(of: line, on: worker == 0 ? stage : stage.madeAnew(), count) }
      }
      var tally = SoakTally(stepCount: stage.program.flow.steps.count)
      for await share in group { tally.add(share) }
      return tally
    }
  }

  /// What one worker does, until the line is empty.
  private func share(of line: SoakLine, on stage: SoakStage, _ count: WorkCount?) -> SoakTally {
    let (simulator, script) = (SteppedSimulator(world: stage.world), stage.script)
    var tally = SoakTally(stepCount: stage.program.flow.steps.count)
    var session = SteppedSession(stage.program, sdk: simulator, script: script)
    var watch = StepStopwatch()
    while let number = line.take() {
      session.begin(sdk: simulator, script: script)
      watch.begin()
      let ending = session.run { step, time in watch.stands(at: step, time) }
      watch.end()
      let outcome: SoakOutcome
      switch ending {
      case .ended(let end): outcome = SoakOutcome(end)
      case .waiting(let step): outcome = .waiting(step)
      case .failed(let failure):
        outcome = SoakOutcome(failure)
        tally.note(failure, inRun: number)
      }
      tally.add(outcome, watch)
      count?.add(1)
      if let count, !outcome.isGood(in: stage.program.flow) { count.addFailures(1) }
    }
    return tally
  }
}
