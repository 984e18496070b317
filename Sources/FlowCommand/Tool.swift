// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import RuleBook

/// The command line as a library: words and streams in, exit code out.
enum Tool {
  /// Carries out one command line.
  ///
  /// - Parameter arguments: the words behind the name of the program.
  static func run(_ arguments: [String], in streams: Streams) async -> ExitCode {
    guard asksForJSON(arguments) else { return await carryOut(arguments, streams) }
    let (output, errors) = (OverheardOutput(streams.output), OverheardOutput(streams.errors))
    let code = await carryOut(arguments, streams.writing(to: output, errors))
    if code == .wrongInput || code == .broken, output.isUnused {
      streams.output.write(errors.findings + ErrorObject(code, errors).json)
    }
    return code
  }

  private static func carryOut(_ arguments: [String], _ streams: Streams) async -> ExitCode {
    do {
      return try await dispatch(arguments[...], streams)
    } catch {
      streams.errors.write(error.text)
      return error.code
    }
  }

  /// Whether a program reads what is said, though the command line may be wrong.
  private static func asksForJSON(_ arguments: [String]) -> Bool {
    arguments.contains("--format=json") || zip(arguments, arguments.dropFirst()).contains { $0 == ("--format", "json") }
  }

  private static func dispatch(
    _ arguments: ArraySlice<String>, _ streams: Streams
  ) async throws(UsageProblem) -> ExitCode {
    guard let first = arguments.first else {
      streams.errors.write(HelpText.tool(Command.all))
      return .wrongInput
    }
    switch first {
    case "--help", "-h", "help": return try help(arguments.dropFirst(), streams)
    case Option.version.name:
      try refuseMore(than: 0, in: arguments.dropFirst(), behind: first)
      return say("mfaflow \(Release.version)\n", streams)
    default: break
    }
    let command = try command(named: first)
    switch try ArgumentReader.read(arguments.dropFirst(), for: command) {
    case .help: return say(HelpText.command(command), streams)
    case .perform(let invocation):
      try invocation.checkWritten(of: command.name)
      var streams = streams
      if command.options.contains(where: { $0.name == Option.backendLog.name }) {
        streams.programs = try ProgramSettings(invocation, streams, command: command.name)
      }
      let code = try await command.perform(invocation, streams)
      return streams.stop.isEnding ? .interrupted : outcome(code, streams)
    }
  }

  /// `mfaflow help run` is `mfaflow run --help`; `mfaflow help --man` is the page for `man`.
  private static func help(_ arguments: ArraySlice<String>, _ streams: Streams) throws(UsageProblem) -> ExitCode {
    try refuseMore(than: 1, in: arguments, behind: "help")
    if arguments.first == "--man" { return say(ManualPage.text(Command.all), streams) }
    guard let name = arguments.first, !name.hasPrefix("-") else { return say(HelpText.tool(Command.all), streams) }
    return say(HelpText.command(try command(named: name)), streams)
  }

  private static func refuseMore(
    than count: Int, in arguments: ArraySlice<String>, behind name: String
  ) throws(UsageProblem) {
    guard let more = arguments.dropFirst(count).first else { return }
    throw UsageProblem(
      message: "\(Diagnostic.quoting(more)) is one word too many for `\(name)`",
      help: count == 0 ? "write `mfaflow \(name)` alone" : "it takes the name of one command, or `--man`")
  }

  private static func command(named name: String) throws(UsageProblem) -> Command {
    if let command = Command.named(name) { return command }
    let names = Command.all.map(\.name)
    let list = "the commands are " + names.map { "`\($0)`" }.joined(separator: ", ")
    guard !name.hasPrefix("-") else {
      let options = [Option.help.name, Option.version.name]
      let near = ["-v", "-V"].contains(name) ? Option.version.name : Suggestion.nearest(to: name, among: options)
      throw UsageProblem(
        message: "\(Diagnostic.quoting(name)) is no option of `mfaflow`",
        help: near.map { "did you mean `\($0)`?" } ?? "options stand behind their command; \(list)")
    }
    throw UsageProblem(
      message: "\(Diagnostic.quoting(name)) is no command of `mfaflow`",
      help: Suggestion.help(for: name, among: names, otherwise: list))
  }

  private static func say(_ text: String, _ streams: Streams) -> ExitCode {
    streams.output.write(text)
    return outcome(.success, streams)
  }

  /// Output that was lost tells nobody how the work came out, and a log that was lost what went wrong; a reader that has gone
  /// away, such as `head`, has all that it wants.
  private static func outcome(_ code: ExitCode, _ streams: Streams) -> ExitCode {
    let failures = [
      streams.output.failure.map { "the output cannot be written: \($0)" }, streams.programs.logFailure(),
    ].compactMap { $0 }
    for failure in failures { streams.errors.write("mfaflow: \(failure)\n") }
    guard !failures.isEmpty else { return code }
    return [.success, .failure].contains(code) ? .broken : code
  }
}
