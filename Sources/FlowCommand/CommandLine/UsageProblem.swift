// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Why a command does nothing: its command line cannot be understood, or a file that it names is of no use.
struct UsageProblem: Error, Equatable {
  /// One line that quotes the word that is wrong; empty if all has been told.
  let message: String
  /// The cure.
  var help: String?
  /// The command whose help to point to; nil for the tool's own.
  var command: String?
  var code = ExitCode.wrongInput

  /// A file is of no use, and why stands on the error stream.
  static func told(_ code: ExitCode) -> UsageProblem { UsageProblem(message: "", code: code) }

  /// As it stands on the error stream: words of the user and of files in it command no terminal.
  var text: String {
    guard !message.isEmpty else { return "" }
    let page = command.map { "mfaflow \($0) --help" } ?? "mfaflow --help"
    let lines = ["mfaflow: \(message)"] + [help.map { "  help: \($0)" }].compactMap { $0 } + ["  see `\(page)`"]
    return lines.map { TerminalText.line($0) + "\n" }.joined()
  }
}
