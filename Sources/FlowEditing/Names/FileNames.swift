// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// All names in one file, in the order of the file.
package struct FileNames: Sendable {
  package private(set) var places: [NamePlace] = []
  /// The paths of other files among them.
  package private(set) var links: [NamePlace] = []
  /// By the name of a step, what it waits for, or the call that it makes.
  package private(set) var awaited: [String: String] = [:]
  /// The steps that make a call, ask the security modules or run a flow, and that nobody answers.
  private(set) var silentSteps: Set<String> = []
  /// The ends whose outcome is success.
  private(set) var successes: Set<String> = []
  /// Nil once all names are found.
  private var tree: SourceTree?
  /// Where the tree begins in the file.
  private let start: Int
  /// Of scenarios, the step that the expectation is about in which the walk is.
  private var expected: String?
  /// Of scenarios, the step at which the run waits after what happens where the walk is.
  private var waiting: String?
  /// Of scenarios of several devices, the one on which what happens where the walk is.
  private var device: String?
  /// The steps that run a flow.
  private var runs: Set<String> = []
  /// Of scenarios, the values of the case in which the walk is; empty outside of cases, and within such a value.
  private var values: SourceTree.CaseValues = [:]
  private var isInCase = false
  /// How many nodes may still be looked at in cases, where each is written out.
  private var room = Self.mostInCases
  /// Words that are several names, by their place: those of a case, whose value may stand in several places, and those that are about
  /// another step in each case.
  private(set) var shared: [Range<Int>: [NamePlace]] = [:]

  init(_ text: EditedText) { self.init(text.tree, of: text.kind, from: text.file.markLength) }

  init(_ tree: SourceTree?, of kind: FileKind?, from start: Int) {
    self.tree = tree
    self.start = start
    guard let root = tree?.root, let kind else { return }
    switch kind {
    case .flow, .part, .catalogue, .scenarios, .answers, .contract: walk(root, [], kind)
    case .world, .config: break
    }
    self.tree = nil
    if room < Self.mostInCases { takeTogether() }
    links = Self.links(among: places)
    places.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
  }

  /// The name at a byte, or that ends there; nil for none.
  package func place(at offset: Int) -> NamePlace? {
    let holding = places.filter { $0.range.contains(offset) }
    let touching = holding.isEmpty ? places.filter { $0.range.upperBound == offset } : holding
    return touching.min { $0.range.count < $1.range.count }
  }

  package func definitions(_ isWanted: (NamePlace.Kind) -> Bool) -> [NamePlace] {
    places.filter { $0.isDefinition && isWanted($0.kind) }
  }

  /// The names of a file of which each piece was looked through alone, and stands so much further on in it.
  init(of pieces: [(names: FileNames, distance: Int)]) {
    start = 0
    places = pieces.flatMap { piece in piece.names.places.map { $0.moved(by: piece.distance) } }
    links = Self.links(among: places)
    for piece in pieces {
      awaited.merge(piece.names.awaited) { first, _ in first }
      silentSteps.formUnion(piece.names.silentSteps)
      successes.formUnion(piece.names.successes)
    }
  }

  private static func links(among places: [NamePlace]) -> [NamePlace] {
    places.filter { if case .file = $0.kind { true } else { false } }
  }

  /// As many as scenarios may be, written out.
  private static let mostInCases = 250_000

  /// Each name once, though each case has found it.
  private mutating func takeTogether() {
    var seen: Set<NamePlace> = []
    places = places.filter { seen.insert($0).inserted }
    shared = Dictionary(grouping: places, by: \.range).filter { $0.value.count > 1 }
  }

  /// A scenario; one with cases as it is written out for each of them, its beginnings among that.
  private mutating func walk(scenario: SourceNode, _ path: [String]) {
    let cases = tree?.cases(of: scenario) ?? []
    guard !cases.isEmpty else { return walk(scenario, path, .scenarios) }
    isInCase = true
    for one in cases {
      values = one
      walk(scenario, path, .scenarios)
      for (name, beginning) in tree?.beginnings(of: scenario) ?? [] {
        walk(beginning, ["beginnings", name], .scenarios)
      }
    }
    values = [:]
    isInCase = false
  }

  private mutating func walk(_ node: SourceNode, _ path: [String], _ kind: FileKind) {
    guard path.count < 24 else { return }
    if isInCase {
      guard room > 0 else { return }
      room -= 1
      if let value = tree?.value(of: node, in: values) {
        let outer = values
        values = [:]
        walk(value, path, kind)
        values = outer
        return
      }
    }
    switch node.form {
    case .map:
      let outer = (device, waiting)
      if kind == .scenarios {
        device = tree?.device(of: node, at: path) ?? device
        waiting = tree?.waitingStep(of: node, in: values)
      }
      for entry in node.entries { walk(entry, path, kind) }
      (device, waiting) = outer
    case .list:
      let happens = kind == .scenarios && ScenarioMeaning.isItem(at: (path + [PlaceMeaning.item])[...])
      for (index, entry) in node.entries.enumerated() {
        if happens { expected = tree?.expectedStep(at: index, of: node, waitingAt: waiting, in: values) }
        let path = path + [PlaceMeaning.item]
        if kind == .scenarios, path.count == 2, path[0] == "scenarios" {
          walk(scenario: entry.value, path)
        } else {
          walk(entry.value, path, kind)
        }
      }
    case .plain, .single, .double: addValue(node, path, kind)
    case .block: addCounts(node, path)
    case .alias: break
    }
  }

  private mutating func walk(_ entry: SourceEntry, _ path: [String], _ kind: FileKind) {
    guard let key = entry.key, let word = word(key) else { return }
    if path.isEmpty, kind == .flow || kind == .part || kind == .catalogue, ["change", "add"].contains(word.text) {
      for change in entry.value.entries { walkChange(change) }
      return
    }
    if path.isEmpty, word.text == "remove", kind == .flow {
      for item in entry.value.entries { if let path = self.word(item.value) { _ = addPath(path, definition: nil) } }
      return
    }
    let path = path + [word.text]
    let span = entry.start..<max(entry.start, entry.value.range.upperBound)
    addKey(word, path, kind, span, entry.value)
    if path.count == 2, path[0] == "steps", kind != .contract {
      awaited[word.text] = awaited(by: entry.value)
      let keys = Set(entry.value.entries.compactMap { $0.key.flatMap { self.word($0)?.text } })
      if keys.contains("run") { runs.insert(word.text) }
      if keys.isDisjoint(with: ["challenge", "event", "wait"]), !keys.isDisjoint(with: ["call", "gate", "run"]) {
        silentSteps.insert(word.text)
      }
    }
    if path.count == 2, path[0] == "ends", kind == .flow || kind == .part {
      let outcome = entry.value.entries.first { $0.key.flatMap { self.word($0)?.text } == "outcome" }?.value
      if outcome.flatMap({ self.word($0)?.text }) == EndWords.success { successes.insert(word.text) }
    }
    // The values of cases are names where they are put in.
    if kind == .scenarios, ScenarioMeaning.isCases(at: path[...]) { return }
    let outer = device
    if kind == .scenarios, let named = ScenarioMeaning.device(at: path[...]) { device = named }
    walk(entry.value, path, kind)
    device = outer
  }

  /// What a step waits for, or the call that it makes, as it is written.
  private func awaited(by step: SourceNode) -> String? {
    guard let tree else { return nil }
    let kinds = ["challenge", "event", "call", "wait", "run"]
    let entry = step.entries.first { $0.key.map { kinds.contains(tree.unquoted($0)) } ?? false }
    return entry.flatMap { $0.value.isContainer ? nil : tree.unquoted($0.value) }
  }

  private mutating func addKey(
    _ word: Word, _ path: [String], _ kind: FileKind, _ span: Range<Int>, _ value: SourceNode
  ) {
    if kind == .contract {
      guard let meaning = ContractMeaning.key(at: path[...]) else { return }
      return addContractWords(word, meaning.name, meaning.isDefinition ? span : nil)
    }
    if path.count == 4, path[0] == "messages", path[2] == "plural" {
      return add(CountedChoices(named: word.text), from: word.range.lowerBound)
    }
    let meaning: (kind: NamePlace.Kind, isDefinition: Bool)? =
      switch kind {
      case .flow, .part: PlaceMeaning.key(at: path[...])
      case .catalogue: path.count == 2 && path[0] == "messages" ? (.message, false) : nil
      case .scenarios, .answers: ScenarioMeaning.key(at: path[...], expecting: expected)
      case .contract, .world, .config: nil
      }
    guard let meaning else { return }
    if case .trigger = meaning.kind, path.count == 4, runs.contains(path[1]), word.text.isNameOfLanguage,
      !ReservedWords.ofFlows.contains(where: { $0.description == word.text })
    {
      // A line of a step that runs a flow names an end of that flow.
      return add(.end, Word(text: "\(path[1])/\(word.text)", range: word.range), nil)
    }
    // A part gives its parameters a value, for flows that have none of their own.
    let isParameter = meaning.kind == .needed && tree?.parameterSection(of: value) != nil
    add(meaning.kind, word, meaning.isDefinition || isParameter ? span : nil)
  }

  /// A change by its path, such as `steps.verify.tries: 3`: its value stands where the path leads.
  private mutating func walkChange(_ entry: SourceEntry) {
    guard let key = entry.key, let word = word(key) else { return }
    let span = entry.start..<max(entry.start, entry.value.range.upperBound)
    let path = addPath(word, definition: span)
    // What stands in a flow that is run has the names of that flow.
    guard !path.contains(where: { $0.contains("/") }) else { return }
    walk(entry.value, path, .flow)
  }

  /// The names in a path of a change, and its parts.
  private mutating func addPath(_ word: Word, definition: Range<Int>?) -> [String] {
    var path: [String] = []
    var start = word.range.lowerBound
    for part in word.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
      let range = start..<start + part.utf8.count
      start = range.upperBound + 1
      path.append(part)
      guard let meaning = PlaceMeaning.key(at: path[...]) else { continue }
      let isWhole = range.upperBound == word.range.upperBound
      // What `add` brings is given there; what `change` changes has its name elsewhere.
      add(meaning.kind, Word(text: part, range: range), isWhole && isAddition(word) ? definition : nil)
    }
    return path
  }

  private func isAddition(_ word: Word) -> Bool {
    guard let root = tree?.root else { return false }
    return root.entries.contains { entry in
      entry.key.flatMap { self.word($0)?.text } == "add" && entry.value.range.contains(word.range.lowerBound)
    }
  }

  private mutating func addValue(_ node: SourceNode, _ path: [String], _ kind: FileKind) {
    if kind == .flow || kind == .part, PlaceMeaning.isGuard(at: path[...]) { addInterruptedSteps(node) }
    addCounts(node, path)
    guard let word = word(node) else { return }
    if kind == .contract {
      // What a code or an error is called stands behind its number.
      if path.count == 3, path[2] == "name", path[0] == "codes" || path[0] == "errors" {
        return add(.ofContract(path[0] == "codes" ? .code : .error), word, word.range)
      }
      if let name = ContractMeaning.value(at: path[...]) { addContractWords(word, name, nil) }
      return
    }
    if kind == .flow || kind == .part, let step = PlaceMeaning.inputsOfGuard(at: path[...]) {
      return addGuard(word, of: step)
    }
    if kind == .scenarios, ScenarioMeaning.isRefusal(at: path[...]) { return addRefusal(word) }
    if path == ["flow"], kind == .flow { return add(.flow, word, word.range) }
    if path == ["part"], kind == .part { return add(.part, word, word.range) }
    let meaning =
      kind == .scenarios || kind == .answers
      ? ScenarioMeaning.value(at: path[...], expecting: expected) : PlaceMeaning.value(at: path[...])
    guard let meaning else { return }
    if kind == .scenarios, tree?.isOfCase(node) ?? false, meaning.mayBeOfCase { return }
    switch meaning {
    case .target where word.text.isOne(of: Shape.plainMoves): return
    case .message where word.text == "true": return
    case .message where kind == .scenarios && !word.text.isNameOfLanguage: return
    case .gate where ValueShape.questionWords.contains(word.text): return
    case .budget where word.text.utf8.allSatisfy({ (48...57).contains($0) }): return
    case .file(.refined) where word.text == "true": return
    case .input: add(meaning, word, word.range)
    case .scenario: add(meaning, word, word.range)
    default: add(meaning, word, nil)
    }
  }

  /// The names in a text of a contract; one text may give names to several things, as in `start, count: text`.
  private mutating func addContractWords(_ word: Word, _ name: ContractName, _ definition: Range<Int>?) {
    for piece in ContractMeaning.words(in: word.text, of: name) {
      let start = word.range.lowerBound + piece.start
      let range = start..<start + piece.text.utf8.count
      add(.ofContract(piece.name), Word(text: piece.text, range: range), definition)
    }
    // Codes and errors are numbers, which name themselves.
    if definition != nil, name == .code || name == .error { add(.ofContract(name), word, definition) }
  }

  private mutating func addRefusal(_ word: Word) {
    guard let found = RefusalName(in: word.text, of: expected) else { return }
    let start = word.range.lowerBound + found.start
    add(found.kind, Word(text: found.name, range: start..<start + found.name.utf8.count), nil)
  }

  /// The choices that a message counts.
  private mutating func addCounts(_ node: SourceNode, _ path: [String]) {
    guard path.count > 1, path[0] == "messages", let tree else { return }
    add(CountedChoices(in: tree.bytes[node.range]), from: node.range.lowerBound)
  }

  private mutating func add(_ counted: CountedChoices, from start: Int) {
    for name in counted.names {
      add(.counted, Word(text: name.text, range: start + name.start..<start + name.start + name.text.utf8.count), nil)
    }
  }

  /// The steps that a guard holds against `interrupted`.
  private mutating func addInterruptedSteps(_ node: SourceNode) {
    guard let tree else { return }
    let written = GuardPlace(written: tree.text(node.range))
    for name in InterruptedSteps(in: written.text).names {
      let start = node.range.lowerBound + written.lead + name.start
      add(.step, Word(text: name.text, range: start..<start + name.text.utf8.count), nil)
    }
  }

  private mutating func addGuard(_ word: Word, of step: String) {
    for name in GuardInputs(in: word.text).names {
      let start = word.range.lowerBound + name.start
      add(.input(of: step), Word(text: name.text, range: start..<start + name.text.utf8.count), nil)
    }
  }

  private mutating func add(_ kind: NamePlace.Kind, _ word: Word, _ definition: Range<Int>?) {
    // Of which step it is says each case.
    guard !(kind.owner?.hasPrefix("$") ?? false) else { return }
    // Of a step in a flow that is run, the first name is that of the step that runs it.
    if kind == .step || kind == .target, let slash = word.text.utf8.firstIndex(of: UInt8(ascii: "/")) {
      let outer = String(word.text[..<slash])
      add(.step, Word(text: outer, range: word.range.lowerBound..<word.range.lowerBound + outer.utf8.count), nil)
    }
    places.append(
      NamePlace(
        kind: kind, name: word.text, range: place(word.range), definition: definition.map(place), device: device))
  }

  private func place(_ range: Range<Int>) -> Range<Int> { range.lowerBound + start..<range.upperBound + start }

  /// A scalar as it is written, and its bytes in the tree.
  private struct Word {
    let text: String
    let range: Range<Int>
  }

  /// Nil for what is no text on one line, and for one with escapes: those of quotes stand for other bytes.
  private func word(_ node: SourceNode) -> Word? {
    guard let tree else { return nil }
    var range = node.range
    switch node.form {
    case .plain: break
    case .single, .double:
      guard range.count >= 2 else { return nil }
      range = range.lowerBound + 1..<range.upperBound - 1
    default: return nil
    }
    let bytes = tree.bytes[range]
    guard !bytes.contains(where: { $0 == 0x0A || $0 == 0x5C || $0 == 0x0D }) else { return nil }
    if node.form == .single, bytes.contains(UInt8(ascii: "'")) { return nil }
    return Word(text: String(decoding: bytes, as: UTF8.self), range: range)
  }
}
