// SPDX-License-Identifier: Apache-2.0

/// A page for people, as it is shown at a terminal or printed: headings, prose, examples and rows of two columns.
package struct Page: Sendable {
  /// What a word of prose is.
  package enum Mark: Sendable {
    case plain
    /// Something that is typed, such as a key.
    case code
    case strong
    /// The words of a link; where it leads is not shown.
    case link
  }

  /// A stretch of prose that is marked in one way.
  package struct Piece: Sendable, Equatable {
    package let text: String
    package let mark: Mark

    package init(_ text: String, _ mark: Mark = .plain) {
      self.text = text
      self.mark = mark
    }
  }

  package enum Block: Sendable {
    /// The level is 1 for the title of the page.
    case heading([Piece], level: Int)
    /// Lines of a paragraph, or of an item of a list, which has a lead such as `- `.
    case prose(lead: String, [[Piece]])
    /// Lines that stay as they are.
    case example([String])
    /// A name and what it means; neighbours stand in two columns.
    case row(String, [Piece])
    case blank
  }

  package var blocks: [Block]

  package init(_ blocks: [Block]) { self.blocks = blocks }
}
