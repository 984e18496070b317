// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import SDKContract
package import SimulatedWorlds
import Values
import YAMLTree

/// Holds events that a file writes out against the contract: a slip in a name would test something else than is meant.
package struct EventChecker {
  private let contract: Contract
  private var findings: [Diagnostic] = []
  /// Where the event departs from the contract, so far.
  private var unknown: [Diagnostic] = []
  private var event = ""

  /// What is wrong with the events that the faults of a world send.
  package static func check(_ world: some SimulatedWorld, for contract: Contract) -> [Diagnostic] {
    // Worlds are made by programs, too, which need not know what a contract knows.
    world.writtenEvents.flatMap { check($0, for: contract) }.filter { $0.code != ScenarioRules.knownEvent }
  }

  /// What is wrong with an event: a name or a field that the contract does not know, a value of another type.
  static func check(_ written: WrittenEvent, for contract: Contract) -> [Diagnostic] {
    var checker = EventChecker(contract: contract)
    checker.check(written)
    return checker.findings
  }

  private init(contract: Contract) { self.contract = contract }

  private mutating func check(_ written: WrittenEvent) {
    event = written.name.value
    if let id = contract.event(named: event) {
      if let data = written.data { check(data, against: contract[id].fields) }
    } else {
      let names = contract.events.map(\.name)
      unknown.append(
        Diagnostic(
          ScenarioRules.unknownEvent, "\(Diagnostic.quoting(contract.name)) has no event \(Diagnostic.quoting(event))",
          at: written.name.range, help: cureOfFlow(event) ?? help(for: event, among: names)))
    }
    guard let range = written.isUnknown else { return findings += unknown }
    guard unknown.isEmpty else { return }
    findings.append(
      Diagnostic(
        ScenarioRules.knownEvent,
        "\(Diagnostic.quoting(contract.name)) knows \(Diagnostic.quoting(event)) and all its fields",
        at: range, help: "take `unknown` out: it is for what the contract does not know"))
  }

  /// How an event is written that has its mode and its code beside its name, as in a flow; nil for another one.
  private func cureOfFlow(_ event: String) -> String? {
    let name = String(event.prefix { $0 != "(" && $0 != " " })
    guard name != event, let id = contract.event(named: name) else { return nil }
    let words = event.dropFirst(name.count).split { "() ".contains($0) }
    var cures = ["`event: \(name)`"]
    if let field = contract[id].modeField,
      let mode = contract.modes.first(where: { mode in words.contains { mode.name == $0 } })
    {
      cures.append("`with: { \(field): \(mode.number) }`")
    }
    if let code = contract.codes.first(where: { code in words.contains { $0 == code.name || $0 == "\(code.number)" } })
    {
      cures.append("`status: \(code.number)`")
    }
    let list = [cures.dropLast().joined(separator: ", "), cures[cures.count - 1]].filter { !$0.isEmpty }
    return "write \(list.joined(separator: " and "))"
  }

  private func help(for word: String, among names: [String]) -> String {
    let near = Suggestion.nearest(to: word, among: names).map { "did you mean `\($0)`? " } ?? ""
    return near + "If it is to be unknown, write `unknown: true` beside the event"
  }

  private mutating func check(_ data: YAMLNode, against record: RecordType) {
    for entry in data.entries {
      guard let type = record.type(of: entry.key.value) else {
        unknown.append(
          Diagnostic(
            ScenarioRules.unknownField,
            "\(Diagnostic.quoting(record.name.isEmpty ? event : record.name)) has no field \(Diagnostic.quoting(entry.key.value))",
            at: entry.key.range, help: help(for: entry.key.value, among: record.fields.map(\.name))))
        continue
      }
      check(entry.value, named: entry.key.value, against: type)
    }
  }

  private mutating func check(_ node: YAMLNode, named name: String, against type: ValueType) {
    switch (type, node.kind) {
    case (.record(let record), .mapping): check(node, against: record)
    case (.list(let element), .sequence):
      for item in node.items { check(item, named: name, against: element) }
    default:
      guard !node.isReported, type.accept(Value(scenarioData: node)) == nil else { return }
      unknown.append(
        Diagnostic(
          ScenarioRules.wrongFieldType,
          "\(Diagnostic.quoting(name)) of \(Diagnostic.quoting(event)) must be \(type.withArticle)",
          at: node.firstLine, help: type.cure + "; if that is meant, write `unknown: true` beside the event"))
    }
  }
}

extension ValueType {
  /// With its article.
  fileprivate var withArticle: String {
    switch self {
    case .text, .secret: "a text"
    case .int: "a number"
    case .count, .seconds: "a number of 0 or more"
    case .flag: "`true` or `false`"
    case .oneOf: "a word"
    case .numbered: "a number with a name"
    case .list: "a list"
    case .record: "a map"
    }
  }

  /// How it is written.
  fileprivate var cure: String {
    switch self {
    case .text, .secret: "write one value; put digits, `true` and `false` in quotes"
    case .int: "write digits without quotes"
    case .count, .seconds: "write digits without quotes and without a sign"
    case .flag: "write one of the two, without quotes"
    case .oneOf(_, let words): "write one of " + words.inBackticks
    case .numbered(_, let numbers):
      "write the number: " + numbers.map { "`\($0.number)` for \($0.name)" }.joined(separator: ", ")
    case .list(let element): "write each behind `- `, or in brackets: each is \(element.withArticle)"
    case .record(let record):
      "write its fields, such as " + record.fields.prefix(3).map { "`\($0.name)`" }.joined(separator: ", ")
    }
  }
}
