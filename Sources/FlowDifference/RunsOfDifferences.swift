// SPDX-License-Identifier: Apache-2.0

/// What runs tell of the differences of two flows.
package struct RunsOfDifferences: Sendable {
  /// By the words of a difference: the run that shows it, in words.
  package var words: [String: [String]] = [:]
  /// The words of those that no run was found to show, and that what is written does not decide.
  package var undecided: Set<String> = []

  package init() {}
}
