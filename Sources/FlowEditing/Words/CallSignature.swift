// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import SDKContract
import Values
import YAMLTree

/// A call with all that it takes, for somebody who is writing it.
package struct CallSignature: Sendable, Hashable {
  package struct Parameter: Sendable, Hashable {
    package let name: String
    /// As the line of the call has it, such as `password: secret`.
    package let label: String
    /// What may stand there, and where its value comes from at this step.
    package let explanation: String
    let isOptional: Bool
    /// Whether the step says where its value comes from.
    let isGiven: Bool
  }

  package let call: String
  package let explanation: String
  package let parameters: [Parameter]
  /// The parameter that is being written, as an index; nil where nothing is left to write.
  package let active: Int?

  /// The whole line, such as `setPassword(password: secret)`.
  package var label: String { "\(call)(\(parameters.map(\.label).joined(separator: ", ")))" }
}

extension FlowWorkspace {
  /// The calls whose arguments or inputs are written at a byte of a file; the first is most likely meant.
  package func signatures(at offset: Int, in path: String) -> [CallSignature] {
    guard let text = texts.text(path), text.kind == .flow || text.kind == .part, let contract = contract(for: path)
    else { return [] }
    var signatures: [CallSignature] = []
    for place in CompletionPlace.find(at: offset, in: text) {
      let keys = place.place.keys
      guard keys.count >= 3, ["steps", "interrupts"].contains(keys[0]) else { continue }
      guard let named = text.tree.flatMap({ CallText(at: keys, in: $0) }), let call = contract.call(named: named.call)
      else { continue }
      // Of a list, the word at the place is what is being written; of a map, the key above it is.
      let isItem = keys.last == PlaceMeaning.item
      let isKey = place.place.role == .key
      let word = isItem || isKey ? text.text(place.replaced) : keys.last ?? ""
      let signature = CallSignature(contract[call], named, writing: word, ContractTexts(contract: contract))
      if !signatures.contains(signature) { signatures.append(signature) }
    }
    return signatures
  }
}

extension CallSignature {
  fileprivate init(_ spec: CallSpec, _ written: CallText, writing word: String, _ texts: ContractTexts) {
    call = spec.name
    explanation = spec.meaning
    parameters = spec.parameters.map { parameter in
      Parameter(
        name: parameter.name, label: "\(parameter.name)\(parameter.isOptional ? "?" : ""): \(parameter.type)",
        explanation: [Self.limits(of: parameter), Self.origin(of: parameter, written)].joined(separator: " "),
        isOptional: parameter.isOptional,
        isGiven: written.arguments[parameter.name] != nil || written.inputs.contains(parameter.name))
    }
    active =
      parameters.firstIndex { $0.name == word } ?? parameters.firstIndex { !$0.isGiven && !$0.isOptional }
      ?? parameters.firstIndex { !$0.isGiven }
  }

  private static func limits(of parameter: CallSpec.Parameter) -> String {
    let isText = parameter.type == .text || parameter.type == .secret
    let unit = isText ? " characters" : ""
    let range: String? =
      switch (parameter.minimum, parameter.maximum) {
      case (let least?, let most?): "\(least) to \(most)\(unit)"
      case (let least?, nil): "at least \(least)\(isText && least == 1 ? " character" : unit)"
      case (nil, let most?): "at most \(most)\(unit)"
      case (nil, nil): nil
      }
    let trimmed = parameter.isTrimmed ? "white space around it is cut off" : nil
    let words = [parameter.isOptional ? "Optional" : "Required", range, trimmed]
    return words.compactMap(\.self).joined(separator: ", ") + "."
  }

  /// Where the value comes from at this step, or has to come from.
  private static func origin(of parameter: CallSpec.Parameter, _ written: CallText) -> String {
    if let value = written.arguments[parameter.name] { return "Comes from `with:`: `\(value)`." }
    if written.picks.contains(parameter.name) { return "Is picked: it stands below `pick:`." }
    if written.inputs.contains(parameter.name) { return "Is typed: it stands below `ask:`." }
    if parameter.isUser { return "The user that the SDK has named: write `$user` below `with:`." }
    if parameter.type == .secret { return "A secret comes from the user alone: name it below `ask:` of the answer." }
    return parameter.isOptional ? "Not given here." : "Not given yet: name it below `ask:`, or below `with:`."
  }
}

/// A call as a step writes it: its name, its arguments, and the inputs that may go into it.
private struct CallText {
  var call = ""
  var arguments: [String: String] = [:]
  var inputs: [String] = []
  var picks: [String] = []

  /// The call that a row of keys of a step is about; nil for none.
  init?(at keys: [String], in tree: SourceTree) {
    func entries(_ node: SourceNode?) -> [SourceEntry] { node?.entries ?? [] }
    func value(_ key: String, of node: SourceNode?) -> SourceNode? {
      entries(node).first { entry in entry.key.map { tree.unquoted($0) } == key }?.value
    }
    func word(_ node: SourceNode?) -> String? { node.flatMap { $0.isContainer ? nil : tree.unquoted($0) } }
    func names(_ node: SourceNode?) -> [String] {
      entries(node).compactMap { $0.key.map { tree.unquoted($0) } ?? word($0.value) }
    }
    // A step that an `add:` or `change:` writes stands below its path.
    let changed = tree.root.entries.filter { $0.key.map { ["change", "add"].contains(tree.unquoted($0)) } ?? false }
    let step =
      value(keys[1], of: value(keys[0], of: tree.root))
      ?? changed.lazy.compactMap { value("\(keys[0]).\(keys[1])", of: $0.value) }.first
    guard let step else { return nil }
    (inputs, picks) = (names(value("ask", of: step)), names(value("pick", of: step)))
    inputs += picks
    let holder: SourceNode?
    switch keys[2] {
    case "choices" where keys.count >= 5 && ["call", "with"].contains(keys[4]):
      holder = value(keys[3], of: value("choices", of: step))
    case "call", "with": holder = step
    case "answer", "ask", "pick":
      // A mere name stands for the call without arguments.
      let answer = value("answer", of: step)
      guard let answer else { return nil }
      if let name = word(answer) {
        call = name
        return
      }
      holder = answer
    default: return nil
    }
    guard let name = word(value("call", of: holder)) else { return nil }
    call = name
    for argument in entries(value("with", of: holder)) {
      guard let key = argument.key, !argument.value.isContainer else { continue }
      let text = tree.text(argument.value.range)
      guard !text.isEmpty else { continue }
      arguments[tree.unquoted(key)] = String(text.prefix(60))
    }
  }
}
