// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowLanguage
import LocalFiles
import SDKContract
import Values
import YAMLTree

/// What can stand behind a key.
extension CompletionSearch {
  mutating func addValues() {
    if addGuardWords() || addWordsOfPick() || addFields() || addPaths(asKeys: false) { return }
    if kind == .config, keys.count == 3, keys.last == "rule" { return addRules(asKeys: false) }
    if kind == .config, keys.count == 2, keys.first == "severities" {
      for (rank, word) in ["error", "warning"].enumerated() { add(word, .word, rank: rank) }
      // Other parsers read the bare word as `false`.
      add("off", .word, text: cursor.isInQuotes ? "off" : "'off'", rank: 2)
      return
    }
    if kind == .scenarios, keys.last == "on" {
      for name in Set(workspace.names(in: text.path).compactMap(\.device)).sorted() where !name.isEmpty {
        add(name, .word, "a device", rank: 0)
      }
      return
    }
    for shape in (ValueShape.shape { [kind] in kind.shape }).values(at: keys) {
      switch shape {
      case .word(let words): for (index, word) in words.enumerated() { add(word, .word, rank: index) }
      case .flag: for word in ["true", "false"] { add(word, .word, rank: 10) }
      case .always(let flag): add("\(flag)", .word, rank: 10)
      default: break
      }
    }
    if kind == .flow || kind == .part, keys.suffix(3).elementsEqual(["require", "proofs", PlaceMeaning.item]) {
      for factor in Factor.allCases { add(factor.rawValue, .word, rank: 0) }
    }
    let meaning =
      kind == .scenarios || kind == .answers
      ? ScenarioMeaning.value(at: keys, expecting: expectedStep) : PlaceMeaning.value(at: keys)
    if kindIsScenario { addNumbers() }
    if kind == .contract { addValuesOfContract() }
    if let meaning { addValues(of: meaning) } else { addArgument() }
    addWordsOfPlace()
  }

  /// Of scenarios, the step that the expectation around the place is about.
  private var expectedStep: String? { kind == .scenarios ? cursor.tree.expectedStep(around: cursor.mark) : nil }

  private mutating func addValues(of meaning: NamePlace.Kind) {
    switch meaning {
    case .target: addTargets()
    // What is expected of a question may be that of an interrupt.
    case .step: addNamed(kindIsScenario && keys.last != PlaceMeaning.item ? [.step, .event] : [.step], .step)
    case .end: addNamed([.end], .end)
    case .message: addNamed([.message], .message)
    case .budget: addNamed([.budget], .word)
    case .gate: addNamed([.gate], .word)
    case .needed:
      // What the part has itself it does not need; what it names and has not is meant.
      for place in unmet { add(place.name, .step, "named here and missing", rank: 0) }
      // All that its flows have would bury it.
      if !cursor.typed.isEmpty { addNamed([.step, .end, .message, .budget, .gate], .step, inOthersOnly: true) }
    case .choice(let step): addNames(.choice, among: choices(of: step), "a choice of `\(step)`")
    case .offered: addNames(.choice, among: allChoices, "a choice")
    case .input(let step): addParameters(of: step, Set(self.step?.inputs ?? []), asKeys: false)
    case .event: addEvents()
    case .call: addCalls()
    case .file(let use): addPaths(use)
    case .sdk: for name in EmbeddedContracts.names { add(name, .word, "a contract that is built in", rank: 0) }
    case .flow, .part, .scenario, .trigger, .parameter, .ofContract, .counted: break
    }
  }

  private mutating func addNamed(
    _ kinds: [NamePlace.Kind], _ kind: CompletionItem.Kind, rank: Int = 20, inOthersOnly: Bool = false
  ) {
    // Somebody is asked only where a step asks; a run may wait for a reply at any step, and a path has every step.
    let asks = kindIsScenario && keys.last != PlaceMeaning.item && keys.last != "waiting"
    let own = inOthersOnly ? Set(workspace.names.space(of: text.path)) : []
    for (file, place) in inOthersOnly ? reach : reachOfLines
    where !own.contains(file) && place.isDefinition && kinds.contains(place.kind) && place.mayBeGiven
      && !(asks && asksNobody(place, in: file))
    {
      let own = file == text.path
      let name = file.split(separator: "/").last.map(String.init) ?? ""
      add(place.name, place.kind == .end ? .end : kind, own ? "" : "in \(name)", rank: own ? rank : rank + 1)
    }
  }

  private mutating func addNames(_ kind: CompletionItem.Kind, among names: [String], _ detail: String) {
    for name in names { add(name, kind, detail, rank: 5) }
  }

  private var allChoices: [String] {
    var seen: Set<String> = []
    return reach.map(\.place).compactMap { place in
      guard place.isDefinition, case .choice = place.kind, seen.insert(place.name).inserted else { return nil }
      return place.name
    }
  }

  private func choices(of step: String) -> [String] {
    names(of: step) { if case .choice(let own) = $0 { own } else { nil } }
  }

  /// What a step asks, by the names of its inputs.
  func inputs(of step: String) -> [String] { names(of: step) { if case .input(let own) = $0 { own } else { nil } } }

