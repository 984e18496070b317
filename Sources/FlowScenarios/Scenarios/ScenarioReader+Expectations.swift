// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowLanguage
import SDKContract
import Values
import YAMLTree

/// What a scenario expects, of a step and of the end.
extension ScenarioDecoder {
  private static let stepKeys = Shape.stepExpectation.names
  /// What is meant at a step by a key of the end, and the other way round.
  private static let meanings = Shape.otherNames(of: [.stepExpectation, .ending])
  private static let endKeys = Shape.ending.names

  /// The event that is expected; as a flow names it, with its mode or its code, it is no name.
  private mutating func eventName(_ node: YAMLNode) -> Spanned<String>? {
    let count = findings.count
    let name = node.name("`event`", &findings)
    let bare = (node.text ?? "").prefix { $0 != "(" && $0 != " " }
    if name == nil, !bare.isEmpty, bare.count < node.text?.count ?? 0 {
      for index in findings.indices.dropFirst(count) {
        findings[index].cure =
          "write `event: \(bare)`; the mode is one of its `data:`, such as `data: { challengeMode: 0 }`, and the code its `status:`"
      }
    }
    return name
  }

  mutating func step(_ node: YAMLNode) -> StepExpectation? {
    guard let map = expectation(node, "`expect`", keys: Self.stepKeys) else { return nil }
    return StepExpectation(
      step: map["step"].flatMap { stepName($0, "`step`") }, event: map["event"].flatMap { eventName($0) },
      status: map["status"].flatMap { status($0) }, error: map["error"]?.int("`error`", &findings),
      data: map["data"].map { data($0) } ?? [],
      attemptsLeft: map["attemptsLeft"]?.int("`attemptsLeft`", &findings),
      countdown: map["countdown"]?.duration("`countdown`", &findings),
      refused: map["refused"]?.text("`refused`", &findings),
      rejected: map["rejected"]?.int("`rejected`", &findings), say: map["say"]?.text("`say`", &findings),
      offered: map["offered"].flatMap { names($0, "`offered`") }, items: map["items"].map { items($0) } ?? [],
      shown: map["shown"].map { shown($0) } ?? [], run: run(map))
  }

  mutating func end(_ node: YAMLNode, _ what: String) -> EndExpectation? {
    if node.isText("todo"), what == "`expect`" { return EndExpectation(leftOpen: node.range) }
    let before = findings.count
    guard let map = expectation(node, what, keys: Self.endKeys) else {
      if what == "`expect`", findings.count > before, let text = node.text,
        let near = Suggestion.cure(for: text, among: ["todo"])
      {
        findings[before].cure = near
      }
      return nil
    }
    if let end = map.entry("end"), let waiting = map.entry("waiting") {
      findings.append(
        Diagnostic(
          ScenarioRules.contradiction, "a run either ends or waits", at: max(end.key.range, waiting.key.range),
          help: "keep one of `end` and `waiting`"))
    }
    let outcomes = EndOutcome.allCases.map(\.rawValue)
    return EndExpectation(
      end: map["end"]?.name("`end`", &findings),
      outcome: map["outcome"]?.name("`outcome`", &findings).flatMap { word($0, "`outcome`", of: outcomes) },
      waiting: map["waiting"].flatMap { stepName($0, "`waiting`") }, say: map["say"]?.text("`say`", &findings),
      run: run(map))
  }

  /// A status code, by its number: names are for flows.
  mutating func status(_ node: YAMLNode) -> Spanned<Int>? {
    let before = findings.count
    if let number = node.int("`status`", &findings) { return number }
    if findings.count > before, node.text?.isName ?? false {
      findings[before].help = "write the number of the code, such as `status: 102`: the contract has it beside the name"
    }
    return nil
  }

  private mutating func run(_ map: YAMLMapping) -> RunExpectation {
    RunExpectation(
      proofs: map["proofs"].flatMap { factors($0, "`proofs`") },
      enrolled: map["enrolled"].flatMap { factors($0, "`enrolled`") },
      reasons: map["reasons"].flatMap { texts($0, "`reasons`") }, path: map["path"].flatMap { path($0) },
      called: map["called"].flatMap { names($0, "`called`") })
  }

