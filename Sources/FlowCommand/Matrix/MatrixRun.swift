// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowCompiler
import FlowExploration
import FlowRuntime
import LocalFiles
import SDKContract

/// One run of `mfaflow matrix`.
struct MatrixRun {
  private let path: String
  private let contract: String?
  private let isJSON: Bool
  /// The words of `--cell`; nil for the whole table.
  private let cell: String?
  private let bounds: Explorer.Bounds
  private let format: FindingFormat
  private let streams: Streams

  init(_ invocation: Invocation, _ streams: Streams) throws(UsageProblem) {
    path = invocation.operands.first ?? "-"
    contract = invocation.value(of: .contract)
    isJSON = invocation.value(of: .matrixFormat) == "json"
    cell = invocation.value(of: .cell)
    format = .text(color: FindingFormat.color(invocation, streams.errors, streams))
    self.streams = streams
    var bounds = Explorer.Bounds()
    if let limit = invocation.value(of: .limit) {
      guard let number = Int(limit), number > 0 else {
        throw UsageProblem(
          message: "`--limit` cannot be \(Diagnostic.quoting(limit))", help: "write a number from 1 on",
          command: "matrix")
      }
      bounds.standings = number
    }
    self.bounds = bounds
    guard cell == nil || !isJSON else {
      throw UsageProblem(
        message: "`--cell` and `--format json` exclude each other", help: "the JSON object has every cell",
        command: "matrix")
    }
  }

  func perform() throws(UsageProblem) -> ExitCode {
    let program = try program()
    let matrix = InterruptMatrix(program, within: bounds)
    if let cell {
      streams.output.write(try CellReport(matrix, program).text(cell))
    } else if isJSON {
      streams.output.write(MatrixJSONReport(matrix, program).text)
    } else {
      streams.output.write(MatrixTextReport(matrix, program).text)
    }
    tellBroken(matrix, program)
    return matrix.broken.isEmpty && matrix.unexplored == 0 ? .success : .failure
  }

  /// The flow; if there is none, what is wrong stands on the error stream.
  private func program() throws(UsageProblem) -> Program {
    let contract = try self.contract.map { path throws(UsageProblem) in
      try ContractFile.read(path, format, streams).contract
    }
    let file: SourceFile
    do throws(FileProblem) {
      file = try streams.file(path)
    } catch {
      throw error.told(format, streams)
    }
    let compilation = Compiler(contract: contract, loader: .files, standIns: .accepted).compile(file)
    streams.errors.write(format.render(compilation.findings.inReadingOrder(), in: compilation.sources))
    if let flow = compilation.flow { return Program(flow) }
    if !compilation.findings.hasErrors {
      streams.errors.write("mfaflow: this file is a part; the matrix is that of a flow that uses it\n")
    }
    throw .told(.wrongInput)
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

/// A run that broke a rule, for people.
private struct BrokenRunReport {
  private let run: InterruptMatrix.BrokenRun
  private let program: Program

  init(_ run: InterruptMatrix.BrokenRun, _ program: Program) {
    self.run = run
    self.program = program
  }

  var text: String {
    let place = run.place.map { " (\($0.interrupt) \($0.timing.rawValue) \($0.step))" } ?? ""
    let lines = program.trace(of: run.run).map { $0.text }
    return "✗ \(run.violation.rule.rawValue): \(run.violation.words)\(place)\n"
      + lines.map { $0 + "\n" }.joined() + "\n"
  }
}
