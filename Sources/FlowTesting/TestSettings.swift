// SPDX-License-Identifier: Apache-2.0

/// What somebody wants of a test.
package struct TestSettings: Sendable {
  package var choice = ScenarioChoice()
  /// Percent; nil for no limit.
  package var minimum: Int?
  /// Whether a flow is also covered by what the scenarios of other flows take of its parts and its base.
  package var isOwn = false
  package var listsUntaken = false
  package var isVerbose = false
  /// Whether nothing is said of files and flows with which all is well.
  package var isQuiet = false
  package var showsWholeTrace = false
  package var hasColor = false

  package init() {}
}
