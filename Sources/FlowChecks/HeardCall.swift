// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

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

  /// Where what comes of a call is taken as soon as the SDK has it: at its step, or at the `wait:` step to which `accepted` leads; nil where
  /// no step keeps the call.
  func hearing(of call: CallFacts, at facts: StepFacts) -> Hearing? {
    guard let departure = call.departure else { return Hearing(step: facts.step, lines: call.lines) }
    guard let next = step(at: departure.target), next.step.isWait else { return nil }
    return Hearing(step: next.step, lines: next.step.transitions)
  }
}

/// A step at which the reply to a call is taken, with the lines that are in force there.
struct Hearing {
  let step: Step
  let lines: [Transition]

  /// The lines that a reply may take.
  func lines(for arrival: Arrival, _ contract: Contract) -> [Transition] {
    var taking: [Transition] = []
    contract.forEachLine(for: arrival, among: lines, own: step.awaited) { taking.append($0) }
    return taking
  }
}
