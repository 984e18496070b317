// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// The ends of one flow only that nothing else tells of, such as one to which a new step leads: a host knows ends by their names.
struct EndDifferences {
  private(set) var found: [Difference] = []

  /// - Parameter told: what differs otherwise.
  init(_ old: FlowImage, _ new: FlowImage, besides told: [Difference]) {
    let (mine, theirs) = (Self.ends(of: old), Self.ends(of: new))
    func isTold(_ end: End) -> Bool { told.contains { $0.words.contains("`\(end.name.value)`") } }
    for end in theirs where !mine.contains(where: { $0.name.value == end.name.value }) && !isTold(end) {
      found.append(
        Difference(
          .changed, "runs may end as `\(end.name.value)` now (\(end.outcome.rawValue))",
          new: Difference.Side(nil, end.name.range), isSum: true))
    }
    for end in mine where !theirs.contains(where: { $0.name.value == end.name.value }) && !isTold(end) {
      found.append(
        Difference(
          .changed, "no run ends as `\(end.name.value)` any more (\(end.outcome.rawValue))",
          old: Difference.Side(nil, end.name.range), isSum: true))
    }
  }

  /// The ends to which a step leads that runs come to, in the order of the flow.
  private static func ends(of image: FlowImage) -> [End] {
    var led: Set<Int> = []
    for step in image.reached {
      for case .end(let end) in image.flow.steps[step].targets.map(\.target.move) { led.insert(Int(end.index)) }
    }
    return image.flow.ends.indices.filter(led.contains).map { image.flow.ends[$0] }
  }
}
