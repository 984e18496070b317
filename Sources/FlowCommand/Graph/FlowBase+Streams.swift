// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import DifferenceReports
import FlowCompiler
import FlowReviews
import LocalFiles

extension FlowBase {
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
      case .otherContract:
        throw UsageProblem(
          message: "the two flows are for different contracts, and cannot be compared",
          help: "give one contract for both with `--contract`", command: command)
      }
    }
  }
}