  /// An expectation of nothing would always hold.
  private mutating func expectation(_ node: YAMLNode, _ what: String, keys: [String]) -> YAMLMapping? {
    guard let map = node.mapping(what, keys: keys, meaning: Self.meanings, &findings) else { return nil }
    guard map.entries.isEmpty else { return map }
    saysNothing(what, node, "write at least one of \(keys.inBackticks)")
    return nil
  }

  private mutating func data(_ node: YAMLNode) -> [DataExpectation] {
    guard let map = node.mapping("`data`", &findings) else { return [] }
    if map.entries.isEmpty { saysNothing("`data`", node, "write a field of the event, such as `{ userID: alice }`") }
    return map.entries.filter { !$0.value.isReported }.map { entry in
      DataExpectation(field: entry.key, value: Spanned(Value(scenarioData: entry.value), entry.value.range))
    }
  }

  /// Picks with what they offer, such as `items: { notification: [{ subject: Pay }] }`.
  private mutating func items(_ node: YAMLNode) -> [ItemExpectation] {
    guard let map = node.mapping("`items`", &findings) else { return [] }
    if map.entries.isEmpty { saysNothing("`items`", node, "write a pick of the step and what it offers") }
    return map.entries.compactMap { entry in
      entry.value.sequence("the items of `\(entry.key.value)`", &findings).map { items in
        ItemExpectation(pick: entry.key, items: Spanned(items.map { Value(scenarioData: $0) }, entry.value.range))
      }
    }
  }

  /// Picks with what they show, such as `shown: { notification: [Pay 10 EUR, { text: Welcome, reason: nothing to answer }] }`.
  private mutating func shown(_ node: YAMLNode) -> [ShownExpectation] {
    guard let map = node.mapping("`shown`", &findings) else { return [] }
    if map.entries.isEmpty { saysNothing("`shown`", node, "write a pick of the step and what it shows") }
    return map.entries.compactMap { entry in
      let what = "what `\(entry.key.value)` shows"
      if entry.value.kind == .scalar {
        return entry.value.text(what, &findings).map {
          ShownExpectation(pick: entry.key, items: Spanned([], entry.value.range), none: $0.value)
        }
      }
      return entry.value.sequence(what, &findings).map { items in
        ShownExpectation(
          pick: entry.key, items: Spanned(items.compactMap { shownItem($0) }, entry.value.range), none: nil)
      }
    }
  }

  private mutating func shownItem(_ node: YAMLNode) -> ShownExpectation.Item? {
    guard node.kind == .mapping else { return node.text("an item of `shown`", &findings).map { .offered($0.value) } }
    guard let map = expectation(node, "an item of `shown`", keys: Shape.shownItem.names) else { return nil }
    return .unavailable(
      text: map["text"]?.text("`text`", &findings)?.value, reason: map["reason"]?.text("`reason`", &findings)?.value)
  }

  private mutating func saysNothing(_ what: String, _ node: YAMLNode, _ help: String) {
    findings.append(
      Diagnostic(ScenarioRules.emptyExpectation, "\(what) must say something", at: node.range, help: help))
  }

  /// The name of a step; one of a flow inside bears that of the `run:` step and a slash before it.
  private mutating func stepName(_ node: YAMLNode, _ what: String) -> Spanned<String>? {
    let parts = node.text?.split(separator: "/", omittingEmptySubsequences: false) ?? []
    if parts.count > 1, let text = node.text, parts.allSatisfy({ String($0).isName }) {
      return Spanned(text, node.range)
    }
    return node.name(what, &findings)
  }

  private mutating func path(_ node: YAMLNode) -> Spanned<[Spanned<String>]>? {
    node.sequence("`path`", &findings).map { items in
      Spanned(items.compactMap { stepName($0, "`path`") }, node.range)
    }
  }

  private mutating func names(_ node: YAMLNode, _ what: String) -> Spanned<[Spanned<String>]>? {
    node.sequence(what, &findings).map { items in
      Spanned(items.compactMap { $0.name(what, &findings) }, node.range)
    }
  }

  private mutating func texts(_ node: YAMLNode, _ what: String) -> Spanned<[Spanned<String>]>? {
    node.sequence(what, &findings).map { items in
      Spanned(items.compactMap { $0.text(what, &findings) }, node.range)
    }
  }

  private mutating func factors(_ node: YAMLNode, _ what: String) -> Spanned<[Spanned<String>]>? {
    names(node, what).map { names in
      Spanned(names.value.compactMap { word($0, what, of: Factor.allCases.map(\.rawValue)) }, names.range)
    }
  }
}
