// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLinking
import FlowSyntax
import MessageLanguages
import SDKContract
import Values

extension Resolver {
  /// The texts of all catalogues, by language and message; a text that does not fit its message is told.
  mutating func languages(of messages: [Message]) -> FlowLanguages {
    var languages = FlowLanguages()
    languages.base = document.messagesIn.flatMap { LanguageTag($0.value) }
    languages.offered = linked.languages.map(\.tag)
    languages.files = Set(linked.catalogues.map(\.file))
    for syntax in document.messages {
      tell(pluralFlaws(of: syntax))
      // A flow that is run by two steps brings its messages twice.
      let excess = TextLength.excess(of: syntax, above: syntax.longest)
      if let excess, !findings.contains(excess) { findings.append(excess) }
      if let index = messageKeys[syntax.name.value] {
        languages.excess[nil, default: [:]][index] = TextLength.excess(of: syntax, above: [syntax.longest])
      }
    }
    guard !linked.translations.isEmpty || !linked.languages.isEmpty else { return languages }
    let uses = Dictionary(grouping: messageUses) { Int($0.message.index) }
    // A flow that is run by two steps brings each of its texts twice.
    var told: Set<SourceRange> = []
    var places: [LanguageTag: [Int: SourceRange]] = [:]
    // What is written, and was not understood, is not missing: that is told.
    var written = linked.unreadTexts
    for translation in linked.translations {
      let (tag, text) = (translation.tag, translation.message)
      let isNew = told.insert(text.name.range).inserted
      guard let index = messageKeys[text.name.value] else {
        if isNew, let meant = tellUnknown(text.name) { written[tag, default: []].insert(meant) }
        continue
      }
      guard !translation.isReplaced else { continue }
      let pieces = Self.pieces(of: text)
      if isNew {
        let misfits = misfits(of: text, to: messages[index], in: tag, shownAt: uses[index]?.first)
        findings += translation.isOfVariant ? misfits.map { $0.curedByOwnCatalogue(text.name) } : misfits
        let lacking = SideWords(of: messages[index].pieces).lacking(in: SideWords(of: pieces))
        if misfits.isEmpty, !lacking.isEmpty {
          findings.append(.missingWords(lacking, of: text, to: messages[index], in: tag))
        }
      }
      if let other = languages.texts[tag]?[index], other != pieces, let place = places[tag]?[index] {
        findings.append(.twoTexts(text.name, tag, other: place, isOfVariant: translation.level > 1))
      }
      languages.texts[tag, default: [:]][index] = pieces
      languages.places[tag, default: [:]][index] = text.range
      languages.excess[tag, default: [:]][index] = TextLength.excess(
        of: text, above: limits(of: text, for: messages[index]))
      places[tag, default: [:]][index] = text.name.range
    }
    for language in linked.languages { tellMissing(in: language, of: messages, languages, but: written) }
    return languages
  }

  /// Whether a catalogue has texts for other flows, too: one for the same language is named behind it.
  private func isShared(_ catalogue: FileID) -> Bool {
    guard let place = linked.catalogues.firstIndex(where: { $0.file == catalogue }) else { return false }
    let named = linked.catalogues[place]
    return linked.catalogues[(place + 1)...].contains { $0.tag == named.tag && $0.namedIn == named.namedIn }
  }

  /// A key of a catalogue that no message bears, unless the message may stand where something could not be read, or was removed.
  ///
  /// - Returns: the message that is meant; nil where none is near.
  private mutating func tellUnknown(_ name: Spanned<String>) -> String? {
    guard !isShared(name.range.file), !isMissing(message: name.value) else { return nil }
    guard !document.unreadMessages.contains(name.value), !document.lacksParts, linked.removed[name.value] == nil
    else { return nil }
    let names = document.messages.map(\.name.value)
    let near = suggestion(name.value, names)
    guard near != nil || !linked.lacksCatalogues else { return nil }
    findings.append(
      Diagnostic(
        GraphRules.textOfNoMessage, "there is no message \(Diagnostic.quoting(name.value)) to translate",
        at: name.range,
        help: near
          ?? Cure(
            "take it out, or \(whereToAdd("messages", name.value)) of the flow; if the catalogue is for other flows, too, "
              + "name one of this flow's own behind it")))
    return near == nil ? nil : Suggestion.nearest(to: name.value, among: names)
  }

