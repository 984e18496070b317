// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// `pick:`: one item of a list, which the user picks.
///
/// Why a class: few inputs are picked, and all of them are copied often.
package final class PickSyntax: Sendable {
  /// The list: a path of names into the event, or into what was picked before; empty where it could not be read.
  package let from: Spanned<ReferenceSyntax>
  /// What must hold of an item, in order; one that fails a check with a message is shown with that.
  package let checks: [CheckSyntax]
  /// In which order they are shown; nil for that of the list.
  package let order: OrderSyntax?
  /// What is shown of an item; nil for what its fields say.
  package let show: ShowSyntax?
  /// The message for a list that has no item to show; nil for none.
  package let none: Spanned<String>?

  init(
    from: Spanned<ReferenceSyntax>, checks: [CheckSyntax] = [], order: OrderSyntax? = nil, show: ShowSyntax? = nil,
    none: Spanned<String>? = nil
  ) {
    self.from = from
    self.checks = checks
    self.order = order
    self.show = show
    self.none = none
  }

  /// The same, with other keys of messages.
  package func naming(_ key: (Spanned<String>) -> Spanned<String>) -> PickSyntax {
    PickSyntax(from: from, checks: checks.map { $0.naming(key) }, order: order, show: show, none: none.map(key))
  }
}

/// `show: "{subject}: {message}"`: what is shown of an item.
package struct ShowSyntax: Sendable {
  /// The parts of the text, in order; its placeholders are the fields of the item, or `item` for the item itself.
  package let pieces: [MessageSyntax.Piece]
  /// Where the text is written.
  package let range: SourceRange
}

/// `order: descending createdAtEpoch`, or `order: ascending` for items without fields.
package struct OrderSyntax: Sendable {
  /// The field of an item that is compared; nil for the item itself.
  package let field: Spanned<String>?
  /// Where it is written.
  package let range: SourceRange
  /// Whether the greatest comes first.
  package let isDescending: Bool
}
