// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// A PO file of GNU gettext: what is said, and how it is said in another language.
package struct POFile: Sendable {
  /// A line of the header, such as `Language: de`.
  package struct Field: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The header, in the order of the file.
  package var header: [Field]
  /// Where the header is written.
  package var headerRange: SourceRange
  /// All but the header, in the order of the file; obsolete ones are left out.
  package var entries: [POEntry]

  package init(header: [Field], entries: [POEntry], headerRange: SourceRange = .beginning(of: .first)) {
    self.header = header
    self.entries = entries
    self.headerRange = headerRange
  }

  /// What the header says by a name, in whatever case; nil for nothing.
  package func field(_ name: String) -> String? {
    header.first { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }
}

/// A text and its translation.
package struct POEntry: Sendable {
  /// What tells two equal texts apart; nil where the file says nothing.
  package var context: String?
  /// The text that is translated; that for one where words follow a number.
  package var id: String
  /// The text for other numbers; nil where no words follow a number.
  package var plural: String?
  /// The translations by their index: one, or one for each plural form; empty where there is none yet.
  package var texts: [String]
  /// What a translator should know: the lines behind `#.`.
  package var notes: [String] = []
  /// Where the text is used: what stands behind `#:`.
  package var references: [String] = []
  /// Whether somebody still has to look at the translation.
  package var isFuzzy = false
  /// The first line of the entry that is no comment.
  package var range: SourceRange
  /// By index, the first line of each translation.
  package var textRanges: [SourceRange]

  package init(context: String?, id: String, plural: String? = nil, texts: [String]) {
    self.context = context
    self.id = id
    self.plural = plural
    self.texts = texts
    range = .beginning(of: .first)
    textRanges = []
  }

  /// Whether each of its forms is translated, and nobody has to look at it.
  package var isTranslated: Bool { !isFuzzy && !texts.isEmpty && texts.allSatisfy { !$0.isEmpty } }
}
