// SPDX-License-Identifier: Apache-2.0

/// The words of the language for how a run is over.
package enum EndWords {
  /// Somebody is signed in, with the proofs of the goal.
  package static let success = "success"
  /// Nobody is signed in.
  package static let failure = "failure"
  /// The user wanted to stop.
  package static let ended = "ended"
  /// What may stand behind `outcome:`.
  package static let outcomes = [success, failure, ended]
  /// The failure end to which a run goes where no line fits what came.
  package static let unhandled: StaticString = "unhandled"
  /// The failure end to which a run goes where proofs are missing at a success end.
  package static let goalNotReached: StaticString = "goal-not-reached"
}
