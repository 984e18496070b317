// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowTrials

extension Invocation {
  /// Refuses to write over what the command line names, and to write two things into one file.
  ///
  /// It comes before anything is read, opened or made.
  func checkWritten(of command: String) throws(UsageProblem) {
    for (index, file) in written.enumerated() {
      if let other = written[..<index].first(where: { $0.isSame(as: file) }) {
        throw UsageProblem(
          message: other.option.name == file.option.name
            ? "two reports would be written into \(Diagnostic.quoting(path: file.path))"
            : "`\(other.option.name)` and `\(file.option.name)` name the same file",
          help: "give each a file of its own", command: command)
      }
      try file.checkUnread(namedPaths(besides: file.option.renewed, of: command), of: command)
    }
  }

  /// Refuses to write over what the named files have led to, such as the parts of a flow, or over what somebody has written.
  ///
  /// It comes before anything is run.
  func checkWritten(against read: [String], of command: String) throws(UsageProblem) {
    for file in written { try file.check(against: read, of: command) }
  }

  /// Whether standard input is a file that is read, and nobody who is asked.
  var readsInput: Bool { (operands + readPaths()).contains("-") }

  /// All that the command line names and that may be read; of a program each word, since it may be made of that file.
  private func namedPaths(besides option: String?, of command: String) -> [String] {
    let programs = operands + [Option.backend, .responder].flatMap { values(of: $0) }
    let ofPrograms = programs.flatMap { (try? BackendChoice($0, command: command))?.paths ?? [] }
    return operands + readPaths(besides: option) + ofPrograms
  }
}
