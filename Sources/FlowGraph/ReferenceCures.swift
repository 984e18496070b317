// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax
import SDKContract
import Values

/// What to write in place of a value below `with:` that lacks its `$`, or that refers to nothing.
extension Resolver {
  /// For a value that is no secret input, where only one may stand.
  mutating func cureOfWrittenSecret(
    _ text: String, for parameter: CallSpec.Parameter, _ context: StepContext, knowingInputs: Bool
  ) -> Cure {
    let typed = typedSecrets(of: context, knowingInputs)
    if let cure = cureOfLostSign(text, typed) { return cure }
    if typed.count == 1 { return "pass what the user types here: `$\(typed[0])`" }
    if !typed.isEmpty { return "pass one of what the user types here: \(typed.map { "$" + $0 }.quoted)" }
    return knowingInputs || !context.mayAsk
      ? "ask the user for it, and pass `$\(parameter.name)`"
      : "ask the user for it where the call is the `answer:`, and pass `$\(parameter.name)`"
  }

  /// For the name of an input, or a path into the event or a pick, without its `$`; nil for any other text.
  func cureOfLostSign(_ text: String, _ context: StepContext, knowingInputs: Bool) -> Cure? {
    if knowingInputs, context.inputs.contains(where: { $0.name == text }) {
      return Cure("write `$\(text)`", .word(text, by: "$" + text))
    }
    return path(writtenAs: text, context, knowingInputs: knowingInputs).map { Cure("write `\($0)`", .whole(by: $0)) }
  }

  /// Tells of a path into the event or a pick without its `$`, or with one too many: as a text it would be what nobody meant.
  ///
  /// - Returns: whether it was told.
  mutating func reportLostSign(
    _ text: String, for parameter: CallSpec.Parameter, _ range: SourceRange, _ context: StepContext, knowingInputs: Bool
  ) -> Bool {
    guard let path = path(writtenAs: text, context, knowingInputs: knowingInputs) else { return false }
    report(
      GraphRules.wrongArgument, "`\(parameter.name)` would get the words `\(text)`, and not what they refer to", range,
      help: Cure("write `\(path)`", .whole(by: path)))
    return true
  }

  /// A letter, then letters, digits, `-` and `_`.
  private static func isWordOfPath(_ word: String) -> Bool {
    let isLetter = { (byte: UInt8) in (97...122).contains(byte | 0x20) }
    return word.utf8.first.map(isLetter) ?? false
      && word.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) || $0 == 0x2D || $0 == 0x5F }
  }

  /// The reference that is meant by `event.userID` or `notification.uuid`; nil for any other text.
  private func path(writtenAs text: String, _ context: StepContext, knowingInputs: Bool) -> String? {
    let path = text.hasPrefix("$") ? String(text.dropFirst()) : text
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard names.count > 1, names.count < 8, names.allSatisfy(Self.isWordOfPath) else { return nil }
    let isKnown =
      names[0] == "event" || knowingInputs && context.inputs.contains { $0.name == names[0] && $0.pick != nil }
    return isKnown ? "$" + path : nil
  }

  /// For a reference to nothing.
  mutating func cureOfUnknownReference(
    _ path: [String], for parameter: CallSpec.Parameter, _ context: StepContext, knowingInputs: Bool
  ) -> Cure {
    let first = path.first ?? ""
    let inputs = knowingInputs ? context.inputs : []
    let names =
      path.count == 1
      ? (parameter.type == .secret ? [] : ["user"]) + inputs.map(\.name)
      : ["event"] + inputs.filter { $0.pick != nil }.map(\.name)
    if let cure = suggestion(first, names), let near = Suggestion.nearest(to: first, among: names) {
      return Cure("did you mean `$\(([near] + path.dropFirst()).joined(separator: "."))`?", cure.change)
    }
    guard parameter.type == .secret, path.count == 1, knowingInputs else {
      return "refer to an input of the step, or to the event as `$event.userID`"
    }
    let typed = typedSecrets(of: context, knowingInputs)
    if !typed.isEmpty { return "pass what the user types here: \(typed.map { "$" + $0 }.quoted)" }
    return context.mayAsk
      ? "ask the user for it: `ask: { \(first): secret }`"
      : "make the call as the `answer:` of a step that asks the user for it"
  }

  /// For an item or the like where one of its fields is due; nil for any other value.
  static func cureOfRecord(_ written: String, _ type: ValueType, for parameter: CallSpec.Parameter) -> Cure? {
    guard case .record(let record) = type else { return nil }
    let fields = record.fields.filter { $0.type.fits(parameter.type) }.map(\.name)
    guard (1...6).contains(fields.count) else { return nil }
    return Cure("pass a field of it: \(fields.map { "\(written).\($0)" }.quoted)")
  }

  /// For a field that the step's event does not have.
  mutating func cureOfUnknownField(
    _ path: [String], of fields: [String], _ context: StepContext, knowingInputs: Bool
  ) -> Cure {
    if knowingInputs, path.count == 1, context.inputs.contains(where: { $0.name == path[0] }) {
      return Cure("`\(path[0])` is an input: write `$\(path[0])`", .word("event.\(path[0])", by: path[0]))
    }
    return suggestion(path.first ?? "", fields)
      ?? Cure(fields.isEmpty ? "it has no fields" : "its fields are \(fields.quoted)")
  }

  private mutating func cureOfLostSign(_ text: String, _ typed: [String]) -> Cure? {
    if typed.contains(text) { return Cure("write `$\(text)`", .word(text, by: "$" + text)) }
    guard suggestion(text, typed) != nil, let near = Suggestion.nearest(to: text, among: typed) else { return nil }
    return Cure("did you mean `$\(near)`?")
  }

  /// What the user types at a step as a secret.
  private func typedSecrets(of context: StepContext, _ knowingInputs: Bool) -> [String] {
    knowingInputs ? context.inputs.filter(\.isTypedSecret).map(\.name) : []
  }
}
