// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Why there is no result, for a program that has asked for JSON: one object of the kind `error`, with `exit`, `message`,
/// and `help`, which is null where there is no cure.
struct ErrorObject {
  private let code: ExitCode
  private let message: String
  private let help: String?

  /// - Parameter errors: what was said on standard error; the first line of it is the message.
  init(_ code: ExitCode, _ errors: String) {
    self.code = code
    let lines = errors.split(separator: "\n").map(String.init)
    let first = lines.first ?? "the command could not be carried out"
    if let finding = Self.finding(first) {
      (message, help) = finding
      return
    }
    message = first.hasPrefix("mfaflow: ") ? String(first.dropFirst(9)) : first
    help =
      lines.lazy.compactMap { line in
        line.firstRange(of: "help: ").map { String(line[$0.upperBound...]) }
      }.first
  }

  /// The words of a finding that was written for a program; nil for a line for people.
  private static func finding(_ line: String) -> (message: String, help: String?)? {
    guard line.hasPrefix("{"), case .object(let fields)? = try? JSONReader.read(Array(line.utf8)).value else {
      return nil
    }
    func text(_ name: String) -> String? {
      if case .text(let text)? = fields.first(where: { $0.name == name })?.node.value { text } else { nil }
    }
    return text("message").map { ($0, text("help")) }
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
