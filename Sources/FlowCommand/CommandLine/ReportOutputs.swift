// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import LocalFiles

/// Where reports go: that of `--format` to standard output, those of `--output FORMAT=FILE` into files.
struct ReportOutputs {
  /// The option of the commands that write reports into files.
  static let option = Option(
    name: "--output", shape: .text(placeholder: "FORMAT=FILE"), isRepeatable: true,
    meaning: "write another report into FILE; may be given for several formats")

  /// The format of standard output.
  let format: String
  /// A format, and the file that the report of it goes into.
  let files: [(format: String, file: WrittenFile)]

  /// - Parameters:
  ///   - formats: an option whose words are the formats; the first is as by default.
  ///   - command: the command that is asked, for its help.
  init(_ invocation: Invocation, _ formats: Option, command: String) throws(UsageProblem) {
    let words: [String] = if case .oneOf(let words) = formats.shape { words } else { [] }
    format = invocation.value(of: formats) ?? words.first ?? "text"
    var files: [(format: String, file: WrittenFile)] = []
    for text in invocation.values(of: Self.option) {
      let (format, path) = try Self.parts(of: text, words, command)
      try WritePlace(
        path: path, option: Self.option.name, command: command,
        instead: "`--format` writes a report to standard output", mayBeDropped: true
      ).checkForReport()
      files.append((format, WrittenFile(path: path, option: Self.option)))
    }
    self.files = files
  }

  private static func parts(
    of text: String, _ formats: [String], _ command: String
  ) throws(UsageProblem) -> (format: String, path: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, formats.contains(parts[0]), !parts[1].isEmpty {
      guard parts[1] == "-" else { return (parts[0], parts[1]) }
      throw UsageProblem(
        message: "`--output` writes into files, and `-` is none",
        help: "`--format \(parts[0])` writes the report to standard output", command: command)
    }
    throw UsageProblem(
      message: "`--output` cannot be \(Diagnostic.quoting(text))",
      help: Suggestion.help(
        for: parts[0], among: formats,
        otherwise:
          "write a format, `=` and a path, such as `\(formats.last ?? "json")=report.\(formats.last ?? "json")`"),
      command: command)
  }

  /// Writes every report; none once a signal is ending the program.
  ///
  /// - Returns: false, and said why, if one could not be written.
  func write(to streams: Streams, _ text: (_ format: String) -> String) -> Bool {
    guard !streams.stop.isEnding else { return false }
    streams.output.write(text(format))
    var isWritten = true
    for (format, file) in files {
      if !ReportFile.write(text(format), to: file.path, telling: streams) { isWritten = false }
    }
    return isWritten
  }
}
