// SPDX-License-Identifier: Apache-2.0

package import Cassettes
import FlowGraph
package import FlowRuntime
import LocalFiles
package import ProcessBackend
package import RELIDSimulator
package import Values

/// The clock, the SDK and the machine of a run: fresh ones, or as a saved run left them.
package struct RunStage {
  package let clock: any RunClock
  /// Of the simulated SDK; nil for another.
  package let network: RELIDNetwork?
  private var backend: any Backend
  /// What has to be ended; nil for the simulated SDK.
  private let ending: (any PacedBackend)?
  /// The recorded run that is the SDK; nil for another.
  private let player: CassettePlayer?
  private let program: Program
  private let saved: SavedRun?

  /// - Parameters:
  ///   - keepsJournal: whether the run may have to be saved.
  ///   - password: a password that the saved run does not hold, by its number.
  package init(
    _ inputs: RunInputs, isLive: Bool, keepsJournal: Bool, password: (Int) -> Secret?
  ) throws(RunObstacle) {
    var world = World()
    if case .simulated(let given) = inputs.world { world = given }
    (ending, player) = (nil, nil)
    program = Program(inputs.flow)
    saved = inputs.resumed?.run
    let start = Duration.milliseconds(saved?.time ?? 0)
    clock = isLive ? LiveClock(startingAt: start) : VirtualClock(startingAt: start)
    guard let resumed = inputs.resumed else {
      let network = RELIDNetwork(world: world, clock: clock, keepsJournal: keepsJournal)
      (self.network, backend) = (network, network.simulator)
      return
    }
    if let difference = RunFileProblem.difference(resumed.identity, inputs.identity) { throw .file(difference) }
    do throws(SnapshotMismatch) {
      _ = try FlowMachine(restoring: resumed.run.machine, of: program)
    } catch {
      throw .file(RunFileProblem(error))
    }
    let network: RELIDNetwork
    do throws(JournalMismatch) {
      network = try RELIDNetwork(world: world, clock: clock, replaying: resumed.journal, password: password)
    } catch {
      throw .file(RunFileProblem(error))
    }
    if let mismatch = resumed.run.mismatch(with: network.replayed, of: program) {
      throw .file(RunFileProblem(mismatch))
    }
    (self.network, backend) = (network, network.simulator)
  }

  /// A program as the SDK.
  ///
  /// - Parameter isLive: nil for the clock that the program prefers, which is a virtual one if it can.
  package init(
    _ inputs: RunInputs, _ command: CommandWords, isLive: Bool?, _ limits: ProcessLimits, _ children: ChildProcesses
  ) async throws(RunObstacle) {
    program = Program(inputs.flow)
    (saved, network, player) = (nil, nil, nil)
    let kind: BackendSetup.Clock =
      switch isLive {
      case true?: .live
      case false?: .virtual(VirtualClock())
      case nil: .virtualIfPossible(VirtualClock())
      }
    var world: String?
    switch inputs.world {
    case .told(let text): world = text
    case .simulated(let known): world = known.json
    }
    do throws(BackendFailure) {
      let setup = BackendSetup(contract: inputs.flow.flow.contract, clock: kind, world: world)
      let process = try await ProcessBackend.start(command, setup, limits: limits, in: children)
      (ending, backend, clock) = (process, process, process.clock)
    } catch {
      throw .backend(error)
    }
  }

  /// A recorded run as the SDK.
  package init(_ inputs: RunInputs, _ cassette: Cassette, isLive: Bool) {
    program = Program(inputs.flow)
    (saved, network) = (nil, nil)
    clock = isLive ? LiveClock() : VirtualClock()
    let player = CassettePlayer(cassette, inputs.flow.flow.contract, clock)
    (ending, backend, self.player) = (player, player, player)
  }

  /// Writes down from now on what passes between the run and the SDK.
  ///
  /// - Parameter noted: told the number of each entry as it is made.
  package mutating func record(_ noted: (@Sendable (Int) -> Void)? = nil) -> CassetteRecorder {
    let recorder = CassetteRecorder(
      backend, program.flow.contract, clock, most: FileReader.limit, noted: noted)
    backend = recorder
    return recorder
  }

  /// Ends the SDK, if it is a program or a recorded run.
  ///
  /// - Parameter result: what the run came to.
  /// - Returns: what it did wrong at the end.
  package func close(after result: RunResult? = nil) async -> BackendFailure? {
    if case .waiting(let step)? = result?.ending { player?.stops(waitingAt: step) }
    return await ending?.close()
  }

  /// The run itself.
  package func session(
    answeredBy responder: any Responder, _ modules: SecurityModules, _ trace: (@Sendable (TraceEntry) -> Void)?
  ) throws(RunObstacle) -> FlowSession {
    guard let saved else {
      return FlowSession(
        program: program, backend: backend, responder: responder, clock: clock, modules: modules, trace: trace)
    }
    do throws(SnapshotMismatch) {
      return try FlowSession(
        resuming: saved, of: program, backend: backend, responder: responder, clock: clock, modules: modules,
        trace: trace)
    } catch {
      throw .file(RunFileProblem(error))
    }
  }
}

/// Why a run does not begin.
package enum RunObstacle: Error {
  case file(RunFileProblem)
  case backend(BackendFailure)
  /// The program that was to answer does not; the SDK did nothing wrong.
  case responder(BackendFailure)
  case cassette(CassetteFile.Obstacle)
}
