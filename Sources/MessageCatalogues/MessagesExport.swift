// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowGraph
import FlowSyntax
package import Gettext
import MessageLanguages

/// The messages of a flow as a PO file for a translator.
package struct MessagesExport {
  private let translation: FlowTranslation
  private let sources: SourceMap
  private let forms: GettextForms?

  package init(_ translation: FlowTranslation, _ sources: SourceMap) {
    self.translation = translation
    self.sources = sources
    let used = translation.translated.values.flatMap(\.plurals).flatMap(\.forms.keys)
    forms = translation.rules?.gettextForms(for: Set(used))
  }

  /// - Parameters:
  ///   - title: the name and the version of the flow.
  ///   - maker: the program that makes the file, and its version.
  package func file(titled title: String, madeBy maker: String) -> POFile {
    let plurals = forms.map { [POFile.Field("Plural-Forms", $0.header)] } ?? []
    let indices = translation.base.indices.filter { translation.texts.hasWords($0) }
    return POFile(
      header: [
        POFile.Field("Project-Id-Version", title),
        POFile.Field("Language", translation.tag.inGettext),
        POFile.Field("MIME-Version", "1.0"),
        POFile.Field("Content-Type", "text/plain; charset=UTF-8"),
        POFile.Field("Content-Transfer-Encoding", "8bit"),
      ] + plurals + [POFile.Field("X-Generator", maker)],
      entries: indices.flatMap { index in
        translation.parts(of: index).compactMap { entry(for: $0, of: index) }
      })
  }

  private func entry(for part: MessagePart, of index: Int) -> POEntry? {
    guard let original = translation.original(of: part, of: index) else { return nil }
    var entry = POEntry(
      context: part.path(of: translation.key(of: index)), id: original.id, plural: original.plural,
      texts: texts(for: part, of: index))
    entry.notes = notes(on: part, of: index)
    entry.references = translation.texts.places(of: index).compactMap { range in
      sources.file(range.file).map { TerminalText.line("\($0.path):\(range.start.line)") }
    }
    return entry
  }

  /// The translations by their index, each empty where there is none.
  private func texts(for part: MessagePart, of index: Int) -> [String] {
    let other = translation.translated[index]
    switch part {
    case .text: return [other?.text ?? ""]
    case .each(let name): return [other?.each.first { $0.name == name }?.text ?? ""]
    case .more: return [other?.more ?? ""]
    case .none: return [other?.none ?? ""]
    case .plural(let name):
      guard let other, let forms else { return forms?.categories.map { _ in "" } ?? [] }
      // A text without words for the number shows the number alone.
      guard let plural = other.plural(name) else { return forms.categories.map { _ in "{\(name)}" } }
      return forms.categories.map { plural.forms[$0] ?? plural.forms[.other] ?? "" }
    }
  }

  /// What a translator should know of a text.
  private func notes(on part: MessagePart, of index: Int) -> [String] {
    let syntax = translation.texts.messages[index]
    switch part {
    case .text:
      let limit = syntax.longest.map { ["At most \($0.value) characters, without what is filled in."] } ?? []
      // Where nothing is written, this is shown.
      let shown = translation.wider.flatMap { wider in
        wider.texts[index].map { ["In `\(wider.tag)`: \($0.text)".inOneLine] }
      }
      return (shown ?? []) + limit + notes(onPlaceholdersOf: syntax.pieces, of: index) + unknownCounting(of: index)
    case .each(let name):
      let list = syntax.pieces.lazy.compactMap { piece -> ([String], ListText)? in
        if case .list(let path, let list) = piece, path.joined(separator: ".") == name { (path, list) } else { nil }
      }.first
      return ["For each item of `{\(name)}`."]
        + (list.map { notes(onPlaceholdersOf: $0.1.each, inItemsOf: $0.0, of: index) } ?? [])
    case .more: return ["For the items that are not shown.", "{count}: a whole number, how many they are"]
    case .none: return ["Stands where a value is missing."]
    case .plural(let name):
      let own = translation.base[index].plural(name)?.forms ?? [:]
      let shown = own.count > 2 ? PluralCategory.allCases.compactMap { form in own[form].map { "\(form): \($0)" } } : []
      return ["The words that stand for `{\(name)}` in `\(translation.key(of: index))`."] + shown.map(\.inOneLine)
        + (forms?.categories.enumerated().map { number, category in
          "msgstr[\(number)]: \(category), for \(examples(of: category))"
        } ?? [])
    }
  }

  private func notes(
    onPlaceholdersOf pieces: [MessageSyntax.Piece], inItemsOf list: [String]? = nil, of index: Int
  ) -> [String] {
    var notes: [String] = []
    for piece in pieces {
      guard let path = piece.path else { continue }
      let origin = translation.texts.origin(of: path, inItemsOf: list, of: index)
      let count = list == nil && origin == nil ? Self.words(forCount: path) : nil
      let words =
        origin.map { ": \(Self.words(for: $0.type)), from \($0.sources.joined(separator: ", "))" } ?? count ?? ""
      let note = "{\(path.joined(separator: "."))}\(words)"
      if !notes.contains(note) { notes.append(note) }
    }
    return notes
  }

  /// What is said where the words that follow a number are not known in the language.
  private func unknownCounting(of index: Int) -> [String] {
    guard translation.rules == nil, !translation.base[index].plurals.isEmpty else { return [] }
    return ["Which words follow a number in `\(translation.tag)` is not known: write a text that fits each."]
  }

  /// Numbers of a category, such as `2, 3, 4, …`.
  private func examples(of category: PluralCategory) -> String {
    let numbers = Array(0...1_000) + [1_000_000, 2_000_000]
    let fitting = numbers.lazy.filter { translation.rules?.category(of: $0) == category }.prefix(4)
    let shown = fitting.prefix(3).map(String.init).joined(separator: ", ")
    return fitting.count > 3 ? shown + ", …" : shown
  }

  /// What the flow counts itself, behind the name of a placeholder; nil for a path of something else.
  private static func words(forCount path: [String]) -> String? {
    guard Message.isCount(path) else { return nil }
    return path == Message.triesLeft
      ? ": a whole number, how many tries are left" : ": a whole number, how often `\(path[1])` can still be chosen"
  }

  private static func words(for type: String) -> String {
    switch type {
    case "text": "a text"
    case "int", "count": "a whole number"
    case "seconds": "a number of seconds"
    case "flag": "true or false"
    default: type.hasPrefix("list ") ? "a list, one item below another" : "a word, one of \(type)"
    }
  }
}

extension MessageSyntax.Piece {
  /// The path of a placeholder; nil for words.
  fileprivate var path: [String]? {
    switch self {
    case .text: nil
    case .placeholder(let path, _), .list(let path, _), .plural(let path, _): path
    }
  }
}

extension String {
  /// Without line breaks, which a comment cannot have.
  fileprivate var inOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
