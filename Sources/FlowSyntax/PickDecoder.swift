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
    let keys: [StaticString] = ["from", "where"]
    guard let map = mapping(entry.value, "the pick `\(name)`", keys),
      let from = require("from", of: "the pick `\(name)`", in: map, keys).flatMap({ list($0) })
    else { return nil }
    guard let node = map["where"] else { return PickSyntax(from: from) }
    return expression(node, "`where`").map { PickSyntax(from: from, condition: $0) }
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
