// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowRuntime
import LocalFiles

/// How much of a stretch of a file, such as a step, scenarios take in any of the flows that have it.
package struct PlaceCoverage: Sendable {
  /// Something that can be taken there: the same in each flow that has it.
  private struct Piece: Hashable {
    let start: SourcePosition
    let kind: Coverage.Kind
    let part: String?
  }

  package let taken: Int
  package let all: Int
  /// What no scenario takes, a line for each, in the order of the file.
  package let untaken: [String]

  /// - Parameters:
  ///   - coverage: of each flow of the plan.
  ///   - path: of the file, from the root on.
  ///   - isMeant: whether something at a place of that file belongs to the stretch.
  package init(
    _ plan: TestPlan, _ coverage: [Coverage], of path: String, where isMeant: (SourceRange) -> Bool
  ) {
    var taken: Set<Piece> = []
    var names: [Piece: String] = [:]
    for (flow, coverage) in zip(plan.flows, coverage) {
      func pieces(_ items: [Coverage.Item]) -> [Piece] {
        items.compactMap { item in
          guard let file = flow.sources.file(item.range.file), RelativePath.absolute(file.path) == path,
            isMeant(item.range)
          else { return nil }
          let piece = Piece(start: item.range.start, kind: item.kind, part: item.part)
          if names[piece] == nil { names[piece] = "\(item.kind.rawValue) \(item.name)" }
          return piece
        }
      }
      taken.formUnion(pieces(coverage.takenItems))
      _ = pieces(coverage.untaken)
    }
    let left = names.filter { !taken.contains($0.key) }.sorted {
      ($0.key.start.line, $0.key.start.column, $0.value) < ($1.key.start.line, $1.key.start.column, $1.value)
    }
    (self.taken, all) = (taken.count, names.count)
    untaken = left.map { "line \($0.key.start.line): \($0.value)" }
  }
}
