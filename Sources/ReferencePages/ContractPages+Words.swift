// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
package import RuleBook
import SDKContract
import Values

/// Words as the program prints them itself: `getPassword(verify)`, `getUser 141`, a field, a word of a type; in any letter case.
extension ContractPages {
  /// The pages of everything that is meant by some words; empty if nothing is.
  package func pages(meantBy words: String) -> [Page] {
    for exact in [pages(of: words), pages(ofValue: words)] where !exact.isEmpty { return exact }
    if let name = self.words.first(where: { $0.lowercased() == words.lowercased() }) { return pages(of: name) }
    let parts = words.split { " ()".contains($0) }.map(String.init)
    guard parts.count > 1 else { return [] }
    let found = parts.map { (word: $0, pages: pages(of: $0)) }
    let areKnown = found.allSatisfy { part in
      !part.pages.isEmpty || ReservedWords.ofContracts.contains { $0.description == part.word }
    }
    return areKnown ? found.flatMap(\.pages) : []
  }

  /// What has no line of its own in the contract: fields, parameters, constants and the words of types.
  private func pages(ofValue word: String) -> [Page] {
    let kind = "\(contract.name) \(contract.version)"
    var draft = PageDraft(word, "a word of \(kind)")
    let carriers = contract.events.filter { $0.fields.fields.contains { $0.name == word } }
    let takers = contract.calls.filter { $0.parameter(named: word) != nil }
    draft.row("a field of", carriers.map(\.name).joined(separator: ", "))
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
