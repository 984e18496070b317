// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowLanguage

/// An end of the flow.
package struct EndSyntax: Sendable {
  /// As targets name it.
  package var name: Spanned<String>
  /// `success`, `failure` or `ended`.
  package var outcome: Spanned<String>
  /// The message of farewell; nil for none.
  package var say: Spanned<String>?
  /// What a success end requires beside the goal and what the flow requires; nil for nothing.
  package var require: RequireSyntax?

  /// Whether somebody is signed in there.
  package var isSuccess: Bool { outcome.value == EndWords.success }
  /// Whether a run has failed there.
  package var isFailure: Bool { outcome.value == EndWords.failure }
}
