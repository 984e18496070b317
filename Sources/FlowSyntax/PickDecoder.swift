// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

extension DocumentDecoder {
  /// Picks in their order, such as `pick: { notification: { from: event.notifications } }`.
  mutating func picks(_ node: YAMLNode) -> [InputSyntax] {
    guard let map = node.mapping("`pick`", &findings) else { return [] }
    if map.entries.isEmpty {
      report(
        SyntaxRules.misplacedKey, "`pick` picks nothing", node.range,
        help: "name what is picked, such as `pick: { notification: { from: event.notifications } }`")
    }
    return map.compactMap { pick($0) }
  }

  /// A pick with a flaw keeps its name, and is from nowhere: what refers to it has no flaw of its own.
  private mutating func pick(_ entry: YAMLEntry) -> InputSyntax? {
    guard let name = name(entry.key, "a pick") else { return nil }
    let pick = pick(entry, named: name.value)
    return InputSyntax(name: name, pick: pick ?? PickSyntax(from: Spanned(ReferenceSyntax(path: []), name.range)))
  }

  private mutating func pick(_ entry: YAMLEntry, named name: String) -> PickSyntax? {
    let keys: [StaticString] = ["from", "where", "order"]
    guard let map = mapping(entry.value, "the pick `\(name)`", keys),
      let from = require("from", of: "the pick `\(name)`", in: map, keys).flatMap({ list($0) })
    else { return nil }
    let order = map["order"].map { self.order($0) }
    if case .some(nil) = order { return nil }
    guard let node = map["where"] else { return PickSyntax(from: from, order: order ?? nil) }
    return expression(node, "`where`").map { PickSyntax(from: from, condition: $0, order: order ?? nil) }
  }

  /// `descending createdAtEpoch`, or `ascending subject`.
  private mutating func order(_ node: YAMLNode) -> OrderSyntax? {
    guard let text = node.text("`order`", &findings) else { return nil }
    let words = text.value.split(separator: " ").map(String.init)
    if words.count == 2, ["ascending", "descending"].contains(words[0]), words[1].isName {
      return OrderSyntax(field: Spanned(words[1], text.range), isDescending: words[0] == "descending")
    }
    report(
      SyntaxRules.badWord, "`\(text.value)` is no order of items", text.range,
      help: "write `descending` or `ascending` and a field, such as `order: descending createdAtEpoch`")
    return nil
  }

  /// `event.notifications`: a guard's path, without the sign that references have.
  private mutating func list(_ node: YAMLNode) -> Spanned<ReferenceSyntax>? {
    guard let text = node.text("`from`", &findings) else { return nil }
    let bare = text.value.utf8.first == UInt8(ascii: "$") ? String(text.value.dropFirst()) : text.value
    let path = bare.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let isPath = path.allSatisfy(\.isName)
    if isPath, bare == text.value { return Spanned(ReferenceSyntax(path: path), text.range) }
    report(
      SyntaxRules.badReference, "`\(text.value)` does not name a list", text.range,
      help: isPath
        ? "write `\(bare)`: in `from`, as in guards, names stand without `$`"
        : "write a path of names, such as `event.notifications`")
    return nil
  }
}
