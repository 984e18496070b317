// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowDifference
import FlowGraph
package import FlowPictures

extension FlowPicture {
  /// The same, with what differs set off: the worst wins where a place has several.
  ///
  /// - Returns: with it the differences that have no place in the picture, or are not decided; texts are none of them.
  package func marking(_ differences: [Difference]) -> (picture: FlowPicture, unplaced: [Difference]) {
    var (picture, unplaced): (FlowPicture, [Difference]) = (self, [])
    for (verdict, mark) in [(SafetyVerdict.weaker, PictureMark.weaker), (.stronger, .stronger), (.changed, .changed)] {
      var (ways, steps, ends): (Set<Int>, Set<Int>, Set<Int>) = ([], [], [])
      for difference in differences where difference.verdict == verdict {
        let places = places(of: difference)
        if places.ways.isEmpty, places.steps.isEmpty, places.ends.isEmpty { unplaced.append(difference) }
        ways.formUnion(places.ways)
        steps.formUnion(places.steps)
        ends.formUnion(places.ends)
      }
      picture = picture.marking(mark, ways: ways, steps: steps, ends: ends)
    }
    return (picture, unplaced + differences.filter { $0.verdict == .notDecided })
  }

  /// Where a difference is, as far as it is at ways, steps or ends of the flow that is drawn.
  func places(of difference: Difference) -> (ways: Set<Int>, steps: Set<Int>, ends: Set<Int>) {
    var (marked, steps): (Set<Int>, Set<Int>) = ([], [])
    switch difference.spot {
    case .outcome(let pair, let triggers):
      let those = ways.indices.filter { index in
        guard ways[index].step == pair.new, case .line(let own, _) = ways[index].cause else { return false }
        return triggers.contains(own)
      }
      marked.formUnion(those)
      if those.isEmpty { steps.insert(pair.new) }
    case .choice(let pair, _, let new):
      guard let new else {
        steps.insert(pair.new)
        break
      }
      marked.formUnion(
        ways.indices.filter { index in
          guard ways[index].step == pair.new else { return false }
          switch ways[index].cause {
          case .choice(let choice): return choice == new
          case .line(_, let choice): return choice == new
          case .to: return false
          }
        })
      steps.insert(pair.new)
    case .step(let pair): steps.insert(pair.new)
    case .interrupt(_, let new): if let new { steps.insert(new) }
    case .none, .start: if let range = difference.new.range { marked.formUnion(ways(writtenAt: [range])) }
    }
    return (marked, steps, difference.ends)
  }
}
