// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import Values
import YAMLTree

/// Reads `events`: first their names, so that any line may name any event, then what is said of each.
enum EventReader {
  private static let keys = Shape.contractEvent.names
  private static let meanings = Shape.otherNames(of: [.contractEvent])
  /// By kind, the keys that such an event cannot have.
  private static let barredKeys = Dictionary(
    uniqueKeysWithValues: EventKind.allCases.map { kind in
      let barred = Shape.contractEvent.keys.filter { !$0.mayStand { $0 == "kind" ? kind.rawValue : nil } }
      return (kind, Set(barred.map(\.name)))
    })

  static func enterNames(_ entries: [YAMLEntry], in scope: inout ContractScope) {
    scope.eventNames.reserve(entries.count)
    for (index, entry) in entries.enumerated() {
      let id = EventID(index: UInt16(truncatingIfNeeded: index))
      guard ContractWords.mayName(entry.key, "an event", &scope.findings) else { continue }
      scope.eventNames.enter(entry.key, id, &scope.findings)
      for alias in scope.names(entry.value["aliases"], "an alias")
      where !ContractWords.isFlag(alias, &scope.findings) {
        scope.eventNames.enter(alias, id, &scope.findings)
      }
    }
    scope.events = Array(repeating: nil, count: entries.count)
  }

  /// Names of events that stand too deep, and so in the event above them: whoever names them made no slip.
  static func enterLostNames(_ entries: [YAMLEntry], in scope: inout ContractScope) {
    for entry in entries where entry.value.kind == .mapping {
      for inner in entry.value.entries where inner.value.kind == .mapping && !keys.contains(inner.key.value) {
        guard inner.value["kind"] != nil, scope.eventNames[inner.key.value] == nil else { continue }
        scope.eventNames.enter(
          inner.key, EventID(index: UInt16(truncatingIfNeeded: scope.events.count)), &scope.findings)
        scope.events.append(nil)
      }
    }
  }

  static func read(_ entries: [YAMLEntry], in scope: inout ContractScope) {
    for (index, entry) in entries.enumerated() {
      scope.events[index] = read(entry.key, entry.value, in: &scope)
    }
  }

  private static func read(
    _ name: Spanned<String>, _ node: YAMLNode, in scope: inout ContractScope
  ) -> EventSpec? {
    guard let mapping = node.mapping("an event", keys: keys, meaning: meanings, &scope.findings),
      let kindNode = mapping.require("kind", of: "an event", &scope.findings)
    else { return nil }
    let kind = word(kindNode, EventKind.self, "a kind", &scope.findings)
    let (modeField, modes) = readModes(mapping["modes"], in: &scope)
    let fields = readFields(mapping["fields"], of: name.value, modeField, in: &scope)
    let source = scope.source(mapping, of: "an event")
    let rank = readRank(name, kind, mapping, &scope.findings)
    guard let kind, let source else { return nil }
    let type = RecordType(name.value, fields.fields)
    return EventSpec(
      name: name.value, aliases: mapping["aliases"] == nil ? [] : aliases(mapping), kind: kind,
      modeField: modeField, modes: modes, fields: type,
      userField: fields.user, attemptsField: fields.attempts,
      hasStatus: scope.flag(mapping, "status", or: true),
      phase: phase(mapping["enters"], in: &scope), losesProofs: scope.flag(mapping, "losesProofs"),
      rank: rank,
      repetition: mapping["again"].flatMap { word($0, Repetition.self, "`again`", &scope.findings) } ?? .queue,
      barsCalls: scope.flag(mapping, "barsCalls"), needsAnswer: scope.flag(mapping, "needsAnswer"),
      isTerminal: scope.flag(mapping, "terminal"), cancels: readCancels(mapping["cancels"], in: &scope),
      meaning: scope.meaning(mapping), confidence: source.confidence, source: source.reference,
      after: scope.names(mapping["after"], "a call").compactMap { scope.callNames.find($0, &scope.findings) },
      severity: readSeverity(mapping["severity"], of: type, in: &scope),
      successCodes: readSuccess(mapping, in: &scope),
      required: RequiredValuesReader.read(mapping["requires"], of: type, in: &scope))
  }

  /// The status codes that mean success in this event; empty where the contract's do.
  private static func readSuccess(_ mapping: YAMLMapping, in scope: inout ContractScope) -> [Int] {
    guard let node = mapping["success"] else { return [] }
    if !scope.flag(mapping, "status", or: true) { scope.findings.append(.noStatus(node.range)) }
    return CodeReader.readSuccess(node, in: &scope)
  }

  /// Aliases were checked when the names were entered.
  private static func aliases(_ mapping: YAMLMapping) -> [String] {
    guard let node = mapping["aliases"] else { return [] }
    return node.kind == .sequence ? node.items.compactMap(\.text) : [node.text].compactMap(\.self)
  }

  static func phase(_ node: YAMLNode?, in scope: inout ContractScope) -> PhaseID? {
    guard let name = node?.text("a phase", &scope.findings) else { return nil }
    return scope.phases.find(name, &scope.findings)
  }

  /// One of a fixed set of words; nil, and a finding, for another.
  static func word<Word: RawRepresentable & CaseIterable>(
    _ node: YAMLNode, _ type: Word.Type, _ what: String, _ findings: inout [Diagnostic]
  ) -> Word? where Word.RawValue == String {
    guard let text = node.text(what, &findings) else { return nil }
    if let word = Word(rawValue: text.value) { return word }
    let words = Word.allCases.map(\.rawValue)
    findings.append(
      Diagnostic(
        ContractRules.unknownName, "\(what) cannot be \(Diagnostic.quoting(text.value))", at: text.range,
        help: Suggestion.cure(
          for: text.value, among: words, otherwise: "write one of " + words.joined(separator: ", "))))
    return nil
  }

