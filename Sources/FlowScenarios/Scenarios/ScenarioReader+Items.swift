// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import FlowRuntime
import SimulatedWorlds
import Values
import YAMLTree

/// What happens in a scenario.
extension ScenarioDecoder {
  /// The items of a node of `do:`: one, or an answer and what happens between its call and the reply.
  mutating func items(_ node: YAMLNode, on device: Int?, isDuring: Bool = false) -> [Scenario.Item] {
    let before = findings.count
    guard let map = node.mapping("an item", &findings) else {
      AnswersReader.adviseColon(node, since: before, &findings)
      return []
    }
    guard let first = map.entries.first else {
      findings.append(
        Diagnostic(
          ScenarioRules.notAnItem, "an item is one thing that happens, and this one is empty", at: node.range,
          help: "write an answer in it, such as `identify: { userName: alice }`, or take it out"))
      return []
    }
    if map["event"] != nil {
      return event(node).map { [Scenario.Item(.event($0, $1), node.range, on: device)] } ?? []
    }
    guard let during = map.entry("during") else {
      guard map.entries.count == 1 else { return misspelt(map.entries) ?? surplus(map.entries[1]) }
      return what(first, isDuring: isDuring).map { what in
        [Scenario.Item(what, node.range, on: what.isTime ? nil : device)]
      } ?? []
    }
    let others = map.entries.filter { $0.key.value != "during" }
    guard others.count < 2 else { return surplus(others[1]) }
    guard !isDuring else {
      return misplaced(during.key, "what happens during an answer has no `during` of its own", "write it as an item")
    }
    guard let other = others.first, let what = what(other), what.isAnswer else {
      return misplaced(during.key, "`during` belongs to an answer", "write it below an item such as `step: choice`")
    }
    guard let nodes = during.value.sequence("`during`", &findings) else { return [] }
    guard !nodes.isEmpty else {
      return misplaced(during.key, "nothing happens during this answer", "write an item below `during`, or remove it")
    }
    return [
      Scenario.Item(.hold, during.key.range, on: device, isImplied: true), Scenario.Item(what, node.range, on: device),
    ] + nodes.flatMap { items($0, on: device, isDuring: true) }
      + [Scenario.Item(.release, during.key.range, on: device, isImplied: true)]
  }

  private mutating func surplus(_ entry: YAMLEntry) -> [Scenario.Item] {
    findings.append(
      Diagnostic(
        ScenarioRules.notAnItem, "an item is one thing that happens", at: entry.key.range,
        help: "begin a new item with `-`"))
    return []
  }

  /// What other tools call `during`.
  private static let otherNamesOfDuring = Shape.item.key(named: "during")?.otherNames ?? []

  /// A key of an item that is misspelt: what stands beside it, or behind it, tells.
  private mutating func misspelt(_ entries: [YAMLEntry]) -> [Scenario.Item]? {
    func isNear(_ entry: YAMLEntry, _ word: String) -> Bool {
      Suggestion.nearest(to: entry.key.value, among: [word]) != nil
    }
    let rest = entries.dropFirst()
    let isEvent = rest.allSatisfy { Self.eventKeys.contains($0.key.value) }
    let slip: (entry: YAMLEntry, word: String)? =
      if let first = entries.first, isEvent, isNear(first, "event") {
        (first, "event")
      } else {
        rest.first { entry in
          entry.value.kind == .sequence
            && (isNear(entry, "during") || Self.otherNamesOfDuring.contains(entry.key.value))
        }.map { ($0, "during") }
      }
    guard let (entry, word) = slip else { return nil }
    findings.append(
      Diagnostic(
        YAMLRules.unknownKey, "an item has no key \(Diagnostic.quoting(entry.key.value))", at: entry.key.range,
        help: Cure("did you mean `\(word)`?", .word(entry.key.value, by: word))))
    return []
  }

  private mutating func misplaced(_ key: Spanned<String>, _ message: String, _ help: String) -> [Scenario.Item] {
    findings.append(Diagnostic(ScenarioRules.misplacedDuring, message, at: key.range, help: help))
    return []
  }

  private mutating func what(_ entry: YAMLEntry, isDuring: Bool = false) -> Scenario.Item.What? {
    let key = entry.key.value
    switch key {
    case "expect": return step(entry.value).map { .expect($0) }
    case "after": return entry.value.duration("`after`", &findings).map { .after($0.value) }
    case "background": return entry.value.duration("`background`", &findings).map { .background($0.value) }
    case "reject": return reject(entry.value)
    case "allow", "deny": return module(entry)
    case "hold", "release":
      guard !isDuring else {
        _ = misplaced(entry.key, "during an answer the replies are held already", "take `\(key)` out")
        return nil
      }
      return replies(entry)
    default:
      guard let choice = entry.value["choice"], let confirm = entry.value["confirm"] else {
        return AnswersReader.answer(entry, &findings).map { .answer($0) }
      }
      return choose(entry, choice, confirm)
    }
  }

