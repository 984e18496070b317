// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowTrials
import MessageLanguages

extension RunInputsReader {
  /// The inputs and success; or no inputs if anything is wrong, and how the command ends then: what is wrong stands on the
  /// error stream.
  ///
  /// - Parameter isSimulated: whether the SDK is the simulated one, whose worlds are known.
  static func read(
    _ invocation: Invocation, isSimulated: Bool, _ streams: Streams
  ) -> (inputs: RunInputs?, code: ExitCode) {
    let (inputs, remarks) = read(RunRequest(invocation, isSimulated: isSimulated, streams))
    tell(remarks, invocation, streams)
    switch inputs {
    case .success(let inputs): return (inputs, .success)
    case .failure(let obstacle): return (nil, obstacle.code)
    }
  }

  /// What is wrong with a command line that has no world for the simulated SDK.
  ///
  /// If a file that it names is of no use either, that stands on the error stream.
  ///
  /// - Parameter instead: how another SDK is given, such as `is a program: …`.
  static func withoutWorld(
    _ invocation: Invocation, command: String, instead: String = "is a program: `--backend 'process:COMMAND'`",
    _ streams: Streams
  ) -> UsageProblem {
    let (obstacle, remarks) = readWithoutWorld(RunRequest(invocation, isSimulated: true, streams))
    tell(remarks, invocation, streams)
    if obstacle == .wrong { return .told(.wrongInput) }
    return UsageProblem(
      message: "`\(command)` needs a world for the simulated SDK",
      help: "give `--world FILE`: which users there are, what they know, what the device can do; "
        + "another SDK than REL-ID \(instead)",
      command: command, code: obstacle?.code ?? .wrongInput)
  }

  private static func tell(_ remarks: [Remark], _ invocation: Invocation, _ streams: Streams) {
    let format = FindingFormat.text(color: FindingFormat.color(invocation, streams.errors, streams))
    for remark in remarks {
      switch remark {
      case .words(let words): streams.errors.write(words)
      case .findings(let findings, let sources): streams.tell(findings, in: sources, format)
      }
    }
  }
}

extension RunInputsReader.Obstacle {
  fileprivate var code: ExitCode {
    switch self {
    case .unreadable: .broken
    case .wrong: .wrongInput
    }
  }
}

extension RunRequest {
  /// What the command line names.
  fileprivate init(_ invocation: Invocation, isSimulated: Bool, _ streams: Streams) {
    self.init(
      isSimulated: isSimulated, streams.reading, variable: streams.variable, variableNames: streams.variableNames)
    flow = invocation.operands.first
    world = invocation.value(of: .world)
    answers = invocation.value(of: .answers)
    contract = invocation.value(of: .contract)
    resume = invocation.value(of: .resume)
    was = invocation.value(of: .was)
    settings = invocation.values(of: .set)
    language = invocation.value(of: .language).flatMap { LanguageTag($0) }
    hasResponder = invocation.has(.responder)
  }
}