  /// The names that are given at a step, be it one of a flow that is run.
  ///
  /// - Parameter owner: the step that has a name of some kind; nil for other kinds.
  private func names(of step: String, _ owner: (NamePlace.Kind) -> String?) -> [String] {
    var (step, places) = (step, reach.map(\.place))
    if step.contains("/") {
      let place = NamePlace(kind: .step, name: step, range: 0..<step.utf8.count, definition: nil)
      let spaces = workspace.spaces(with: text.path, on: device)
      guard let (local, root) = spaces.lazy.compactMap({ workspace.names.local(place, in: $0) }).first else {
        return []
      }
      step = local.name
      places = workspace.names.space(of: root).flatMap { workspace.names(in: $0) }
    }
    var seen: Set<String> = []
    return places.filter { $0.isDefinition && owner($0.kind) == step && seen.insert($0.name).inserted }.map(\.name)
  }

  /// Steps and ends; those that wait for the very event first.
  private mutating func addTargets() {
    let words = Array(keys)
    let trigger = words.last == "to" ? words.dropLast().last : words.last
    let name = trigger.map { String($0.prefix { $0 != "(" && $0 != " " }) } ?? ""
    let isEvent = workspace.contract(for: text.path)?.event(named: name) != nil
    let line = moves
    let names = reachOfLines
    let own = kind == .part ? Set(workspace.names.space(of: text.path)) : Set(names.map(\.path))
    let awaited = Dictionary(
      Set(names.map(\.path)).map { file in (file, workspace.names.names(in: file)?.awaited ?? [:]) },
      uniquingKeysWith: { first, _ in first })
    // In one flow, what a part needs may be a step, in another an end.
    let others = names.filter { !own.contains($0.path) && $0.place.isDefinition }
    var needed = others.filter(\.place.mayBeTarget).map(\.place.name)
    // What a part needs that no flow uses yet may be anything.
    let known = Set(others.map(\.place.name))
    needed += workspace.names(in: text.path).filter {
      $0.kind == .needed && !$0.isDefinition && !known.contains($0.name)
    }.map(\.name)
    for name in Set(needed).sorted() { add(name, .step, "needed by this part", rank: 21) }
    for (file, place) in names where place.isDefinition && own.contains(file) && place.mayBeGiven {
      switch place.kind {
      case .step:
        let awaited = awaited[file]?[place.name] ?? ""
        let waits = isEvent && awaited.prefix { $0 != "(" && $0 != " " } == name
        add(place.name, .step, awaited, rank: waits ? 0 : 20)
      case .end:
        // What went wrong leads to no success.
        if line?.isFailure ?? false, workspace.names.names(in: file)?.successes.contains(place.name) ?? false { break }
        add(place.name, .end, "an end", rank: trigger == "else" ? 1 : 22)
      default: break
      }
    }
    guard words.last != "to", let line else { return }
    if line.mayRetry { add("retry", .word, "ask again, with the data of the new event", rank: 10) }
    if line.mayStay { add("stay", .word, "stay at this step, which asks again", rank: 11) }
    if words.first == "interrupts" { add("resume", .word, "back to what was interrupted", rank: 9) }
    guard line.mayRetry, !cursor.isInQuotes else { return }
    add(
      "{ retry: … }", .snippet, "ask again with a message", text: "{ retry: ${1:message} }", isTemplate: true, rank: 12)
  }

  private mutating func addEvents() {
    guard let contract = workspace.contract(for: text.path) else { return }
    if kindIsScenario {
      for event in contract.events { add(event.name, .event, event.kind.rawValue, event.meaning, rank: 10) }
      return
    }
    let kinds = keys.last == "challenge" ? EventKind.ofChallenges : EventKind.ofEvents
    let texts = ContractTexts(contract: contract)
    for event in contract.events {
      guard let rank = kinds.firstIndex(of: event.kind).map({ 10 + 2 * $0 }) else { continue }
      add(event.name, .event, event.kind.rawValue, event.meaning, rank: rank)
      for mode in event.modes {
        add("\(event.name)(\(texts.mode(mode)))", .event, event.kind.rawValue, event.meaning, rank: rank + 1)
      }
    }
  }

  /// Of an answer, the calls that answer what the step waits for; else those that a flow makes by itself.
  private mutating func addCalls() {
    guard let contract = workspace.contract(for: text.path) else { return }
    let words = Array(keys)
    let isAnswer = words.contains("answer")
    let awaited = step?.awaited.flatMap { contract.event(named: $0) }
    let mode = step?.mode.flatMap { name in contract.modes.first { $0.name == name }?.number }
    for call in contract.calls {
      let answers = awaited.map { call.answers.contains($0) } ?? false
      if isAnswer {
        guard answers, mode == nil || call.answeredModes.map({ $0.contains(mode ?? 0) }) ?? true else { continue }
      } else if words.contains("choices") {
        guard call.answers.isEmpty || answers else { continue }
      }
      add(call.name, .call, call.parameters.map(\.name).joined(separator: ", "), call.meaning, rank: answers ? 0 : 10)
    }
  }

