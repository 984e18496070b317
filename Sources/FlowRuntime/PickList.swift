// SPDX-License-Identifier: Apache-2.0

import FlowGraph
public import Values

/// What a pick shows, in its order.
public struct PickList: Sendable, Hashable {
  /// An item that is shown.
  public struct Item: Sendable, Hashable {
    /// What the SDK says of it.
    public let value: Value
    /// What the flow shows of it; nil where the flow leaves that to the screen.
    public let text: String?
    /// The place by which an answer picks it, counted from 1 among the items that are offered; nil for what cannot be picked.
    public let place: Int?
    /// Why it cannot be picked, in the words of the flow; nil for what can be.
    public var reason: String? { said?.text }
    /// The same, with the key of the message.
    package let said: SaidMessage?
  }

  /// The items that are offered, and those that cannot be picked.
  public let items: [Item]
  /// What to tell the user where there is no item to show; nil where there is one, or the flow says nothing.
  public let none: String?
  /// The same, with the key of the message.
  package let saidOfNone: SaidMessage?

  init(items: [Item], none: String?) {
    self.items = items
    self.none = none
    saidOfNone = nil
  }

  /// Lists are the same that show the same.
  public static func == (left: PickList, right: PickList) -> Bool {
    left.items == right.items && left.none == right.none
  }

  /// Takes in what the list shows.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(items)
    hasher.combine(none)
  }

  init(_ offer: PickOffer, behind picked: [Value]) {
    let shown = offer.shown(behind: picked)
    let input = offer.inputs[offer.inputs.startIndex + picked.count]
    var place = 0
    items = shown.map { item, reason in
      if reason == nil { place += 1 }
      return Item(
        value: item, text: input.pick?.show.map { MessageText.filled($0, from: item, as: input.type) },
        place: reason == nil ? place : nil,
        said: reason.map { MessageText.said(offer.messages[Int($0.index)], ofItem: item, as: input.type) })
    }
    saidOfNone =
      shown.isEmpty
      ? input.pick?.none.map { MessageText.said(offer.messages[Int($0.index)], offer.fields, from: offer.data) }
      : nil
    none = saidOfNone?.text
  }
}
