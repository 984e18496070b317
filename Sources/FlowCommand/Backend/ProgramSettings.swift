// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SystemCalls

extension Option {
  static let backendVariable = Option(
    name: "--backend-env", shape: .text(placeholder: "NAME"), isRepeatable: true,
    meaning: "a program gets this variable, too; of our environment it gets PATH, HOME, LANG and the like")

  static let backendLog = Option(
    name: "--backend-log", shape: .text(placeholder: "FILE"),
    meaning: "append to FILE what a program writes to its standard error, without secrets")
}

/// What the programs of a command line get of our environment, and where their standard error goes.
struct ProgramSettings: Sendable {
  /// The variables that they get besides the usual ones.
  var variables: Set<String> = []
  /// Told each line of theirs.
  let log: @Sendable (String) -> Void
  /// Says why the file of the log could not be written whole; nil if it was, or if there is none.
  let logFailure: @Sendable () -> String?

  /// The usual: what they write to their standard error goes to ours.
  init(errors: any Output) {
    log = { errors.write($0 + "\n") }
    logFailure = { nil }
  }

  init(_ invocation: Invocation, _ streams: Streams, command: String) throws(UsageProblem) {
    for option in [Option.backendLog, .backendVariable] { try invocation.checkProgram(for: option, of: command) }
    if let path = invocation.value(of: .backendLog) {
      try WrittenFile(path: path, option: .backendLog).check(against: [], of: command)
      let output = try Self.log(into: path, command)
      log = { output.write($0 + "\n") }
      logFailure = {
        output.failure.map {
          "\(Diagnostic.quoting(path: path)) (`\(Option.backendLog.name)`) cannot be written: \($0)"
        }
      }
    } else {
      let usual = ProgramSettings(errors: streams.errors)
      (log, logFailure) = (usual.log, usual.logFailure)
    }
    variables = Set(invocation.values(of: .backendVariable))
    if let name = variables.sorted().first(where: { $0.isEmpty || $0.contains("=") || streams.variable($0) == nil }) {
      throw UsageProblem(
        message: "there is no variable \(Diagnostic.quoting(name)) to be handed on",
        help: "`--backend-env` takes the name of a variable that is set, such as `--backend-env MY_SDK_HOME`",
        command: command)
    }
  }

  private static func log(into path: String, _ command: String) throws(UsageProblem) -> DescriptorOutput {
    try WritePlace(path: path, option: Option.backendLog.name, command: command, mayBeDropped: true).check()
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try Descriptor.openToAppend(path, permissions: 0o600)
    } catch {
      throw UsageProblem(
        message: "\(Diagnostic.quoting(path, limit: 60)) cannot be written: \(error.description)",
        help: "name a file for `--backend-log` in a folder that can be written", command: command, code: .broken)
    }
    // It stays open for as long as the program runs.
    return DescriptorOutput(descriptor)
  }
}
