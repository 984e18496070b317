// SPDX-License-Identifier: Apache-2.0

import FlowSyntax

/// A list of which the user picks one item.
public struct Pick: Sendable, Hashable {
  /// Where the list comes from.
  public enum Source: Sendable, Hashable {
    /// A path into the event's data.
    case event([String])
    /// A path into what an earlier pick of the step, an index, has picked.
    case picked(Int, [String])
  }

  /// Where the list comes from; a list that is missing is an empty one.
  public let source: Source
  /// What must hold of an item for it to be offered, in order.
  ///
  /// One that fails a check with a message is shown with that.
  public let checks: [Check]
  /// In which order they are shown; nil for that of the list.
  public let order: Order?
  /// What is shown of an item; nil for nothing.
  ///
  /// Its placeholders are the fields of the item, or `item` for the item itself.
  public let show: [Message.Piece]?
  /// The message for a list that has no item to show; nil for none.
  public let none: MessageID?

  /// Of the items that cannot be picked at most so many are shown.
  package static var mostUnavailable: Int { ListText.mostItems }

  /// An order of items by themselves or by one of their fields; those that lack it come last, and what is equal stays as it is.
  public struct Order: Sendable, Hashable {
    /// The field that is compared: numbers by their size, texts by their bytes; nil for items that are numbers or texts.
    public let field: String?
    /// Whether the greatest comes first.
    public let isDescending: Bool
  }
}
