// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowFormatting
import FlowRuntime
import FlowScenarios
import LocalFiles
import SDKContract
import WrittenScenarios

/// The scenarios of `mfaflow new scenario`: each takes what no other takes, and says how it does come out.
struct NewScenarios {
  private let path: String
  private let contract: String?
  private let format: FindingFormat
  private let streams: Streams

  private static let comments = [
    "Written by `mfaflow new scenario`: each scenario says how the flow comes out today. Read whether that is as it should be.",
    "With `sdk: byHand` there is no simulated SDK: the events stand here. Documentation/Scenarios.md says what else there is.",
  ]

  init(path: String, _ invocation: Invocation, _ streams: Streams) {
    self.path = path
    contract = invocation.value(of: .contract)
    format = FindingFormat(invocation, for: streams.errors, in: streams)
    self.streams = streams
  }

  func write() async throws(UsageProblem) -> ExitCode {
    let flow = try RunnableFlow(path: path, contract: contract, format, streams)
    let program = flow.program
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let search = MissingRuns(
      program, flow: name, contract: contract.map { RelativePath.path(from: folder.isEmpty ? "." : folder, to: $0) },
      comments: Self.comments, isFilled: true)
    let (scenarios, left) = await search.scenarios(adding: Coverage(of: program))
    guard !scenarios.isEmpty else {
      throw UsageProblem(
        message: "there is nothing in this flow that a scenario could take",
        help: "a variant is covered by the scenarios of its base: `mfaflow new flow NAME --extends BASE`",
        command: "new")
    }
    var files = NewFiles(into: path.hasPrefix("/") && folder.isEmpty ? "/" : folder)
    files.cureWhereKept =
      "`mfaflow test --write-missing DIR SCENARIOS` writes those that are missing; nothing was made"
    files.add(FilePath.stem(of: name) + FilePath.scenariosEnding, ScenarioText.file(scenarios).laidOut)
    guard try files.write(streams) else { return .broken }
    guard !left.isEmpty else { return .success }
    streams.errors.write("mfaflow: no way was found to \(left.listed(in: flow.sources))\n".plainLine)
    return .failure
  }
}

extension String {
  /// A scenario file as `mfaflow fmt` lays it out.
  var laidOut: String {
    let file = SourceFile(path: "new.scenarios.yaml", text: self)
    guard let kind = FormattedKind(file, named: file.path),
      case .formatted(let text) = Formatter.format(file, as: kind.shape, words: kind.words)
    else { return self }
    return text
  }

  fileprivate var plainLine: String { String(dropLast()).onOneLine + "\n" }
}
