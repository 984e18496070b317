// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning

/// A call that may be open at a step, so that lines of that step take what comes back.
struct HeardCall {
  /// Where the step stands while the call is open.
  let place: Place
  let call: CallFacts
  /// The step that makes it: at a `wait:` step, another one.
  let maker: Step
}

extension CheckContext {
  /// The calls that may be open at a step, each as often as the step has places at which it is.
  func heardCalls(at step: Step) -> [HeardCall] {
    let relation = self.relation
    return moves.places(of: step.index, relation).compactMap { place in
      guard let site = place.site.map({ relation.sites[$0] }) else { return nil }
      return HeardCall(place: place, call: site.call, maker: relation.steps[site.step].step)
    }
  }
}
