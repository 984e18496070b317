// SPDX-License-Identifier: Apache-2.0

import Guards
import SDKContract
import Values

/// The words of a guard for people.
struct GuardWords {
  let contract: Contract?
  let step: WrittenStep?

  func text(of meaning: GuardSketch.Meaning) -> String? {
    switch meaning {
    case .word(let word): return "**\(word.name)**: \(word.meaning)\n\n`\(word.form)`"
    case .text(let text, let type): return "**\"\(text)\"**: one of the words of \(type)\n\n\(Self.words(of: type))"
    case .path(let names, let type): return self.text(ofPath: names, type)
    }
  }

  private func text(ofPath names: [String], _ type: ValueType?) -> String? {
    let name = names[names.count - 1]
    switch (names[0], names.count) {
    case ("event", 1):
      guard let contract, let event = step?.awaited.flatMap({ contract.event(named: $0) }) else { return nil }
      let mode = step.flatMap { contract.mode(of: $0) }
      return "**event**: the event of this step\n\n" + ContractTexts(contract: contract).text(ofEvent: event, in: mode)
    case ("contract", 1): return GuardWord.names.first { $0.name == name }.map { "**\(name)**: \($0.meaning)" }
    case ("interrupted", 1): return GuardWord.names.first { $0.name == name }.map { "**\(name)**: \($0.meaning)" }
    case ("contract", 2):
      guard let value = contract?.constants[name] else { return nil }
      return "**\(name)**: a constant of the contract, `\(value)`"
    case (_, 1):
      guard let type else { return nil }
      let isOfStep = (step?.inputs.contains(name) ?? false) || (step?.picks.contains { $0.name == name } ?? false)
      return "**\(name)**: \(isOfStep ? "what is typed or picked here" : "an item of the list"), "
        + "\(type)\(Self.fields(of: type))"
    default:
      guard let type else { return nil }
      let owner = names[0] == "event" ? names.count == 2 ? step?.awaited : nil : nil
      return "**\(name)**: a field of `\(owner ?? names.dropLast().joined(separator: "."))`, \(type)"
        + Self.fields(of: type)
    }
  }

  /// The words that a value may be, and the fields that it has; empty for none.
  static func fields(of type: ValueType) -> String {
    let words = words(of: type)
    if !words.isEmpty { return "\n\n\(words)" }
    guard let fields = type.record?.fields, !fields.isEmpty else { return "" }
    return "\n\nFields: " + fields.map { "`\($0.name)`" }.joined(separator: ", ")
  }

  /// The words of a closed type; empty for others.
  static func words(of type: ValueType) -> String {
    if case .list(let item) = type { return words(of: item) }
    let words = names(of: type)
    return words.isEmpty ? "" : "One of " + words.prefix(24).map { "`\"\($0)\"`" }.joined(separator: ", ") + "."
  }

  /// The words that a value of a closed type may be; none for others.
  static func names(of type: ValueType) -> [String] {
    switch type {
    case .oneOf(_, let words): words
    case .numbered(_, let names): names.map(\.name)
    default: []
    }
  }
}
