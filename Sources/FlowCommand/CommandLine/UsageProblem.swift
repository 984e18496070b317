// SPDX-License-Identifier: Apache-2.0

/// The command line cannot be understood: the program says why, and does nothing.
struct UsageProblem: Error, Equatable {
  /// One line that quotes the word that is wrong.
  let message: String
  /// The cure.
  var help: String?
  /// The command whose help to point to; nil for the tool's own.
  var command: String?

  /// As it stands on the error stream.
  var text: String {
    let page = command.map { "mfaflow \($0) --help" } ?? "mfaflow --help"
    return "mfaflow: \(message)\n" + (help.map { "  help: \($0)\n" } ?? "") + "  see `\(page)`\n"
  }
}
