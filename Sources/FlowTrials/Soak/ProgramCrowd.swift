// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowRuntime
import FlowScenarios
package import ProcessBackend
import Synchronization
package import SystemCalls

/// Many runs, each with a program of its own as the SDK.
package struct ProgramCrowd: Sendable {
  private let stage: SoakStage
  private let command: CommandWords
  private let limits: ProcessLimits
  private let children: ChildProcesses
  private let settings: SoakSettings

  package init(
    _ stage: SoakStage, _ command: CommandWords, _ limits: ProcessLimits, _ children: ChildProcesses,
    _ settings: SoakSettings
  ) {
    self.stage = stage
    self.command = command
    self.limits = limits
    self.children = children
    self.settings = settings
  }

  /// Plays what is in the line.
  package func play(_ line: SoakLine, _ count: WorkCount?) async -> SoakTally {
    let shared = Shared(SoakTally(stepCount: stage.program.flow.steps.count))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<settings.concurrency {
        group.addTask {
          while let number = line.take() {
            let (result, watch) = await run()
            // A run that was stopped says nothing of the flow or of the SDK.
            guard !Task.isCancelled else { return }
            shared.value.withLock { tally in
              switch result {
              case .success(let outcome): tally.add(outcome, watch)
              case .failure(let failure):
                tally.add(SoakOutcome(failure), watch)
                tally.note(failure, inRun: number)
                if !settings.goesOn { line.close() }
              }
            }
            count?.add(1)
            let isGood = (try? result.get())?.isGood(in: stage.program.flow) ?? false
            if !isGood { count?.addFailures(1) }
          }
        }
      }
    }
    return shared.value.withLock { $0 }
  }

  private func run() async -> (Result<SoakOutcome, BackendFailure>, StepStopwatch) {
    var watch = StepStopwatch()
    watch.begin()
    let setup = BackendSetup(
      contract: stage.program.flow.contract, clock: .virtualIfPossible(VirtualClock()), world: stage.toldWorld)
    let backend: ProcessBackend
    do throws(BackendFailure) {
      backend = try await ProcessBackend.start(command, setup, limits: limits, in: children)
    } catch {
      watch.end()
      return (.failure(error), watch)
    }
    let shared = Shared(watch)
    let session = FlowSession(
      machine: FlowMachine(stage.program), backend: backend, responder: ScriptResponder(stage.script),
      clock: backend.clock, inbox: SessionInbox(),
      watch: { step, time in shared.value.withLock { $0.stands(at: step, time) } })
    let ending = await session.run().ending
    watch = shared.value.withLock { watch in
      watch.end()
      return watch
    }
    // A task of its own: a soak that is stopped still lets its programs end well.
    let problem = await Task { await backend.close() }.value
    if case .failed(let failure) = ending { return (.failure(failure), watch) }
    return (problem.map { .failure($0) } ?? .success(SoakOutcome(ending, of: stage.program.flow)), watch)
  }

  /// What several tasks write into.
  private final class Shared<Value: Sendable>: Sendable {
    let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
  }
}
