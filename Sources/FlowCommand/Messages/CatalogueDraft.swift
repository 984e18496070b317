// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowFormatting
import FlowLanguage
import FlowSyntax
import MessageLanguages
import YAMLTree

/// A catalogue that is being written: each change leaves the rest of the file as it is, comments included.
struct CatalogueDraft {
  private(set) var file: SourceFile
  private static let shape = ValueShape.shape { .catalogue }
  private static let messages = SourcePath([.key("messages")])

  /// A catalogue that is not there yet.
  init(_ tag: LanguageTag, _ texts: [(key: String, parts: MessageParts)]) throws(EditProblem) {
    let messages = SourceValue.map(texts.map { .init($0.key, $0.parts.value) })
    let value = SourceValue.map([.init("catalogue", .text("\(tag)")), .init("messages", messages)])
    file = SourceFile(path: "catalogue.yaml", text: value.fileText)
    guard SourceEditor(file, as: Self.shape)?.value.saysTheSame(as: value) ?? false else { throw .changesMore }
  }

  /// A catalogue that is there.
  init(_ file: SourceFile) { self.file = file }

  /// Writes messages: those that are there are changed, the others are added in the order that is given.
  mutating func write(_ texts: [(key: String, parts: MessageParts)]) throws(EditProblem) {
    guard let editor = SourceEditor(file, as: Self.shape) else { throw .nothingThere }
    guard case .map(let all) = editor.value,
      case .map(let members)? = all.first(where: { $0.key == "messages" })?.value
    else { throw .otherKind }
    for (key, parts) in texts {
      guard let editor = SourceEditor(file, as: Self.shape) else { throw .nothingThere }
      file =
        try members.contains { $0.key == key }
        ? editor.setting(parts.value, at: Self.messages / key)
        : editor.inserting(.init(key, parts.value), into: Self.messages)
    }
  }

  /// Takes a message out.
  mutating func remove(_ key: String) throws(EditProblem) {
    guard let editor = SourceEditor(file, as: Self.shape) else { throw .nothingThere }
    file = try editor.removing(Self.messages / key)
  }

  /// The file as `mfaflow fmt` lays it out; nil only by a defect.
  var laidOut: String? {
    guard case .formatted(let text) = Formatter.format(file, as: Self.shape, words: .ofFlows) else { return nil }
    return text
  }
}

/// The texts of a translator as a catalogue of their own, so that they are judged by the rules for catalogues; each finding is told
/// where the translator wrote the text.
struct JudgedCatalogue {
  private let file: SourceFile
  private let id: FileID
  private let places: [String: TranslatedPlaces]

  /// - Parameters:
  ///   - id: what the file is called by, for the time of the judgement.
  ///   - places: by key, where each part is translated.
  init(
    _ texts: [(key: String, parts: MessageParts)], in tag: LanguageTag, as id: FileID,
    places: [String: TranslatedPlaces]
  ) throws(EditProblem) {
    file = try CatalogueDraft(tag, texts).file
    self.id = id
    self.places = places
  }

  /// - Parameter misfits: what is wrong with a catalogue that can be read.
  func findings(_ misfits: (CatalogueDocument) -> [Diagnostic]) -> [Diagnostic] {
    let tree = YAML.read(file, as: id, words: .ofFlows)
    guard let root = tree.value else { return told(tree.findings, in: []) }
    let read = DocumentReader.readCatalogue(root)
    let fits = read.findings.hasErrors ? [] : read.value.map(misfits) ?? []
    return told(tree.findings + read.findings + fits, in: written(root))
  }

  private func told(_ findings: [Diagnostic], in written: [(place: SourceRange, told: SourceRange)]) -> [Diagnostic] {
    findings.map { finding in
      var finding = finding
      let first = places.values.flatMap(\.parts.values).min()
      finding.range = written.last { $0.place.start <= finding.range.start }?.told ?? first ?? finding.range
      finding.notes.removeAll { $0.range?.file == id }
      return finding
    }
  }

  /// Where each text stands in this file, and where its translator wrote it, in the order of this file.
  private func written(_ root: YAMLNode) -> [(place: SourceRange, told: SourceRange)] {
    var written: [(place: SourceRange, told: SourceRange)] = []
    for entry in root["messages"]?.entries ?? [] {
      let told = places[entry.key.value] ?? TranslatedPlaces()
      func add(_ part: MessagePart, _ range: SourceRange?) {
        if let range, let place = told.parts[part] { written.append((range, place)) }
      }
      add(.text, entry.key.range)
      add(.text, entry.value["text"]?.range)
      for list in entry.value["each"]?.entries ?? [] { add(.each(list.key.value), list.key.range) }
      add(.more, entry.value["more"]?.range)
      for number in entry.value["plural"]?.entries ?? [] {
        add(.plural(number.key.value), number.key.range)
        for form in number.value.entries {
          let place = PluralCategory(rawValue: form.key.value).flatMap { told.forms[number.key.value]?[$0] }
          if let place { written.append((form.key.range, place)) }
        }
      }
      add(.none, entry.value["none"]?.range)
    }
    return written.sorted { $0.place < $1.place }
  }
}
