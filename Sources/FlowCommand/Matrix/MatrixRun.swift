// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowExploration
import FlowPages
import FlowReviews
import FlowRuntime
import LocalFiles
import SystemCalls

/// One run of `mfaflow matrix`.
struct MatrixRun {
  private let path: String
  private let contract: String?
  private let matrixFormat: String
  /// Where it is written; nil for standard output.
  private let output: String?
  /// The words of `--cell`; nil for the whole table.
  private let cell: String?
  private let bounds: Explorer.Bounds
  private let format: FindingFormat
  private let streams: Streams

  /// The name of the output says it where nothing else does.
  private static func format(byNameOf output: String?) -> String {
    let name = output ?? ""
    if FilePath.isHTML(name) { return "html" }
    return name.lowercased().hasSuffix(".json") ? "json" : "text"
  }

  init(_ invocation: Invocation, _ streams: Streams) throws(UsageProblem) {
    try invocation.checkOutputName(
      against: .matrixFormat, ["html": "html", "htm": "html", "json": "json"], of: "matrix")
    path = invocation.operands.first ?? "-"
    contract = invocation.value(of: .contract)
    matrixFormat = invocation.value(of: .matrixFormat) ?? Self.format(byNameOf: invocation.value(of: .textFile))
    output = invocation.value(of: .textFile)
    cell = invocation.value(of: .cell)
    format = .text(color: FindingFormat.color(invocation, streams.errors, streams))
    self.streams = streams.keepingFiles
    var bounds = Explorer.Bounds()
    if let limit = invocation.number(of: .limit) { bounds.standings = limit }
    self.bounds = bounds
    guard cell == nil || matrixFormat == "text" else {
      throw UsageProblem(
        message: "`--cell` and `--format \(matrixFormat)` exclude each other",
        help: matrixFormat == "json" ? "the JSON object has every cell" : "the page has every cell", command: "matrix")
    }
    if let output {
      try WritePlace(
        path: output, option: "--output", command: "matrix",
        instead: "without `--output` the table goes to standard output", mayBeDropped: true
      ).checkForReport()
      try WrittenFile(path: output, option: .textFile).check(against: [path], of: "matrix")
    }
  }

  func perform() async throws(UsageProblem) -> ExitCode {
    let program = try RunnableFlow(path: path, contract: contract, format, streams).program
    let bounds = bounds
    let matrix = await ProgressLine.during("looked at", of: 0, in: streams) { count in
      await OwnThread.run {
        InterruptMatrix(program, within: bounds) { done, known in count?.set(done, of: known) }
      }
    }
    let code: ExitCode = matrix.broken.isEmpty && matrix.unexplored == 0 ? .success : .failure
    let text: String
    if let cell {
      text = try self.text(of: cell, matrix, program)
    } else {
      switch matrixFormat {
      case "json": text = MatrixJSONReport(matrix, program, exit: code.rawValue).text
      case "html": text = MatrixSection.page(of: matrix, program)
      default: text = MatrixTextReport(matrix, program, in: output == nil ? streams.output.columns : nil).text
      }
    }
    if let output {
      guard try WrittenFile(path: output, option: .textFile).write(text, of: "matrix", streams) else { return .broken }
    } else {
      streams.output.write(text)
    }
    tellBroken(matrix, program)
    return code
  }

  /// The runs of one cell.
  ///
  /// - Parameter words: a step and an interrupt, as `--cell` has them.
  private func text(
    of words: String, _ matrix: InterruptMatrix, _ program: Program
  ) throws(UsageProblem) -> String {
    let parts = words.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw UsageProblem(
        message: "`--cell` needs a step and an interrupt, not \(Diagnostic.quoting(words))",
        help: "write for example `--cell identify:onSessionTimeout`", command: "matrix")
    }
    do throws(CellReport.Missing) {
      return try CellReport(matrix, program).text(parts[0], parts[1])
    } catch {
      throw UsageProblem(message: error.message, help: error.help, command: "matrix")
    }
  }

  private func tellBroken(_ matrix: InterruptMatrix, _ program: Program) {
    for run in matrix.broken { streams.errors.write(BrokenRunReport(run, program).text) }
    if matrix.unexplored > 0 {
      let ways = matrix.unexplored == 1 ? "1 way was" : "\(matrix.unexplored) ways were"
      streams.errors.write("mfaflow: not explored: \(ways) not followed; the table is not complete (`--limit`)\n")
    }
    if !matrix.broken.isEmpty {
      let count = matrix.broken.count
      streams.errors.write("mfaflow: \(count) rule\(count == 1 ? " was" : "s were") broken\n")
    }
  }
}