  private mutating func addPaths(_ use: NamePlace.FileUse) {
    let folder = text.path.split(separator: "/").dropLast().joined(separator: "/")
    let own = "/" + folder + "/"
    for path in workspace.knownPaths where path != text.path {
      guard let other = workspace.texts.text(path)?.kind else { continue }
      let fits: Bool =
        switch use {
        case .part: other == .part
        case .catalogue: other == .catalogue
        case .base, .inner, .refined, .played: other == .flow
        case .other: other == (keys.first == "contract" ? .contract : .scenarios)
        }
      guard fits, use == .catalogue || use == .played || use == .other || !leadsHere(path) else { continue }
      // A variant has the contract of its base, whichever that is.
      if [.part, .inner, .refined].contains(use), isOfOtherContract(path) { continue }
      let name = RelativePath.name(of: path, in: own)
      // A scenario file names its flow with the ending, as all that reads files by their whole names.
      let written = use == .played || use == .other ? name : FilePath.withoutEnding(name)
      if use == .base, let version = version(of: path) {
        add("\(written)@\(version)", .file, "", rank: 10)
      } else {
        add(written, .file, "", rank: 10)
      }
    }
  }

  /// Whether a file is for another contract than this one: neither can stand in the other.
  private func isOfOtherContract(_ path: String) -> Bool {
    guard let own = workspace.sdk(of: text.path), let other = workspace.sdk(of: path) else { return false }
    return own != other
  }

  /// Whether a file is made of this one: to name it here would be a circle.
  private func leadsHere(_ path: String) -> Bool { workspace.names.files(readWith: path).contains(text.path) }

  /// The first two numbers of the version of a flow.
  private func version(of path: String) -> String? {
    guard let tree = workspace.texts.text(path)?.tree, let version = KeyedPlace.values(at: ["version"], in: tree).first
    else {
      return nil
    }
    return version.split(separator: ".").prefix(2).joined(separator: ".")
  }

  /// What a parameter can get: fields of the event, inputs, and the words of its type.
  private mutating func addArgument() {
    let words = Array(keys)
    guard words.count > 3, words.dropLast().last == "with", let step, let contract = workspace.contract(for: text.path)
    else { return }
    let parameter = parameter(of: step, contract)
    if parameter?.type == .flag { for word in ["true", "false"] { add(word, .word, rank: 0) } }
    if parameter?.isUser ?? false { add("$user", .word, "whom the SDK last named", rank: 0) }
    // Who the user is says the SDK alone.
    if !(parameter?.isUser ?? false) {
      for input in step.inputs { add("$" + input, .input, "an input", rank: 5) }
    }
    for field in fields(of: step, contract) { add("$event." + field, .field, "a field of the event", rank: 10) }
  }

  /// The parameter whose value stands at the place, below `with:`; nil at another place.
  private func parameter(of step: WrittenStep, _ contract: Contract) -> CallSpec.Parameter? {
    let words = Array(keys)
    guard words.count > 3, words[words.count - 2] == "with" else { return nil }
    return step.calls.lazy.compactMap { contract.call(named: $0) }
      .compactMap { contract[$0].parameter(named: words[words.count - 1]) }.first
  }

  /// The fields of the step's event; below `with:` those that the parameter may get.
  private func fields(of step: WrittenStep, _ contract: Contract) -> [String] {
    guard let event = step.awaited.flatMap({ contract.event(named: $0) }).map({ contract[$0] }) else { return [] }
    guard let parameter = parameter(of: step, contract) else { return event.fields.shown.map(\.name) }
    // A secret comes from the user only.
    guard !parameter.type.holdsSecret else { return [] }
    return event.fields.shown.filter { field in
      field.type.fits(parameter.type) && (!parameter.isUser || field.name == event.userField)
    }.map(\.name)
  }

  /// Fields, in a guard behind `event.`: nothing else can stand there.
  private mutating func addFields() -> Bool {
    let line = text.lines.bytes(ofLine: Int(text.lines.position(at: cursor.replaced.lowerBound).line))
    let end = cursor.replaced.lowerBound + cursor.typed.utf8.count
    let before = text.text(line.lowerBound..<max(line.lowerBound, end))
    guard let contract = workspace.contract(for: text.path) else { return false }
    guard let dot = before.range(ofLast: "event."), let step else { return false }
    guard
      before[dot...].dropFirst("event.".count).utf8.allSatisfy({
        (97...122).contains($0 | 0x20) || (48...57).contains($0)
      })
    else { return false }
    // All that stands there is replaced.
    let typed =
      String(cursor.typed.prefix(upTo: cursor.typed.range(ofLast: "event.") ?? cursor.typed.startIndex)) + "event."
    for field in fields(of: step, contract) { add(typed + field, .field, "a field of the event", rank: 5) }
    return true
  }
}

extension String {
  /// Where a word begins for the last time.
  fileprivate func range(ofLast word: String) -> String.Index? {
    var found: String.Index?
    var rest = self[...]
    while let range = rest.firstRange(of: word) {
      found = range.lowerBound
      rest = rest[range.upperBound...]
    }
    return found
  }
}
