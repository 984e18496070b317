// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import Guards

/// What must hold: of the inputs before the call is made, or of an item before it is offered.
package struct CheckSyntax: Sendable {
  /// The condition.
  package var check: GuardSyntax
  /// The message shown when it does not hold; nil for none.
  package var say: Spanned<String>?

  /// The same, with another key of its message.
  package func naming(_ key: (Spanned<String>) -> Spanned<String>) -> CheckSyntax {
    CheckSyntax(check: check, say: say.map(key))
  }
}

/// A guard, parsed, and where it stands.
package struct GuardSyntax: Sendable {
  /// The condition, parsed.
  package var expression: Guard
  /// Where it is written.
  package var range: SourceRange
}
