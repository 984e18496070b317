// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import DifferenceReports
import FlowGraph
import SDKContract

extension DiffRun {
  /// Says on the error stream that nothing was compared, and why.
  func tellOfNothing(_ streams: Streams) {
    let isLeftOut = !leftOut.isEmpty || !newlyLeftOut.isEmpty
    streams.errors.write(
      isLeftOut
        ? "mfaflow: no flow is compared: the configuration leaves out what both have\n"
          + "  help: name the files themselves, or take their folder out of `exclude:` in the configuration\n"
        : "mfaflow: no flow is compared: none is in both, by its path or its name\n"
          + "  help: look at the two folders; to compare flows of other paths and names, name their files\n")
  }
}

extension DiffRun.Obstacle {
  /// Says on the error stream why a flow could not be compared.
  func tell(_ format: FindingFormat, _ streams: Streams) {
    switch self {
    case .fileAndFolder:
      streams.errors.write("mfaflow: a file and a folder cannot be compared; name two of one kind\n")
    case .misplaced(let misplaced): streams.tell(misplaced, format)
    case .unsound(let errors, let sources, let side):
      let path = (side.map { "the \($0) " } ?? "") + Diagnostic.quoting(path: sources.file(.first)?.path ?? "")
      if errors.isEmpty {
        streams.errors.write("mfaflow: \(path) is no flow that can be run\n")
      } else if side != nil {
        streams.errors.write("mfaflow: \(path) has errors, so it is not compared:\n")
      }
      streams.tell(errors, in: sources, format)
    case .same(let path):
      streams.errors.write(
        "mfaflow: \(Diagnostic.quoting(path: path)) has errors and is the same in both, so it is not compared\n")
    case .otherContract(let old, let new)
    where old.contract.name == new.contract.name && old.contract.version == new.contract.version:
      streams.errors.write(
        "mfaflow: the contract \(new.contract.name) \(new.contract.version) of `\(new.name)` says something else in the two, "
          + "so they are not compared\n"
          + "  help: compare both under one contract: put the old files into a folder of their own, as `git worktree add FOLDER REVISION` "
          + "does, copy the new file of the contract over the old one there, and compare that folder with the new files\n"
      )
    case .otherContract(let old, let new):
      streams.errors.write(
        "mfaflow: `\(old.name)` is for the contract \(old.contract.name) \(old.contract.version), and "
          + "`\(new.name)` for another: \(new.contract.name) \(new.contract.version)\n"
          + "  help: give one contract for both with `--contract`\n")
    }
  }
}
