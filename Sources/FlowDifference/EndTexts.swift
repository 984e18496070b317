// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

extension FlowImage {
  /// What the ends of two flows do not say alike.
  func differencesOfEnds(from old: FlowImage) -> [Difference] {
    flow.ends.enumerated().compactMap { index, end in
      guard let place = old.flow.ends.firstIndex(where: { $0.name.value == end.name.value }) else { return nil }
      let (twin, mine, theirs) = (old.flow.ends[place], old.told(ofEnd: place), told(ofEnd: index))
      guard mine != theirs else { return nil }
      if let mine, let theirs, mine.name == theirs.name { return .ofMessage(mine, theirs) }
      let words = Said.words(
        mine == nil ? 0 : 1, theirs == nil ? 0 : 1, of: (mine == nil ? 0 : 1, theirs == nil ? 0 : 1))
      let (before, after) = ([mine].compactMap(\.self), [theirs].compactMap(\.self))
      return Difference(
        .wording, "the end `\(end.name.value)` \(words)\(before.inLanguages(unlike: after))",
        old: before.side(twin.name.range, beside: after), new: after.side(end.name.range, beside: before))
    }
  }
}
