// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import DifferenceReports
import FlowCompiler
import FlowReviews
import LocalFiles
import SDKContract

extension FlowBase {
  /// The flow of `--base`; nil where none is named.
  ///
  /// - Parameter contract: the one of the command line; a revision that has its file comes with its own.
  static func read(
    _ invocation: Invocation, _ contract: Contract?, _ format: FindingFormat, _ streams: Streams
  ) throws(UsageProblem) -> FlowBase? {
    guard let operand = invocation.value(of: .base) else { return nil }
    guard let path = invocation.value(of: .contract) else { return FlowBase(operand, contract, streams.reading) }
    let side: DiffSide
    do throws(FileProblem) {
      side = try DiffSide(operand, streams.reading)
    } catch {
      throw error.told(format, streams)
    }
    return FlowBase(operand, try ContractFile.read(path, of: side, format, streams) ?? contract, streams.reading)
  }

  /// What differs, from the worst; why nothing can be compared is told.
  func diff(
    to drawn: DrawnFlow, _ format: FindingFormat, _ streams: Streams, command: String
  ) throws(UsageProblem) -> FlowDiff {
    do throws(Obstacle) {
      return try diff(to: drawn)
    } catch {
      switch error {
      case .unreadable(let problem): throw problem.told(format, streams)
      case .folder:
        throw UsageProblem(
          message: "\(Diagnostic.quoting(operand)) is a folder, and a flow is meant",
          help: "name the file of the flow as it was", command: command)
      case .misplaced(let misplaced):
        streams.tell(misplaced, format)
        throw .told(.wrongInput)
      case .unsound(let old):
        streams.tell(old.findings.filter { $0.severity == .error }, in: old.sources, format)
        if drawn.valid == nil {
          streams.tell(drawn.findings.filter { $0.severity == .error }, in: drawn.sources, format)
        }
        throw .told(.wrongInput)
      case .otherContract(let other):
        other.tell(format, streams)
        throw .told(.wrongInput)
      }
    }
  }
}
