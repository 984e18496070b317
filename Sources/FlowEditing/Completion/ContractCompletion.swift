// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
import SDKContract
import YAMLTree

/// What the contract itself gives a name to, where it is named again; and the words of types and sources.
extension CompletionSearch {
  mutating func addValuesOfContract() {
    if keys.last == "source" || isReplySource {
      for (rank, word) in Confidence.allCases.enumerated() {
        add(word.rawValue, .word, "how reliable it is", rank: rank)
      }
      return
    }
    guard let name = ContractMeaning.value(at: keys) else { return }
    let words = Array(keys)
    switch name {
    case .type:
      for type in own(.type) { add(type, .word, "a type of this contract", rank: 0) }
      for word in Contract.wordsOfTypes { add(word, .word, rank: 10) }
    case .field where words[2] == "accepts":
      addAll(names(below: ["calls", words[1], "takes"]) + ["always"], "")
    case .field: addAll(fields, "a field of the event")
    case .event where words.count == 4: addAll(own(.event), "an event")
    default: addAll(own(name).filter { $0 != words.dropFirst().first || name != .event }, name.rawValue)
    }
  }

  mutating func addKeysOfContract() {
    if let last = keys.last, ["earns", "enrols"].contains(last) {
      for factor in Factor.allCases { addKey(factor.rawValue, .word, "a kind of factor", "", rank: 0) }
      return
    }
    guard let meaning = ContractMeaning.key(at: keys + ["name"]), !meaning.isDefinition else { return }
    let names = meaning.name == .field ? fields : own(meaning.name)
    for name in names where !cursor.place.siblings.contains(name) {
      addKey(name, meaning.name == .event ? .event : .word, "", "", rank: 5)
    }
  }

  /// Whether a reply is named here, behind which its source stands.
  private var isReplySource: Bool {
    let words = Array(keys)
    return words.first == "calls" && words.count == (words.dropFirst(2).first == "leadsTo" ? 4 : 5)
      && ["leadsTo", "byMode"].contains(words.dropFirst(2).first) && words.last != PlaceMeaning.item
  }

  private func own(_ name: ContractName) -> [String] {
    var seen: Set<String> = []
    return workspace.names(in: text.path).filter {
      $0.isDefinition && $0.kind == .ofContract(name) && !$0.name.contains("Mfaflow0Mark")
        && seen.insert($0.name).inserted
    }.map(\.name)
  }

  /// The fields of the event around the place, or of those that the call answers or in which the code arrives.
  private var fields: [String] {
    let words = Array(keys)
    guard words.count > 2 else { return [] }
    if words[0] == "events" { return fields(of: words[1]) }
    let key = words[0] == "calls" ? "answers" : "in"
    let texts =
      KeyedPlace.values(at: [words[0], words[1], key], in: cursor.tree)
      + cursor.tree.items(below: [words[0], words[1], key])
    let events = texts.flatMap { ContractMeaning.words(in: KeyedPlace.scalar($0), of: .event) }.filter {
      $0.name == .event
    }
    var seen: Set<String> = []
    return events.flatMap { fields(of: $0.text) }.filter { seen.insert($0).inserted }
  }

  /// The field with the mode among them.
  private func fields(of event: String) -> [String] {
    names(below: ["events", event, "modes"]) + names(below: ["events", event, "fields"])
  }

  /// One key may give names to several things.
  private func names(below path: [String]) -> [String] {
    cursor.tree.keys(below: path).flatMap { ContractMeaning.words(in: $0, of: .field).map(\.text) }
  }
}
