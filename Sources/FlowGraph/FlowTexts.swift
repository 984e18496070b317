// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowLinking
package import FlowSyntax
package import MessageLanguages
package import SDKContract
import Values

/// The messages of a flow as its authors wrote them, in all languages, and what a translator has to know of them.
package struct FlowTexts {
  /// Where the value of a placeholder comes from.
  package struct Origin: Sendable, Hashable {
    /// As a contract writes it, such as `count`.
    package let type: String
    /// The events that bring it, or an item of a list.
    package let sources: [String]
  }

  private let resolver: Resolver
  private let resolved: [Message]
  private let uses: [Int: [MessageUse]]

  fileprivate init(_ linked: LinkedFlow, _ contract: Contract) {
    var resolver = Resolver(linked, contract)
    _ = resolver.flow()
    resolved = linked.document.messages.map(Resolver.message)
    uses = Dictionary(grouping: resolver.messageUses) { Int($0.message.index) }
    self.resolver = resolver
  }

  /// The flow's own texts; those of flows that it runs bear the name of the step in front.
  package var messages: [MessageSyntax] { resolver.document.messages }
  /// The language of the flow's own texts; nil if its author does not say.
  package var base: LanguageTag? { resolver.document.messagesIn.flatMap { LanguageTag($0.value) } }
  /// The languages that the flow offers, in the order of its catalogues.
  package var languages: [LanguageTag] { resolver.linked.languages.map(\.tag) }
  /// The catalogues of the flow, its bases and its parts.
  package var catalogues: [LinkedCatalogue] { resolver.linked.catalogues }

  /// The place of a message by its key; nil if there is no such message.
  package func index(of key: String) -> Int? { resolver.messageKeys[key] }

  /// Whether a message has words that could be translated.
  package func hasWords(_ index: Int) -> Bool { resolved[index].hasWords }

  /// The keys of the words that a message has beside its text, and a text in another language has not: `none` and `more`.
  package func lacking(in text: MessageSyntax, of index: Int) -> [String] {
    SideWords(of: resolved[index].pieces).lacking(in: SideWords(of: Resolver.pieces(of: text)))
  }

  /// For a language, the text that is shown for each message, by its index; nothing of wider languages.
  package func texts(in tag: LanguageTag) -> [Int: MessageSyntax] {
    var texts: [Int: MessageSyntax] = [:]
    for translation in resolver.linked.translations where translation.tag == tag && !translation.isReplaced {
      if let index = index(of: translation.message.name.value) { texts[index] = translation.message }
    }
    return texts
  }

  /// What a catalogue says, whether it is shown or not.
  package func translations(in file: FileID) -> [MessageSyntax] {
    resolver.linked.translations.map(\.message).filter { $0.name.range.file == file }
  }

  /// Where a message is shown; where it is written, if that cannot be told.
  package func places(of index: Int) -> [SourceRange] {
    let places = Set((uses[index] ?? []).map(\.range))
    return places.isEmpty ? [messages[index].name.range] : places.sorted()
  }

  /// What fills a placeholder of a message; nil if that cannot be told.
  ///
  /// - Parameter list: the list of whose items the text is; nil for the text of the message itself.
  package func origin(of path: [String], inItemsOf list: [String]? = nil, of index: Int) -> Origin? {
    var type: ValueType?
    var sources: [String] = []
    let contract = resolver.contract
    for use in uses[index] ?? [] {
      switch use.source {
      case .item(.record(let record), let list):
        type = type ?? record.type(at: path)
        sources.append("an item of `\(list)`")
      case .item(let element, let list):
        type = type ?? element
        sources.append("an item of `\(list)`")
      default:
        for event in use.source.events {
          type = type ?? contract[event].fields.type(at: list ?? path)
          sources.append("`\(contract[event].name)`")
        }
      }
    }
    if let list {
      guard case .list(let element)? = type else { return nil }
      sources = ["an item of `\(list.joined(separator: "."))`"]
      type = if case .record(let record) = element { record.type(at: path) } else { element }
    }
    return type.map { Origin(type: $0.description, sources: sources.unique.sorted()) }
  }

  /// What is wrong with the texts of a catalogue for the messages that they are to stand for.
  package func misfits(of catalogue: CatalogueDocument) -> [Diagnostic] {
    catalogue.messages.flatMap { text -> [Diagnostic] in
      guard let index = index(of: text.name.value) else { return [] }
      return resolver.misfits(of: text, to: resolved[index], in: catalogue.tag, shownAt: uses[index]?.first)
    }
  }
}

extension FlowResolver {
  /// The messages of a flow in which nothing is wrong.
  package static func texts(of linked: LinkedFlow, with contract: Contract) -> FlowTexts {
    FlowTexts(linked, contract)
  }
}
