// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowRuntime

/// What flows have in common, such as a part or a base, and what the scenarios of any of them take of it.
struct CoverageCredit {
  /// Something of a flow, wherever it is said: the same in each flow that has it.
  private struct Piece: Hashable {
    let path: String
    let start: SourcePosition
    let kind: Coverage.Kind
    /// What it is of its step.
    ///
    /// The step may have another name in another flow.
    let part: String?
  }

  private var taken: Set<Piece> = []

  /// Adds what the scenarios of a flow took.
  mutating func add(_ coverage: Coverage, of flow: PlannedFlow) {
    for item in coverage.takenItems { taken.insert(Self.piece(item, flow)) }
  }

  /// The coverage of a flow, with what the scenarios of others took of the files that it shares with them.
  func credited(_ coverage: Coverage, of flow: PlannedFlow) -> Coverage {
    var coverage = coverage
    coverage.credit { taken.contains(Self.piece($0, flow)) }
    return coverage
  }

  private static func piece(_ item: Coverage.Item, _ flow: PlannedFlow) -> Piece {
    // Why placed anew: one flow may name a file by `./`, and another one without.
    let path = flow.sources.file(item.range.file).map { FilePath.place($0.path, from: "") } ?? flow.path
    return Piece(path: path, start: item.range.start, kind: item.kind, part: item.part)
  }
}

extension TestPlan {
  /// The coverage of each flow, with what the scenarios of the others took of the files that they share.
  package func crediting(_ coverage: [Coverage]) -> [Coverage] {
    var credit = CoverageCredit()
    for (flow, coverage) in zip(flows, coverage) { credit.add(coverage, of: flow) }
    return zip(flows, coverage).map { credit.credited($1, of: $0) }
  }
}
