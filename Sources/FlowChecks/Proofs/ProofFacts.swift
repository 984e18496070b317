// SPDX-License-Identifier: Apache-2.0

/// What the rules share that look at every way of a run, worked out once.
///
/// A class, as every such rule is given it.
final class ProofFacts {
  let states: ProofStates
  private let context: CheckContext
  /// The gates of the flow, each with what stands behind it.
  private(set) lazy var gates = GuardedWays(states, context.steps)
  /// How gates are passed by.
  private(set) lazy var passings = GatePassing.all(gates, states, context)

  init(_ states: ProofStates, _ context: CheckContext) {
    self.states = states
    self.context = context
  }
}
