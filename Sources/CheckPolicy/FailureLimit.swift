// SPDX-License-Identifier: Apache-2.0

/// From which weight on findings make a check fail.
package enum FailureLimit: String, CaseIterable, Sendable {
  case error
  case warning
  /// Never: who looks at the reports decides.
  case none
}
