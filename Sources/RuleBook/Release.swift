// SPDX-License-Identifier: Apache-2.0

/// What this is a release of.
package enum Release {
  /// The version of the program and of all that is released with it.
  package static let version = "0.1.0"
}
