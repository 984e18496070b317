// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
import FlowLanguage
import SDKContract
import Values
import YAMLTree

extension FlowWorkspace {
  /// The contract of a file, or of its base; nil where it names none, or one that cannot be read.
  func contract(for path: String) -> Contract? {
    guard let sdk = sdk(of: path) else { return nil }
    return sdk.isFile ? texts.text(sdk.name).flatMap { contract(in: $0) } : EmbeddedContracts.contract(named: sdk.name)
  }

  /// The contract that a file names, or its base: the name of one that is built in, or the path of its file; nil for none.
  func sdk(of path: String) -> NamedContract? {
    for file in names.space(of: path) {
      guard let sdk = names(in: file).first(where: { $0.kind == .sdk }) else { continue }
      guard let target = names.target(of: sdk, in: file) else { return NamedContract(name: sdk.name, isFile: false) }
      return NamedContract(name: target, isFile: true)
    }
    return nil
  }

  /// The step or interrupt that a row of keys leads into: of the tree, else of another file of the flow, such as its base.
  func writtenStep(at keys: [String], in tree: SourceTree, of path: String) -> WrittenStep? {
    guard keys.count > 1, ["steps", "interrupts"].contains(keys[0]) else { return nil }
    if let own = WrittenStep(named: keys[1], in: keys[0], of: tree) { return own }
    return names.space(of: path).lazy.filter { $0 != path }.compactMap {
      self.writtenStep(keys[1], in: keys[0], of: $0)
    }.first
  }

  /// A step or interrupt of a file; of a large file, only its block is read.
  ///
  /// - Parameter start: a byte of its name; nil where that is not known.
  func writtenStep(_ name: String, in section: String, of path: String, at start: Int? = nil) -> WrittenStep? {
    guard let text = texts.text(path) else { return nil }
    guard text.bytes.count >= Excerpt.leastSize else {
      return text.tree.flatMap { WrittenStep(named: name, in: section, of: $0) }
    }
    let place =
      start
      ?? names(in: path).first {
        $0.isDefinition && $0.name == name && ($0.kind == .step || $0.kind == .event)
      }?.range.lowerBound
    guard let place, let block = text.blocks.last(where: { $0.body.lowerBound <= place }) else { return nil }
    let file = SourceFile(path: path, bytes: Array(text.bytes[block.head]) + text.bytes[block.body])
    return SourceTree(partOf: file).flatMap { WrittenStep(named: name, in: section, of: $0) }
  }
}

/// A contract by the word that a flow has for it.
struct NamedContract: Equatable {
  /// Of a file, its path from the root on.
  let name: String
  let isFile: Bool
}

/// What a step of a tree says of itself, as far as it can be read.
struct WrittenStep {
  let isInterrupt: Bool
  var challenge: String?
  var event: String?
  /// The calls that it makes, with what it answers first.
  var calls: [String] = []
  var answer: String?
  var run: String?
  var hasTries = false
  var hasMax = false
  var hasWithin = false
  var hasGate = false
  var choices: [String] = []
  /// Those that can be taken so many times only.
  var limitedChoices: [String] = []
  var inputs: [String] = []
  /// Of an input, the word behind it or behind its `type:`.
  var typeWords: [String: String] = [:]
  /// Whether it makes a call, asks the security modules or runs a flow, and nobody is asked there.
  var isSilent = false
  /// What is picked, with the path of its list, in order.
  var picks: [(name: String, from: String)] = []

  /// The step or interrupt of that name in a tree.
  init?(named name: String, in section: String, of tree: SourceTree) {
    func text(_ node: SourceNode?) -> String? { node.flatMap { $0.isContainer ? nil : tree.unquoted($0) } }
    func value(_ key: String, of node: SourceNode) -> SourceNode? {
      node.entries.first { entry in entry.key.map { tree.unquoted($0) } == key }?.value
    }
    let changed = tree.root.entries.filter { entry in
      entry.key.map { ["change", "add"].contains(tree.unquoted($0)) } ?? false
    }
    let node =
      value(section, of: tree.root).flatMap { value(name, of: $0) }
      ?? changed.lazy.compactMap { value("\(section).\(name)", of: $0.value) }.first
    guard let node else { return nil }
    isInterrupt = section == "interrupts"
    challenge = isInterrupt ? name : text(value("challenge", of: node))
    event = text(value("event", of: node))
    run = text(value("run", of: node))
    hasTries = value("tries", of: node) != nil
    hasMax = value("max", of: node) != nil
    hasWithin = value("within", of: node) != nil
    hasGate = value("gate", of: node) != nil
    let isAsked = ["challenge", "event", "wait"].contains { value($0, of: node) != nil }
    isSilent = !isInterrupt && !isAsked && ["call", "gate", "run"].contains { value($0, of: node) != nil }
    let answer = value("answer", of: node)
    self.answer = text(answer) ?? answer.flatMap { text(value("call", of: $0)) }
    calls = [self.answer, text(value("call", of: node))].compactMap(\.self)
    let choices = value("choices", of: node)?.entries ?? []
    self.choices = choices.compactMap { $0.key.map { tree.unquoted($0) } }
    calls += choices.compactMap { text(value("call", of: $0.value)) }
    limitedChoices = choices.filter { value("max", of: $0.value) != nil }.compactMap {
      $0.key.map { tree.unquoted($0) }
    }
    for entry in value("ask", of: node)?.entries ?? [] {
      guard let name = entry.key.map({ tree.unquoted($0) }) ?? text(entry.value) else { continue }
      inputs.append(name)
      if entry.key != nil { typeWords[name] = text(entry.value) ?? text(value("type", of: entry.value)) }
    }
    picks = (value("pick", of: node)?.entries ?? []).compactMap { entry in
      entry.key.map { (tree.unquoted($0), text(value("from", of: entry.value)) ?? "") }
    }
  }

