// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// What a test can find that is no fault of a single scenario.
package enum TestRules {
  /// The scenarios take less of a flow than is asked for.
  package static let lowCoverage = DiagnosticCode("MFA966", "low-coverage")

  /// Every code of this kind.
  package static let all = [lowCoverage]
}
