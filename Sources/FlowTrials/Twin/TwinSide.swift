// SPDX-License-Identifier: Apache-2.0

import Cassettes
import FlowGraph
package import FlowRuntime
import FlowScenarios
package import ProcessBackend

/// One of the two SDKs that a flow is run on.
package struct TwinSide: Sendable {
  /// As the command line names it.
  package let name: String
  package let choice: BackendChoice
  /// Nil if nobody has said so.
  let isLive: Bool?
  let limits: ProcessLimits

  package init(name: String, choice: BackendChoice, isLive: Bool?, limits: ProcessLimits) {
    self.name = name
    self.choice = choice
    self.isLive = isLive
    self.limits = limits
  }

  /// What came of its run.
  package struct Run: Sendable {
    /// Everything that happened, in order.
    let items: [TwinItem]
    /// Why the SDK could not be gone on with; nil if it did nothing wrong.
    let failure: BackendFailure?
  }

  /// Runs the flow on it.
  ///
  /// - Parameter variable: a variable of the environment; nil if it is not set.
  package func run(
    _ inputs: RunInputs, _ modules: SecurityModules, _ variable: @escaping @Sendable (String) -> String?,
    in children: ChildProcesses
  ) async throws(RunObstacle) -> Run {
    var stage = try await stage(inputs, children)
    let notes = TwinNotes()
    let recorder = stage.record { notes.note(recorded: $0) }
    let script = ScriptResponder(answers: inputs.answers, settings: inputs.settings) {
      variable(RunVariable.answer($0))
    }
    let session = try stage.session(answeredBy: script, modules) { notes.note($0) }
    let result = await session.run()
    let atEnd = await stage.close(after: result)
    let (whole, failure) = Self.whole(result, failingAtEnd: atEnd)
    let report = RunReport(whole, of: inputs.flow.flow)
    guard let items = notes.items(recorder, Cassette.Identity(inputs.identity), report) else {
      throw .backend(BackendFailure(.gone, "the run is too long to be compared"))
    }
    return Run(items: items, failure: failure)
  }

  /// A run with what its SDK did wrong, though it was over: such a run came to no end.
  static func whole(
    _ result: RunResult, failingAtEnd atEnd: BackendFailure?
  ) -> (result: RunResult, failure: BackendFailure?) {
    if case .failed(let failure) = result.ending { return (result, failure) }
    return (atEnd.map(result.failed) ?? result, atEnd)
  }

  private func stage(_ inputs: RunInputs, _ children: ChildProcesses) async throws(RunObstacle) -> RunStage {
    switch choice {
    case .simulator: return try RunStage(inputs, isLive: isLive ?? false, keepsJournal: false) { _ in nil }
    case .process(let command): return try await RunStage(inputs, command, isLive: isLive, limits, children)
    case .replay(let path):
      do throws(CassetteFile.Obstacle) {
        return RunStage(inputs, try CassetteFile.read(path, for: inputs.flow.flow.contract), isLive: isLive ?? false)
      } catch {
        throw .cassette(error)
      }
    }
  }
}
