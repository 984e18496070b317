// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowSyntax
package import MessageLanguages

/// A language in which a flow is written, beside its own.
package struct LinkedLanguage: Sendable {
  package let tag: LanguageTag
  /// Where the first catalogue of the language names it; where no base has one, the last that the flow has.
  package internal(set) var range: SourceRange
  /// Where the last catalogue of the language names it that the flow has beside those of its base; nil for none.
  package internal(set) var own: SourceRange?
}

/// A catalogue that a flow, its base or a part names.
package struct LinkedCatalogue: Sendable {
  package let tag: LanguageTag
  /// The file of the catalogue.
  package let file: FileID
  /// The file that names it.
  package let namedIn: FileID
}

/// The text of a message in another language.
package struct Translation: Sendable {
  package let tag: LanguageTag
  /// With the name that the message has in the flow.
  package var message: MessageSyntax
  /// How far above the parts the catalogue is named: 0 for a part, 1 for the flow or its lowest base.
  package let level: Int
  /// Whether a catalogue of a level above it gives another text, or the words that it is for were changed above it.
  package let isReplaced: Bool
  /// Whether the words that it is for are those of a variant, and the catalogue is named by the same one.
  package let isOfVariant: Bool
}

/// A flow with all that its other files bring, and how they were linked.
///
/// Each word still knows its file.
package struct LinkedFlow: Sendable {
  /// The flow with its parts joined to it and the flows that it runs in their places.
  package var document: FlowDocument
  /// The path of the flow than which it is not weaker, and where that is said; nil for none.
  package var refined: Spanned<String>?
  /// Whether it is a part that is read on its own.
  package var isPart = false
  /// What such a part says that it needs.
  package var needs: [Spanned<String>] = []
  /// The parts that the flow itself names, each with its file and those of the parts that are joined for its sake; no files where
  /// they are joined already.
  package var usedParts: [(path: Spanned<String>, files: [FileID])] = []
  /// The `run:` steps, where their flows stand in their places.
  package var runs: [Spanned<String>] = []
  /// The lines of `run:` steps, where their flows stand in their places: each as it is shown, such as `signIn: done`.
  package var passages: [Spanned<String>] = []
  /// Whether a flow could not be put in its place since there would be too many steps.
  package var isTooLarge = false
  /// Whether it has a base, or changes what comes from other files.
  package var isChanged = false
  /// The files of its bases, the lowest first.
  package var bases: [FileID] = []
  /// The files of the flows that it runs, and those of their bases.
  package var innerFiles: Set<FileID> = []
  /// The messages of a flow with a base whose words stand in its own file.
  package var ownMessages: Set<String> = []
  /// What was removed from other files, by its name.
  package var removed: [String: RemovedThing] = [:]

  /// A choice among ``removed``.
  package static func choice(_ name: String, of step: String) -> String { "\(step).choices.\(name)" }

  /// Whether it has a base, so that what it adds stands below `add:`.
  package var hasBase: Bool { !bases.isEmpty }

  /// The interrupts that were removed, each with the path of the line that does so.
  package var removedInterrupts: [String: Spanned<String>] = [:]
  /// The languages of the flow's own catalogues, and those of its bases: each of its messages should have a text in them.
  package var languages: [LinkedLanguage] = []
  /// The catalogues, without those of flows that it runs.
  package var catalogues: [LinkedCatalogue] = []
  /// Whether one of the catalogues could not be read, which is told: what it says nobody knows.
  package var lacksCatalogues = false
  /// The texts in other languages, of all catalogues.
  package var translations: [Translation] = []
  /// By language, the messages whose texts in catalogues could not be read, which is told.
  package internal(set) var unreadTexts: [LanguageTag: Set<String>] = [:]
  /// What success ends of flows inside claim.
  package var claims: [ClaimSyntax] { table.claims }
  var table = ClaimTable()

  /// A flow without other files.
  package init(_ document: FlowDocument) { self.document = document }

  /// More steps than this the flows that a flow runs may not bring: a few lines that run each other could become very many.
  package static let mostInnerSteps = 1_000
}