  /// The event that it waits for, without its mode and code.
  var awaited: String? { (challenge ?? event).map { String($0.prefix { $0 != "(" && $0 != " " }) } }

  /// What the flow counts there, as placeholders name it.
  var counts: [[String]] {
    (hasTries ? [Message.triesLeft] : []) + limitedChoices.map { Message.left(ofChoice: $0) }
  }

  /// The mode of the event.
  var mode: String? {
    guard let word = challenge ?? event, let open = word.firstIndex(of: "("), let close = word.firstIndex(of: ")"),
      open < close
    else { return nil }
    return String(word[word.index(after: open)..<close])
  }
}

extension Contract {
  /// The mode that a step says its event has; nil for none.
  func mode(of step: WrittenStep) -> Int? {
    step.mode.flatMap { name in modes.first { $0.name == name }?.number ?? Int(name) }
  }

  /// All that may come back at a step, as its lines name it, each with what it means.
  ///
  /// - Parameters:
  ///   - only: the call of a choice whose lines they are; nil for those of the step.
  ///   - gated: whether that choice has a gate.
  func triggers(
    of step: WrittenStep, call only: String? = nil, gated: Bool? = nil
  ) -> [(words: String, meaning: String, event: String?)] {
    let texts = ContractTexts(contract: self)
    var seen: Set<String> = []
    var found: [(words: String, meaning: String, event: String?)] = []
    func add(_ words: String, _ meaning: String, _ event: String? = nil) {
      if seen.insert(words).inserted { found.append((words, meaning, event)) }
    }
    let mode = mode(of: step)
    let calls = only.map { [$0] } ?? step.calls
    let coming = events(after: calls, at: step)
    for name in calls {
      guard let id = call(named: name) else { continue }
      let call = self[id]
      for reply in mode.map({ call.replies(underMode: $0) }) ?? call.replies {
        var meaning = self[reply.event].meaning
        if case .code(let number) = reply.outcome, let code = codes.first(where: { $0.number == number }) {
          meaning = code.name + (code.meaning.isEmpty ? "" : ": \(code.meaning)")
          // A code of the step's own event needs no event, unless another one that comes here may carry it.
          let isClear = events(carrying: number, among: coming).count == 1
          if isClear, self[reply.event].name == step.awaited { add("\(number)", meaning, self[reply.event].name) }
        }
        if case .error(let number?) = reply.outcome, let error = errors.first(where: { $0.number == number }) {
          meaning = error.meaning.isEmpty ? error.name : error.meaning
        }
        add(texts.trigger(reply).words(self), meaning, self[reply.event].name)
      }
      if call.replies.isEmpty || only != nil { add("accepted", "the SDK has taken the call") }
      for number in call.rejections {
        let error = errors.first { $0.number == number }
        add("rejected \(number)", error.map { $0.meaning.isEmpty ? $0.name : $0.meaning } ?? "")
      }
      add("rejected", "the SDK refuses the call at once")
    }
    if only != nil {
      add("timeout", "the time of the call is over")
      if gated == true { add("deny", "a security module denies it") }
    } else {
      if step.hasTries || !step.limitedChoices.isEmpty { add("exhausted", "all tries are spent") }
      let waits = step.calls.contains { name in call(named: name).map { self[$0].patience != nil } ?? false }
      if step.hasWithin || waits { add("timeout", "the time of the step, or of its call, is over") }
      if step.hasGate { add("deny", "a security module denies it") }
    }
    add("else", "whatever has no line; it leads to no success unless somebody is asked")
    return found
  }

  /// The events that may come back at a step after some calls, its own among them.
  func events(after calls: [String], at step: WrittenStep) -> Set<EventID> {
    let mode = mode(of: step)
    var coming = Set(step.awaited.flatMap { event(named: $0) }.map { [$0] } ?? [])
    for id in calls.compactMap({ call(named: $0) }) {
      let replies = mode.map { self[id].replies(underMode: $0) } ?? self[id].replies
      coming.formUnion(replies.map(\.event))
    }
    return coming
  }

  /// The events that a code alone may mean, as a line of `then:` is read.
  func events(carrying number: Int, among coming: Set<EventID>) -> Set<EventID> {
    let carriers = Set(codes.filter { $0.number == number }.flatMap(\.arrivals).map(\.event))
    let here = carriers.intersection(coming)
    return here.isEmpty ? carriers : here
  }
}