  /// `step: { choice: name, confirm: no }`.
  private mutating func choose(
    _ entry: YAMLEntry, _ choice: YAMLNode, _ confirm: YAMLNode
  ) -> Scenario.Item.What? {
    guard entry.value.mapping("a choice", keys: Shape.chosen.names, &findings) != nil,
      let choice = choice.name("`choice`", &findings),
      let text = confirm.text("`confirm`", &findings),
      let word = word(text, "`confirm`", of: Shape.chosen.words(behind: "confirm"))
    else { return nil }
    if word.value == "no" { return .decline(step: entry.key, choice: choice) }
    let isConfirmed = Spanned(true, word.range)
    return .answer(ScriptedAnswer(step: entry.key, reply: .choice(choice), confirmation: isConfirmed))
  }

  private mutating func replies(_ entry: YAMLEntry) -> Scenario.Item.What? {
    let key = entry.key.value
    guard let word = entry.value.text("`\(key)`", &findings) else { return nil }
    guard word.value == "replies" else {
      findings.append(
        Diagnostic(
          ScenarioRules.notAnItem, "only `replies` can be held and released", at: word.range,
          help: "write `\(key): replies`"))
      return nil
    }
    guard kind != .byHand else {
      findings.append(
        Diagnostic(
          ScenarioRules.needsSimulation, "with `byHand` there are no replies to \(key)", at: entry.key.range,
          help: "write the events in the order in which they come: each is an item"))
      return nil
    }
    return key == "hold" ? .hold : .release
  }

  private mutating func reject(_ node: YAMLNode) -> Scenario.Item.What? {
    guard let map = node.mapping("`reject`", keys: Shape.rejection.names, &findings),
      let call = map.require("call", of: "`reject`", &findings)?.name("`call`", &findings),
      let code = map.require("code", of: "`reject`", &findings)?.count("`code`", &findings)
    else { return nil }
    if kind == .simulated, let names = worlds?.callNames, !names.contains(call.value) {
      findings.append(
        Diagnostic(
          ScenarioRules.unknownWord, "the simulated SDK has no call \(Diagnostic.quoting(call.value))", at: call.range,
          help: Suggestion.cure(
            for: call.value, among: names,
            otherwise:
              "if the flow makes it, write `sdk: byHand`, and each event as an item: not every call is simulated")
        )
      )
      return nil
    }
    return .reject(call: call, code: code.value)
  }

  private static let eventKeys = ["event"] + Shape.item.words(needing: "event").map(\.description)

  private mutating func event(_ node: YAMLNode) -> (SDKEvent, WrittenEvent)? {
    guard let map = node.mapping("an event", keys: Self.eventKeys, &findings),
      let name = map["event"]?.text("`event`", &findings)
    else { return nil }
    var event = SDKEvent(name.value)
    event.status = map["status"].flatMap { status($0) }?.value
    event.error = map["error"]?.int("`error`", &findings)?.value ?? 0
    event.data = map["with"]?.mapping("`with`", &findings).map { Record(scenarioData: $0.node) } ?? Record()
    let flag = map["unknown"]?.flag("`unknown`", &findings)
    if let flag, !flag.value {
      findings.append(
        Diagnostic(
          ScenarioRules.unknownWord, "`unknown` can only be `true`", at: flag.range,
          help: "take it out: every event counts as known"))
    }
    return (event, WrittenEvent(name, data: map["with"], isUnknown: flag?.range))
  }
}

extension Scenario.Item.What {
  fileprivate var isAnswer: Bool {
    switch self {
    case .answer, .decline: true
    case .expect, .after, .background, .event, .reject, .module, .hold, .release: false
    }
  }

  /// Whether it is nothing but time, which passes on all devices alike.
  fileprivate var isTime: Bool {
    switch self {
    case .after: true
    case .answer, .decline, .expect, .background, .event, .reject, .module, .hold, .release: false
    }
  }

  /// Whether it may happen on all devices at once.
  var mayBeOfAll: Bool {
    switch self {
    case .after, .background: true
    case .answer, .decline, .expect, .event, .reject, .module, .hold, .release: false
    }
  }
}

extension Record {
  /// The data of an event as a scenario writes them.
  init(scenarioData node: YAMLNode) {
    self.init(node.entries.map { Field($0.key.value, Value(scenarioData: $0.value)) })
  }
}

extension Value {
  /// Plain numbers and flags are such, everything else is text.
  init(scenarioData node: YAMLNode) {
    switch node.kind {
    case .mapping: self = .record(Record(scenarioData: node))
    case .sequence: self = .list(node.items.map { Value(scenarioData: $0) })
    case .scalar:
      let text = node.text ?? ""
      guard node.isPlain else {
        self = .text(text)
        return
      }
      if let number = Int(text) {
        self = .int(number)
      } else {
        self = text == "true" ? .flag(true) : text == "false" ? .flag(false) : .text(text)
      }
    }
  }
}
