// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import Guards

/// The inputs of two steps that stand for each other and that differ in their names alone, where the app hands their values in.
struct RenamedInputs {
  /// By the new name: the old one.
  private(set) var names: [String: String] = [:]
  /// One difference for each renamed input, in the order of the new step.
  private(set) var differences: [Difference] = []

  init(_ old: FlowImage, _ new: FlowImage, _ pair: Correspondence.Pair) {
    let (mine, theirs) = (old.flow.steps[pair.old].inputs.map(\.name), new.flow.steps[pair.new].inputs.map(\.name))
    let (gone, added) = (mine.filter { !theirs.contains($0) }, theirs.filter { !mine.contains($0) })
    guard gone.count == added.count else { return }
    for (name, twin) in zip(gone, added)
    where old.words(ofInput: name, at: pair.old, { $0 }) == new.words(ofInput: twin, at: pair.new, renamed) {
      names[twin] = name
      differences.append(
        Difference(
          .changed,
          "\(new.quoted(pair.new)): the input `\(name)` is now called `\(twin)`: the app must hand it in under the new name",
          old: Difference.Side(name, old.range(of: .inputs, at: pair.old)),
          new: Difference.Side(twin, new.range(of: .inputs, at: pair.new)), at: .step(pair), by: .offer))
    }
  }

  /// What the new step does, in the names of the old one.
  func applied(to pattern: StepPattern) -> StepPattern {
    guard !names.isEmpty else { return pattern }
    var pattern = pattern
    for facet in [Facet.checks, .offered] {
      pattern.facets[facet] = pattern.facets[facet].map { FacetValue(inOrder: $0.order.map(renamed)) }
    }
    pattern.facets[.inputs] = pattern.facets[.inputs].map { value in
      FacetValue(
        parts: value.parts.map { part in
          FacetValue.Part(
            name: renamed(part.name), text: part.text, isOfPick: part.isOfPick, list: part.list.map(renamed))
        })
    }
    pattern.call = pattern.call.map(inArguments)
    pattern.answer = pattern.answer.map(inArguments)
    for index in pattern.choices.indices { pattern.choices[index].call = pattern.choices[index].call.map(inArguments) }
    return pattern
  }

  /// What guards of the new step say, in the names of the old one.
  func applied(to guards: [Guard]) -> [Guard] { guards.map { $0.naming(names) } }

  private func inArguments(_ call: CallPattern) -> CallPattern {
    var call = call
    call.facets[.arguments] = call.facets[.arguments].map { value in
      FacetValue(
        parts: value.parts.map { part in
          // Any other text is handed over as it is.
          let text = part.text.hasPrefix("$") ? renamed(part.text) : part.text
          return FacetValue.Part(name: part.name, text: text, isTerm: part.isTerm, isWord: part.isWord)
        })
    }
    return call
  }

  /// The same text with the old names, wherever it names an input: not in quotation marks, and not behind a dot.
  private func renamed(_ text: String) -> String {
    var (renamed, word) = ("", "")
    var (isQuoted, isMember) = (false, false)
    func take() {
      renamed += isMember ? word : names[word] ?? word
      word = ""
    }
    for character in text {
      if !isQuoted, character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      if !word.isEmpty { take() }
      isMember = character == "."
      if character == "\"" { isQuoted.toggle() }
      renamed.append(character)
    }
    take()
    return renamed
  }
}

extension Step {
  /// The first of the inputs that must have the value of one, as a check such as `password == again` says; the input itself if there is
  /// no other.
  func firstInput(equalTo index: Int) -> Int {
    var names: Set<String> = [inputs[index].name]
    let pairs = checks.flatMap(\.expression.equalNames)
    while let pair = pairs.first(where: { !$0.isDisjoint(with: names) && !$0.isSubset(of: names) }) {
      names.formUnion(pair)
    }
    return inputs.firstIndex { names.contains($0.name) && $0.type == inputs[index].type && $0.pick == nil } ?? index
  }
}

extension FlowImage {
  /// What an input of a step is, but for its name.
  ///
  /// - Parameter renamed: gives a list from which it is picked in the names that inputs have otherwise.
  fileprivate func words(ofInput name: String, at step: Int, _ renamed: (String) -> String) -> [String?] {
    let parts = patterns[step].facets[.inputs]?.parts ?? []
    let part = parts.first { $0.name == name }
    return [part?.text, part?.list.map(renamed), parts.first { $0.name == "order of \(name)" }?.text]
  }
}
