// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
package import MessageLanguages

/// A text that the user sees, with what is to be filled in.
public struct Message: Sendable {
  /// A part of a text.
  public enum Piece: Sendable, Hashable {
    case text(String)
    /// A path into the event's data, and what stands for a value that is empty or missing.
    case placeholder([String], none: String = "")
    /// A path to a list of the event, and how its items are shown.
    indirect case list([String], List)
    /// A path to a number of the event, and the words that follow it.
    indirect case plural([String], Plural)
  }

  /// The words for a number, as its language forms them.
  public struct Plural: Sendable, Hashable {
    /// The words of one category.
    package struct Form: Sendable, Hashable {
      package let category: PluralCategory
      package let pieces: [Piece]
      /// Where the words are written.
      package let range: SourceRange

      /// The same words are the same, wherever they are written.
      package static func == (one: Form, other: Form) -> Bool {
        one.category == other.category && one.pieces == other.pieces
      }

      package func hash(into hasher: inout Hasher) {
        hasher.combine(category)
        hasher.combine(pieces)
      }
    }

    /// The language whose rules tell which words are taken; nil where nobody has said.
    package let language: LanguageTag?
    package let forms: [Form]
    /// What stands for a number that is missing.
    package let none: String

    /// The words for the numbers of a category; where there are none for it, those for all others, or the last ones.
    package func words(for category: PluralCategory) -> [Piece] {
      let form = forms.first { $0.category == category } ?? forms.first { $0.category == .other } ?? forms.last
      return form?.pieces ?? []
    }
  }

  /// How a list is shown: item by item, one below another.
  public struct List: Sendable, Hashable {
    /// What stands for one item; its placeholders are the fields of the item, or `item` for the item itself.
    public let each: [Piece]
    /// So many items are shown at most.
    public let most: Int
    /// What stands for the rest, where `count` is how many they are; empty for nothing.
    public let more: [Piece]
    /// What stands for a list that is empty or missing; empty for nothing.
    public let none: [Piece]
    /// Where the text of an item is written.
    public let range: SourceRange
  }

  /// The key of the message.
  public let name: Spanned<String>
  /// The parts, in order.
  public internal(set) var pieces: [Piece]
  /// Where the text is written.
  public let range: SourceRange
  /// The parts of the flow's own text, where a text in another language stands in its place; else nil.
  package internal(set) var base: [Piece]?
  /// How many blanks, as Unicode scalars, are written at the end of the text: they are never shown, and stand in no piece.
  var blanksAtEnd = 0
  /// Whether the text is in a language that is written from right to left.
  package internal(set) var isRightToLeft = false

  /// Whether it shows a list, and so says itself what is so where that is empty.
  package var showsList: Bool {
    pieces.contains { if case .list = $0 { true } else { false } }
  }

  /// The text as it is written, with its placeholders.
  package var written: String { pieces.written }
}

extension [Message.Piece] {
  /// The text as it is written, with its placeholders.
  package var written: String {
    reduce(into: "") { text, piece in
      switch piece {
      case .text(let words): text += words
      case .placeholder(let path, _), .list(let path, _), .plural(let path, _):
        text += "{\(path.joined(separator: "."))}"
      }
    }
  }
}
