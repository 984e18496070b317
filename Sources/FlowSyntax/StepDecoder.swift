// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import Guards
import YAMLTree

extension DocumentDecoder {
  /// The keys one of which every step has.
  static let kinds = Shape.step.needsOneOf
  static let stepKeys = Shape.step.words
  static let interruptKeys = Shape.interrupt.words

  mutating func step(_ entry: YAMLEntry) -> StepSyntax? {
    guard let name = name(entry.key, "a step") else { return nil }
    guard
      let map = mapping(
        entry.value, "the step `\(name.value)`", Self.stepKeys, listing: Self.keys(forStepsLike: entry.value))
    else { return nil }
    guard let first = map.onlyEntry(among: Self.kinds) ?? Self.kindBesideGate(map), !Self.isGateOfMore(first, map)
    else {
      let kinds = map.entries(among: Self.kinds)
      let second = kinds.count > 1 ? kinds[1] : nil
      if let second {
        findings.append(.ofTwoKinds(name.value, kinds[0].key, second.key))
        return nil
      }
      guard !map.hasKeys(otherThan: Self.stepKeys) else { return nil }
      report(
        SyntaxRules.stepKind, "the step `\(name.value)` does not say what it waits for or does", name.range,
        help: kinds.first?.key.value == "gate"
          ? "give it `challenge:`, `event:` or `call:`: `gate:` alone asks the modules, and nothing else"
          : Self.isOfGate(map) ? Diagnostic.giveGate : Diagnostic.giveOneKind)
      return nil
    }
    // Beside an unknown key a gate is most likely that of a call.
    if first.key.value == "gate", map.hasKeys(otherThan: Self.stepKeys) { return nil }
    if isOfOtherKind(first, map) { return nil }
    guard let kind = kind(first, map) else { return nil }
    forbidMisplacedKeys(map, kind: first.key.value, name.value)
    return body(name, kind, at: first.key.range, map, entry)
  }

  /// The keys that have a meaning in a step of the kind that a node names; nil if it names none, or two.
  private static func keys(forStepsLike node: YAMLNode) -> [StaticString]? {
    let named = deciding(kinds.filter { node[$0] != nil }, by: \.description)
    guard let kind = named.first?.description, named.count == 1, kind != "gate" || !lacksKind(node) else { return nil }
    let useless = useless(for: kind).map(\.description).filter { $0 != "require" || kind == "run" }
    let others = kinds.map(\.description).filter { $0 != kind && $0 != "gate" }
    return stepKeys.filter { !useless.contains($0.description) && !others.contains($0.description) }
  }

  /// Whether a `gate:` stands beside a misspelt word that says what the step is, or beside what a mere gate never has.
  private static func lacksKind(_ node: YAMLNode) -> Bool {
    let others = ["answer", "ask", "pick", "tries", "with"] as [StaticString]
    if others.contains(where: { node[$0] != nil }), node["then"]?["allow"] == nil { return true }
    let kinds = kinds.map(\.description).filter { $0 != "gate" }
    return node.entries.contains { entry in
      !stepKeys.contains { $0.description == entry.key.value }
        && Suggestion.nearest(to: entry.key.value, among: kinds) != nil
    }
  }

  private static func kindBesideGate(_ map: YAMLMapping) -> YAMLEntry? {
    let kinds = deciding(map.entries(among: kinds), by: \.key.value)
    return kinds.count == 1 ? kinds[0] : nil
  }

  /// Whether a `gate:` stands beside what only an answer or a call has, and no line says what follows a yes of the modules: then the word
  /// that says what the step is was left out.
  private static func isGateOfMore(_ kind: YAMLEntry, _ map: YAMLMapping) -> Bool {
    kind.key.value == "gate" && !map.entries(among: ["answer", "ask", "pick", "tries", "with"]).isEmpty
      && map.entries(among: ["then"]).first?.value["allow"] == nil
  }

  /// The words that say what a step is: a `gate:` beside another kind is none, but asks before that step's call.
  private static func deciding<Named>(_ named: [Named], by name: (Named) -> String) -> [Named] {
    named.count == 2 ? named.filter { name($0) != "gate" } : named
  }

  mutating func interrupt(_ entry: YAMLEntry) -> StepSyntax? {
    guard let event = event(entry.key, "an interrupt"),
      let map = mapping(entry.value, "the interrupt `\(entry.key.value)`", Self.interruptKeys)
    else { return nil }
    forbidKeysBesideTo(map)
    forbidKeysWithoutAnswer(map, Self.interruptKeys)
    forbidShownAtInterrupt(map)
    return body(entry.key, .interrupt(event), at: entry.key.range, map, entry)
  }

