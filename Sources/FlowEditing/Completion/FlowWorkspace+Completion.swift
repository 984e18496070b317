// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowFormatting
import FlowGraph
import FlowLanguage
import LocalFiles
import SDKContract
import Values
import YAMLTree

extension FlowWorkspace {
  /// What can stand at a byte of a file: what is most likely meant first, nothing twice.
  package func completions(at offset: Int, in path: String) -> [CompletionItem] {
    guard let text = texts.text(path) else { return [] }
    guard let kind = text.kind else { return text.beginnings(at: offset) }
    return names.byBlock { completions(at: offset, in: text, kind) }
  }

  private func completions(at offset: Int, in text: EditedText, _ kind: FileKind) -> [CompletionItem] {
    if let fields = messageFields(at: offset, in: text, kind) { return fields }
    var seen: Set<String> = []
    var items: [CompletionItem] = []
    for place in CompletionPlace.find(at: offset, in: text) {
      var search = CompletionSearch(self, text, kind, place)
      search.run()
      items += search.items.filter { seen.insert("\($0.label)\u{0}\($0.text)").inserted }
    }
    return items.sorted { ($0.rank, $0.label) < ($1.rank, $1.label) }
  }
}

/// Looks for what can stand at one place.
struct CompletionSearch {
  let workspace: FlowWorkspace
  let text: EditedText
  let kind: FileKind
  let cursor: CompletionPlace
  /// Of scenarios of several devices, the one that the place is about.
  let device: String?
  private(set) var items: [CompletionItem] = []

  var keys: ArraySlice<String> { cursor.place.keys[...] }

  init(_ workspace: FlowWorkspace, _ text: EditedText, _ kind: FileKind, _ cursor: CompletionPlace) {
    self.workspace = workspace
    self.text = text
    self.kind = kind
    self.cursor = cursor
    device = kind == .scenarios ? cursor.tree.device(around: cursor.mark) : nil
  }

  /// The names that may be written here.
  ///
  /// A flow knows none of those who run it or build upon it.
  var reach: [(path: String, place: NamePlace)] {
    workspace.namesInReach(of: text.path, on: device, alone: kind == .flow)
  }

  /// The names that flows and parts have: scenarios play steps and interrupts, and lack none.
  private var namesOfFlows: [NamePlace] {
    reach.filter { [.flow, .part, .catalogue].contains(workspace.texts.text($0.path)?.kind) }.map(\.place)
  }

  /// What flows and parts name and nobody gives, by their kinds.
  func missing(among kinds: [NamePlace.Kind]) -> [NamePlace] { namesOfFlows.missing(among: kinds) }

  /// What a part names itself and neither has nor says that it needs.
  var unmet: [NamePlace] {
    let own = workspace.names.space(of: text.path).flatMap { workspace.names(in: $0) }
    let needed = Set(own.filter { $0.kind == .needed }.map(\.name))
    return own.missing(among: [.target, .step, .message, .budget, .gate]).filter { !needed.contains($0.name) }
  }

  /// Those of them that a line may lead to or show: a part knows what it has itself, and what it needs.
  var reachOfLines: [(path: String, place: NamePlace)] {
    guard kind == .part else { return reach }
    let own = Set(workspace.names.space(of: text.path))
    let needed = Set(workspace.names(in: text.path).filter { $0.kind == .needed }.map(\.name))
    return reach.filter { own.contains($0.path) || needed.contains($0.place.name) }
  }

  /// Whether a place gives the name of a step at which nobody is asked.
  func asksNobody(_ place: NamePlace, in path: String) -> Bool {
    place.kind == .step && workspace.names.names(in: path)?.silentSteps.contains(place.name) ?? false
  }

  mutating func run() {
    switch cursor.place.role {
    case .key: addKeys()
    case .value:
      addValues()
      let others = itemsBeside
      items.removeAll { others.contains($0.label) }
    }
  }

  mutating func add(
    _ label: String, _ kind: CompletionItem.Kind, _ detail: String = "", _ explanation: String = "",
    replacing range: Range<Int>? = nil, text: String? = nil, isTemplate: Bool = false, rank: Int = 50
  ) {
    guard items.count < 1000 else { return }
    let replaced = range ?? (label.utf8.contains(0x20) ? cursor.replacedByWords : cursor.replaced)
    let text = text ?? written(label, kind)
    // A comment has a blank before it, which must not go with the word.
    guard !cursor.isBeforeComment || replaced.isEmpty else { return }
    let behind = cursor.isBeforeComment && text.utf8.last != UInt8(ascii: " ") ? " " : ""
    items.append(
      CompletionItem(
        label: label, kind: kind, detail: detail, explanation: explanation, replaced: replaced,
        text: (cursor.lacksBlank ? " " : "") + text + behind, isTemplate: isTemplate, rank: rank))
  }

  /// What is put in for a name: in quotes where it reads as something else without, as `null` does.
  private func written(_ name: String, _ kind: CompletionItem.Kind) -> String {
    switch kind {
    case .step, .end, .message, .choice, .input, .event, .call:
      !cursor.isInQuotes && OtherParsers.isWordOfTheirs(name) ? SourceValue.text(name).inlineText : name
    case .key, .word, .code, .field, .file, .snippet: name
    }
  }

