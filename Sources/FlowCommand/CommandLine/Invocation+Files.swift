// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowTrials

extension Invocation {
  /// Refuses to write over what the command line names, and to write two things into one file.
  ///
  /// It comes before anything is read, opened or made.
  func checkWritten(of command: String) throws(UsageProblem) {
    for (index, file) in written.enumerated() {
      // Of formats and paths, those who read them tell.
      if file.path == "-", case .text(let placeholder) = file.option.shape, !placeholder.hasPrefix("FORMAT=") {
        throw UsageProblem(
          message: "`\(file.option.name)` writes a file, and `-` is none",
          help: "write `./-` for a file of that name", command: command)
      }
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

  /// Refuses a name for standard input where that is not read.
  func checkInputName(of command: String) throws(UsageProblem) {
    guard has(.inputName), !operands.contains("-") else { return }
    throw UsageProblem(
      message: "`\(Option.inputName.name)` names standard input, and no path is `-`",
      help: "add `-`, or leave it out", command: command)
  }

  /// Refuses a format that the name of the output contradicts, so that nobody opens a text as a picture.
  ///
  /// - Parameters:
  ///   - option: the option that names the format.
  ///   - endings: the endings of names that stand for one format alone, and that format.
  func checkOutputName(against option: Option, _ endings: [String: String], of command: String) throws(UsageProblem) {
    guard let format = value(of: option), let path = value(of: .textFile),
      let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."),
      let meant = endings[name[name.index(after: dot)...].lowercased()], meant != format
    else { return }
    throw UsageProblem(
      message:
        "`\(option.name) \(format)` and the name \(Diagnostic.quoting(String(name), limit: 60)) contradict each other",
      help: "leave `\(option.name)` out for `\(meant)`, or give the file another ending", command: command)
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
