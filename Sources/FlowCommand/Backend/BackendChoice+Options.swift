// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowTrials
import ProcessBackend

extension Option {
  static let backend = Option(
    name: "--backend", shape: .text(placeholder: "SDK"), offers: kindsToBeginWith,
    meaning: "simulator (the default), process:COMMAND for a program that is the SDK, or replay:FILE")
}

extension Option {
  /// How the kinds of SDKs begin.
  static let kindsToBeginWith = BackendChoice.kinds.map { kind in
    String(kind.prefix { $0 != ":" }) + (kind.contains(":") ? ":" : "")
  }
}

/// The SDK behind runs, as `--backend` names it.
extension BackendChoice {
  /// How each kind is written, for messages.
  fileprivate static let kinds = ["simulator", "process:COMMAND", "replay:FILE"]

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

  /// What only the simulator can do is refused for others.
  func check(_ invocation: Invocation) throws(UsageProblem) {
    guard !isSimulator, let option = [Option.save, .resume].first(where: invocation.has) else { return }
    throw UsageProblem(
      message: "`\(option.name)` needs the simulator: the state of another SDK cannot be saved",
      help:
        "run it again from its beginning; `--record FILE` keeps what it and its SDK said, for `--backend replay:FILE`",
      command: "run")
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
