// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowChecks
import FlowGraph
import FlowLanguage
import FlowPictures
import RuleBook
import SDKContract
import Values
import YAMLTree

/// What there is to say of a word, and the word.
package struct WordMeaning: Sendable {
  /// Markdown.
  package let text: String
  package let range: Range<Int>
}

extension FlowWorkspace {
  /// What the word at a byte means; nil where there is nothing to say.
  package func meaning(at offset: Int, in path: String) -> WordMeaning? {
    guard let text = texts.text(path), let kind = text.kind else { return nil }
    if let rule = rule(at: offset, in: text) { return rule }
    let place = KeyedPlace.find(at: offset, in: text)
    if let place {
      let word =
        guardWord(at: offset, of: place, in: text) ?? placeholder(at: offset, of: place, in: text, kind)
        ?? wordOfTable(at: place, in: text, kind)
      if let word { return word }
    }
    if let name = name(at: offset, in: path), !mayBeSecret(name, in: path, of: kind) {
      if let words = words(of: name, in: text) { return WordMeaning(text: words, range: name.range) }
    }
    if let key = keyOfPath(at: offset, in: text, kind) { return key }
    guard let place else { return nil }
    if let field = eventField(at: offset, of: place, in: text, kind) { return field }
    let keys = place.keys
    if place.role == .key, let last = keys.last {
      let shapes = (ValueShape.shape { kind.shape }).values(at: keys.dropLast())
      for case .shape(let make) in shapes {
        guard let key = make().key(named: last) else { continue }
        return WordMeaning(text: Self.words(of: key), range: place.range)
      }
      return nil
    }
    guard place.role == .value, !keys.isEmpty else { return nil }
    // Of a value, what its key means.
    let own = keys.last == PlaceMeaning.item ? keys.dropLast() : keys[...]
    for case .shape(let make) in (ValueShape.shape { kind.shape }).values(at: own.dropLast()) {
      if let key = own.last.flatMap({ make().key(named: $0) }) {
        return WordMeaning(text: Self.words(of: key), range: place.range)
      }
    }
    return nil
  }

  /// Whether a word of scenarios or answers may be a secret that stands where a choice should: the flow has no such choice.
  func mayBeSecret(_ name: NamePlace, in path: String, of kind: FileKind) -> Bool {
    guard kind == .scenarios || kind == .answers else { return false }
    switch name.kind {
    case .choice, .offered: return definitions(of: name, in: path).isEmpty
    default: return false
    }
  }

