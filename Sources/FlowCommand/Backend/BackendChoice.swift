// SPDX-License-Identifier: Apache-2.0

import Cassettes
import Diagnostics
import FlowRuntime
import FlowScenarios
import ProcessBackend

extension Option {
  static let backend = Option(
    name: "--backend", shape: .text(placeholder: "SDK"),
    meaning: "simulator (the default), process:COMMAND for a program that is the SDK, or replay:FILE")
}

/// The SDK behind runs, as `--backend` names it.
///
/// A new kind is a case here, a line in ``kinds``, and what the compiler then asks for.
enum BackendChoice: Sendable, Hashable {
  /// The simulated REL-ID, in a world.
  case simulator
  /// A program that is asked over its standard input and output.
  case process(CommandWords)
  /// A run that was recorded in that file.
  case replay(String)

  /// How each kind is written, for messages.
  private static let kinds = ["simulator", "process:COMMAND", "replay:FILE"]

  /// The choice of a command line; the simulator if it makes none.
  static func read(_ invocation: Invocation, command: String) throws(UsageProblem) -> BackendChoice {
    guard let text = invocation.value(of: .backend) else { return .simulator }
    return try BackendChoice(text, command: command)
  }

  /// - Parameter command: whose help to point to.
  init(_ text: String, command: String) throws(UsageProblem) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch (parts[0], parts.dropFirst().first) {
    case ("simulator", nil): self = .simulator
    case ("process", let line?): self = .process(try CommandWords(line, of: .backend, command: command))
    case ("replay", let path?) where !path.isEmpty: self = .replay(path)
    default:
      throw UsageProblem(
        message: "\(Diagnostic.quoting(text, limit: 60)) is no SDK that `--backend` knows",
        help: "write one of " + Self.kinds.map { "`\($0)`" }.joined(separator: ", "), command: command)
    }
  }

  var isSimulator: Bool { self == .simulator }

  /// The files that are read for it; of a program, each word may be one that it is made of.
  var paths: [String] {
    switch self {
    case .simulator: []
    case .process(let command): command.words
    case .replay(let path): [path]
    }
  }

  /// What only the simulator can do is refused for others.
  func check(_ invocation: Invocation) throws(UsageProblem) {
    guard !isSimulator, let option = [Option.save, .resume].first(where: invocation.has) else { return }
    throw UsageProblem(
      message: "`\(option.name)` needs the simulator: the state of another SDK cannot be saved",
      help:
        "run it again from its beginning; `--record FILE` keeps what it and its SDK said, for `--backend replay:FILE`",
      command: "run")
  }

  /// What makes the SDK of each scenario of a test; nil for the simulated one.
  func maker(_ limits: ProcessLimits, _ children: ChildProcesses) -> BackendMaker? {
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

extension CommandWords {
  /// The command line behind `process:`.
  init(_ line: String, of option: Option, command: String) throws(UsageProblem) {
    do throws(Problem) {
      try self.init(line)
    } catch {
      throw UsageProblem(
        message: "`\(option.name)` names no program: \(error.message)",
        help: "write `\(option.name) 'process:python3 sdk.py'`; spaces separate words, quotes keep them together",
        command: command)
    }
  }
}

extension ChildProcesses {
  /// Programs that are ended when a signal ends this one, as the command line wants them to be.
  convenience init(in streams: Streams) {
    self.init(passing: streams.programs.variables, log: streams.programs.log)
    streams.stop.beforeEnd { [weak self] in self?.endAll() }
  }
}
