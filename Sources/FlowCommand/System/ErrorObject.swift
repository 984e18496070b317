// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Why there is no result, for a program that has asked for JSON: one object of the kind `error`, with `exit`, `message`,
/// and `help`, which is null where there is no cure.
struct ErrorObject {
  private let code: ExitCode
  private let message: String
  private let help: String?

  /// - Parameter errors: what was said on standard error; of findings the first error is the message, else the first line.
  init(_ code: ExitCode, _ errors: OverheardOutput) {
    self.code = code
    if let finding = errors.firstError {
      (message, help) = (finding.message, finding.help)
      return
    }
    let lines = errors.text.split(separator: "\n").map(String.init)
    let first = lines.first ?? "the command could not be carried out"
    message = first.hasPrefix("mfaflow: ") ? String(first.dropFirst(9)) : first
    help =
      lines.lazy.compactMap { line in
        line.firstRange(of: "help: ").map { String(line[$0.upperBound...]) }
      }.first
  }

  init(_ code: ExitCode, message: String) {
    self.code = code
    self.message = message
    help = nil
  }

  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.field("kind", "error")
      json.field("exit", Int(code.rawValue))
      json.field("message", message)
      json.field("help", help)
    }
    json.newline()
    return json.text
  }
}
