// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import Values
import YAMLTree

/// Reads `calls`: first their names, then what each takes, where it is legal and what it may lead to.
enum CallReader {
  private static let keys = Shape.contractCall.names

  static func enterNames(_ entries: [YAMLEntry], in scope: inout ContractScope) {
    scope.callNames.reserve(entries.count)
    for (index, entry) in entries.enumerated() {
      let id = CallID(index: UInt16(truncatingIfNeeded: index))
      guard ContractWords.mayName(entry.key, "a call", &scope.findings) else { continue }
      scope.callNames.enter(entry.key, id, &scope.findings)
      for alias in scope.names(entry.value["aliases"], "an alias")
      where !ContractWords.isFlag(alias, &scope.findings) {
        scope.callNames.enter(alias, id, &scope.findings)
      }
    }
  }

  static func read(_ entries: [YAMLEntry], in scope: inout ContractScope) -> [CallSpec] {
    var refusals: [Int: [Int]] = [:]
    for error in scope.errors {
      for call in error.calls { refusals[Int(call.index), default: []].append(error.number) }
    }
    var calls: [CallSpec] = []
    calls.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      if let call = read(entry.key.value, entry.value, refusals[index] ?? [], in: &scope) { calls.append(call) }
    }
    return calls
  }

  /// How long a reply may take; nil, with a finding, for no time at all: such a limit would never strike.
  static func patience(_ node: YAMLNode, _ findings: inout [Diagnostic]) -> Int? {
    guard let time = node.duration("a patience", &findings) else { return nil }
    if time.value > 0 { return time.value }
    findings.append(
      Diagnostic(
        ContractRules.badNumber, "a patience must be longer than nothing", at: time.range,
        help: "write how long a reply may take, such as `30s`, or take the key out"))
    return nil
  }

  private static func read(
    _ name: String, _ node: YAMLNode, _ rejections: [Int], in scope: inout ContractScope
  ) -> CallSpec? {
    guard let mapping = node.mapping("a call", keys: keys, &scope.findings) else { return nil }
    let (answers, code) = readAnswers(mapping["answers"], in: &scope)
    let answered = answers.compactMap { scope[$0] }
    let before = scope.findings.count
    let parameters = readParameters(mapping["takes"], of: name, in: &scope)
    let lacksParameters = scope.findings.count > before
    let fields = AnsweredFields(answered: answered, hasAnswers: mapping["answers"] != nil)
    let echoes = scope.names(mapping["echo"], "what is echoed").filter { fields.check($0, "echo", in: &scope) }
    let each = fields.readEach(mapping["each"], parameters, in: &scope)
    let requires = fields.readRequired(mapping["requires"], in: &scope)
    let phases = scope.names(mapping["phases"], "a phase").compactMap { scope.phases.find($0, &scope.findings) }
    let enters = EventReader.phase(mapping["enters"], in: &scope)
    let source = scope.source(mapping, of: "a call")
    let replies = ReplyReader(
      parameters: parameters, lacksParameters: lacksParameters, answered: answered,
      confidence: source?.confidence ?? .chosen,
      source: source?.reference ?? ""
    ).readAll(mapping, in: &scope)
    let superseded = scope.names(mapping["supersedes"], "a call").compactMap {
      scope.callNames.find($0, &scope.findings)
    }
    let patience = mapping["patience"].flatMap { CallReader.patience($0, &scope.findings) }
    guard let source else { return nil }
    if let consent = mapping["accepts"], replies.contains(where: { !$0.earns.isEmpty }) {
      scope.findings.append(
        Diagnostic(
          ContractRules.proofWithoutSecret, "a consent shows nothing, and a reply to `\(name)` earns a proof",
          at: consent.range,
          help: "take `earns` out, or `accepts` if it is no consent; what is set up stands in `enrols`"))
    }
    return CallSpec(
      name: name, aliases: mapping["aliases"] == nil ? [] : scope.names(mapping["aliases"], "an alias").map(\.value),
      answers: answers, parameters: parameters, echoes: echoes.map(\.value), each: each, phases: phases,
      entersPhase: enters, losesProofs: scope.flag(mapping, "losesProofs"), requiresField: requires,
      patience: replies.isEmpty ? patience : patience ?? scope.patience, replies: replies, rejections: rejections,
      meaning: scope.meaning(mapping), confidence: source.confidence, source: source.reference, answersCode: code,
      sends: scope.flag(mapping, "sends"),
      namesNobody: scope.flag(mapping, "namesNobody"), extends: scope.flag(mapping, "extends"),
      accepts: acceptance(mapping["accepts"], parameters, &scope.findings), supersedes: superseded)
  }

  /// The answered events, and the status code with which the one that is answered must have come.
  private static func readAnswers(_ node: YAMLNode?, in scope: inout ContractScope) -> ([EventID], Int?) {
    var events: [EventID] = []
    var code: Int?
    let names = scope.names(node, "an answered event")
    for name in names {
      let words = Pieces.bySpace(name)
      guard let place = words.first.flatMap({ EventPlace($0, in: &scope) }) else { continue }
      guard place.mode == nil, words.count == 1 || names.count == 1 else {
        scope.findings.append(.badAnswer(name))
        continue
      }
      if let kind = scope.kind(place.event), kind == .notice || kind == .result {
        scope.findings.append(.answersReport(name, kind))
      }
      if words.count > 1 {
        let outcomes = OutcomeReader.read(words.dropFirst(), place, in: &scope)
        switch outcomes.first {
        case .code(let number) where outcomes.count == 1: code = number
        case .success, .code, .error: scope.findings.append(.badAnswer(name))
        case nil: break
        }
      }
      events.append(place.event)
    }
    return (events, code)
  }

  /// `accepts: shouldProceed`, a flag that the call takes, or `accepts: always`.
  private static func acceptance(
    _ node: YAMLNode?, _ parameters: [CallSpec.Parameter], _ findings: inout [Diagnostic]
  ) -> CallSpec.Acceptance? {
    guard let word = node?.text("`accepts`", &findings) else { return nil }
    if parameters.contains(where: { $0.name == word.value && $0.type == .flag }) { return .flag(word.value) }
    if word.value == "always" { return .always }
    findings.append(
      Diagnostic(
        ContractRules.wrongType, "the call takes no flag \(Diagnostic.quoting(word.value))", at: word.range,
        help: "name a flag below `takes`, or write `always` if it accepts by being made"))
    return nil
  }

  private static func readParameters(
    _ node: YAMLNode?, of call: String, in scope: inout ContractScope
  ) -> [CallSpec.Parameter] {
    guard let node else { return [] }
    var parameters: [CallSpec.Parameter] = []
    TypeReader.readFields(node, of: call, [.user, .argument], in: &scope) { name, line, _ in
      parameters.append(
        CallSpec.Parameter(
          name: name.value, type: line.type, isTrimmed: line.isTrimmed, minimum: line.minimum,
          maximum: line.maximum, isOptional: line.isOptional, isUser: line.isUser))
    }
    return parameters
  }
}

