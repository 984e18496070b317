// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import DifferenceReports
import FlowGraph
import SDKContract

extension DiffRun.Obstacle {
  /// Says on the error stream why a flow could not be compared.
  func tell(_ format: FindingFormat, _ streams: Streams) {
    switch self {
    case .fileAndFolder:
      streams.errors.write("mfaflow: a file and a folder cannot be compared; name two of one kind\n")
    case .misplaced(let misplaced): streams.tell(misplaced, format)
    case .unsound(let errors, let sources):
      streams.tell(errors, in: sources, format)
      guard errors.isEmpty else { return }
      let path = sources.file(.first)?.path ?? ""
      streams.errors.write("mfaflow: \(Diagnostic.quoting(path: path)) is no flow that can be run\n")
    case .otherContract(let old, let new):
      streams.errors.write(
        "mfaflow: `\(old.name)` is for the contract \(old.contract.name) \(old.contract.version), and "
          + "`\(new.name)` for another: \(new.contract.name) \(new.contract.version)\n"
          + "  help: give one contract for both with `--contract`\n")
    }
  }
}