  private mutating func kind(_ entry: YAMLEntry, _ map: YAMLMapping) -> StepSyntax.Kind? {
    switch entry.key.value {
    case "wait":
      return .wait
    case "run":
      hasRuns = true
      return path(entry.value, "`run`", such: "sign-in").map { .run($0) }
    case "gate":
      return gate(entry.value).map { .gate($0) }
    case "call":
      guard let name = entry.value.name("`call`", &findings) else { return nil }
      return .call(call(name, map))
    case "challenge":
      return entry.value.text("`challenge`", &findings).flatMap { event($0, "`challenge`") }.map { .challenge($0) }
    default:
      return entry.value.text("`event`", &findings).flatMap { event($0, "`event`") }.map { .event($0) }
    }
  }

  private mutating func body(
    _ name: Spanned<String>, _ kind: StepSyntax.Kind, at kindRange: SourceRange, _ map: YAMLMapping,
    _ entry: YAMLEntry
  ) -> StepSyntax {
    var say = key(map["say"], "`say`")
    if case .wait = kind { say = key(map["wait"], "`wait`") }
    // What shows nothing has no words: that is told, and nothing of those words.
    if case .call = kind { say = nil }
    if case .gate = kind { say = nil }
    let isInterrupt = if case .interrupt = kind { true } else { false }
    let inputs = self.inputs(map)
    let required = map["require"].map { self.required($0) }
    return StepSyntax(
      name: name, kind: kind, kindRange: kindRange, say: say, inputs: inputs, checks: required?.checks ?? [],
      requirement: required?.shown, answer: map["answer"].flatMap { answer($0, map) },
      choices: map["choices"].map { choices($0, lacksThen: !map.has("then")) } ?? [],
      autos: map["auto"].map { autos($0) } ?? [],
      tries: map["tries"].flatMap { tries($0) },
      max: map["max"].flatMap { maxOfCall($0) },
      within: map["within"]?.duration("`within`", &findings),
      countdown: isInterrupt ? map["countdown"].flatMap { reference($0, "`countdown`") } : nil,
      to: isInterrupt ? map["to"].flatMap { target($0) } : nil, then: map["then"].map { transitions($0) } ?? [],
      earns: map["earns"].flatMap { earns($0) },
      range: SourceRange(entry.key.range.start, entry.value.range.end, in: name.range.file))
  }

  /// `auto: proceed`, or `auto: [leave, proceed]`.
  private mutating func autos(_ node: YAMLNode) -> [Spanned<String>] {
    guard node.kind == .sequence else { return node.name("`auto`", &findings).map { [$0] } ?? [] }
    if node.items.isEmpty {
      report(
        SyntaxRules.misplacedKey, "`auto` names no choice", node.range,
        help: "name choices, such as `auto: [leave, proceed]`, or take it out")
    }
    let names = node.items.compactMap { listedName($0, "a choice of `auto`") }
    tellTwice(names, "`auto`")
    return names
  }

  /// What is picked comes first: it decides what is offered, and what is typed does not.
  private mutating func inputs(_ map: YAMLMapping) -> [InputSyntax] {
    let asked = map["ask"].map { inputs($0) } ?? []
    guard let pick = map["pick"] else { return asked }
    return picks(pick) + asked
  }

  private mutating func inputs(_ node: YAMLNode) -> [InputSyntax] {
    switch node.kind {
    case .sequence:
      if let typed = node.items.first(where: { $0.kind == .mapping }) { return inputsInList(node, typed) }
      let names = node.items.compactMap { item in listedName(item, "an input").flatMap { name($0, "an input") } }
      return tellTwice(names, "`ask`").map { InputSyntax(name: $0) }
    case .mapping:
      return node.mapping("`ask`", &findings)?.compactMap { input($0) } ?? []
    case .scalar:
      if let text = node.text("`ask`", &findings) {
        report(
          YAMLRules.wrongKind, "`ask` must be a list, not \(Diagnostic.quoting(text.value))", text.range,
          help: node.asList.map { "write `ask: \($0)`" } ?? "write the inputs in a list: `ask: [one, two]`")
      }
      return []
    }
  }