  private mutating func addKeys() {
    if addPaths(asKeys: true) { return }
    if kind == .config, keys.elementsEqual(["severities"]) { return addRules(asKeys: true) }
    let shapes = (ValueShape.shape { [kind] in kind.shape }).values(at: keys)
    for shape in shapes {
      guard case .shape(let make) = shape else { continue }
      let map = make()
      for (index, key) in map.keys.enumerated() where !cursor.place.siblings.contains(key.name) {
        // What can have no meaning beside what is there would be an error, and so would going back from a step to what it interrupts.
        guard map.mayAdd(key.name, to: cursor.place.siblings, saying: { cursor.tree.word(at: keys + [$0]) }) else {
          continue
        }
        guard key.name != "resume" || keys.first != "steps", mayMove(by: key.name) else { continue }
        // Where something else may stand, too, none of these must.
        let isRequired = key.isRequired && shapes.count == 1
        addKey(
          key.name, .key, isRequired ? "required" : "", key.meaning, value: key.value,
          rank: (isRequired ? 0 : 10) + min(index, 30))
      }
    }
    addPlaceholders()
    if kind == .catalogue {
      if keys.elementsEqual(["messages"]) { addCatalogueKeys() }
      return
    }
    if kind == .contract { return addKeysOfContract() }
    if kindIsScenario { addEventData() }
    let meaning =
      kind == .scenarios || kind == .answers
      ? ScenarioMeaning.key(at: keys + ["name"]) : PlaceMeaning.key(at: keys + ["name"])
    if let meaning { addNames(of: meaning.kind) }
  }

  /// What the text of a message names, below its `each:` or `plural:`.
  private mutating func addPlaceholders() {
    let words = Array(keys)
    guard words.count == 3, words[0] == "messages", let text = cursor.tree.word(at: [words[0], words[1], "text"]) else {
      return
    }
    let ending: String
    switch words[2] {
    case "each": ending = "\"$0\""
    case "plural": ending = "{ $0 }"
    default: return
    }
    for piece in text.split(separator: "{").dropFirst() {
      let name = piece.prefix { $0 != "}" }
      guard name.count < piece.count, !cursor.place.siblings.contains(String(name)) else { continue }
      addKey(String(name), .field, "what `text` names", "", ending: ending, rank: 0)
    }
  }

  /// A key with its colon, and what has to come behind it; within quotes, only the key.
  mutating func addKey(
    _ name: String, _ kind: CompletionItem.Kind, _ detail: String, _ explanation: String, value: ValueShape? = nil,
    ending: String? = nil, rank: Int
  ) {
    var text = written(name, kind)
    if !cursor.isBeforeColon, !cursor.isInQuotes {
      let ending = ending ?? (value.map { opening(of: $0) } ?? "$0")
      text += (ending.hasPrefix("\n") ? ":" : ": ") + ending
    }
    let isTemplate = text.contains("$")
    add(name, kind, detail, explanation, text: text, isTemplate: isTemplate, rank: rank)
  }

  private func opening(of value: ValueShape) -> String {
    switch value {
    case .shape, .map: cursor.place.isInBrackets ? "{ $0 }" : "\n  $0"
    case .list: "[$0]"
    case .word(let words) where words.count == 1: words[0]
    case .always(let flag): "\(flag)"
    case .limited(let inner, _, _, _): opening(of: inner)
    default: "$0"
    }
  }

  private mutating func addNames(of kind: NamePlace.Kind) {
    let taken = Set(cursor.place.siblings)
    switch kind {
    case .step: kindIsScenario ? addStepsAsKeys() : addNewSteps(taken)
    case .end:
      addUndefined(
        among: [.target], taken, ending: cursor.place.isInBrackets ? "{ outcome: $0 }" : "{ outcome: $0 }",
        detail: "an end that is named and missing")
    case .message: addUndefined(among: [.message], taken, ending: "$0", detail: "a message that is named and missing")
    case .budget: addUndefined(among: [.budget], taken, ending: "$0", detail: "a budget that is named and missing")
    case .gate:
      addUndefined(among: [.gate], taken, ending: "[$0]", detail: "a list of questions that is named and missing")
    case .event: addInterrupts(taken)
    case .trigger: addTriggers(taken)
    case .input(let step), .parameter(let step): addParameters(of: step, taken, asKeys: true)
    default: break
    }
  }

  var kindIsScenario: Bool { kind == .scenarios || kind == .answers }

  private mutating func addStepsAsKeys() {
    for (file, place) in reach where place.isDefinition && !asksNobody(place, in: file) {
      switch place.kind {
      case .step, .event: addKey(place.name, .step, "a step", "", rank: 20)
      default: break
      }
    }
  }

  /// Names that something refers to and nothing gives.
  private mutating func addUndefined(
    among kinds: [NamePlace.Kind], _ taken: Set<String>, ending: String, detail: String
  ) {
    for place in missing(among: kinds) where !taken.contains(place.name) {
      addKey(place.name, .word, detail, "", ending: ending, rank: 0)
    }
  }

