// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics

/// Which findings of a file were told: one in a part is found anew in each flow that uses it.
struct ToldInFile {
  private var findings = ToldFindings()
  /// The file alone: where it stands among the files of a flow tells nothing.
  private let sources: SourceMap

  init(in path: String) { sources = SourceMap([SourceFile(path: path, bytes: [])]) }

  mutating func isNew(_ placed: PlacedFinding) -> Bool {
    findings.isNew(Self.inOneFile(placed), FindingWeight(placed.finding.severity), in: sources)
  }

  /// Takes note of where the flows that use a part miss names.
  mutating func expect(_ others: some Sequence<PlacedFinding>) {
    findings.expect(others.map(Self.inOneFile), in: sources)
  }

  /// Takes note of how much each weighs in the flows that have it.
  mutating func weigh(_ all: some Sequence<PlacedFinding>) {
    for placed in all {
      findings.weigh(Self.inOneFile(placed), FindingWeight(placed.finding.severity), in: sources)
    }
  }

  private static func inOneFile(_ placed: PlacedFinding) -> Diagnostic {
    var finding = placed.finding
    for index in finding.notes.indices where finding.notes[index].range?.file == finding.range.file {
      finding.notes[index].range?.file = .first
    }
    finding.range.file = .first
    return finding
  }
}