/// Checks the keys of a call that name fields of the events which it answers.
private struct AnsweredFields {
  let answered: [EventSpec]
  let hasAnswers: Bool

  /// Whether every answered event carries the field.
  func check(_ name: Spanned<String>, _ key: String, in scope: inout ContractScope) -> Bool {
    guard hasAnswers else {
      scope.findings.append(.answersNothing(key, name.range))
      return false
    }
    for event in answered where event.fields.type(of: name.value) == nil {
      if scope.lostFields.contains("\(event.name).\(name.value)") { return false }
      scope.findings.append(.unknownField(name, event))
      return false
    }
    return true
  }

  /// `each`: a list of records, which have the call's parameters as fields.
  func readEach(
    _ node: YAMLNode?, _ parameters: [CallSpec.Parameter], in scope: inout ContractScope
  ) -> String? {
    guard let name = node?.text("`each`", &scope.findings), check(name, "each", in: &scope) else { return nil }
    for event in answered {
      guard case .list(.record(let record))? = event.fields.type(of: name.value) else {
        scope.findings.append(.wrongType(name, event.fields.type(of: name.value) ?? .text, need: "a list of records"))
        return nil
      }
      for parameter in parameters where record.type(of: parameter.name) != parameter.type {
        scope.findings.append(.notInEach(parameter.name, record, name.range))
      }
    }
    return name.value
  }

  /// `requires`: a flag.
  func readRequired(_ node: YAMLNode?, in scope: inout ContractScope) -> String? {
    guard let name = node?.text("`requires`", &scope.findings), check(name, "requires", in: &scope) else { return nil }
    for event in answered {
      guard let type = event.fields.type(of: name.value), type != .flag else { continue }
      scope.findings.append(.wrongType(name, type, need: "a `flag`"))
      return nil
    }
    return name.value
  }
}

extension ReplyReader {
  /// What stands under `leadsTo` and `byMode`; one of the two must be there.
  fileprivate func readAll(_ mapping: YAMLMapping, in scope: inout ContractScope) -> [Reply] {
    var replies: [Reply] = []
    let byMode = mapping["byMode"]
    let leadsTo = byMode == nil ? mapping.require("leadsTo", of: "a call", &scope.findings) : mapping["leadsTo"]
    if let leadsTo { read(leadsTo, into: &replies, in: &scope) }
    guard let byMode else { return replies }
    if mapping["answers"] == nil { scope.findings.append(.answersNothing("byMode", byMode.range)) }
    for entry in byMode.mapping("`byMode`", &scope.findings)?.entries ?? [] {
      for name in Pieces.byComma(entry.key) {
        guard let mode = scope.modes.find(name, &scope.findings) else { continue }
        for event in answered where !event.modes.contains(mode) && !scope.lacksModes {
          scope.findings.append(.modeElsewhere(name, event, scope.modeNumbers))
        }
        var reader = self
        reader.underMode = mode
        reader.read(entry.value, into: &replies, in: &scope)
      }
    }
    return replies
  }
}

extension Diagnostic {
  fileprivate static func badAnswer(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      ContractRules.badReply, "a call answers events, or one event with one status code", at: name.range,
      help: "write `getUser`, or alone `getUser 141`; modes stand under `byMode`")
  }

  fileprivate static func answersReport(_ name: Spanned<String>, _ kind: EventKind) -> Diagnostic {
    Diagnostic(
      ContractRules.answersReport, "\(quoting(name.value)) is \(withArticle(kind.rawValue)) and wants no answer",
      at: name.range,
      help: "name a challenge or an interrupt, or leave `answers` out")
  }

  fileprivate static func notInEach(_ parameter: String, _ record: RecordType, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      ContractRules.wrongType, "`\(record.name)` has no field `\(parameter)` of the parameter's type", at: range,
      help: "with `each`, every parameter is a field of the elements; add it to the type `\(record.name)`")
  }
}
