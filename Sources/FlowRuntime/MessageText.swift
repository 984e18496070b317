// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract
import Values

/// How the words of a message are filled.
///
/// Nothing here can fail: what is missing is left out, and no list shows more items than the message says.
struct MessageText {
  /// What the contract says of the data; nil where it says nothing.
  private let type: RecordType?

  init(_ type: RecordType?) { self.type = type }

  func filled(_ pieces: [Message.Piece], from data: Record) -> String {
    let words = pieces.reduce(into: "") { words, piece in
      switch piece {
      case .text(let text): words += text
      case .placeholder(let path, let none):
        let value = Self.shown(data.value(at: path), as: type?.type(at: path))
        words += value.isEmpty ? none : value
      case .list(let path, let list): words += filled(list, from: data.value(at: path), as: type?.type(at: path))
      }
    }
    // What was missing leaves no blank behind.
    return words.last == " " ? String(words.reversed().drop { $0 == " " }.reversed()) : words
  }

  private func filled(_ list: Message.List, from value: Value?, as type: ValueType?) -> String {
    guard case .list(let items)? = value, !items.isEmpty else { return filled(list.none, from: Record()) }
    let element: ValueType? = if case .list(let element)? = type { element } else { nil }
    var lines = items.prefix(list.most).map { Self.filled(list.each, from: $0, as: element) }
    let rest = items.count - lines.count
    if rest > 0, !list.more.isEmpty {
      lines.append(filled(list.more, from: ["count": .int(rest)]))
    }
    return lines.joined(separator: "\n")
  }

  /// A text about one item of a list: its placeholders are the fields of the item, or `item` for the item itself.
  static func filled(_ pieces: [Message.Piece], from item: Value, as element: ValueType?) -> String {
    guard case .record(let record) = item else {
      return MessageText(nil).filled(pieces, from: ["item": .text(shown(item, as: element))])
    }
    let fields: RecordType? = if case .record(let fields)? = element { fields } else { nil }
    return MessageText(fields).filled(pieces, from: record)
  }

  /// A number that has a name in the contract is shown by that.
  private static func shown(_ value: Value?, as type: ValueType?) -> String {
    guard let value else { return "" }
    if case .numbered(_, let numbers)? = type, case .int(let number) = value,
      let named = numbers.first(where: { $0.number == number })
    {
      return named.name
    }
    return value.description
  }
}
