// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

/// Choices by which nobody gains anything, and after which no run comes back to them: such as one that logs off and ends the run.
extension FlowImage {
  /// Whether nobody gains by a choice, and no lines lead back to its step once its call has succeeded.
  ///
  /// A call that fails has done nothing, so that it makes no difference how often somebody may try.
  func leavesForGood(by index: Int, at step: Int) -> Bool {
    let choice = choice(index, at: step)
    var place = step
    var call = choice.call
    if call == nil, case .step(let caller)? = choice.to { (place, call) = (caller, patterns[caller].call) }
    guard let call, let spec = flow.contract.call(named: call.facets[.call]?.text ?? "").map({ flow.contract[$0] }),
      spec.isIdle
    else { return false }
    // Only what users type is a guess.
    guard call.freedom.values.allSatisfy({ $0 < 2 }) else { return false }
    let ways = Set(call.lines.ways).filter { way in
      call.lines.triggers(to: way).contains { $0.mayEnd(spec) }
    }
    return !ways.isEmpty
      && ways.allSatisfy { way in
        switch way {
        case .end: true
        case .stay, .resume: false
        // An interrupt may come again.
        case .step(let next): !isInterrupt(step) && next != place && !reach(from: next).contains(step)
        }
      }
  }
}

extension CallSpec {
  /// Whether it sends, proves and accepts nothing, and makes no session last longer.
  fileprivate var isIdle: Bool { !sends && !extends && accepts == nil && replies.allSatisfy(\.earns.isEmpty) }
}

extension Trigger {
  /// Whether a call may have done its work where this comes; nobody knows of one that is silent.
  fileprivate func mayEnd(_ call: CallSpec) -> Bool {
    switch self {
    case .event(let event, _, .success): call.replies.contains { $0.event == event }
    case .accepted, .timeout, .otherwise: true
    case .event, .error, .rejected, .exhausted, .allow, .deny: false
    }
  }
}
