// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph
import FlowSyntax
package import MessageLanguages

/// The messages of a flow, and what they are in one other language.
package struct FlowTranslation {
  let texts: FlowTexts
  let tag: LanguageTag
  /// By the index of the message, its own texts.
  let base: [MessageParts]
  /// By the index of the message, its texts in the language; those of wider languages do not count.
  let translated: [Int: MessageParts]
  /// The next wider language that has texts, such as `de` for `de-AT`, and its texts; nil for none.
  let wider: (tag: LanguageTag, texts: [Int: MessageParts])?
  /// How the language counts; nil where that is not known.
  let rules: PluralRules?
  private let baseRules: PluralRules?

  package init(_ texts: FlowTexts, in tag: LanguageTag) {
    self.texts = texts
    self.tag = tag
    base = texts.messages.map { MessageParts($0) }
    translated = texts.texts(in: tag).mapValues { MessageParts($0) }
    wider = tag.chain.dropFirst().lazy.map { (tag: $0, texts: texts.texts(in: $0).mapValues { MessageParts($0) }) }
      .first { !$0.texts.isEmpty }
    rules = PluralRules.of(tag)
    baseRules = texts.base.flatMap { PluralRules.of($0) }
  }

  /// By the index of the message, what one catalogue says.
  func own(in file: FileID) -> [Int: MessageParts] {
    var own: [Int: MessageParts] = [:]
    for text in texts.translations(in: file) {
      if let index = texts.index(of: text.name.value) { own[index] = MessageParts(text) }
    }
    return own
  }

  func key(of index: Int) -> String { texts.messages[index].name.value }

  /// The parts of a message that a translator writes: those of the flow's own text, and the words for numbers that only the
  /// translation has.
  func parts(of index: Int) -> [MessagePart] {
    let (own, other) = (base[index], translated[index])
    let lists = own.each.map { MessagePart.each($0.name) }
    let more: [MessagePart] = own.more.isEmpty ? [] : [.more]
    let none: [MessagePart] = own.none.isEmpty ? [] : [.none]
    let names = own.plurals.map(\.name) + (other?.plurals.map(\.name) ?? []).filter { own.plural($0) == nil }
    return [.text] + lists + more + (rules == nil ? [] : names.map { .plural($0) }) + none
  }

  /// What is translated: a text, and another one for larger numbers where words follow a number; nil where the message has no such
  /// part.
  ///
  /// Where the flow itself has no words for a number, the number is all that stands there.
  func original(of part: MessagePart, of index: Int) -> (id: String, plural: String?)? {
    let own = base[index]
    switch part {
    case .text: return (own.text, nil)
    case .each(let name): return own.each.first { $0.name == name }.map { ($0.text, nil) }
    case .more: return own.more.isEmpty ? nil : (own.more, nil)
    case .none: return own.none.isEmpty ? nil : (own.none, nil)
    case .plural(let name):
      guard let plural = own.plural(name) else {
        return own.values.contains(name) ? ("{\(name)}", "{\(name)}") : nil
      }
      let forms = (baseRules?.categories ?? []).compactMap { plural.forms[$0] }
      guard let first = forms.first, let last = forms.last else { return nil }
      return (first, last)
    }
  }
}
