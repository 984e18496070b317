// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
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

  private static let pickKeys = Shape.pickOfStep.words

  private mutating func pick(_ entry: YAMLEntry, named name: String) -> PickSyntax? {
    let keys = Self.pickKeys
    guard let map = mapping(entry.value, "the pick `\(name)`", keys),
      let from = require("from", of: "the pick `\(name)`", in: map, keys).flatMap({ list($0) })
    else { return nil }
    let order = map["order"].map { self.order($0) }
    if case .some(nil) = order { return nil }
    let show = map["show"].map { self.show($0, of: name) }
    if case .some(nil) = show { return nil }
    guard let checks = map["where"].map({ conditions($0) }) ?? [] else { return nil }
    return PickSyntax(
      from: from, checks: checks, order: order ?? nil, show: show ?? nil, none: key(map["none"], "`none`"))
  }

  /// One expression, or a list of checks with what is said of an item that fails; nil if one of them is broken.
  private mutating func conditions(_ node: YAMLNode) -> [CheckSyntax]? {
    switch node.kind {
    case .scalar: return expression(node, "`where`").map { [CheckSyntax(check: $0)] }
    case .mapping:
      report(
        YAMLRules.wrongKind, "`where` must be an expression or a list of checks, not a map", node.range,
        help: "write the checks in a list, such as `where: [{ check: size(item.actions) > 0, say: nothing-to-do }]`")
      return nil
    case .sequence: break
    }
    if node.items.isEmpty {
      report(
        SyntaxRules.misplacedKey, "`where` checks nothing", node.range,
        help: "write what must hold of an item, or take the key out")
    }
    let checks = node.items.map { check($0, "check of `where`") }
    tellTwice(checks.compactMap(\.self), "`where`")
    return checks.contains { $0 == nil } ? nil : checks.compactMap(\.self)
  }

  /// `"{subject}: {message}"`: what is shown of an item.
  private mutating func show(_ node: YAMLNode, of name: String) -> ShowSyntax? {
    guard let text = text(node, "`show`"), let pieces = pieces(text, "what `\(name)` shows") else { return nil }
    guard pieces.contains(where: { if case .text = $0 { false } else { true } }) else {
      report(
        SyntaxRules.badMessage, "`show` says the same of every item", text.range,
        help: "write fields of the item into it, such as `show: \"{subject}\"`, or `{item}` for the item itself")
      return nil
    }
    return ShowSyntax(pieces: pieces, range: text.range)
  }

  /// `descending createdAtEpoch`, `ascending subject`, or `ascending` alone.
  private mutating func order(_ node: YAMLNode) -> OrderSyntax? {
    guard let text = node.text("`order`", &findings) else { return nil }
    let words = text.value.split(separator: " ").map(String.init)
    let fields = words.dropFirst()
    if let way = words.first, Pattern.orders.contains(way), fields.count <= 1, fields.allSatisfy(\.isName) {
      return OrderSyntax(
        field: fields.first.map { Spanned($0, text.range) }, range: text.range, isDescending: way == "descending")
    }
    report(
      SyntaxRules.badWord, "`\(text.value)` is no order of items", text.range,
      help: "write `descending` or `ascending` and a field, such as `order: descending createdAtEpoch`; "
        + "items without fields need no field")
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
