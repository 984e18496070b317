// SPDX-License-Identifier: Apache-2.0

package import FlowGraph

extension Checker {
  /// How often each secret can still be guessed in a run that has come to a step, at worst: with no try spent before; empty if a name
  /// of the flow could not be resolved.
  ///
  /// A secret that cannot be guessed any more is left out.
  ///
  /// - Parameter all: the counts of whole runs: what is left is never more.
  package static func guessesLeft(in flow: Flow, at step: StepID, of all: [SecretGuesses]) -> [SecretGuesses] {
    // Why not exactly: what the SDK has come to at the step is not known, and the exact count follows it from the start.
    GuessCount.secrets(in: CheckContext(flow.starting(at: step)), exactAbove: nil).compactMap { left in
      all.first { $0.secret == left.secret }.map { left.narrowed(by: $0) }
    }
  }
}

extension SecretGuesses {
  /// The lesser figures of two counts of one secret, with the places of the first.
  fileprivate func narrowed(by other: SecretGuesses) -> SecretGuesses {
    SecretGuesses(
      secret: secret, most: .narrower(most, other.most), account: .narrower(account, other.account),
      untilRefill: .narrower(untilRefill, other.untilRefill), isCounted: isCounted, places: places)
  }
}
