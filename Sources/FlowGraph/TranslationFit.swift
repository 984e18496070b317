// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax
import MessageLanguages

/// A text in another language, held against the message that it stands for.
struct TranslationFit {
  private(set) var findings: [Diagnostic] = []

  /// - Parameter forms: where the placeholders of the words for a number are written, by their names.
  init(of text: Message, to message: Message, in tag: LanguageTag, forms: [String: SourceRange] = [:]) {
    let (own, shown) = (Fillings(message.pieces), Fillings(text.pieces))
    for name in shown.names where !own.names.contains(name) {
      findings.append(
        Diagnostic(
          GraphRules.foreignPlaceholder, "the message \(Diagnostic.quoting(text.name.value)) has no `{\(name)}`",
          at: forms[name] ?? text.place(of: name.split(separator: ".").map(String.init)),
          help: Suggestion.cure(forPlaceholder: name, among: own.names, isWhole: true)
            ?? Cure(
              own.names.isEmpty
                ? "use words without a placeholder" : "its placeholders are \(own.names.map { "{\($0)}" }.quoted)"),
          notes: [Note("the message", at: message.range)]))
    }
    for name in shown.names where own.names.contains(name) && (own.items[name] == nil) != (shown.items[name] == nil) {
      findings.append(
        Diagnostic(
          GraphRules.foreignPlaceholder,
          own.items[name] == nil ? "`\(name)` is no list in the message" : "`\(name)` is a list in the message",
          at: text.place(of: name.split(separator: ".").map(String.init)),
          help: own.items[name] == nil
            ? "take it out of `each`" : "write what is shown of each item: `each: { \(name): … }`",
          notes: [Note("the message", at: message.range)]))
    }
    for (name, items) in shown.items.sorted(by: { $0.key < $1.key }) {
      guard let known = own.items[name] else { continue }
      for item in items.sorted() where !known.contains(item) {
        findings.append(
          Diagnostic(
            GraphRules.foreignPlaceholder, "the message shows no `{\(item)}` of an item of `\(name)`", at: text.range,
            help: known.isEmpty
              ? "use words without a placeholder"
              : "an item shows \(known.sorted().map { "{\($0)}" }.quoted)",
            notes: [Note("the message", at: message.range)]))
      }
    }
    let lost = own.names.filter { !shown.names.contains($0) }
    guard !lost.isEmpty, findings.isEmpty else { return }
    findings.append(
      Diagnostic(
        GraphRules.lostPlaceholder,
        "the text of \(Diagnostic.quoting(text.name.value)) in `\(tag)` does not show `{\(lost[0])}`", at: text.range,
        help: "write \(lost.map { "{\($0)}" }.quoted) where the value is to stand",
        notes: [Note("the message", at: message.range)]))
  }
}

/// The words of a message beside its text, such as those that stand for a value that is missing.
struct SideWords {
  /// Whether it has any under `none`.
  private(set) var none = false
  /// Whether it has any under `more`.
  private(set) var more = false

  init(of pieces: [Message.Piece]) {
    for piece in pieces {
      switch piece {
      case .text: break
      case .placeholder(_, let none): self.none = self.none || !none.isEmpty
      case .list(_, let list):
        none = none || !list.none.isEmpty
        more = more || !list.more.isEmpty
      case .plural(_, let plural): none = none || !plural.none.isEmpty
      }
    }
  }

  /// The keys that a text of another language lacks.
  func lacking(in other: SideWords) -> [String] {
    (none && !other.none ? ["none"] : []) + (more && !other.more ? ["more"] : [])
  }
}

/// What is filled into a text.
private struct Fillings {
  /// The paths, in the order of the text.
  private(set) var names: [String] = []
  /// Of each list, what is filled into the text of an item.
  private(set) var items: [String: Set<String>] = [:]

  init(_ pieces: [Message.Piece]) {
    for piece in pieces { take(piece) }
  }

  private mutating func take(_ piece: Message.Piece) {
    switch piece {
    case .text: break
    case .placeholder(let path, _): take(path)
    case .list(let path, let list):
      take(path)
      items[path.joined(separator: "."), default: []].formUnion(Fillings(list.each).names)
    case .plural(let path, let plural):
      take(path)
      for form in plural.forms { for piece in form.pieces { take(piece) } }
    }
  }

  private mutating func take(_ path: [String]) {
    let name = path.joined(separator: ".")
    if !names.contains(name) { names.append(name) }
  }
}

/// The words for a number, held against the categories of their language.
struct PluralFit {
  private(set) var findings: [Diagnostic] = []

  init(of plural: PluralText, for name: String, in tag: LanguageTag) {
    guard let rules = PluralRules.of(tag) else {
      findings = [
        Diagnostic(
          GraphRules.pluralCategory, "the words for numbers in `\(tag)` are not known to this program",
          at: plural.range, help: "write a text without `plural`, such as `Attempts left: {\(name)}`")
      ]
      return
    }
    let known = rules.categories.map(\.rawValue)
    let missing = rules.categories.filter { category in !plural.forms.contains { $0.category == category } }
    let foreign = plural.forms.filter { !rules.categories.contains($0.category) && !rules.rare.contains($0.category) }
    // An unknown category and a missing one are reported as one mistake.
    let meant = missing.count == 1 && foreign.count == 1 ? missing[0].rawValue : nil
    for form in foreign {
      findings.append(
        Diagnostic(
          GraphRules.pluralCategory, "`\(tag)` has no `\(form.category.rawValue)`", at: form.range,
          help: meant.map { "write `\($0)` in its place" } ?? "the categories of `\(tag)` are \(known.quoted)"))
    }
    guard !missing.isEmpty, meant == nil else { return }
    findings.append(
      Diagnostic(
        GraphRules.pluralCategory, "the words for `\(name)` lack \(missing.map(\.rawValue).quoted)",
        at: plural.range, help: "`\(tag)` needs \(known.quoted)"))
  }
}

extension Suggestion {
  /// The cure "did you mean `{x}`?"; nil where nothing is near.
  ///
  /// - Parameter isWhole: whether the placeholder holds that word alone.
  static func cure(forPlaceholder word: String, among names: [String], isWhole: Bool) -> Cure? {
    nearest(to: word, among: names).map { near in
      Cure("did you mean `{\(near)}`?", isWhole ? cure(for: word, among: names)?.change : nil)
    }
  }
}

extension SourceRange {
  /// Whether another place lies in it.
  func holds(_ other: SourceRange) -> Bool { file == other.file && start <= other.start && other.end <= end }
}
