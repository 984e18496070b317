// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowLanguage
package import MessageLanguages
package import YAMLTree

/// The messages of a flow or a part in another language, as their translator wrote them.
package struct CatalogueDocument: Sendable {
  /// The language of the texts.
  package let tag: LanguageTag
  /// Where the language is named.
  package let tagRange: SourceRange
  /// The texts that could be read, in the order of the file; keys of flows that are run have slashes.
  package let messages: [MessageSyntax]
  /// The keys of texts that could not be read.
  package let unread: Set<String>
}

extension DocumentReader {
  /// Whether a tree is a catalogue, or is meant to be one.
  package static func isCatalogue(_ root: YAMLNode) -> Bool { root["catalogue"] != nil }

  /// The catalogue, if the tree is one, and everything that is wrong with its words.
  package static func readCatalogue(_ root: YAMLNode) -> Outcome<CatalogueDocument> {
    var decoder = DocumentDecoder()
    decoder.takesInnerKeys = true
    let document = decoder.catalogue(root)
    return Outcome(document, decoder.findings)
  }
}

extension DocumentDecoder {
  private static let catalogueKeys = Shape.catalogue.words

  mutating func catalogue(_ root: YAMLNode) -> CatalogueDocument? {
    guard
      let map = root.mapping(keys: Self.catalogueKeys)
        ?? root.mapping(
          "a catalogue", keys: Self.catalogueKeys.map(\.description),
          meaning: Shape.otherNames(of: [.catalogue]), &findings)
    else { return nil }
    let tag = require("catalogue", of: "the catalogue", in: map, Self.catalogueKeys)
      .flatMap { languageTag($0, "`catalogue`") }
    guard
      let texts = require("messages", of: "the catalogue", in: map, Self.catalogueKeys)?
        .mapping("`messages`", &findings)
    else { return nil }
    var messages = texts.compactMap { message($0) }
    guard let tag, let language = LanguageTag(tag.value) else { return nil }
    for index in messages.indices { messages[index].language = language }
    let read = Set(messages.map(\.name.value))
    return CatalogueDocument(
      tag: language, tagRange: tag.range, messages: messages,
      unread: Set(texts.entries.map(\.key.value)).subtracting(read))
  }

  /// The tag of a language; nil, with a finding, where it is not formed as BCP 47 says.
  mutating func languageTag(_ node: YAMLNode, _ what: String) -> Spanned<String>? {
    guard let text = node.text(what, &findings) else { return nil }
    guard LanguageTag(text.value) == nil else { return text }
    let cured = text.value.split { $0 == "_" || $0 == " " || $0 == "-" }.joined(separator: "-")
    report(
      SyntaxRules.badLanguageTag, "\(Diagnostic.quoting(text.value)) is not the tag of a language", text.range,
      help: LanguageTag(cured).map { "write `\($0)`" }
        ?? "write a tag of BCP 47: the language, and maybe its script and country, such as `de` or `de-AT`")
    return nil
  }

  /// `catalogues: [texts/login.de]`: paths from the folder of the file.
  mutating func catalogues(_ node: YAMLNode) -> [Spanned<String>] {
    let named: [Spanned<String>] =
      node.sequence("`catalogues`", &findings)?.compactMap { item in
        guard let path = item.text("a path below `catalogues`", &findings) else { return nil }
        if path.value.isCataloguePath { return path }
        report(
          SyntaxRules.badWord, "\(Diagnostic.quoting(path.value)) is not the path of a catalogue", path.range,
          help: DocumentReader.cure(ofNameIn: path.value)
            ?? "write it from the folder of this file, such as `texts/login.de`")
        return nil
      } ?? []
    tellTwice(named, "`catalogues`")
    return named
  }
}

extension String {
  /// Whether it is a path whose last word may have dots in it: `texts/login.de-AT`.
  fileprivate var isCataloguePath: Bool {
    let words = split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let last = words.last?.split(separator: ".", omittingEmptySubsequences: false).map(String.init) ?? []
    return words.dropLast().allSatisfy { $0 == "." || $0 == ".." || $0.isName } && !last.isEmpty
      && last.allSatisfy(\.isName)
  }
}
