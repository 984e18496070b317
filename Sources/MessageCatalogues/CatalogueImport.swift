// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowFormatting
package import FlowGraph
import FlowLinking
import Gettext
package import MessageLanguages

/// What a translator wrote, taken into the catalogue of a flow.
package struct CatalogueImport {
  /// Nothing is taken in: the file does not fit the flow.
  package struct Refusal: Error {
    package let findings: [Diagnostic]
    package let sources: SourceMap
  }

  /// The file cannot be changed in its place.
  package struct Unchangeable: Error {}

  private let translation: FlowTranslation
  private let translated: TranslatorFile
  /// The files of the flow, and that of the translator.
  package let sources: SourceMap
  /// The flow's own catalogue of the language; nil if it names none.
  package let catalogue: SourceFile?
  private let own: FileID?
  /// What `check` would say of the texts, and does not refuse.
  private let warnings: [Diagnostic]

  /// - Parameters:
  ///   - source: the PO file.
  ///   - files: those that the flow is made of.
  ///   - asked: the language that somebody asks for; nil for the one that the file names.
  package init(
    _ source: SourceFile, into texts: FlowTexts, _ files: SourceMap, asked: LanguageTag?
  ) throws(Refusal) {
    if let foreign = POReader.foreign(source) {
      throw Refusal(findings: [foreign], sources: SourceMap([SourceFile(path: source.path, bytes: [])]))
    }
    var sources = files
    let id = sources.add(source)
    let file = POReader.read(source, as: id)
    guard let po = file.value else { throw Refusal(findings: file.findings, sources: sources) }
    let language = Self.language(of: po, asked)
    guard let tag = language.value else { throw Refusal(findings: language.findings, sources: sources) }
    translation = FlowTranslation(texts, in: tag)
    translated = TranslatorFile(po, translation)
    guard !translated.findings.hasErrors else { throw Refusal(findings: translated.findings, sources: sources) }
    let judged = Self.judged(translated, translation, &sources, id)
    guard !judged.hasErrors else { throw Refusal(findings: judged + translated.findings, sources: sources) }
    self.sources = sources
    warnings = judged
    // Of several the last one has the say; those before it may be for other flows, too.
    own = texts.catalogues.last { $0.tag == tag && $0.namedIn == .first }?.file
    catalogue = own.flatMap { files.file($0) }
  }

  package var tag: LanguageTag { translation.tag }

  /// What stops nothing.
  package var findings: [Diagnostic] { (translated.findings + warnings).inReadingOrder() }

  /// What became of the file, in one line.
  package var summary: String {
    let written = translated.written
    let count = written.count
    var words = ["\(count) message\(count == 1 ? "" : "s") in `\(translation.tag)`"]
    if translated.fuzzyCount > 0 { words.append("\(translated.fuzzyCount) fuzzy left out") }
    if translated.emptyCount > 0 { words.append("\(translated.emptyCount) not translated") }
    if let wider = translation.wider {
      let others = Set(wider.texts.keys).subtracting(written.map(\.index)).count
      if others > 0 { words.append("\(others) shown in `\(wider.tag)`") }
    }
    return words.joined(separator: ", ")
  }

  /// The catalogue with all changes, laid out.
  package func text() throws(Unchangeable) -> String {
    do throws(EditProblem) {
      return try draft()
    } catch {
      throw Unchangeable()
    }
  }

  private func draft() throws(EditProblem) -> String {
    let own = own.map { translation.own(in: $0) } ?? [:]
    // What another catalogue says already is not said again.
    let written = translated.written.filter { index, parts in
      own[index].map { $0 != parts } ?? (translation.translated[index] != parts)
    }
    let texts = written.map { (key: translation.key(of: $0.index), parts: $0.parts) }
    var draft = if let catalogue { CatalogueDraft(catalogue) } else { try CatalogueDraft(translation.tag, texts) }
    for (index, change) in translated.changes.sorted(by: { $0.key < $1.key }) {
      if case .removed = change, own[index] != nil { try draft.remove(translation.key(of: index)) }
    }
    if catalogue != nil { try draft.write(texts) }
    guard let text = draft.laidOut else { throw .changesMore }
    return text
  }

  /// The language of the file, as it says itself or somebody asks for.
  private static func language(of file: POFile, _ asked: LanguageTag?) -> Outcome<LanguageTag> {
    func flaw(_ message: String, help: String) -> Outcome<LanguageTag> {
      Outcome(nil, [Diagnostic(GettextRules.malformed, message, at: file.headerRange, help: help)])
    }
    if let type = file.field("Content-Type"),
      let set = type.lowercased().split(separator: "charset=").dropFirst().first,
      !["utf-8", "utf8"].contains(set)
    {
      return flaw("the file is not UTF-8: \(Diagnostic.quoting(String(set), limit: 30))", help: "save it as UTF-8")
    }
    let named = file.field("Language").flatMap { $0.isEmpty ? nil : $0 }
    guard let named else {
      return asked.map { Outcome($0, []) }
        ?? flaw("the header does not tell the language", help: "write `Language: de`, or give `--language de`")
    }
    guard let tag = LanguageTag(inGettext: named) else {
      return flaw(
        "\(Diagnostic.quoting(named, limit: 30)) is not a language", help: "write `Language: de`, for instance")
    }
    guard asked == nil || asked == tag else {
      return flaw("the file is in `\(tag)`, and `--language` asks for another language", help: "leave the option out")
    }
    return Outcome(tag, [])
  }

  /// What the rules for catalogues say of the translations, told where the translator wrote them.
  private static func judged(
    _ translated: TranslatorFile, _ translation: FlowTranslation, _ sources: inout SourceMap, _ po: FileID
  ) -> [Diagnostic] {
    let written = translated.written
    let texts = written.map { (key: translation.key(of: $0.index), parts: $0.parts) }
    let places = Dictionary(
      written.map { (translation.key(of: $0.index), translated.places[$0.index] ?? TranslatedPlaces()) },
      uniquingKeysWith: { first, _ in first })
    let id = sources.add(SourceFile(path: "catalogue.yaml", bytes: []))
    do throws(EditProblem) {
      let catalogue = try JudgedCatalogue(texts, in: translation.tag, as: id, places: places)
      return catalogue.findings { translation.texts.misfits(of: $0) }.map { finding in
        var finding = finding
        // Who translates can mend it now.
        if finding.code == GraphRules.lostPlaceholder { finding.severity = .error }
        return finding
      }
    } catch {
      return [
        Diagnostic(
          GettextRules.malformed, "a text has a character that no catalogue may have", at: .beginning(of: po),
          help: "look for control characters")
      ]
    }
  }
}