  /// `modes: { challengeMode: [verify, set] }`: the field that carries the mode, and the modes that the event may have.
  private static func readModes(_ node: YAMLNode?, in scope: inout ContractScope) -> (String?, [Int]) {
    guard let mapping = node?.mapping("`modes` of an event", &scope.findings) else { return (nil, []) }
    guard let entry = mapping.entries.first, mapping.entries.count == 1 else {
      scope.findings.append(.oneModeField(mapping.node.range))
      return (nil, [])
    }
    var modes: [Int] = []
    for name in scope.names(entry.value, "a mode") {
      guard let mode = scope.modes.find(name, &scope.findings) else {
        scope.lacksModes = true
        continue
      }
      if modes.contains(mode) {
        scope.findings.append(.takenName(name, "a mode of this event", first: entry.value.range))
      }
      modes.append(mode)
    }
    guard entry.key.value.isName else {
      scope.findings.append(.badName(entry.key, "a field"))
      return (nil, modes)
    }
    return (entry.key.value, modes)
  }

  private static func readFields(
    _ node: YAMLNode?, of event: String, _ modeField: String?, in scope: inout ContractScope
  ) -> (fields: [RecordType.Field], user: String?, attempts: String?) {
    var fields: [RecordType.Field] = []
    var user: Spanned<String>?
    var attempts: Spanned<String>?
    if let modeField { fields.append(RecordType.Field(modeField, .numbered("mode", scope.modeNumbers))) }
    guard let node else { return (fields, nil, nil) }
    TypeReader.readFields(node, of: event, [.user, .attempts, .origins, .privacy], in: &scope) { name, line, scope in
      if name.value == modeField { scope.findings.append(.takenName(name, "a field", first: node.range)) }
      if line.isUser { only(name, "the user", &user, &scope.findings) }
      if line.isAttempts { only(name, "the attempts", &attempts, &scope.findings) }
      fields.append(RecordType.Field(name.value, line.type, isPrivate: line.isPrivate))
    }
    return (fields, user?.value, attempts?.value)
  }

  /// Takes a field that an event may have once.
  private static func only(
    _ name: Spanned<String>, _ what: String, _ field: inout Spanned<String>?, _ findings: inout [Diagnostic]
  ) {
    if let first = field {
      findings.append(
        Diagnostic(
          ContractRules.duplicateName, "an event tells \(what) in one field, not also in `\(name.value)`",
          at: name.range, help: "mark only one of them", notes: [Note("the first is here", at: first.range)]))
    }
    field = field ?? name
  }

  /// Its place in the order of interrupts; 0 for other kinds, which have none of the keys of interrupts either.
  private static func readRank(
    _ name: Spanned<String>, _ kind: EventKind?, _ mapping: YAMLMapping, _ findings: inout [Diagnostic]
  ) -> Int {
    guard let kind else { return 0 }
    let barred = barredKeys[kind] ?? []
    for entry in mapping.entries where barred.contains(entry.key.value) {
      findings.append(.interruptKey(entry.key, kind))
    }
    guard kind == .interrupt else { return 0 }
    guard let node = mapping["rank"] else {
      findings.append(.interruptWithoutRank(name))
      return 0
    }
    guard let rank = node.count("a rank", &findings) else { return 0 }
    if rank.value > ContractLimits.rank {
      findings.append(
        Diagnostic(
          ContractRules.badNumber, "a rank is at most \(ContractLimits.rank), not \(rank.value)", at: rank.range,
          help: "ranks only order the interrupts: count from 1"))
    }
    return rank.value
  }

  /// `severity: threats.threatSeverity`: a path to words of a closed type, through lists.
  private static func readSeverity(_ node: YAMLNode?, of event: RecordType, in scope: inout ContractScope) -> [String]?
  {
    guard let path = node?.text("`severity`", &scope.findings) else { return nil }
    let names = path.value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if case .oneOf? = event.typeThroughLists(at: names[...]) {
      guard event.countOfLists(at: names) > 1 else { return names }
      scope.findings.append(
        Diagnostic(
          ContractRules.wrongType, "\(Diagnostic.quoting(path.value)) leads through more than one list", at: path.range,
          help: "name a field on which one list lies at most: the checker could not hold the guards of a flow to it"))
      return nil
    }
    // Something on the way could not be read.
    if scope.isLost(names, of: event) { return nil }
    scope.findings.append(
      Diagnostic(
        ContractRules.wrongType, "`\(event.name)` has no words at \(Diagnostic.quoting(path.value))", at: path.range,
        help: "name a field of a type that lists its words, such as `threats.threatSeverity`"))
    return nil
  }

  private static func readCancels(_ node: YAMLNode?, in scope: inout ContractScope) -> [EventID] {
    scope.names(node, "what it cancels").compactMap { scope.eventNames.find($0, &scope.findings) }
  }
}

extension Diagnostic {
  fileprivate static func oneModeField(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      ContractRules.badType, "an event tells its mode in one field", at: range,
      help: "write it as `modes: { challengeMode: [verify, set] }`")
  }

  fileprivate static func interruptKey(_ key: Spanned<String>, _ kind: EventKind) -> Diagnostic {
    Diagnostic(
      ContractRules.interruptKey, "a \(kind.rawValue) has no `\(key.value)`; only an interrupt has", at: key.range,
      help: "remove the key, or make the event an interrupt")
  }

  fileprivate static func interruptWithoutRank(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      ContractRules.interruptWithoutRank, "the interrupt `\(name.value)` must have a rank", at: name.range,
      help: "add `rank:` with a number of its own; a higher one opens above a lower one")
  }
}
