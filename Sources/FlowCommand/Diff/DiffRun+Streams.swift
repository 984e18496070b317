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
    case .otherContract(let other): other.tell(format, streams)
    }
  }
}

extension FlowDiff.OtherContract {
  /// Says on the error stream what the contracts do not say alike, and what is wrong with the old flow by the new contract.
  func tell(_ format: FindingFormat, _ streams: Streams) {
    let (before, after) = (old.contract, new.contract)
    let isOneVersion = before.name == after.name && before.version == after.version
    streams.errors.write(
      "mfaflow: `\(old.name)` and `\(new.name)` are not compared, so what has become of the flow is not decided: "
        + (isOneVersion
          ? "the contract \(after.name) \(after.version) says something else in the two"
          : "the old one is for the contract \(before.name) \(before.version), and the new one for \(after.name) \(after.version)")
        + (errors.isEmpty ? "\n" : "; the old one has errors by the contract of the new one\n"))
    for line in differences.prefix(Self.mostNamed) { streams.errors.write("  \(line.onOneLine)\n") }
    if differences.count > Self.mostNamed {
      streams.errors.write("  and \(differences.count - Self.mostNamed) more differences of the contracts\n")
    }
    streams.tell(Array(errors.prefix(Self.mostNamed)), in: sources, format)
  }

  /// So many differences of two contracts are told of flows that are not compared.
  private static let mostNamed = 10
}
