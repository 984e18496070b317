// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowTrials
import ProcessBackend

extension Option {
  static let responder = Option(
    name: "--responder", shape: .text(placeholder: "process:COMMAND"),
    meaning: "a program that answers where the answers file, `--set` and the environment say nothing")
}

/// Who is on either side of a run.
struct RunSides: Sendable {
  let backend: BackendChoice
  /// Nil for the person at the terminal, if there is one.
  let responder: ResponderChoice?
  let limits: ProcessLimits
}

/// Who answers behind the script, as `--responder` names it.
enum ResponderChoice: Sendable, Hashable {
  /// A program that is asked over its standard input and output.
  case process(CommandWords)

  /// Nil if the command line names none.
  static func read(_ invocation: Invocation) throws(UsageProblem) -> ResponderChoice? {
    guard let text = invocation.value(of: .responder) else { return nil }
    guard text.hasPrefix("process:") else {
      throw UsageProblem(
        message: "\(Diagnostic.quoting(text, limit: 60)) is no responder",
        help: "write `--responder 'process:COMMAND'`", command: "run")
    }
    return .process(try CommandWords(String(text.dropFirst(8)), of: .responder, command: "run"))
  }

  var command: CommandWords {
    switch self {
    case .process(let command): command
    }
  }
}