  private mutating func addCatalogueKeys() {
    for (_, place) in reach where place.kind == .message && place.isDefinition {
      guard !cursor.place.siblings.contains(place.name) else { continue }
      addKey(place.name, .message, "a message of the flow", "", rank: 10)
    }
  }

  private mutating func addInterrupts(_ taken: Set<String>) {
    guard let contract = workspace.contract(for: text.path) else { return }
    for event in contract.events where event.kind == .interrupt && !taken.contains(event.name) {
      addKey(event.name, .event, "an interrupt", event.meaning, ending: "{ $0 }", rank: 10)
    }
  }

  private mutating func addTriggers(_ taken: Set<String>) {
    guard let contract = workspace.contract(for: text.path), let step = step else { return }
    let choice = keys.count == 5 && keys.dropFirst(2).first == "choices" ? Array(keys)[3] : nil
    let call = choice.flatMap { writtenCall(ofChoice: $0) }
    let written = Set(taken.map { WrittenTrigger($0, at: step, call: call, in: contract) })
    let gated = choice.map { !KeyedPlace.values(at: Array(keys.prefix(3)) + [$0, "gate"], in: cursor.tree).isEmpty }
    let triggers = contract.triggers(of: step, call: call, gated: gated)
    // Who has begun to type the event means it.
    let isEventTyped = cursor.typed.utf8.first.map { !(48...57).contains($0) } ?? false
    let needless = isEventTyped ? [] : Self.saidByNumber(among: triggers)
    for (index, trigger) in triggers.enumerated()
    where !needless.contains(trigger.words)
      && !written.contains(WrittenTrigger(trigger.words, at: step, call: call, in: contract))
    {
      let isCode = trigger.words.utf8.first.map { (48...57).contains($0) } ?? false
      addKey(
        trigger.words, isCode ? .code : .event, isCode ? "a status code" : "", trigger.meaning, rank: min(index, 90))
    }
    if let run = step.run { addEnds(ofRun: run, taken) }
  }

  /// The codes with their event where the code alone says the same, since it comes in one way only.
  private static func saidByNumber(among triggers: [(words: String, meaning: String, event: String?)]) -> Set<String> {
    var alone: Set<String> = []
    var withEvent: [String: [String]] = [:]
    for trigger in triggers where !trigger.words.contains(" error ") {
      guard let event = trigger.event, let last = trigger.words.split(separator: " ").last,
        last.utf8.allSatisfy({ (48...57).contains($0) })
      else { continue }
      if last == trigger.words {
        alone.insert("\(event) \(last)")
      } else {
        withEvent["\(event) \(last)", default: []].append(trigger.words)
      }
    }
    return Set(alone.compactMap { withEvent[$0] }.filter { $0.count == 1 }.joined())
  }

  /// What a step that runs another flow can name: its ends.
  private mutating func addEnds(ofRun run: String, _ taken: Set<String>) {
    let path = RelativePath.absolute(FilePath.place(run, from: text.path))
    for file in workspace.names.space(of: path) {
      for place in workspace.names(in: file)
      where place.kind == .end && place.isDefinition && !taken.contains(place.name) {
        addKey(place.name, .end, "an end of the flow that is run", "", rank: 0)
      }
    }
  }

  /// The step or interrupt around the place.
  var step: WrittenStep? { workspace.writtenStep(at: Array(keys), in: cursor.tree, of: text.path) }

  func writtenCall(ofChoice name: String) -> String? {
    KeyedPlace.values(at: Array(keys.prefix(3)) + [name, "call"], in: cursor.tree).first
  }

  mutating func addParameters(of step: String, _ taken: Set<String>, asKeys: Bool) {
    if kindIsScenario {
      for name in inputs(of: step) where !taken.contains(name) {
        addKey(name, .input, "asked by `\(step)`", "", rank: 0)
      }
      return
    }
    guard let contract = workspace.contract(for: text.path), let written = self.step else { return }
    var calls = written.answer.map { [$0] } ?? written.calls
    if keys.count == 5, keys.dropFirst(2).first == "choices", let call = writtenCall(ofChoice: Array(keys)[3]) {
      calls = [call]
    }
    for name in calls {
      guard let id = contract.call(named: name) else { continue }
      for parameter in contract[id].parameters where !taken.contains(parameter.name) {
        let detail = "\(parameter.isOptional ? "optional, " : "")of `\(name)`"
        if asKeys {
          addKey(parameter.name, .input, detail, "", rank: 10)
        } else {
          add(parameter.name, .input, detail, rank: 10)
        }
      }
    }
  }
}

extension KeyedPlace {
  /// The texts behind a row of keys.
  static func values(at keys: [String], in tree: SourceTree) -> [String] {
    var nodes = [tree.root]
    for key in keys {
      nodes = nodes.flatMap { node in
        node.entries.filter { $0.key.map { tree.unquoted($0) } == key }.map(\.value)
      }
    }
    return nodes.filter { !$0.isContainer }.map { tree.unquoted($0) }
  }
}