  /// What a key of the language means inside a path of `change:`, `add:` or `remove:`.
  private func keyOfPath(at offset: Int, in text: EditedText, _ kind: FileKind) -> WordMeaning? {
    guard
      let path = ChangedPath.all(in: text).first(where: { $0.range.contains(offset) || $0.range.upperBound == offset })
    else { return nil }
    // Quotes may stand around it.
    let isQuoted = [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(text.bytes[path.range.lowerBound])
    var start = path.range.lowerBound + (isQuoted ? 1 : 0)
    for (index, word) in path.keys.enumerated() {
      let range = start..<start + word.utf8.count
      start = range.upperBound + 1
      guard range.contains(offset) || range.upperBound == offset else { continue }
      for case .shape(let make) in (ValueShape.shape { kind.shape }).values(at: path.keys[..<index]) {
        if let key = make().key(named: word) { return WordMeaning(text: Self.words(of: key), range: range) }
      }
    }
    return nil
  }

  private static func words(of key: Key) -> String {
    var lines = ["**\(key.name)**: \(key.meaning)"]
    if key.isRequired { lines.append("Required.") }
    if !key.needs.isEmpty {
      lines.append("Needs " + key.needs.map { "`\($0)`" }.joined(separator: " or ") + " beside it.")
    }
    if !key.excludes.isEmpty, key.excludes.count < 8 {
      lines.append("Not beside " + key.excludes.map { "`\($0)`" }.joined(separator: ", ") + ".")
    }
    if case .word(let words) = key.value {
      lines.append("One of " + words.map { "`\($0)`" }.joined(separator: ", ") + ".")
    }
    return lines.joined(separator: "\n\n")
  }

  /// The page of a rule that a comment names.
  private func rule(at offset: Int, in text: EditedText) -> WordMeaning? {
    guard
      let comment = text.tree?.comments.first(where: {
        text.place($0).contains(offset) || text.place($0).upperBound == offset
      })
    else { return nil }
    let place = text.place(comment)
    var (start, end) = (offset, offset)
    func isOfName(_ byte: UInt8) -> Bool {
      (97...122).contains(byte | 0x20) || (48...57).contains(byte) || byte == 0x2D
    }
    while start > place.lowerBound, isOfName(text.bytes[start - 1]) { start -= 1 }
    while end < place.upperBound, isOfName(text.bytes[end]) { end += 1 }
    guard let rule = RuleBook.rule(named: text.text(start..<end)), let page = RulePages.page(of: rule) else {
      return nil
    }
    return WordMeaning(text: "**\(rule.id)** `\(rule.slug)`: \(page.finds)", range: start..<end)
  }

  private func words(of name: NamePlace, in text: EditedText) -> String? {
    switch name.kind {
    case .event, .trigger, .call, .parameter: contractWords(of: name, in: text)
    case .step: stepWords(name, in: text)
    case .target, .needed, .end: stepWords(name, in: text) ?? endWords(name, in: text)
    case .message: messageWords(name, in: text)
    case .choice(let step): "**\(name.name)**: a choice of `\(step)`"
    case .offered, .counted: "**\(name.name)**: a choice"
    case .input(let step):
      // A guard has other words, too.
      definitions(of: name, in: text.path).isEmpty ? nil : "**\(name.name)**: what is typed or picked at `\(step)`"
    case .budget: "**\(name.name)**: a budget that steps share"
    case .gate: "**\(name.name)**: a list of questions that gates ask"
    case .file, .sdk: fileWords(name, in: text)
    case .ofContract(let kind): wordsOfContract(name, kind, in: text)
    case .flow, .part, .scenario: nil
    }
  }

  private func contractWords(of name: NamePlace, in text: EditedText) -> String? {
    guard let contract = contract(for: text.path) else { return nil }
    let texts = ContractTexts(contract: contract)
    let keys = KeyedPlace.find(at: name.range.lowerBound, in: text)?.keys ?? []
    let step = keys.count > 1 ? text.tree.flatMap { WrittenStep(named: keys[1], in: keys[0], of: $0) } : nil
    switch name.kind {
    case .call: return contract.call(named: name.name).map { texts.text(ofCall: $0, at: step) }
    case .parameter:
      let calls = contract.calls.filter { $0.parameter(named: name.name) != nil }
      return calls.isEmpty
        ? nil : "**\(name.name)**: a parameter of " + calls.map { "`\($0.name)`" }.joined(separator: ", ")
    default:
      let choice = keys.count > 4 && keys[2] == "choices" ? keys[3] : nil
      let call = choice.flatMap { choice in
        text.tree.flatMap { KeyedPlace.values(at: Array(keys.prefix(3)) + [choice, "call"], in: $0).first }
      }
      let words = LineWords(contract: contract, step: step, isOfChoice: choice != nil, call: call)
      return texts.text(ofTrigger: name.name) ?? words.text(of: name.name)
    }
  }

  /// What a step is for, in the first flow that has it: where its `else` leads, and how often its secret can be guessed.
  private func stepWords(_ place: NamePlace, in text: EditedText) -> String? {
    let name = place.name
    for root in flows(with: text.path, on: place.device) {
      guard let flow = check.graph(of: root.file) else { continue }
      if let lines = runLines(name, in: flow) { return lines.joined(separator: "\n\n") }
      guard let step = flow.step(named: name) else { continue }
      var lines = ["**\(name)**: \(step.isInterrupt ? "an interrupt" : "a step") of `\(flow.name)`"]
      if let awaited = step.awaited {
        let mode = awaited.mode.map { "(\(ContractTexts(contract: flow.contract).mode($0)))" } ?? ""
        lines.append("Waits for `\(flow.contract[awaited.event].name)\(mode)`.")
      }
      var known: Set<String> = []
      let calls = step.calls.map { flow.contract[$0.use.call].name }.filter { known.insert($0).inserted }
      if !calls.isEmpty { lines.append("Calls " + calls.map { "`\($0)`" }.joined(separator: ", ") + ".") }
      if let tries = step.tries {
        lines.append("At most \(tries.value) answers, for each \(step.triesScope.rawValue).")
      }
      if let otherwise = step.transitions.first(where: { $0.trigger == .otherwise }) {
        lines.append("`else` leads to \(words(of: otherwise.target.move, in: flow)).")
      }
      lines += StepProofs(flow: flow).lines(of: step)
      return lines.joined(separator: "\n\n")
    }
    return nil
  }

  /// Of a step that runs another flow: where it begins and where its lines lead; nil for any other step.
  private func runLines(_ name: String, in flow: Flow) -> [String]? {
    guard flow.runs.contains(where: { $0.value == name }), let ways = FlowWays(flow),
      let run = RunWords(of: name, in: ways)
    else { return nil }
    var lines = ["**\(name)**: a step of `\(flow.name)`, which runs another flow"]
    if let first = run.first { lines.append("Begins at `\(first.name.value)`.") }
    let led = run.lines.map { "`\($0.words)` leads to \(words(of: $0.move, in: flow))." }
    if !led.isEmpty { lines.append(led.joined(separator: "\n\n")) }
    return lines + (run.first.map { StepProofs(flow: flow).lines(of: $0) } ?? ["No run comes here."])
  }

  private func words(of move: Target.Kind, in flow: Flow) -> String {
    switch move {
    case .step(let step): "`\(flow[step].name.value)`"
    case .end(let end): "the end `\(flow[end].name.value)` (\(flow[end].outcome.rawValue))"
    case .stay, .retry: "this step again"
    case .resume: "what was interrupted"
    }
  }

  private func endWords(_ place: NamePlace, in text: EditedText) -> String? {
    let name = place.name
    for root in flows(with: text.path, on: place.device) {
      guard let flow = check.graph(of: root.file), let end = flow.ends.first(where: { $0.name.value == name }) else {
        continue
      }
      var lines = ["**\(name)**: an end of `\(flow.name)`, \(end.outcome.rawValue)"]
      guard end.outcome == .success, let report = Checker.proofReport(flow),
        let proved = report.ends.first(where: { $0.name.value == name })
      else { return lines.joined(separator: "\n\n") }
      if !proved.claims.isEmpty { lines.append("Claims: " + proved.claims.joined(separator: "; ")) }
      let prices = proved.prices.map(StepProofs.words)
      if !prices.isEmpty { lines.append("The least that runs have shown here: " + prices.joined(separator: "; or ")) }
      return lines.joined(separator: "\n\n")
    }
    return nil
  }

  private func messageWords(_ name: NamePlace, in text: EditedText) -> String? {
    for (file, place) in namesInReach(of: text.path, on: name.device)
    where (place.kind == .message || place.kind == .needed) && place.isDefinition && place.name == name.name {
      guard let range = place.definition, let other = texts.text(file), range.count < 2000 else { continue }
      return "```yaml\n\(other.text(range))\n```"
    }
    return nil
  }

  /// The flows that a file belongs to, each once.
  ///
  /// - Parameter device: as in ``spaces(with:on:)``.
  func flows(with path: String, on device: String? = nil) -> [(path: String, file: SourceFile)] {
    var seen: Set<String> = []
    return spaces(with: path, on: device).compactMap { flow(of: $0) }.filter { seen.insert($0.path).inserted }
  }

  private func flow(of space: NameSpace) -> (path: String, file: SourceFile)? {
    let root = space.root
    guard let text = texts.text(root) else { return nil }
    switch text.kind {
    case .flow: return (root, text.file)
    case .scenarios, .answers:
      return space.files.lazy.compactMap { self.texts.text($0) }.first { $0.kind == .flow }.map { ($0.path, $0.file) }
    default: return nil
    }
  }
}
