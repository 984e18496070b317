// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// Keys of a step that have no meaning there.
extension DocumentDecoder {
  /// Whether a step that says that it makes a call, or waits, has what only a step has that asks: then that word is wrong, and nothing of the
  /// step is looked at, as all that could be said would follow from it.
  mutating func isOfOtherKind(_ kind: YAMLEntry, _ map: YAMLMapping) -> Bool {
    let word = kind.key.value
    guard word == "call" || word == "wait" else { return false }
    let asking = map.entries(among: Self.useless(for: word)).filter { !isOfShown($0) }.map(\.key)
    guard asking.count > 1, asking.contains(where: { ["ask", "answer", "pick"].contains($0.value) }) else {
      return false
    }
    findings.append(
      Diagnostic(
        SyntaxRules.misplacedKey,
        "a `\(word)` step has no `\(asking[0].value)` and no `\(asking[1].value)`: it asks nobody", at: kind.key.range,
        help: "write `challenge:` in place of `\(word):`, and behind it what the SDK asks; or take these keys out",
        notes: asking.map { Note("only a step that asks has `\($0.value)`", at: $0.range) }))
    return true
  }

  /// What the kind of a step has no use for.
  mutating func forbidMisplacedKeys(_ map: YAMLMapping, kind: String, _ name: String) {
    var first: Int?
    for entry in map.entries(among: Self.useless(for: kind)) where kind == "run" || !isOfShown(entry) {
      let limit = Self.limit(entry.key.value, for: kind)
      // What all has no meaning here is one finding: most likely the kind is wrong.
      if let first, limit == nil {
        findings[first].notes.append(Note("`\(entry.key.value)` has none either", at: entry.key.range))
        continue
      }
      if limit == nil { first = findings.count }
      report(
        SyntaxRules.misplacedKey, "`\(entry.key.value)` has no meaning in a `\(kind)` step", entry.key.range,
        help: limit.map { "write `\($0)` in its place" } ?? cureOfArguments(entry, beside: map)
          ?? "take it out, or make the step `\(name)` a step of another kind")
    }
    if kind == "challenge" || kind == "event" { forbidKeysWithoutAnswer(map, Self.stepKeys) }
  }

  /// For arguments beside the call that answers; nil for any other key.
  private func cureOfArguments(_ entry: YAMLEntry, beside map: YAMLMapping) -> String? {
    guard entry.key.value == "with", let call = map["answer"]?.text, call.isName else { return nil }
    return "the arguments stand with the call: write `answer: { call: \(call), with: … }`"
  }

  /// The key that limits a step of some kind, for that of another; nil where there is none.
  private static func limit(_ key: String, for kind: String) -> String? {
    switch (key, kind) {
    case ("max", "challenge"), ("max", "event"): "tries"
    case ("tries", "call"): "max"
    default: nil
    }
  }

  static func useless(for kind: String) -> [StaticString] {
    switch kind {
    case "call": uselessForCall
    case "wait": uselessForWait
    case "gate": uselessForGate
    case "run": uselessForRun
    default: uselessForEvent
    }
  }

  private static let uselessForCall = useless(beside: "call")
  private static let uselessForWait = useless(beside: "wait")
  private static let uselessForGate = useless(beside: "gate")
  private static let uselessForRun = useless(beside: "run")
  private static let uselessForEvent = useless(beside: "event")

  /// Checks of inputs have no meaning where nothing is answered; what must have been shown has one (``isOfShown(_:)``).
  private static func useless(beside kind: StaticString) -> [StaticString] {
    let answers = Shape.step.mayHave("answer", besideOnly: kind.description)
    return Shape.step.keys.filter { key in
      let isKind = kinds.contains { $0.description == key.name } && key.name != "gate"
      let isUseless = !Shape.step.mayHave(key.name, besideOnly: kind.description) || key.name == "require" && !answers
      return isUseless && !isKind && key.name != kind.description
    }.map(\.word)
  }

  /// What is asked, required and counted serves an answer.
  mutating func forbidKeysWithoutAnswer(_ map: YAMLMapping, _ keys: [StaticString]) {
    guard !map.has("answer") else { return }
    guard !map.hasKeys(otherThan: keys) else { return }
    let written = map.entries(among: Self.forAnswers).filter { !isOfShown($0) }.map(\.key)
    // In whatever order they are written, the same is said.
    let idle = Self.forAnswers.flatMap { word in written.filter { $0.value == word.description } }
    guard let first = idle.first else { return }
    findings.append(
      Diagnostic(
        SyntaxRules.misplacedKey, "`\(first.value)` has no meaning without an `answer`", at: first.range,
        help: "add `answer:` with the call that is made, or take the \(idle.count > 1 ? "keys" : "key") out",
        notes: idle.dropFirst().map { Note("`\($0.value)` has none either", at: $0.range) }))
  }

  private static let forAnswers = Shape.interrupt.words(needing: "answer")

  /// An interrupt with `to:` asks nothing.
  mutating func forbidKeysBesideTo(_ map: YAMLMapping) {
    guard map.has("to") else { return }
    for entry in map.entries(among: Self.interruptKeys) where entry.key.value != "to" {
      report(
        SyntaxRules.misplacedKey, "`\(entry.key.value)` cannot stand beside `to`", entry.key.range,
        help: "an interrupt with `to:` goes there at once; give it `choices:` to show something first")
    }
  }
}
