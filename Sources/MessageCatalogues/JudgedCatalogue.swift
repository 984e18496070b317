// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowFormatting
import FlowSyntax
import MessageLanguages
import YAMLTree

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
