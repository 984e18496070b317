// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowSyntax
import Gettext
import MessageLanguages

/// A PO file that a translator wrote, held against the flow whose messages it translates.
struct TranslatorFile {
  /// What becomes of a message.
  enum Change {
    case written(MessageParts)
    /// Nothing of it is translated.
    case removed
  }

  private(set) var findings: [Diagnostic] = []
  /// By the index of the message; those that the file does not name stay as they are.
  private(set) var changes: [Int: Change] = [:]
  /// By the index of the message, where each of its parts is translated.
  private(set) var places: [Int: TranslatedPlaces] = [:]
  /// How many entries are left out since somebody still has to look at them.
  private(set) var fuzzyCount = 0
  /// How many have no translation.
  private(set) var emptyCount = 0
  private let translation: FlowTranslation
  private var forms: TranslatedForms?
  /// By the index of the message, the entries of its parts.
  private var entries: [Int: [MessagePart: POEntry]] = [:]

  init(_ file: POFile, _ translation: FlowTranslation) {
    self.translation = translation
    for entry in file.entries { take(entry) }
    if file.entries.contains(where: { $0.plural != nil }), let rules = translation.rules {
      do throws(TranslatedForms.Flaw) {
        forms = try TranslatedForms(file, as: rules, in: translation.tag)
      } catch {
        findings.append(error.finding)
      }
    }
    guard !findings.hasErrors else { return }
    for (index, parts) in entries.sorted(by: { $0.key < $1.key }) { assemble(index, parts) }
  }

  /// The messages that are translated, in the order of the flow.
  var written: [(index: Int, parts: MessageParts)] {
    changes.sorted { $0.key < $1.key }.compactMap { index, change in
      if case .written(let parts) = change { (index, parts) } else { nil }
    }
  }

  private mutating func take(_ entry: POEntry) {
    guard let context = entry.context else {
      return tell(
        GettextRules.unknownText, "the entry for \(Diagnostic.quoting(entry.id)) has no `msgctxt`", entry,
        help: "write the key of its message: `msgctxt \"…\"`")
    }
    guard let (key, part) = MessagePart.read(context), let index = translation.texts.index(of: key) else {
      let keys = translation.texts.messages.map(\.name.value)
      return tell(
        GettextRules.unknownText, "there is no message \(Diagnostic.quoting(context)) to translate", entry,
        help: Suggestion.nearest(to: context, among: keys).map { "did you mean `\($0)`?" }
          ?? "take the entry out, or export the flow again")
    }
    guard let original = translation.original(of: part, of: index) else {
      return tell(
        GettextRules.unknownText, "the message \(Diagnostic.quoting(key)) has no \(Diagnostic.quoting(context))", entry,
        help: "take the entry out, or export the flow again", message: index)
    }
    entries[index, default: [:]][part] = entry
    if entry.isFuzzy { fuzzyCount += 1 } else if !entry.isTranslated { emptyCount += 1 }
    guard entry.isTranslated else { return }
    places[index, default: TranslatedPlaces()].parts[part] = entry.textRanges.first
    guard entry.id == original.id, entry.plural == original.plural else {
      return tell(
        GettextRules.staleText, "the words of \(Diagnostic.quoting(context)) are no longer those that are translated",
        entry, help: "export the flow again, and have the new words translated", message: index)
    }
  }

  /// Makes a message of its parts.
  private mutating func assemble(_ index: Int, _ parts: [MessagePart: POEntry]) {
    let translated = parts.filter(\.value.isTranslated)
    guard !translated.isEmpty else {
      changes[index] = .removed
      return
    }
    let base = translation.base[index]
    let needed =
      [.text] + base.each.map { MessagePart.each($0.name) }
      + (translation.rules == nil ? [] : base.plurals.map { MessagePart.plural($0.name) })
    if let missing = needed.first(where: { translated[$0] == nil }) {
      changes[index] = .removed
      let first = translated.values.map(\.range).min()
      return findings.append(
        Diagnostic(
          GettextRules.halfTranslated,
          "\(Diagnostic.quoting(translation.key(of: index))) is left out: a part of it is not translated",
          at: parts[missing]?.range ?? first ?? .beginning(of: .first),
          help: "translate `\(missing.path(of: translation.key(of: index)))`, too"))
    }
    changes[index] = message(index, translated).map { .written($0) }
  }

  /// Nil, with a finding, where the forms do not fit.
  private mutating func message(_ index: Int, _ parts: [MessagePart: POEntry]) -> MessageParts? {
    let (base, old) = (translation.base[index], translation.translated[index])
    func text(_ part: MessagePart) -> String? { parts[part]?.texts.first }
    var message = MessageParts(text: text(.text) ?? "")
    message.each = base.each.compactMap { list in
      text(.each(list.name)).map { MessageParts.Named(name: list.name, text: $0) }
    }
    // What a PO file cannot say is as it was.
    message.most = old?.most ?? base.most
    message.longest = old?.longest
    message.more = text(.more) ?? (base.more.isEmpty ? old?.more ?? "" : "")
    message.none = text(.none) ?? (base.none.isEmpty ? old?.none ?? "" : "")
    for case (.plural(let name), let entry) in parts.sorted(by: { $0.value.range < $1.value.range }) {
      guard let forms, entry.texts.count == forms.count else {
        tell(
          GettextRules.badPluralForms,
          "the entry has \(entry.texts.count) forms, and the header tells of \(forms?.count ?? 0)", entry,
          help: "write one for each form of the header")
        return nil
      }
      for (category, form) in forms.indices where form < entry.textRanges.count {
        places[index, default: TranslatedPlaces()].forms[name, default: [:]][category] = entry.textRanges[form]
      }
      if let plural = plural(name, entry, forms, was: old?.plural(name)) { message.plurals.append(plural) }
    }
    return message
  }

  /// Nil where each form shows the number alone: then the text needs no words for it.
  private func plural(
    _ name: String, _ entry: POEntry, _ forms: TranslatedForms, was old: MessageParts.Plural?
  ) -> MessageParts.Plural? {
    guard entry.texts.contains(where: { $0 != "{\(name)}" }) else { return nil }
    var plural = MessageParts.Plural(name: name, forms: [:])
    for (category, index) in forms.indices { plural.forms[category] = entry.texts[index] }
    for category in translation.rules?.rare ?? [] {
      // Who has no other words for millions needs no form for them.
      if let own = plural.forms[category], own == plural.forms[.other], old?.forms[category] == nil {
        plural.forms[category] = nil
      }
      // A form that only decimals take, or that this file has no place for, stays.
      if plural.forms[category] == nil, !forms.indices.contains(where: { $0.category == category }) {
        plural.forms[category] = old?.forms[category]
      }
    }
    return plural
  }

  private mutating func tell(
    _ code: DiagnosticCode, _ message: String, _ entry: POEntry, help: String, message index: Int? = nil
  ) {
    let notes = index.map { [Note("the message", at: translation.texts.messages[$0].range)] } ?? []
    findings.append(Diagnostic(code, message, at: entry.range, help: help, notes: notes))
  }
}
