// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowLanguage
import Values
package import YAMLTree

/// Reads a file of answers.
package enum AnswersReader {
  /// `confirm: yes` is a word of answers.
  package static let words = YAMLWords(values: ["yes", "no"]).fitting(.answers)

  /// The answers of a file, in order, and what is wrong with how they are written.
  ///
  /// - Parameter id: what the places of the answers call this file.
  package static func read(_ file: SourceFile, as id: FileID = .first) -> Outcome<[ScriptedAnswer]> {
    let tree = YAML.read(file, as: id, words: words)
    guard let root = tree.value else { return Outcome(nil, tree.findings) }
    let answers = read(root)
    return Outcome(answers.value, tree.findings + answers.findings)
  }

  /// The answers of a tree: a map with the one key `answers`, and a list below it.
  package static func read(_ root: YAMLNode) -> Outcome<[ScriptedAnswer]> {
    var findings: [Diagnostic] = []
    if let bare = withoutItsKey(root) { return Outcome(nil, [bare]) }
    let items = root.mapping("an answers file", keys: Shape.answers.names, &findings)?
      .require("answers", of: "the file", &findings)?
      .sequence("`answers`", &findings)
    guard let items else { return Outcome(nil, findings) }
    return Outcome(items.compactMap { answer($0, &findings) }, findings)
  }

  /// A file that begins with the answers themselves, as a list or as keys; nil for any other.
  private static func withoutItsKey(_ root: YAMLNode) -> Diagnostic? {
    let isMap = root.kind == .mapping && !root.entries.isEmpty
    guard root.kind == .sequence || isMap,
      !root.entries.contains(where: { Suggestion.nearest(to: $0.key.value, among: ["answers"]) != nil }),
      root["answers"] == nil
    else { return nil }
    return Diagnostic(
      YAMLRules.missingKey, "an answers file must have the key `answers`", at: root.firstLine,
      help: "write `answers:` above, and each answer below it as an item, such as `- consent: approve`")
  }

  /// What to do about `- consent approve`, which holds no colon.
  static func adviseColon(_ node: YAMLNode, since before: Int, _ findings: inout [Diagnostic]) {
    guard findings.count > before, node.kind == .scalar, node.text?.contains(" ") ?? false else { return }
    findings[before].help = "write a colon behind the step, as in `- step: choice`"
  }

  private static func answer(_ node: YAMLNode, _ findings: inout [Diagnostic]) -> ScriptedAnswer? {
    let before = findings.count
    guard let map = node.mapping("an answer", &findings) else {
      adviseColon(node, since: before, &findings)
      return nil
    }
    guard map.entries.count == 1, let entry = map.entries.first else {
      findings.append(.notOneStep(map.entries, at: node.range))
      return nil
    }
    return answer(entry, &findings)
  }

  /// `identify: { userName: alice }`, `consent: approve`.
  static func answer(_ entry: YAMLEntry, _ findings: inout [Diagnostic]) -> ScriptedAnswer? {
    switch entry.value.kind {
    case .scalar:
      guard let choice = entry.value.text else { return nil }
      return ScriptedAnswer(step: entry.key, reply: .choice(Spanned(choice, entry.value.range)))
    case .mapping:
      if let choice = entry.value["choice"], let confirm = entry.value["confirm"] {
        return made(entry, choice, confirm, &findings)
      }
      let inputs = entry.value.entries.compactMap { input in
        written(input.value).map {
          ScriptedAnswer.InputValue(name: input.key, value: Spanned($0, input.value.range))
        }
      }
      return ScriptedAnswer(step: entry.key, reply: .inputs(inputs))
    case .sequence:
      findings.append(.listOfAnswers(entry))
      return nil
    }
  }

  /// `leave: { choice: quit, confirm: no }`.
  private static func made(
    _ entry: YAMLEntry, _ choice: YAMLNode, _ confirm: YAMLNode, _ findings: inout [Diagnostic]
  ) -> ScriptedAnswer? {
    guard entry.value.mapping("a choice", keys: Shape.chosen.names, &findings) != nil,
      let choice = choice.text("`choice`", &findings), let word = confirm.text("`confirm`", &findings)
    else { return nil }
    guard Shape.chosen.words(behind: "confirm").contains(word.value) else {
      findings.append(
        Diagnostic(
          AnswerRules.notAnAnswer, "`confirm` must be `yes` or `no`", at: word.range,
          help: "write `confirm: no` to be asked and say no; without it the answer is yes"))
      return nil
    }
    return ScriptedAnswer(
      step: entry.key, reply: .choice(choice), confirmation: Spanned(word.value == "yes", word.range))
  }

  /// A value as it is written; nil for a place that is reported already.
  private static func written(_ node: YAMLNode) -> Value? {
    switch node.kind {
    case .scalar: node.text.map(Value.text)
    case .sequence: .list(node.items.compactMap(written))
    case .mapping:
      .record(
        Record(
          node.entries.compactMap { entry in
            written(entry.value).map { Record.Field(entry.key.value, $0) }
          }))
    }
  }
}

extension Diagnostic {
  fileprivate static func notOneStep(_ entries: [YAMLEntry], at range: SourceRange) -> Diagnostic {
    let names = entries.prefix(2).map { quoting($0.key.value) }.joined(separator: " and ")
    return Diagnostic(
      AnswerRules.notAnAnswer, "an answer is for one step" + (names.isEmpty ? "" : ", not for \(names)"),
      at: entries.dropFirst().first?.key.range ?? range,
      help: "write one item a step, such as `- identify: { userName: alice }`")
  }

  fileprivate static func listOfAnswers(_ entry: YAMLEntry) -> Diagnostic {
    Diagnostic(
      AnswerRules.notAnAnswer, "\(quoting(entry.key.value)) is answered with a list", at: entry.key.range,
      help: "write a choice, or a map of inputs, and a new item for each time the step asks")
  }
}
