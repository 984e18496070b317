// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import Guards
import SDKContract
import Values
import YAMLTree

/// A guard as a file writes it, with or without quotes around it.
struct GuardPlace {
  /// The text of the guard, byte for byte as long as in the file: what YAML has doubled or escaped has a blank before it.
  let text: String
  /// The quote around it; nil for none.
  let quote: Unicode.Scalar?

  init(written: String) {
    let scalars = written.unicodeScalars
    quote = scalars.first.flatMap { $0 == "'" || $0 == "\"" ? $0 : nil }
    guard let quote else {
      text = written
      return
    }
    let isClosed = scalars.count > 1 && scalars.last == quote
    let doubled = (quote == "'" ? "''" : "\\\"").unicodeScalars
    text = String(
      String.UnicodeScalarView(scalars.dropFirst().dropLast(isClosed ? 1 : 0))
        .replacing(doubled, with: " \(quote)".unicodeScalars))
  }

  /// How many bytes stand before the text.
  var lead: Int { quote == nil ? 0 : 1 }
}

extension FlowWorkspace {
  /// What the guard at a place may name, with the types; nil where the contract cannot be read.
  func guardScope(at keys: [String], in tree: SourceTree, of path: String) -> GuardScope? {
    guard let contract = contract(for: path), let step = writtenStep(at: keys, in: tree, of: path) else { return nil }
    let steps =
      step.isInterrupt
      ? namesInReach(of: path).map(\.place).filter { $0.kind == .step && $0.isDefinition }.map(\.name) : nil
    var scope = contract.guardScope(
      awaiting: step.awaited.flatMap { contract.event(named: $0) }, interrupting: steps)
    guard keys.count > 3, keys[2] != "choices" else { return scope }
    // The guard of a pick knows it and those above it.
    let isOfPick = keys[2] == "pick"
    for pick in contract.picks(of: step) {
      scope.declare(pick.name, pick.type)
      if isOfPick, pick.name == keys[3] { return scope }
    }
    for input in isOfPick ? [] : step.inputs {
      let parameter = step.answer.flatMap { contract.call(named: $0) }.flatMap { contract[$0].parameter(named: input) }
      let stated = step.typeWords[input].flatMap { word in ValueType.ofInputs.first { $0.description == word } }
      if let type = parameter?.type ?? stated { scope.declare(input, type) }
    }
    return scope
  }

  /// What the word of a guard at a byte means; nil where no guard stands, or nothing is known.
  func guardWord(at offset: Int, of place: KeyedPlace, in text: EditedText) -> WordMeaning? {
    guard place.role == .value, PlaceMeaning.isGuard(at: place.keys[...]), let tree = text.tree,
      let scope = guardScope(at: place.keys, in: tree, of: text.path)
    else { return nil }
    let written = GuardPlace(written: text.text(place.range))
    let start = place.range.lowerBound + written.lead
    guard offset >= start, let found = GuardSketch(written.text, in: scope).meaning(at: offset - start) else {
      return nil
    }
    let words = GuardWords(
      contract: contract(for: text.path), step: writtenStep(at: place.keys, in: tree, of: text.path))
    return words.text(of: found.meaning).map {
      WordMeaning(text: $0, range: found.range.lowerBound + start..<found.range.upperBound + start)
    }
  }
}

extension Contract {
  /// What is picked at a step, each with the type of an item; what cannot be told is left out.
  func picks(of step: WrittenStep) -> [(name: String, type: ValueType)] {
    var known: [(name: String, type: ValueType)] = []
    for pick in step.picks {
      var words = pick.from.split(separator: ".").map(String.init)[...]
      let root = words.popFirst()
      var type = known.first { $0.name == root }?.type
      if root == "event" { type = step.awaited.flatMap { event(named: $0) }.map { .record(self[$0].fields) } }
      for word in words { if case .record(let record)? = type { type = record.type(of: word) } else { type = nil } }
      if case .list(let element)? = type { known.append((pick.name, element)) }
    }
    return known
  }
}