  /// Which messages have no text in a language that the flow offers.
  ///
  /// - Parameter written: by language, those whose text is written, and was not understood.
  private mutating func tellMissing(
    in language: LinkedLanguage, of messages: [Message], _ languages: FlowLanguages,
    but written: [LanguageTag: Set<String>]
  ) {
    // A catalogue that could not be read may have the texts.
    guard !linked.lacksCatalogues else { return }
    let chain = language.tag.chain
    // Behind a wider language that the flow offers, too, all that is missing is missing there.
    guard !chain.contains(where: { $0 == languages.base }),
      !chain.dropFirst().contains(where: { languages.offered.contains($0) })
    else { return }
    let missing = messages.indices.filter { index in
      messages[index].hasWords
        && !chain.contains { tag in
          languages.texts[tag]?[index] != nil || written[tag]?.contains(messages[index].name.value) ?? false
        }
    }
    guard !missing.isEmpty else { return }
    // What the flow says itself it must translate itself: the catalogues of its base belong to others, and the base is told of them.
    let isOfBase = language.own != language.range
    let own = isOfBase ? missing.filter { linked.ownMessages.contains(messages[$0].name.value) } : []
    let others = missing.filter { !own.contains($0) }
    if let first = own.first {
      findings.append(
        .missingTexts(
          own.map { messages[$0].name.value }, in: language.tag, at: language.own ?? messages[first].range,
          more: language.own == nil
            ? ", in a catalogue of this flow: write its path below `catalogues:` beside `extends:`" : ""))
    }
    guard !others.isEmpty else { return }
    findings.append(.missingTexts(others.map { messages[$0].name.value }, in: language.tag, at: language.range))
  }

  /// What is wrong with a text for the message that it is to stand for.
  func misfits(
    of text: MessageSyntax, to message: Message, in tag: LanguageTag, shownAt use: MessageUse?
  ) -> [Diagnostic] {
    let shown = Self.message(text)
    let numbers = shown.pieces.filter { if case .plural = $0 { true } else { false } }
    let limits = limits(of: text, for: message)
    // A placeholder that the message has by mistake is told there: it may be what the translation has rightly.
    let isWrong = findings.contains { $0.code == GraphRules.unknownPlaceholder && message.range.holds($0.range) }
    let fit = isWrong ? [] : TranslationFit(of: shown, to: message, in: tag, forms: text.placesInForms).findings
    let idle = fit.isEmpty ? text.idleNone.map { [Diagnostic.idleNone(text.name.value, $0)] } ?? [] : []
    return fit + idle + pluralFlaws(of: text)
      + [TextLength.excess(of: text, above: limits.compactMap(\.self).min { $0.value < $1.value })].compactMap(\.self)
      // What the message itself does not have is told already.
      + (use.map { use in fit.isEmpty ? numbers.flatMap { flaws(of: $0, in: shown, at: use) } : [] } ?? [])
  }

  /// How long a text may be, by its own word and by that of the message.
  private func limits(of text: MessageSyntax, for message: Message) -> [Spanned<Int>?] {
    [text.longest, document.messages.first { $0.name.range == message.name.range }?.longest]
  }

  /// Takes in what is wrong with words for numbers: that nobody has said which language they are in is said once.
  private mutating func tell(_ flaws: [Diagnostic]) {
    for flaw in flaws {
      let first = findings.firstIndex(where: \.isOfUnknownLanguage)
      guard flaw.isOfUnknownLanguage, let first else {
        findings.append(flaw)
        continue
      }
      // A flow that is run by two steps brings its messages twice.
      guard flaw.range != findings[first].range, !findings[first].notes.contains(where: { $0.range == flaw.range })
      else { continue }
      findings[first].notes.append(Note("words for a number, too", at: flaw.range))
    }
  }

  /// The categories of numbers that do not fit the language of a text.
  private func pluralFlaws(of text: MessageSyntax) -> [Diagnostic] {
    text.pieces.flatMap { piece -> [Diagnostic] in
      guard case .plural(let path, let plural) = piece else { return [] }
      guard let tag = text.language else {
        // A part does not say in which language it is written: the flow that uses it does.
        return linked.isPart ? [] : [.languageUnknown(plural.range, ofVariant: linked.hasBase)]
      }
      return PluralFit(of: plural, for: path.joined(separator: "."), in: tag).findings
    }
  }

  /// What is wrong with words that follow a value which is no number.
  func notANumber(_ path: [String], in message: Message, at use: MessageUse) -> [Diagnostic] {
    let types: [ValueType?]
    switch use.source {
    case .item(.record(let record), _): types = [record.type(at: path)]
    case .item(let element, _): types = [element]
    default: types = use.source.events.map { contract[$0].fields.type(at: path) }
    }
    let isNumber = types.compactMap(\.self).allSatisfy { type in
      switch type {
      case .int, .count, .seconds: true
      default: false
      }
    }
    guard !isNumber else { return [] }
    return [
      Diagnostic(
        GraphRules.unknownPlaceholder, "`\(path.joined(separator: "."))` is no number", at: message.place(of: path),
        help: "take it out of `plural`: no words follow it", notes: [Note("shown here", at: use.range)])
    ]
  }
}

