// SPDX-License-Identifier: Apache-2.0

import Cassettes
import FlowRuntime
package import FlowScenarios
package import ProcessBackend

/// The SDK behind runs.
///
/// A new kind needs a case here, a form on the command line, and what the compiler then asks for.
package enum BackendChoice: Sendable, Hashable {
  /// The simulated SDK, in a world.
  case simulator
  /// A program that is asked over its standard input and output.
  case process(CommandWords)
  /// A run that was recorded in that file.
  case replay(String)

  package var isSimulator: Bool { self == .simulator }

  /// The files that are read for it; of a program, each word may be one that it is made of.
  package var paths: [String] {
    switch self {
    case .simulator: []
    case .process(let command): command.words
    case .replay(let path): [path]
    }
  }

  /// What makes the SDK of each scenario of a test; nil for the simulated one.
  package func maker(_ limits: ProcessLimits, _ children: ChildProcesses) -> BackendMaker? {
    switch self {
    case .simulator: nil
    case .process(let command):
      { world, devices, contract, clock throws(BackendFailure) in
        var setup = BackendSetup(contract: contract, clock: .virtual(clock), world: world)
        setup.devices = devices
        return try await ProcessBackend.startAll(command, setup, limits: limits, in: children)
      }
    case .replay(let path):
      { _, devices, contract, clock throws(BackendFailure) in
        guard devices.isEmpty else { throw BackendFailure(.gone, "a cassette holds the run of one device only") }
        do throws(CassetteFile.Obstacle) {
          return [CassettePlayer(try CassetteFile.read(path, for: contract), contract, clock)]
        } catch {
          throw error.failure
        }
      }
    }
  }
}