  /// Inputs with types, which are a map, written as a list.
  private mutating func inputsInList(_ node: YAMLNode, _ first: YAMLNode) -> [InputSyntax] {
    let words = node.items.flatMap { item in
      item.kind == .mapping
        ? item.entries.map { "\($0.key.value): \($0.value.text ?? "…")" } : ["\(item.text ?? "…"): text"]
    }
    report(
      YAMLRules.wrongKind, "`ask` must be a map where an input has a type, not a list", first.range,
      help: "write `ask: { \(words.joined(separator: ", ")) }`")
    return node.items.flatMap { item -> [InputSyntax] in
      if item.kind == .mapping { return item.entries.compactMap { input($0) } }
      return listedName(item, "an input").flatMap { name($0, "an input") }.map { [InputSyntax(name: $0)] } ?? []
    }
  }

  private mutating func input(_ entry: YAMLEntry) -> InputSyntax? {
    guard let name = name(entry.key, "an input") else { return nil }
    if entry.value.kind == .scalar {
      let before = findings.count
      let type = entry.value.name("the type of `\(name.value)`", &findings)
      if let text = entry.value.text, text.hasPrefix("$") {
        cure(
          since: before,
          "write `\(name.value): { default: \(text) }` to offer this value; a type is a word such as `text`")
      }
      return type.map { InputSyntax(name: name, type: $0) }
    }
    guard let map = mapping(entry.value, "the input `\(name.value)`", Self.inputKeys) else { return nil }
    return InputSyntax(
      name: name, type: map["type"]?.name("`type`", &findings),
      suggestion: map["default"].flatMap { reference($0, "`default`") })
  }

  private static let inputKeys = Shape.input.words
  private static let checkKeys = Shape.check.words

  /// - Parameter what: what it is called, as in "a check".
  mutating func check(_ node: YAMLNode, _ what: String = "check") -> CheckSyntax? {
    let keys = Self.checkKeys
    guard let map = node.mapping(keys: keys) ?? node.mapping("a \(what)", keys: keys.map(\.description), &findings),
      let expression = require("check", of: "the \(what)", in: map, keys).flatMap({ expression($0, "`check`") })
    else { return nil }
    return CheckSyntax(check: expression, say: key(map["say"], "`say`"))
  }

  /// Whether the lines of a step are those of a gate.
  private static func isOfGate(_ map: YAMLMapping) -> Bool {
    map["then"]?.entries.contains { $0.key.value == "allow" || $0.key.value == "deny" } ?? false
  }

  /// Whether an entry is a key of the step, and stands below one of its keys that holds names of its own: what is behind it can be
  /// nothing else.
  mutating func isOfStep(_ entry: YAMLEntry, in block: String) -> Bool {
    guard entry.key.value.isOne(of: Self.stepKeys) else { return false }
    switch entry.value.kind {
    case .scalar: guard let text = entry.value.text, !text.isName else { return false }
    case .sequence: break
    case .mapping: return false
    }
    report(
      YAMLRules.unknownKey, "`\(entry.key.value)` stands below `\(block)`, but belongs beside it", entry.key.range,
      help: "move it out of `\(block)`: it is a key of the step")
    return true
  }

  private static let choiceKeys = Shape.choice.words

  private mutating func choices(_ node: YAMLNode, lacksThen: Bool) -> [ChoiceSyntax] {
    let before = findings.count
    guard let map = node.mapping("`choices`", &findings) else {
      let word = (node.items.first ?? node).text.flatMap { $0.isName ? $0 : nil } ?? "finish"
      cure(since: before, "say what each choice does, as in `choices: { \(word): { to: done } }`")
      return []
    }
    return (lacksThen ? withoutLines(map) : map.entries).compactMap { choice($0) }
  }

  /// The choices of a step.
  ///
  /// Outcomes that follow them belong to `then`, whose line is missing.
  private mutating func withoutLines(_ map: YAMLMapping) -> [YAMLEntry] {
    let entries = map.entries
    guard var start = entries.firstIndex(where: \.key.value.isLineOfThen) else { return entries }
    while start > 0, entries[start - 1].value.text?.isName ?? false { start -= 1 }
    let first = entries[start].key
    report(
      YAMLRules.unknownKey, "\(Diagnostic.quoting(first.value)) stands below `choices`, but belongs below `then`",
      first.range, help: "write `then:` in a line above it, as deep as `choices:`")
    return Array(entries[..<start])
  }

