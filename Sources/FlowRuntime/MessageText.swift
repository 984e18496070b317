// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import MessageLanguages
import SDKContract
import Values

/// What a message says to somebody.
package struct SaidMessage: Sendable, Hashable {
  /// The key of the message.
  package let key: String
  /// What is shown.
  package let text: String
  /// The words of the flow itself, where those of another language are shown in their place; else the same.
  package let inBase: String
}

/// How the words of a message are filled.
///
/// Nothing here can fail: what is missing is left out, and no list shows more items than the message says. What the contract marks
/// `private` counts as missing, whatever the checker has said of the message.
struct MessageText {
  /// What the contract says of the data; nil where it says nothing.
  private let type: RecordType?
  /// Whether the text is written from right to left.
  private let isRightToLeft: Bool

  init(_ type: RecordType?, isRightToLeft: Bool = false) {
    self.type = type
    self.isRightToLeft = isRightToLeft
  }

  /// A message, filled from a record.
  static func said(_ message: Message, _ type: RecordType?, from data: Record) -> SaidMessage {
    said(message) { MessageText(type, isRightToLeft: $1).filled($0, from: data) }
  }

  /// A message about an item of a list.
  static func said(_ message: Message, ofItem item: Value, as element: ValueType?) -> SaidMessage {
    said(message) { filled($0, from: item, as: element, isRightToLeft: $1) }
  }

  private static func said(_ message: Message, _ filled: ([Message.Piece], Bool) -> String) -> SaidMessage {
    let text = filled(message.pieces, message.isRightToLeft)
    return SaidMessage(key: message.name.value, text: text, inBase: message.base.map { filled($0, false) } ?? text)
  }

  func filled(_ pieces: [Message.Piece], from data: Record) -> String {
    // What was missing leaves no blank behind.
    Trimming.trimmedAtEnd(words(of: pieces, from: data))
  }

  /// The words of a part of a message: more may stand behind them, so blanks at their end stay.
  private func words(of pieces: [Message.Piece], from data: Record) -> String {
    pieces.reduce(into: "") { words, piece in
      switch piece {
      case .text(let text): words += text
      case .placeholder(let path, let none):
        let value = Self.shown(self.value(at: path, of: data), as: type?.type(at: path))
        words += value.isEmpty ? none : WritingDirection.isolated(value, inRightToLeft: isRightToLeft)
      case .list(let path, let list): words += filled(list, from: value(at: path, of: data), as: type?.type(at: path))
      case .plural(let path, let plural):
        guard case .int(let number)? = value(at: path, of: data) else { return words += plural.none }
        words += self.words(of: plural.words(for: number), from: data)
      }
    }
  }

  /// What may be shown at a path; nil for what is missing there, and for what is private.
  private func value(at path: [String], of data: Record) -> Value? {
    type?.isPrivate(at: path) ?? false ? nil : data.value(at: path)
  }

  private func filled(_ list: Message.List, from value: Value?, as type: ValueType?) -> String {
    guard case .list(let items)? = value, !items.isEmpty else { return words(of: list.none, from: Record()) }
    let element: ValueType? = if case .list(let element)? = type { element } else { nil }
    var lines = items.prefix(list.most).map {
      Self.filled(list.each, from: $0, as: element, isRightToLeft: isRightToLeft)
    }
    let rest = items.count - lines.count
    if rest > 0, !list.more.isEmpty {
      // `count` is no field of the event.
      lines.append(MessageText(nil, isRightToLeft: isRightToLeft).filled(list.more, from: ["count": .int(rest)]))
    }
    return lines.joined(separator: "\n")
  }

  /// A text about one item of a list: its placeholders are the fields of the item, or `item` for the item itself.
  static func filled(
    _ pieces: [Message.Piece], from item: Value, as element: ValueType?, isRightToLeft: Bool = false
  ) -> String {
    guard case .record(let record) = item else {
      return MessageText(nil, isRightToLeft: isRightToLeft)
        .filled(pieces, from: ["item": .text(shown(item, as: element))])
    }
    let fields: RecordType? = if case .record(let fields)? = element { fields } else { nil }
    return MessageText(fields, isRightToLeft: isRightToLeft).filled(pieces, from: record)
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

extension Message.Plural {
  fileprivate func words(for number: Int) -> [Message.Piece] {
    words(for: language.flatMap { PluralRules.of($0) }?.category(of: number) ?? .other)
  }
}
