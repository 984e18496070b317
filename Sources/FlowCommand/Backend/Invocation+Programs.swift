// SPDX-License-Identifier: Apache-2.0

extension Invocation {
  /// Refuses an option that is about a program where the command line names none.
  func checkProgram(for option: Option, of command: String) throws(UsageProblem) {
    guard has(option), !namesProgram else { return }
    throw UsageProblem(
      message: "`\(option.name)` is about a program, and none is named",
      help: "name one as `process:COMMAND`, or leave it out", command: command)
  }

  private var namesProgram: Bool {
    (operands + [Option.backend, .responder].flatMap { values(of: $0) }).contains { $0.hasPrefix("process:") }
  }
}
