// SPDX-License-Identifier: Apache-2.0

/// What the tool says to the shell: the same numbers for every command.
enum ExitCode: Int32, Sendable, CaseIterable {
  /// All is well: nothing found, or the flow reached a success end or an `ended` one.
  case success = 0
  /// The work was done, and the answer is no: findings, a failure end, a step that waits for an answer.
  case failure = 1
  /// The command line is wrong, or a file that could be read: nothing was done.
  case wrongInput = 2
  /// A file could not be read, whichever option names it, or a report not be written; or the SDK behind a run broke its
  /// contract or went away.
  case broken = 3
  /// Interrupted by the user (ctrl-C).
  case interrupted = 130

  /// One line for the help, without a full stop.
  var meaning: String {
    switch self {
    case .success: "all is well"
    case .failure:
      "the work was done, and the answer is no: errors, a failed scenario or run, a weaker flow, a difference"
    case .wrongInput: "the command line or the content of a file is wrong"
    case .broken: "a file cannot be read or written, or the SDK broke its contract or went away"
    case .interrupted: "interrupted with ctrl-C"
    }
  }
}
