// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowGraph

/// Which limits of two flows a run can use up: where none can, another number is no difference.
struct SpentLimits {
  private let flows: (old: Flow, new: Flow)
  /// Made when it is asked for; nil within where a name of a flow could not be resolved.
  private lazy var uses = (old: LimitUses(flows.old), new: LimitUses(flows.new))

  init(_ old: Flow, _ new: Flow) { flows = (old, new) }

  /// How often a run of the new flow uses something at most, whatever its own limit; nil where that is not sure.
  ///
  /// - Parameter choice: its index; nil for the answer or the call of the step.
  mutating func most(ofNewChoice choice: Int?, at step: Int) -> Int? { uses.new?.most(ofChoice: choice, at: step) }

  /// Whether it is sure that no run of either flow uses something more often than the smaller limit allows.
  ///
  /// - Parameters:
  ///   - least: the smaller of the two limits.
  ///   - spot: the two steps, or two choices of them.
  mutating func areNeverSpent(_ least: Int, at spot: Difference.Spot) -> Bool {
    func areAtMost(_ mine: Int?, _ theirs: Int?, _ pair: Correspondence.Pair) -> Bool {
      guard let old = uses.old, let new = uses.new else { return false }
      let most = (old.most(ofChoice: mine, at: pair.old), new.most(ofChoice: theirs, at: pair.new))
      return most.0.map { $0 <= least } ?? false && most.1.map { $0 <= least } ?? false
    }
    switch spot {
    case .choice(let pair, let mine?, let theirs?): return areAtMost(mine, theirs, pair)
    case .step(let pair): return areAtMost(nil, nil, pair)
    case .choice, .outcome, .start, .interrupt, .none: return false
    }
  }
}
