// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import MessageLanguages

/// A text that the user sees.
package struct MessageSyntax: Sendable {
  /// The key of the message.
  package var name: Spanned<String>
  /// The parts of the text, in order.
  package var pieces: [Piece]
  /// Where the text is written.
  package var range: SourceRange
  /// The language of the text, where that is known.
  package var language: LanguageTag?
  /// As many characters it may have, in each language; nil for no limit.
  package var longest: Spanned<Int>?
  /// Where `none` is written in a catalogue, beside a text in which nothing can be missing; nil where it is not.
  package var idleNone: SourceRange?

  /// A part of a text.
  package enum Piece: Sendable, Hashable {
    case text(String)
    /// `{passwordPolicy.msg}`: a path into the event's data, and what stands for a value that is empty or missing.
    case placeholder([String], none: String = "")
    /// A placeholder for a list, of which each item is shown.
    indirect case list([String], ListText)
    /// A placeholder for a number, with words that follow it.
    indirect case plural([String], PluralText)
  }
}

extension [MessageSyntax.Piece] {
  /// The text as its author writes it: placeholders in braces, and each brace itself twice.
  package var written: String {
    reduce(into: "") { text, piece in
      switch piece {
      case .text(let words):
        for scalar in words.unicodeScalars {
          text.unicodeScalars.append(scalar)
          if scalar == "{" || scalar == "}" { text.unicodeScalars.append(scalar) }
        }
      case .placeholder(let path, _), .list(let path, _), .plural(let path, _):
        text += "{\(path.joined(separator: "."))}"
      }
    }
  }
}

/// The words for a number, by the plural categories of the language.
package struct PluralText: Sendable, Hashable {
  /// The words of one category.
  package struct Form: Sendable, Hashable {
    package let category: PluralCategory
    package let pieces: [MessageSyntax.Piece]
    /// Where the category is written.
    package let range: SourceRange
    /// Where its words are written.
    package let text: SourceRange
  }

  /// In the order of the file.
  package let forms: [Form]
  /// What stands for a number that is missing.
  package let none: String
  /// Where the number is named.
  package let range: SourceRange
}

/// How a message shows a list: item by item, one below another.
package struct ListText: Sendable, Hashable {
  /// What stands for one item; its placeholders are the fields of the item, or `item` for the item itself.
  package let each: [MessageSyntax.Piece]
  /// So many items are shown at most.
  package let most: Int
  /// What stands for the rest, where `count` is how many they are; empty for nothing.
  package let more: [MessageSyntax.Piece]
  /// What stands for a list that is empty or missing; empty for nothing.
  package let none: [MessageSyntax.Piece]
  /// Where the text of an item is written.
  package let range: SourceRange

  /// So many are shown where nothing else is said.
  package static let usualItems = 10
  /// More items are for a screen that scrolls.
  package static let mostItems = 100
}
