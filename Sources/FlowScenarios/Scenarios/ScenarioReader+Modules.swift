// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import FlowRuntime
import YAMLTree

/// The security modules of a scenario, and what each says.
extension ScenarioDecoder {
  /// `{ root-check: allow, policy: { deny: … }, hours: { allowLogin: { deny: … } } }`.
  mutating func modules(_ node: YAMLNode) -> [ScenarioModule] {
    if modulesKey == nil, !node.entries.isEmpty { modulesKey = node.range }
    return node.mapping("`modules`", &findings)?.entries.compactMap { entry in
      verdicts(entry).map { ScenarioModule(name: entry.key.value, verdicts: $0) }
    } ?? []
  }

  /// `allow: root-check`, `deny: { root-check: This phone is rooted. }` or
  /// `deny: { hours: { allowLogin: Come back tomorrow. } }`: what a module says from now on.
  mutating func module(_ entry: YAMLEntry) -> Scenario.Item.What? {
    if modulesKey == nil { modulesKey = entry.key.range }
    guard entry.key.value == "deny" else {
      return entry.value.text("`allow`", &findings).map { .module($0, [:]) }
    }
    guard let map = entry.value.mapping("`deny`", &findings) else { return nil }
    guard let first = map.entries.first, map.entries.count == 1 else {
      findings.append(
        Diagnostic(
          ScenarioRules.notAnItem, "an item has one module deny", at: entry.value.range,
          help: "write `deny: { root-check: This phone is rooted. }`, and an item for each module"))
      return nil
    }
    let what = "the reason of `\(first.key.value)`"
    guard first.value.kind == .mapping else {
      return first.value.text(what, &findings).map { reason in
        .module(
          first.key, Dictionary(uniqueKeysWithValues: SecurityQuestion.allCases.map { ($0, .deny(reason.value)) }))
      }
    }
    guard
      let reasons = first.value.mapping(
        "what a module denies", keys: SecurityQuestion.allCases.map(\.rawValue), &findings)
    else { return nil }
    guard !reasons.entries.isEmpty else {
      findings.append(
        Diagnostic(
          ScenarioRules.notAVerdict, "\(Diagnostic.quoting(first.key.value)) denies nothing", at: first.value.range,
          help: "write what it denies, such as `{ allowLogin: Come back tomorrow. }`"))
      return nil
    }
    var verdicts: [SecurityQuestion: SecurityVerdict] = [:]
    for entry in reasons.entries {
      guard let question = SecurityQuestion(rawValue: entry.key.value), let reason = entry.value.text(what, &findings)
      else { continue }
      verdicts[question] = .deny(reason.value)
    }
    return .module(first.key, verdicts)
  }

  private mutating func verdicts(_ entry: YAMLEntry) -> [SecurityQuestion: SecurityVerdict]? {
    let questions = SecurityQuestion.allCases
    let keys = questions.map(\.rawValue)
    guard entry.value.entries.contains(where: { $0.key.value != "deny" }) else {
      return verdict(entry).map { verdict in Dictionary(uniqueKeysWithValues: questions.map { ($0, verdict) }) }
    }
    if entry.value["deny"] != nil || !keys.contains(where: { entry.value.value(of: $0) != nil }) {
      let before = findings.count
      let map = entry.value.mapping("a module", keys: keys + ["deny"], &findings)
      if findings.count == before, let map { tellBoth(map) }
      return nil
    }
    guard let map = entry.value.mapping("a module", keys: keys, &findings) else { return nil }
    var verdicts: [SecurityQuestion: SecurityVerdict] = [:]
    for entry in map.entries {
      guard let question = SecurityQuestion(rawValue: entry.key.value), let verdict = verdict(entry) else { continue }
      verdicts[question] = verdict
    }
    return verdicts
  }

  /// A verdict on everything beside one on a question: nobody knows which is meant.
  private mutating func tellBoth(_ map: YAMLMapping) {
    guard let deny = map.entry("deny")?.key, let question = map.entries.first(where: { $0.key.value != "deny" })?.key
    else { return }
    let (first, last) = deny.range < question.range ? (deny, question) : (question, deny)
    findings.append(
      Diagnostic(
        ScenarioRules.notAVerdict, "`\(last.value)` cannot stand beside `\(first.value)`", at: last.range,
        help: "`deny` answers every question: take it out, or write `\(question.value): { deny: … }` below the module"))
  }

  private mutating func verdict(_ entry: YAMLEntry) -> SecurityVerdict? {
    if entry.value.isText("allow") { return .allow }
    if entry.value.kind == .mapping, entry.value["deny"] != nil {
      guard let map = entry.value.mapping("a verdict", keys: Shape.verdict.names, &findings) else { return nil }
      return map["deny"]?.text("`deny`", &findings).map { .deny($0.value) }
    }
    guard !entry.value.isReported else { return nil }
    findings.append(
      Diagnostic(
        ScenarioRules.notAVerdict, "\(Diagnostic.quoting(entry.key.value)) neither allows nor denies",
        at: entry.value.range, help: "write `allow`, or `{ deny: … }` with the reason"))
    return nil
  }
}
