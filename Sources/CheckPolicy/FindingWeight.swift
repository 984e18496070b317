// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// How much a finding asks of a reader: what one flow lets pass may be an error of another that has the same part.
package enum FindingWeight: Comparable, Sendable {
  /// Somebody has decided that it passes.
  case suppressed
  /// A baseline knows it: one that is written anew has to know it still.
  case known
  case warning
  case error

  package init(_ severity: Severity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    }
  }
}
