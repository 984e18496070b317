// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import FlowRuntime
import RELIDSimulator
import Values
import YAMLTree

/// Reads a file of scenarios.
public enum ScenarioReader {
  /// The scenarios of a file, and what is wrong with how they are written.
  public static func read(_ file: SourceFile, as id: FileID = .first) -> Outcome<ScenarioFile> {
    let tree = YAML.read(file, as: id)
    guard let root = tree.value else { return Outcome(nil, tree.findings) }
    var decoder = ScenarioDecoder()
    let scenarios = decoder.file(root)
    let findings = tree.findings + decoder.findings
    return Outcome(findings.hasErrors ? nil : scenarios, findings)
  }
}

/// Reads the tree of a scenario file.
struct ScenarioDecoder {
  var findings: [Diagnostic] = []
  /// Where worlds write passwords and codes.
  private var secrets: [SourceRange] = []

  mutating func file(_ root: YAMLNode) -> ScenarioFile? {
    guard let map = root.mapping("a scenario file", keys: ["flow", "world", "scenarios"], &findings),
      let flow = map.require("flow", of: "the scenario file", &findings)?.text("`flow`", &findings),
      let items = map.require("scenarios", of: "the scenario file", &findings)?.sequence("`scenarios`", &findings)
    else { return nil }
    let world = map["world"].flatMap { self.world($0) } ?? World()
    let scenarios = items.compactMap { scenario($0, in: world) }
    var seen: [String: SourceRange] = [:]
    for scenario in scenarios {
      if let first = seen.updateValue(scenario.name.range, forKey: scenario.name.value) {
        findings.append(
          Diagnostic(
            ScenarioRules.duplicateScenario, "there are two scenarios of this name", at: scenario.name.range,
            help: "give each a name of its own", notes: [Note("the first is here", at: first)]))
      }
    }
    return ScenarioFile(flow: flow, scenarios: scenarios, secrets: secrets)
  }

  private mutating func world(_ node: YAMLNode) -> World? {
    let world = WorldReader.read(node)
    findings += world.findings
    let facts = node["users"]?.entries.flatMap(\.value.entries) ?? []
    for fact in facts where WorldReader.secretKeys.contains(fact.key.value) {
      secrets += fact.value.kind == .sequence ? fact.value.items.map(\.range) : [fact.value.range]
    }
    return world.value
  }

  private mutating func scenario(_ node: YAMLNode, in common: World) -> Scenario? {
    guard let map = node.mapping("a scenario", keys: ["name", "world", "do", "expect"], &findings),
      let name = map.require("name", of: "the scenario", &findings)?.text("`name`", &findings),
      let end = map.require("expect", of: "the scenario", &findings).flatMap({ self.end($0) })
    else { return nil }
    let items = map["do"]?.sequence("`do`", &findings)?.compactMap { item($0) } ?? []
    return Scenario(
      name: name, world: map["world"].flatMap { world($0) } ?? common, items: items, expectation: end)
  }

  private mutating func item(_ node: YAMLNode) -> Scenario.Item? {
    guard let map = node.mapping("an item", &findings), let first = map.entries.first else { return nil }
    if first.key.value == "event" { return event(node).map { Scenario.Item(what: .event($0), range: node.range) } }
    guard map.entries.count == 1 else {
      findings.append(
        Diagnostic(
          ScenarioRules.notAnItem, "an item is one thing that happens", at: map.entries[1].key.range,
          help: "begin a new item with `-`"))
      return nil
    }
    return what(first).map { Scenario.Item(what: $0, range: node.range) }
  }

  private mutating func what(_ entry: YAMLEntry) -> Scenario.Item.What? {
    switch entry.key.value {
    case "expect": return step(entry.value).map { .expect($0) }
    case "after": return entry.value.duration("`after`", &findings).map { .after($0.value) }
    case "reject": return reject(entry.value)
    case "hold", "release":
      guard let word = entry.value.text("`\(entry.key.value)`", &findings) else { return nil }
      guard word.value == "replies" else {
        findings.append(
          Diagnostic(
            ScenarioRules.notAnItem, "only `replies` can be held and released", at: word.range,
            help: "write `\(entry.key.value): replies`"))
        return nil
      }
      return entry.key.value == "hold" ? .hold : .release
    default: return AnswersReader.answer(entry, &findings).map { .answer($0) }
    }
  }

  private mutating func reject(_ node: YAMLNode) -> Scenario.Item.What? {
    guard let map = node.mapping("`reject`", keys: ["call", "code"], &findings),
      let call = map.require("call", of: "`reject`", &findings)?.name("`call`", &findings),
      let code = map.require("code", of: "`reject`", &findings)?.count("`code`", &findings)
    else { return nil }
    guard RELIDSimulator.callNames.contains(call.value) else {
      findings.append(
        Diagnostic(
          ScenarioRules.unknownWord, "the simulated SDK has no call \(Diagnostic.quoting(call.value))", at: call.range,
          help: Suggestion.help(
            for: call.value, among: RELIDSimulator.callNames, otherwise: "calls have the names that they have in flows")
        )
      )
      return nil
    }
    return .reject(call: call.value, code: code.value)
  }

  private mutating func event(_ node: YAMLNode) -> SDKEvent? {
    guard let map = node.mapping("an event", keys: ["event", "with", "status", "error"], &findings),
      let name = map["event"]?.name("`event`", &findings)
    else { return nil }
    var event = SDKEvent(name.value)
    event.status = map["status"]?.int("`status`", &findings)?.value
    event.error = map["error"]?.int("`error`", &findings)?.value ?? 0
    event.data = map["with"].map { data($0) } ?? Record()
    return event
  }

  private func data(_ node: YAMLNode) -> Record {
    Record(node.entries.map { Record.Field($0.key.value, value($0.value)) })
  }

  /// Data of an event as it is written: plain numbers and flags are such, everything else is text.
  private func value(_ node: YAMLNode) -> Value {
    switch node.kind {
    case .mapping: return .record(data(node))
    case .sequence: return .list(node.items.map { value($0) })
    case .scalar:
      let text = node.text ?? ""
      guard node.isPlain else { return .text(text) }
      if let number = Int(text) { return .int(number) }
      return text == "true" ? .flag(true) : text == "false" ? .flag(false) : .text(text)
    }
  }
}
