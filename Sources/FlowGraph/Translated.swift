// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import MessageLanguages

/// The languages of a flow, and its texts in them.
package struct FlowLanguages: Sendable {
  /// The language of the messages in the flow itself; nil if its author does not say.
  package var base: LanguageTag?
  /// The languages that the flow offers, in the order of its catalogues.
  package var offered: [LanguageTag] = []
  /// The files of the catalogues.
  package var files: Set<FileID> = []
  /// For each language, the texts by the index of the message.
  package var texts: [LanguageTag: [Int: [Message.Piece]]] = [:]
  /// Where these texts are written.
  package var places: [LanguageTag: [Int: SourceRange]] = [:]
  /// By how many characters a text is longer than it may be, by the index of the message; nil for the language of the flow itself.
  package var excess: [LanguageTag?: [Int: Int]] = [:]

  /// Those in which texts are looked for if somebody wants a language, the best first; empty if the flow's own texts are shown.
  ///
  /// What is wider than the language of the flow itself comes behind that, and so never.
  package func chain(for wanted: LanguageTag) -> [LanguageTag] {
    let chain = Array(wanted.chain.prefix { $0 != base })
    return chain.contains { offered.contains($0) } ? chain : []
  }
}

extension ValidFlow {
  /// The same flow with its messages in another language, such as `de-AT`.
  ///
  /// A text that is missing there is taken from the wider language (`de`), or else from the flow itself. The flow also stays as it
  /// is where it has no such language at all, and where the text is no tag of BCP 47. Nothing but the messages differs.
  public func speaking(_ tag: String) -> ValidFlow {
    guard let wanted = LanguageTag(tag) else { return self }
    var spoken = self
    spoken.flow.speak(flow.languages.chain(for: wanted))
    return spoken
  }
}

extension Flow {
  /// The tags of the languages in which the flow has its messages, that of its own texts first.
  public var languageTags: [String] {
    ([languages.base].compactMap(\.self) + languages.offered.filter { $0 != languages.base }).map(\.description)
  }

  /// Whether somebody who wants a language gets more than the flow's own texts, or these are in it.
  package func speaks(_ tag: LanguageTag) -> Bool {
    !languages.chain(for: tag).isEmpty || languages.base.map { tag.chain.contains($0) } ?? false
  }

  /// By how many characters the text of a message, as an index, is longer than it may be; 0 where it is not.
  ///
  /// - Parameter tag: the language in which it is shown; nil for the flow's own.
  package func excess(ofMessage index: Int, in tag: String?) -> Int {
    let chain = tag.flatMap { LanguageTag($0) }.map { languages.chain(for: $0) } ?? []
    let shown = chain.first { languages.texts[$0]?[index] != nil }
    return languages.excess[shown]?[index] ?? 0
  }

  fileprivate mutating func speak(_ chain: [LanguageTag]) {
    let texts = languages.texts
    for index in messages.indices {
      let own = messages[index].base ?? messages[index].pieces
      let found = chain.lazy.compactMap { tag in texts[tag]?[index].map { (tag, $0) } }.first
      messages[index].base = found == nil ? nil : own
      messages[index].pieces = found?.1 ?? own
      messages[index].isRightToLeft = (found?.0 ?? languages.base)?.isRightToLeft ?? false
    }
  }
}
