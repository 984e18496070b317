// SPDX-License-Identifier: Apache-2.0

/// The version of the language that this program reads.
package enum LanguageVersion {
  /// What stands behind `language:`.
  package static let current = "mfaflow/1"
  /// The line with which a flow says it.
  package static let line = "language: " + current
}
