// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract
import YAMLTree

/// What a scenario expects, of a step and of the end.
extension ScenarioDecoder {
  private static let stepKeys = [
    "step", "event", "status", "error", "attemptsLeft", "refused", "rejected", "say", "offered",
  ]
  private static let endKeys = ["end", "outcome", "waiting", "say", "proofs", "enrolled", "path"]

  mutating func step(_ node: YAMLNode) -> StepExpectation? {
    guard let map = expectation(node, keys: Self.stepKeys) else { return nil }
    return StepExpectation(
      step: map["step"]?.name("`step`", &findings), event: map["event"]?.name("`event`", &findings),
      status: map["status"]?.int("`status`", &findings), error: map["error"]?.int("`error`", &findings),
      attemptsLeft: map["attemptsLeft"]?.int("`attemptsLeft`", &findings),
      refused: map["refused"]?.text("`refused`", &findings),
      rejected: map["rejected"]?.int("`rejected`", &findings), say: map["say"]?.text("`say`", &findings),
      offered: map["offered"].flatMap { names($0, "`offered`") })
  }

  mutating func end(_ node: YAMLNode) -> EndExpectation? {
    guard let map = expectation(node, keys: Self.endKeys) else { return nil }
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
      waiting: map["waiting"]?.name("`waiting`", &findings), say: map["say"]?.text("`say`", &findings),
      proofs: map["proofs"].flatMap { factors($0, "`proofs`") },
      enrolled: map["enrolled"].flatMap { factors($0, "`enrolled`") }, path: map["path"].flatMap { names($0, "`path`") }
    )
  }

  /// An expectation of nothing would always hold.
  private mutating func expectation(_ node: YAMLNode, keys: [String]) -> YAMLMapping? {
    guard let map = node.mapping("`expect`", keys: keys, &findings) else { return nil }
    guard map.entries.isEmpty else { return map }
    findings.append(
      Diagnostic(
        ScenarioRules.emptyExpectation, "`expect` must say something", at: node.range,
        help: "write at least one of " + keys.map { "`\($0)`" }.joined(separator: ", ")))
    return nil
  }

  private mutating func names(_ node: YAMLNode, _ what: String) -> Spanned<[String]>? {
    node.sequence(what, &findings).map { items in
      Spanned(items.compactMap { $0.name(what, &findings)?.value }, node.range)
    }
  }

  private mutating func factors(_ node: YAMLNode, _ what: String) -> Spanned<[String]>? {
    node.sequence(what, &findings).map { items in
      let names = items.compactMap { $0.name(what, &findings) }
      return Spanned(
        names.compactMap { word($0, what, of: Factor.allCases.map(\.rawValue))?.value }, node.range)
    }
  }

  private mutating func word(_ word: Spanned<String>, _ what: String, of words: [String]) -> Spanned<String>? {
    if words.contains(word.value) { return word }
    let list = words.map { "`\($0)`" }.joined(separator: ", ")
    findings.append(
      Diagnostic(
        ScenarioRules.unknownWord, "\(what) cannot be \(Diagnostic.quoting(word.value))", at: word.range,
        help: Suggestion.help(for: word.value, among: words, otherwise: "allowed here: \(list)")))
    return nil
  }
}
