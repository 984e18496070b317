// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// A call, and what it is made with.
package struct CallSyntax: Sendable {
  /// The name of the call.
  package var name: Spanned<String>
  /// What is written below `with:`, in order.
  package var arguments: [ArgumentSyntax]
  /// What the security modules are asked each time before it is made; empty for nothing.
  package var gate = GateSyntax()
}

/// `with: { password: $newPassword }`, one of them.
package struct ArgumentSyntax: Sendable {
  /// What an argument is.
  package enum Content: Sendable {
    /// A scalar as written; the parameter's type decides what it is.
    case literal(String)
    case reference(ReferenceSyntax)
  }

  /// The name of the parameter.
  package var name: Spanned<String>
  /// What is passed.
  package var content: Content
  /// Where the value is written.
  package var range: SourceRange
}

/// `$event.deviceName`: a path through what the step knows.
package struct ReferenceSyntax: Sendable, Hashable {
  /// The names between the dots, without the dollar sign.
  package var path: [String]

  /// A reference with these names between its dots.
  package init(path: [String]) { self.path = path }
}
