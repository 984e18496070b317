// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import RELIDSimulator
import Values

/// The clock, the SDK and the machine of a run: fresh ones, or as a saved run left them.
struct RunStage {
  let clock: any RunClock
  let network: RELIDNetwork
  private let program: Program
  private let saved: SavedRun?

  /// - Parameters:
  ///   - keepsJournal: whether the run may have to be saved.
  ///   - password: a password that the saved run does not hold, by its number.
  init(
    _ inputs: RunInputs, isLive: Bool, keepsJournal: Bool, password: (Int) -> Secret?
  ) throws(RunFileProblem) {
    program = Program(inputs.flow)
    saved = inputs.resumed?.run
    let start = Duration.milliseconds(saved?.time ?? 0)
    clock = isLive ? LiveClock(startingAt: start) : VirtualClock(startingAt: start)
    guard let resumed = inputs.resumed else {
      network = RELIDNetwork(world: inputs.world, clock: clock, keepsJournal: keepsJournal)
      return
    }
    if let difference = RunFileProblem.difference(resumed.identity, inputs.identity) { throw difference }
    do throws(SnapshotMismatch) {
      _ = try FlowMachine(restoring: resumed.run.machine, of: program)
    } catch {
      throw RunFileProblem(error)
    }
    do throws(JournalMismatch) {
      network = try RELIDNetwork(world: inputs.world, clock: clock, replaying: resumed.journal, password: password)
    } catch {
      throw RunFileProblem(error)
    }
  }

  func session(
    answeredBy responder: any Responder, _ modules: SecurityModules, _ trace: (@Sendable (TraceEntry) -> Void)?
  ) throws(RunFileProblem) -> FlowSession {
    let simulator = network.simulator
    guard let saved else {
      return FlowSession(
        program: program, backend: simulator, responder: responder, clock: clock, modules: modules, trace: trace)
    }
    do throws(SnapshotMismatch) {
      return try FlowSession(
        resuming: saved, of: program, backend: simulator, responder: responder, clock: clock, modules: modules,
        trace: trace)
    } catch {
      throw RunFileProblem(error)
    }
  }
}
