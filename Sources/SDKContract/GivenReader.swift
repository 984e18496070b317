// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Values
import YAMLTree

/// Reads `given`: the arguments of the call on which a reply depends.
enum GivenReader {
  static func read(
    _ node: YAMLNode, _ parameters: [CallSpec.Parameter], by taker: String = "this call",
    _ findings: inout [Diagnostic]
  ) -> Record {
    var fields: [Record.Field] = []
    for entry in node.mapping("`given`", &findings)?.entries ?? [] {
      guard let parameter = parameters.first(where: { $0.name == entry.key.value }) else {
        findings.append(.unknownParameter(entry.key, parameters.map(\.name), taker))
        continue
      }
      if let value = literal(entry.value, parameter, &findings) {
        fields.append(Record.Field(parameter.name, value))
      }
    }
    return Record(fields)
  }

  /// A value of the parameter's type; nil, and a finding, if it is none.
  private static func literal(
    _ node: YAMLNode, _ parameter: CallSpec.Parameter, _ findings: inout [Diagnostic]
  ) -> Value? {
    guard let text = node.text("a value", &findings) else { return nil }
    let isPlain = node.isPlain
    let value: Value? =
      switch parameter.type {
      case .flag: !isPlain ? nil : text.value == "true" ? .flag(true) : text.value == "false" ? .flag(false) : nil
      case .int: isPlain ? Int(text.value).map(Value.int) : nil
      case .count, .seconds: isPlain ? Int(text.value).flatMap { $0 < 0 ? nil : .int($0) } : nil
      case .numbered(_, let numbers):
        (numbers.first { $0.name == text.value || String($0.number) == text.value }?.number).map(Value.int)
      case .oneOf(_, let words): words.contains(text.value) ? .text(text.value) : nil
      case .text: .text(text.value)
      case .secret, .list, .record: nil
      }
    if value == nil { findings.append(.wrongValue(text, parameter)) }
    return value
  }
}

extension Diagnostic {
  fileprivate static func unknownParameter(
    _ name: Spanned<String>, _ names: [String], _ taker: String
  ) -> Diagnostic {
    Diagnostic(
      ContractRules.unknownParameter,
      taker == "no call" ? "no call takes \(quoting(name.value))" : "\(taker) takes no \(quoting(name.value))",
      at: name.range,
      help: Suggestion.cure(
        for: name.value, among: names,
        otherwise: names.isEmpty
          ? "it takes nothing"
          : taker == "no call" ? "name an argument of a call" : "it takes " + names.joined(separator: ", ")))
  }

  fileprivate static func wrongValue(_ text: Spanned<String>, _ parameter: CallSpec.Parameter) -> Diagnostic {
    let help: String
    switch parameter.type {
    case .flag: help = "write `true` or `false`, without quotes"
    case .int, .count, .seconds: help = "write a whole number, without quotes"
    case .numbered(_, let numbers): help = "write one of " + numbers.map(\.name).joined(separator: ", ")
    case .oneOf(_, let words): help = "write one of " + words.joined(separator: ", ")
    case .text: help = "write a text"
    case .secret, .list, .record: help = "a reply cannot depend on secrets, lists and records"
    }
    return Diagnostic(
      ContractRules.wrongValue, "`\(parameter.name)` is of type `\(parameter.type)` and never \(quoting(text.value))",
      at: text.range, help: help)
  }
}
