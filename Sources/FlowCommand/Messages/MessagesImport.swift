// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowCompiler
import FlowFormatting
import FlowGraph
import FlowLanguage
import FlowLinking
import Gettext
import LocalFiles
import MessageLanguages

/// One run of `mfaflow messages import`.
struct MessagesImport {
  private let invocation: Invocation
  private let streams: Streams
  private let asked: LanguageTag?
  private let format: FindingFormat

  init(_ invocation: Invocation, _ streams: Streams, language: LanguageTag?) throws(UsageProblem) {
    guard !invocation.has(.inPlace) || !invocation.has(.textFile) else {
      throw UsageProblem(
        message: "`--in-place` and `--output` exclude each other", help: "give one of them", command: "messages")
    }
    self.invocation = invocation
    self.streams = streams
    asked = language
    format = FindingFormat(invocation, for: streams.errors, in: streams)
  }

  func perform() throws(UsageProblem) -> ExitCode {
    let (texts, read) = try FlowTranslation.read(invocation.operands[1], invocation, streams)
    let source = try translatorFile()
    var sources = read.sources
    if let foreign = POReader.foreign(source) {
      return refused([foreign], SourceMap([SourceFile(path: source.path, bytes: [])]))
    }
    let id = sources.add(source)
    let file = POReader.read(source, as: id)
    guard let po = file.value else { return refused(file.findings, sources) }
    let language = self.language(of: po)
    guard let tag = language.value else { return refused(language.findings, sources) }
    let translation = FlowTranslation(texts, in: tag)
    let translated = TranslatorFile(po, translation)
    guard !translated.findings.hasErrors else { return refused(translated.findings, sources) }
    let judged = self.judged(translated, translation, &sources, id)
    guard !judged.hasErrors else { return refused(judged + translated.findings, sources) }
    let own = texts.catalogues.filter { $0.tag == tag && $0.namedIn == .first }.map(\.file)
    // Of several the last one has the say; those before it may be for other flows, too.
    let catalogue = own.last.flatMap { read.sources.file($0) }
    let place = try place(of: catalogue, tag, read.sources, source)
    let draft: String
    do throws(EditProblem) {
      draft = try self.draft(translated, translation, catalogue, own.last)
    } catch {
      throw UsageProblem(
        message: "the catalogue cannot be changed in its place",
        help: "it has anchors or comments in the way: take them out", command: "messages", code: .failure)
    }
    tell(translated, translation, sources)
    guard let place else {
      streams.output.write(draft)
      return .success
    }
    return ReportFile.write(draft, to: place, telling: streams) ? .success : .broken
  }

  private func translatorFile() throws(UsageProblem) -> SourceFile {
    do throws(FileProblem) {
      return try streams.file(invocation.operands[2])
    } catch {
      throw error.told(format, streams)
    }
  }

  private func refused(_ findings: [Diagnostic], _ sources: SourceMap) -> ExitCode {
    streams.tell(findings.inReadingOrder(), in: sources, format)
    return .failure
  }

  /// The language of the file, as it says itself or the command line does.
  private func language(of file: POFile) -> Diagnostics.Outcome<LanguageTag> {
    func flaw(_ message: String, help: String) -> Diagnostics.Outcome<LanguageTag> {
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
  private func judged(
    _ translated: TranslatorFile, _ translation: FlowTranslation, _ sources: inout SourceMap, _ po: FileID
  ) -> [Diagnostic] {
    let written = Self.written(translated)
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

  /// The messages that are translated, in the order of the flow.
  private static func written(_ translated: TranslatorFile) -> [(index: Int, parts: MessageParts)] {
    translated.changes.sorted { $0.key < $1.key }.compactMap { index, change in
      if case .written(let parts) = change { (index, parts) } else { nil }
    }
  }

  /// The catalogue with all changes, laid out.
  private func draft(
    _ translated: TranslatorFile, _ translation: FlowTranslation, _ catalogue: SourceFile?, _ id: FileID?
  ) throws(EditProblem) -> String {
    let own = id.map { translation.own(in: $0) } ?? [:]
    // What another catalogue says already is not said again.
    let written = Self.written(translated).filter { index, parts in
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

  /// The path that the catalogue is written to; nil for standard output.
  private func place(
    of catalogue: SourceFile?, _ tag: LanguageTag, _ sources: SourceMap, _ source: SourceFile
  ) throws(UsageProblem) -> String? {
    if invocation.has(.inPlace) {
      guard let catalogue else {
        throw UsageProblem(
          message: "the flow names no catalogue in `\(tag)` of its own",
          help: "write one with `--output FILE`, and name it below `catalogues:`", command: "messages")
      }
      return catalogue.path
    }
    guard let path = invocation.value(of: .textFile) else { return nil }
    try WritePlace(path: path, option: "--output", command: "messages", instead: "leave it out").check()
    let others = sources.files.map(\.path).filter { $0 != catalogue?.path } + [source.path]
    try WrittenFile(path: path, option: .textFile, replaced: .catalogue).check(against: others, of: "messages")
    return path
  }

  /// Says what became of the file.
  private func tell(_ translated: TranslatorFile, _ translation: FlowTranslation, _ sources: SourceMap) {
    if !translated.findings.isEmpty {
      streams.tell(translated.findings.inReadingOrder(), in: sources, format)
    }
    let written = Self.written(translated)
    let count = written.count
    var words = ["\(count) message\(count == 1 ? "" : "s") in `\(translation.tag)`"]
    if translated.fuzzyCount > 0 { words.append("\(translated.fuzzyCount) fuzzy left out") }
    if translated.emptyCount > 0 { words.append("\(translated.emptyCount) not translated") }
    if let wider = translation.wider {
      let others = Set(wider.texts.keys).subtracting(written.map(\.index)).count
      if others > 0 { words.append("\(others) shown in `\(wider.tag)`") }
    }
    streams.errors.write("mfaflow: \(words.joined(separator: ", "))\n")
  }
}
