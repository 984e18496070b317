// SPDX-License-Identifier: Apache-2.0

/// The result of `run`, `soak` or `twin`: of one run, of very many, or of one on each of two SDKs.
package enum TrialVerdict: Sendable {
  /// Each run came to an end that is no failure, or both are the same.
  case passed
  /// A run came to a failure end or waits for an answer, or the two differ.
  case failed
  /// An SDK, or a program that answers, broke its contract or went away.
  case broken
  /// A signal has ended it early.
  case stopped
}
