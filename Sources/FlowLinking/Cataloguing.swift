// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax
import MessageLanguages

/// A catalogue that is read, and how far above the parts it is named.
struct NamedCatalogue {
  let document: CatalogueDocument
  let level: Int
  /// Where a flow or a part names it.
  let named: SourceRange
}

/// The levels of a flow: its parts, its lowest base, the variants above it.
struct FlowLevels {
  /// The files of the flow, the lowest base first.
  private let flows: [FileID]
  private let parts: Set<FileID>

  init(flows: [FileID], parts: [FileID]) {
    self.flows = flows
    self.parts = Set(parts)
  }

  /// That of the flow itself, above those of its bases.
  var highest: Int { flows.count }

  /// The level of what stands in a file; what another flow has changed from outside stands above all.
  subscript(file: FileID) -> Int {
    if let index = flows.lastIndex(of: file) { return index + 1 }
    return parts.contains(file) ? 0 : flows.count + 1
  }
}

extension LinkedFlow {
  /// Takes in the texts of catalogues.
  ///
  /// A text is for the words of its message as they stood at its own level, or below. Where a variant above it changed them, or has
  /// a text of its own, the text is not shown.
  mutating func take(_ catalogues: [NamedCatalogue], _ levels: FlowLevels) {
    let changedAt = Dictionary(
      document.messages.map { ($0.name.value, levels[$0.range.file]) }, uniquingKeysWith: { first, _ in first })
    if levels.highest > 1 {
      ownMessages = Set(changedAt.filter { $0.value == levels.highest }.map(\.key))
    }
    // Of the words of a variant, the catalogue that it names last has the text: others may be shared with flows that have other words.
    var highest: [Key: (level: Int, index: Int)] = [:]
    for (index, catalogue) in catalogues.enumerated() {
      self.catalogues.append(
        LinkedCatalogue(
          tag: catalogue.document.tag, file: catalogue.document.tagRange.file, namedIn: catalogue.named.file))
      for message in catalogue.document.messages {
        let key = Key(tag: catalogue.document.tag, name: message.name.value)
        if catalogue.level >= highest[key]?.level ?? 0 { highest[key] = (catalogue.level, index) }
      }
      let tag = catalogue.document.tag
      unreadTexts[tag, default: []].formUnion(catalogue.document.unread)
      if catalogue.level > 0 || isPart, !languages.contains(where: { $0.tag == tag }) {
        languages.append(LinkedLanguage(tag: tag, range: catalogue.document.tagRange))
      }
      if levels.highest > 1, catalogue.level == levels.highest,
        let place = languages.firstIndex(where: { $0.tag == tag })
      {
        // Why the last: those that it names before may be shared with other flows.
        if languages[place].own == languages[place].range { languages[place].range = catalogue.document.tagRange }
        languages[place].own = catalogue.document.tagRange
      }
    }
    for (index, catalogue) in catalogues.enumerated() {
      let tag = catalogue.document.tag
      for message in catalogue.document.messages {
        let name = message.name.value
        let changed = changedAt[name] ?? 0
        let isOfVariant = catalogue.level > 1 && catalogue.level == changed
        let last = highest[Key(tag: tag, name: name)] ?? (0, index)
        let isReplaced =
          catalogue.level < last.level || catalogue.level < changed || isOfVariant && index < last.index
        translations.append(
          Translation(
            tag: tag, message: message, level: catalogue.level, isReplaced: isReplaced, isOfVariant: isOfVariant))
      }
    }
  }

  private struct Key: Hashable {
    let tag: LanguageTag
    let name: String
  }
}

extension FlowDocument {
  /// Has each message know the language in which the flow says it is written.
  mutating func tellLanguage() {
    guard let tag = messagesIn.flatMap({ LanguageTag($0.value) }) else { return }
    for index in messages.indices { messages[index].language = tag }
  }
}
