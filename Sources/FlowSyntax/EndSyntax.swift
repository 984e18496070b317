// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

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
}
