// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
package import RuleBook
import SDKContract
import Values

/// Words as the program prints them itself: `getPassword(verify)`, `getUser 141`, a field, a word of a type; in any letter case.
extension ContractPages {
  /// The pages of everything that is meant by some words; empty if nothing is.
  package func pages(meantBy words: String) -> [Page] {
    let whole = pages(ofWord: words)
    guard whole.isEmpty else { return whole }
    let parts = words.split { " ()".contains($0) }.map(String.init)
    guard parts.count > 1 else { return [] }
    return parts.allSatisfy(isKnown) ? parts.flatMap { pages(ofWord: $0) } : []
  }

  /// The words that are probably meant by some of which one is misspelt, such as `getPassword(verfy)`; nil for one word, and where
  /// nothing is near.
  package func meant(by words: String) -> String? {
    let parts = words.split { " ()".contains($0) }
    guard parts.count > 1 else { return nil }
    var (meant, rest) = ("", words[...])
    for part in parts {
      let word = String(part)
      guard let near = isKnown(word) ? word : Suggestion.nearest(to: word, among: self.words) else { return nil }
      meant += rest[..<part.startIndex] + near
      rest = rest[part.endIndex...]
    }
    meant += rest
    return meant == words || pages(meantBy: meant).isEmpty ? nil : meant
  }

  /// Whether a word may stand among several.
  private func isKnown(_ word: String) -> Bool {
    // A proof is a kind of factor `by` an authenticator.
    let others = ReservedWords.ofContracts.map(\.description) + Factor.allCases.map(\.rawValue) + ["by"]
    return !pages(ofWord: word).isEmpty || others.contains(word.lowercased())
  }

  /// The pages of what a flow reads by a name: of a field of events, or of a constant; with `event.` or `contract.` before it, or
  /// with names of inner fields behind it.
  package func pages(ofRead name: String) -> [Page] {
    var path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let owner = path.count > 1 && ["event", "contract"].contains(path[0]) ? path.removeFirst() : nil
    guard let first = path.first, owner == nil || owner == "event" || path.count == 1 else { return [] }
    let isField = owner != "contract" && contract.events.contains { $0.fields.fields.contains { $0.name == first } }
    let isConstant = owner == "contract" && contract.constants[first] != nil
    return isField || isConstant ? pages(ofValue: first) : []
  }

  /// What ``pages(ofRead:)`` knows, as guards write it, for suggestions.
  package var readNames: [String] {
    var known: Set<String> = []
    let fields = contract.events.flatMap(\.fields.fields).map { "event." + $0.name }
    return (fields + contract.constants.fields.map { "contract." + $0.name }).filter { known.insert($0).inserted }
  }

  /// The pages of one word, in any letter case.
  private func pages(ofWord word: String) -> [Page] {
    for exact in [pages(of: word), pages(ofValue: word)] where !exact.isEmpty { return exact }
    let lowercased = word.lowercased()
    if let name = words.first(where: { $0.lowercased() == lowercased }) { return pages(of: name) }
    return valueWords.first { $0.lowercased() == lowercased }.map { pages(ofValue: $0) } ?? []
  }

  /// The names of fields and parameters, of constants, and the words of types.
  private var valueWords: [String] {
    let fields = contract.events.flatMap(\.fields.fields)
    let parameters = contract.calls.flatMap(\.parameters)
    return fields.map(\.name) + parameters.map(\.name) + contract.constants.fields.map(\.name)
      + (fields.map(\.type) + parameters.map(\.type)).flatMap(\.ownWords).flatMap(\.words)
  }

  /// What has no line of its own in the contract: fields, parameters, constants and the words of types.
  private func pages(ofValue word: String) -> [Page] {
    let kind = "\(contract.name) \(contract.version)"
    var draft = PageDraft(word, "a word of \(kind)")
    let carriers = contract.events.filter { $0.fields.fields.contains { $0.name == word } }
    let takers = contract.calls.filter { $0.parameter(named: word) != nil }
    draft.row("a field of", carriers.map(\.name).joined(separator: ", "))
    draft.row("written", Self.forms(of: carriers.flatMap(\.fields.fields).filter { $0.name == word }))
    draft.row("handed to", takers.map(\.name).joined(separator: ", "))
    if let value = contract.constants[word] { draft.row("a constant", "`contract.\(word)`, which is `\(value)`") }
    var types: [String] = []
    let all = contract.events.flatMap(\.fields.fields).map(\.type) + contract.calls.flatMap(\.parameters).map(\.type)
    for type in all.flatMap(\.ownWords) where type.words.contains(word) && !types.contains(type.name) {
      types.append(type.name)
    }
    draft.row("one of", types.joined(separator: ", "))
    let isFound = !carriers.isEmpty || !takers.isEmpty || contract.constants[word] != nil || !types.isEmpty
    return isFound ? [draft.page] : []
  }

  /// How a flow reads a field; empty for none, and for a secret, which no flow reads.
  private static func forms(of fields: [RecordType.Field]) -> String {
    guard let field = fields.first, !fields.contains(where: \.type.holdsSecret) else { return "" }
    var (name, isShown) = (field.name, !fields.contains(where: \.isPrivate))
    // Of several fields in one, each is read by itself.
    if case .record(let record) = field.type {
      guard let inner = record.fields.first else { return "" }
      (name, isShown) = ("\(name).\(inner.name)", isShown && !inner.isPrivate)
    }
    let forms = ["`event.\(name)` in a guard"] + (isShown ? ["`{\(name)}` in a message"] : [])
    return (forms + ["`$event.\(name)` in an argument"]).joined(separator: ", ")
  }
}

extension ValueType {
  /// The types of words that it holds, each with the words.
  fileprivate var ownWords: [(name: String, words: [String])] {
    switch self {
    case .oneOf(let name, let words): [(name, words)]
    case .list(let item): item.ownWords
    case .record(let record): record.fields.flatMap(\.type.ownWords)
    default: []
    }
  }
}
