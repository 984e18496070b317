// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax

/// How long a text is on the screen, as far as its author can tell.
enum TextLength {
  /// The characters of a text: of a number with words the longest form, and nothing for what is filled in.
  static func characters(of pieces: [MessageSyntax.Piece]) -> Int {
    pieces.reduce(0) { length, piece in
      switch piece {
      case .text(let text): length + text.count
      case .placeholder, .list: length
      case .plural(_, let plural): length + (plural.forms.map { characters(of: $0.pieces) }.max() ?? 0)
      }
    }
  }

  /// What is wrong with a text that is longer than that; nil where it is not.
  static func excess(of text: MessageSyntax, above limit: Spanned<Int>?) -> Diagnostic? {
    guard let limit else { return nil }
    let length = characters(of: text.pieces)
    guard length > limit.value else { return nil }
    return Diagnostic(
      GraphRules.tooLongText,
      "the text of \(Diagnostic.quoting(text.name.value)) has \(length) characters, and \(limit.value) are allowed",
      at: text.range, help: "make it shorter by \(length - limit.value), or raise `longest` if there is room",
      notes: [Note("the limit", at: limit.range)])
  }

  /// By how many characters a text is longer than the smallest of some limits; 0 where it is not.
  static func excess(of text: MessageSyntax, above limits: [Spanned<Int>?]) -> Int {
    guard let limit = limits.compactMap({ $0?.value }).min() else { return 0 }
    return max(0, characters(of: text.pieces) - limit)
  }
}