  private mutating func choice(_ entry: YAMLEntry) -> ChoiceSyntax? {
    if entry.value.isReported, entry.value.kind == .scalar {
      // `choices: { finish }`: in better words than those for any map.
      report(
        YAMLRules.emptyValue, "the choice \(Diagnostic.quoting(entry.key.value)) does not say where it leads",
        entry.value.range.start == entry.value.range.end ? entry.key.range : entry.value.range,
        help: "write `\(entry.key.value.isName ? entry.key.value : "finish"): { to: done }`")
      return nil
    }
    guard !isOfStep(entry, in: "choices"), let name = name(entry.key, "a choice") else { return nil }
    let before = findings.count
    guard let map = mapping(entry.value, "the choice `\(name.value)`", Self.choiceKeys) else {
      if let word = entry.value.text, word.isName {
        let meant = choices(meantBy: word)
        cure(since: before, "write \(meant)")
      }
      return nil
    }
    guard let action = action(map, name) else { return nil }
    return ChoiceSyntax(
      name: name, action: action, when: map["when"].flatMap { expression($0, "`when`") },
      confirm: key(map["confirm"], "`confirm`"), max: map["max"].flatMap { max($0) },
      every: map["every"]?.duration("`every`", &findings), within: map["within"]?.duration("`within`", &findings),
      then: map["then"].map { transitions($0) } ?? [])
  }

  /// What a choice may be that is one word alone: a way to go, or a call where no step and no end of the file has that name.
  private func choices(meantBy word: String) -> String {
    if word.isOne(of: Shape.plainMoves) { return "`{ \(word): true }`" }
    let places = ["steps", "ends", "needs"].compactMap { outermost?[$0] }
    let isPlace = places.contains { place in
      place.entries.contains { $0.key.value == word } || place.items.contains { $0.text == word }
    }
    return isPlace
      ? "`{ to: \(word) }`" : "`{ call: \(word) }` to make a call, or `{ to: \(word) }` to go to a step or an end"
  }

  /// A choice makes a call, or goes somewhere.
  private mutating func action(_ map: YAMLMapping, _ name: Spanned<String>) -> ChoiceSyntax.Action? {
    guard let node = map["call"] else {
      if map.hasKeys(otherThan: Self.choiceKeys) { return nil }
      let forCalls = map.entries(among: Self.forCalls)
      // Of one that does nothing at all, that is to be said, and not what each of its keys would need.
      if !forCalls.isEmpty, map.entries(among: Shape.target.needsOneOf).isEmpty {
        report(
          SyntaxRules.badTarget, "the choice `\(name.value)` does nothing", name.range,
          help: "give it a `call:`, or one of `to:`, `stay:`, `retry:` and `resume:`")
        return nil
      }
      for entry in forCalls {
        report(
          SyntaxRules.misplacedKey, "`\(entry.key.value)` has no meaning without a `call`", entry.key.range,
          help: "give the choice `\(name.value)` a `call:`, or take the key out")
      }
      return target(map, name.range).map { .go($0) }
    }
    for entry in map.entries(among: Self.forMoves) {
      report(
        SyntaxRules.misplacedKey, "`\(entry.key.value)` cannot stand beside `call`", entry.key.range,
        help: "write below `then:` where each outcome of the call goes")
    }
    return node.name("`call`", &findings).map { .call(call($0, map)) }
  }

  private static let forCalls = Shape.choice.words(needing: "call")
  private static let forMoves = Shape.choice.words(excludedBy: "call")
}

extension Diagnostic {
  fileprivate static let giveOneKind = "give it one of `challenge:`, `event:`, `call:`, `wait:`, `gate:` and `run:`"

  fileprivate static let giveGate =
    "write what the modules are asked, such as `gate: [isDeviceSecure]`: `allow` and `deny` are what they answer"

  /// A step with the keys of two steps.
  ///
  /// The keys between them may belong to the first, if the name of the second is missing.
  fileprivate static func ofTwoKinds(_ name: String, _ first: Spanned<String>, _ second: Spanned<String>) -> Diagnostic
  {
    let isApart = second.range.start.line > first.range.start.line + 1
    return Diagnostic(
      SyntaxRules.stepKind, "the step `\(name)` is of two kinds at once", at: second.range,
      help: giveOneKind + (isApart ? "; if another step begins here, write its name in a line above" : ""),
      notes: [Note("the first kind is here", at: first.range)])
  }
}
