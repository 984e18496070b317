// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import Values
import YAMLTree

/// Reads `populations`: whom the SDK treats in a way of their own.
enum PopulationReader {
  private static let keys = Shape.population.names

  static func read(_ node: YAMLNode?, _ calls: [CallSpec], in scope: inout ContractScope) -> [Population] {
    var names = NameTable<Int>("a population")
    var populations: [Population] = []
    for entry in node?.mapping("`populations`", &scope.findings)?.entries ?? [] {
      if ContractWords.mayName(entry.key, "a population", &scope.findings) {
        names.enter(entry.key, populations.count, &scope.findings)
      }
      if let population = read(entry, calls, in: &scope) { populations.append(population) }
    }
    guard let node, populations.count > ContractLimits.populations else { return populations }
    scope.findings.append(.tooLarge("a contract", ContractLimits.populations, "populations", at: node.range))
    return populations
  }

  private static func read(
    _ entry: YAMLEntry, _ calls: [CallSpec], in scope: inout ContractScope
  ) -> Population? {
    guard let mapping = entry.value.mapping("a population", keys: keys, &scope.findings) else { return nil }
    var comes: [Population.Mark] = []
    if let node = mapping.require("comes", of: "a population", &scope.findings) {
      for text in scope.names(node, "what comes to a population") { comes += marks(text, in: &scope) }
    }
    let never = scope.names(mapping["never"], "a call that leads to nothing").compactMap {
      scope.callNames.find($0, &scope.findings)
    }
    let given = mapping["given"].map {
      GivenReader.read($0, calls.flatMap(\.parameters), by: "no call", &scope.findings)
    }
    guard let source = scope.source(mapping, of: "a population") else { return nil }
    return Population(
      name: entry.key.value, comes: comes, never: never, given: given ?? Record(), meaning: scope.meaning(mapping),
      confidence: source.confidence, source: source.reference)
  }

  /// Such as `getPassword(set)`, or `getUser 138 141`.
  private static func marks(_ text: Spanned<String>, in scope: inout ContractScope) -> [Population.Mark] {
    let words = Pieces.bySpace(text)
    guard let place = words.first.flatMap({ EventPlace($0, in: &scope) }) else { return [] }
    if scope.kind(place.event) == .notice { scope.findings.append(.replyByNotice(words[0])) }
    let outcomes = words.count > 1 ? OutcomeReader.read(words.dropFirst(), place, in: &scope) : [.success]
    if words.count > 1, !scope.hasStatus(place.event) { scope.findings.append(.noStatus(place.range)) }
    return outcomes.map { Population.Mark(event: place.event, mode: place.mode, outcome: $0) }
  }
}