extension MessageSyntax {
  /// Where a placeholder of the words for a number is written, by its name; without those of the text itself.
  fileprivate var placesInForms: [String: SourceRange] {
    var places: [String: SourceRange] = [:]
    for case .plural(_, let plural) in pieces {
      for form in plural.forms {
        let words = Message(name: name, pieces: Resolver.pieces(form.pieces), range: form.text)
        for case .placeholder(let path, _) in form.pieces {
          places[path.joined(separator: ".")] = places[path.joined(separator: ".")] ?? words.place(of: path)
        }
      }
    }
    for case .placeholder(let path, _) in pieces { places[path.joined(separator: ".")] = nil }
    return places
  }
}

extension Message {
  /// Whether there is anything to translate: `"{message}"` has no words of its own.
  package var hasWords: Bool { pieces.haveWords }

  /// The keys of the words beside the text that the flow's own message has, and the text in another language has not: `none` and `more`.
  package var untranslatedKeys: [String] {
    base.map { SideWords(of: $0).lacking(in: SideWords(of: pieces)) } ?? []
  }
}

extension [Message.Piece] {
  fileprivate var haveWords: Bool {
    contains { piece in
      switch piece {
      case .text(let text): text.unicodeScalars.contains { $0.properties.isAlphabetic }
      case .placeholder(_, let none): none.unicodeScalars.contains { $0.properties.isAlphabetic }
      case .list(_, let list): list.each.haveWords || list.more.haveWords || list.none.haveWords
      case .plural: true
      }
    }
  }
}

extension Diagnostic {
  /// - Parameter more: what else is to be done.
  fileprivate static func missingTexts(
    _ keys: [String], in tag: LanguageTag, at range: SourceRange, more: String = ""
  ) -> Diagnostic {
    let shown = keys.prefix(mostKeys).map { "`\($0)`" }.joined(separator: ", ")
    let rest = keys.count > mostKeys ? " and \(keys.count - mostKeys) more" : ""
    return Diagnostic(
      GraphRules.missingTexts,
      keys.count == 1
        ? "1 message has no text in `\(tag)`" : "\(keys.count) messages have no text in `\(tag)`",
      at: range, help: "write \(keys.count == 1 ? "a text" : "texts") for \(shown)\(rest)\(more)")
  }

  /// That a text lacks words which its message has for a value that is missing, or for the rest of a list.
  fileprivate static func missingWords(
    _ keys: [String], of text: MessageSyntax, to message: Message, in tag: LanguageTag
  ) -> Diagnostic {
    Diagnostic(
      GraphRules.missingTexts, "\(quoting(text.name.value)) has no words in `\(tag)` for its \(keys.quoted)",
      at: text.range, help: "write \(keys.map { "\($0): …" }.quoted) beside its text, as the message has it",
      notes: [Note("the message", at: message.range)])
  }

  /// The same of a text for words that a variant has changed: the catalogue may be shared with flows that have other words.
  fileprivate func curedByOwnCatalogue(_ name: Spanned<String>) -> Diagnostic {
    guard code == GraphRules.foreignPlaceholder || code == GraphRules.lostPlaceholder else { return self }
    var finding = self
    finding.help =
      "\(help.map { "\($0)" } ?? ""); if the catalogue is for others, too, write a text for these words in one of this flow, "
      + "named last below `catalogues:`"
    return finding
  }

  private static let mostKeys = 40

  fileprivate static func twoTexts(
    _ name: Spanned<String>, _ tag: LanguageTag, other: SourceRange, isOfVariant: Bool
  ) -> Diagnostic {
    Diagnostic(
      GraphRules.twoTexts, "\(quoting(name.value)) has two different texts in `\(tag)`", at: name.range,
      help: "take one of them out: the last one is shown"
        + (isOfVariant
          ? "; or have the base name the catalogue that is shared: this flow's own text then takes its place" : ""),
      notes: [Note("the other one", at: other)])
  }

  private static let languageUnknown = "nobody can tell which words are for which number"

  /// Whether it tells that nobody has said in which language the flow is written.
  fileprivate var isOfUnknownLanguage: Bool { message == Self.languageUnknown }

  /// - Parameter isOfVariant: whether the flow has a base, so that the language of the texts is the base's word.
  fileprivate static func languageUnknown(_ range: SourceRange, ofVariant isOfVariant: Bool) -> Diagnostic {
    Diagnostic(
      GraphRules.pluralCategory, languageUnknown, at: range,
      help: "say in which language the flow is written, such as "
        + (isOfVariant ? "`add: { messages-in: en }`" : "`messages-in: en`"))
  }
}
