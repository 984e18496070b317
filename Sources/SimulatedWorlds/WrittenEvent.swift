// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import YAMLTree

/// An event of the SDK as a file writes it out, to be held against a contract.
package struct WrittenEvent: Sendable {
  /// The event, such as `onUserConsentThreats`.
  package let name: Spanned<String>
  /// Its data, field by field; nil where the file writes none.
  package let data: YAMLNode?
  /// Where the file says that no contract knows the event, or a field of it; nil where it does not say so.
  package let isUnknown: SourceRange?

  /// An event of that name with these data.
  package init(_ name: Spanned<String>, data: YAMLNode?, isUnknown: SourceRange?) {
    self.name = name
    self.data = data
    self.isUnknown = isUnknown
  }
}
