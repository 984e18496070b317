// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import SDKContract

extension Command {
  static let check = Command(
    name: "check", summary: "find what must never be deployed in flows",
    details: [
      """
      Folders are searched for *.yaml and *.yml files that are flows: files with the key `flow:` or `part:`
      on their outermost level. Worlds, answers, scenarios and contracts in a folder are passed over, and so
      are names that begin with a dot. A file that is named is always checked.
      """,
      "Findings go to standard output in the order of the paths, one line of summary to standard error.",
    ],
    operands: Operands(
      placeholder: "PATH…", minimum: 1, maximum: nil, meaning: "files and folders; `-` is standard input"),
    options: [.findingFormat, .contract, .color],
    exits: [
      Exit(.success, "no errors; there may be warnings"),
      Exit(.failure, "at least one error was found"),
      Exit(.wrongInput, "the command line is wrong, or there is no flow in what it names"),
      Exit(.broken, "at least one path could not be read; the others were checked"),
    ],
    examples: [
      Example("mfaflow check flows/", "check every flow in a folder and below"),
      Example("mfaflow check --format oneline login.yaml", "one line for each finding"),
      Example("mfaflow check --format json flows/ > findings.json", "for programs"),
      Example("mfaflow check --contract my-relid.yaml flows/", "check against another version of the SDK"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      try await CheckRun(invocation, streams).perform()
    })
}

/// One run of `mfaflow check`.
private struct CheckRun {
  private let paths: [String]
  private let contract: String?
  private let format: FindingFormat
  private let streams: Streams

  init(_ invocation: Invocation, _ streams: Streams) {
    paths = invocation.operands
    contract = invocation.value(of: .contract)
    format = FindingFormat(invocation, for: streams.output, in: streams)
    self.streams = streams
  }

  func perform() async throws(UsageProblem) -> ExitCode {
    guard let makeCompiler = compilers() else { return .wrongInput }
    let (format, streams) = (format, streams)
    let files = await CheckWorkers.check(PathWalker.find(paths)) { FileChecker(makeCompiler(), format, streams) }
    let summary = CheckSummary(files)
    guard summary.hasMatched else {
      throw UsageProblem(
        message: "there is no flow in what is named",
        help: "flows are *.yaml or *.yml files with the key `flow:`; a file that is named itself is always checked",
        command: "check")
    }
    streams.output.write(files.map(\.text).filter { !$0.isEmpty }.joined(separator: format.separator))
    streams.errors.write(summary.line + "\n")
    return summary.exitCode
  }

  /// What makes the compiler of a worker; nil, and said so, if the user's own contract is no contract.
  private func compilers() -> (@Sendable () -> Compiler)? {
    guard let contract else { return { Compiler(loader: .files) } }
    guard let file = ContractFile.read(contract, format, streams) else { return nil }
    return { Compiler(contract: ContractReader.read(file).value, loader: .files) }
  }
}
