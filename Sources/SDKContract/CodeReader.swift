// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import Values
import YAMLTree

/// Reads `codes` and `errors`: two number spaces, each with the events in which its numbers arrive.
enum CodeReader {
  private static let codeKeys = Shape.statusCode.names
  private static let errorKeys = Shape.errorNumber.names

  /// The status codes that mean success, `[0, 100]`.
  static func readSuccess(_ node: YAMLNode, in scope: inout ContractScope) -> [Int] {
    guard let items = node.sequence("`success`", &scope.findings) else { return [] }
    if items.isEmpty { scope.findings.append(.nothingNamed("`success`", node.range)) }
    var codes: [Int] = []
    for item in items {
      guard let code = item.int("a status code", &scope.findings) else { continue }
      if codes.contains(code.value) {
        scope.findings.append(.takenNumber(code, "a success", first: String(code.value)))
      }
      codes.append(code.value)
    }
    return codes
  }

  static func readCodes(_ node: YAMLNode?, in scope: inout ContractScope) {
    for entry in node?.mapping("`codes`", &scope.findings)?.entries ?? [] {
      guard let number = number(entry.key, &scope.findings) else { continue }
      if scope.success.contains(number) { scope.findings.append(.listedSuccess(entry.key)) }
      if let code = readCode(number, entry.value, in: &scope) {
        scope.codeIndex[number] = scope.codes.count
        scope.codes.append(code)
      } else {
        scope.lostCodes.insert(number)
      }
    }
  }

  private static func readCode(_ number: Int, _ node: YAMLNode, in scope: inout ContractScope) -> StatusCode? {
    guard let mapping = node.mapping("a status code", keys: codeKeys, &scope.findings) else { return nil }
    let name = readName(mapping, "a status code", &scope.findings)
    if let name { scope.codeNames.enter(name, number, &scope.findings) }
    var arrivals: [StatusCode.Carrier] = []
    if let places = mapping.require("in", of: "a status code", &scope.findings) {
      for text in scope.names(places, "where a code arrives") {
        guard let place = EventPlace(text, in: &scope) else {
          scope.codesOfUnknownPlaces.insert(number)
          continue
        }
        if !scope.hasStatus(place.event) { scope.findings.append(.noStatus(place.range)) }
        if let event = scope[place.event], event.successCodes.contains(number) {
          scope.findings.append(.successHere(text, number))
        }
        arrivals.append(StatusCode.Carrier(event: place.event, mode: place.mode))
      }
    }
    let bound = mapping["boundedBy"]?.text("a bound", &scope.findings)
    if let bound { checkBound(bound, arrivals, in: &scope) }
    let attempts = mapping["attempts"].flatMap { readAttempts($0, &scope.findings) }
    if let node = mapping["boundedBy"], mapping["attempts"] == nil, let name {
      scope.findings.append(.attemptsNotStated(name.value, at: node.range))
    }
    let renewedBy = scope.names(mapping["renewedBy"], "a call that renews").compactMap {
      scope.callNames.find($0, &scope.findings)
    }
    checkInformational(mapping, name, &scope)
    let source = scope.source(mapping, of: "a status code")
    guard let name, let source else { return nil }
    return StatusCode(
      number: number, name: name.value, arrivals: arrivals, reveals: revelation(mapping, &scope.findings),
      isInformational: scope.flag(mapping, "informational"), boundedBy: bound?.value,
      meaning: scope.meaning(mapping), confidence: source.confidence, source: source.reference, attempts: attempts,
      renewedBy: renewedBy, shutsOut: scope.flag(mapping, "shutsOut"))
  }

  /// A code that is no failure counts no wrong answer, and shuts nobody out.
  private static func checkInformational(_ mapping: YAMLMapping, _ name: Spanned<String>?, _ scope: inout ContractScope)
  {
    guard let name, scope.flag(mapping, "informational") else { return }
    let isShut = scope.flag(mapping, "shutsOut")
    let others = [
      ("boundedBy", mapping["boundedBy"]), ("attempts", mapping["attempts"]),
      ("shutsOut", isShut ? mapping["shutsOut"] : nil),
    ]
    for case (let key, let node?) in others {
      scope.findings.append(
        Diagnostic(
          ContractRules.successCode,
          "\(Diagnostic.quoting(name.value)) is informational, which is no failure, and has `\(key)`",
          at: node.range, help: "take `informational` out, or `\(key)`"))
      return
    }
  }

  /// Nil for `unknown`, too: then nobody states how many there are.
  private static func readAttempts(_ node: YAMLNode, _ findings: inout [Diagnostic]) -> Int? {
    if node.text == "unknown" { return nil }
    guard let number = node.int("`attempts`", &findings) else { return nil }
    if (1...ContractLimits.attempts).contains(number.value) { return number.value }
    findings.append(
      Diagnostic(
        ContractRules.badNumber, "`attempts` is a number from 1 to \(ContractLimits.attempts)", at: number.range,
        help: "write how many the SDK takes, or `unknown` where nobody states it"))
    return nil
  }

  private static func revelation(_ mapping: YAMLMapping, _ findings: inout [Diagnostic]) -> Revelation? {
    mapping["reveals"].flatMap { EventReader.word($0, Revelation.self, "what a code reveals", &findings) }
  }

  static func readErrors(_ node: YAMLNode?, in scope: inout ContractScope) {
    var names = NameTable<Int>("an error number")
    for entry in node?.mapping("`errors`", &scope.findings)?.entries ?? [] {
      guard let number = number(entry.key, &scope.findings),
        let mapping = entry.value.mapping("an error number", keys: errorKeys, &scope.findings)
      else { continue }
      let name = readName(mapping, "an error number", &scope.findings)
      if let name { names.enter(name, number, &scope.findings) }
      if mapping["events"] == nil, mapping["calls"] == nil { scope.findings.append(.nowhere(entry.key)) }
      var events: [EventID] = []
      for text in scope.names(mapping["events"], "where an error arrives") {
        guard let event = scope.eventNames.find(text, &scope.findings) else { continue }
        if !scope.hasStatus(event) { scope.findings.append(.noStatus(text.range)) }
        events.append(event)
      }
      let calls = scope.names(mapping["calls"], "a refused call").compactMap {
        scope.callNames.find($0, &scope.findings)
      }
      scope.errorEvents[number, default: []].formUnion(events)
      guard let name, let source = scope.source(mapping, of: "an error number") else { continue }
      scope.errors.append(
        ErrorNumber(
          number: number, name: name.value, events: events, calls: calls, meaning: scope.meaning(mapping),
          confidence: source.confidence, source: source.reference))
    }
  }

  private static func number(_ key: Spanned<String>, _ findings: inout [Diagnostic]) -> Int? {
    if let number = Int(key.value), number >= 0, number <= ContractLimits.number, String(number) == key.value {
      return number
    }
    let isTooLarge = key.value.utf8.first != UInt8(ascii: "0") && key.value.utf8.allSatisfy { (48...57).contains($0) }
    findings.append(
      Diagnostic(
        ContractRules.badNumber,
        isTooLarge
          ? "a code is a number of at most \(ContractLimits.number), not \(Diagnostic.quoting(key.value))"
          : "a code is a whole number, not \(Diagnostic.quoting(key.value))", at: key.range,
        help: isTooLarge ? "write the number that the SDK sends" : "write its decimal digits, such as `101`"))
    return nil
  }

  private static func readName(
    _ mapping: YAMLMapping, _ what: String, _ findings: inout [Diagnostic]
  ) -> Spanned<String>? {
    guard let name = mapping.require("name", of: what, &findings)?.text("a name", &findings),
      ContractWords.mayName(name, what, &findings)
    else { return nil }
    return name
  }

  /// A bound is a number that each of the code's events carries.
  private static func checkBound(
    _ bound: Spanned<String>, _ arrivals: [StatusCode.Carrier], in scope: inout ContractScope
  ) {
    for arrival in arrivals {
      guard let event = scope[arrival.event] else { continue }
      switch event.fields.type(of: bound.value) {
      case .count, .int: continue
      case nil where scope.lostFields.contains("\(event.name).\(bound.value)"): return
      case nil: scope.findings.append(.unknownField(bound, event))
      case let type?: scope.findings.append(.wrongType(bound, type, need: "a `count`"))
      }
      return
    }
  }
}

extension Diagnostic {
  static func noStatus(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      ContractRules.noStatus, "this event carries neither a status nor an error", at: range,
      help: "remove it here, or `status: false` at the event")
  }

  fileprivate static func attemptsNotStated(_ code: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      ContractRules.attemptsNotStated, "\(quoting(code)) is counted by the SDK, and nothing says up to which number",
      at: range, help: "write `attempts: 3` with the number of the SDK, or `attempts: unknown` where nobody states it")
  }

  static func unknownField(_ name: Spanned<String>, _ event: EventSpec) -> Diagnostic {
    Diagnostic(
      ContractRules.unknownField, "`\(event.name)` carries no \(quoting(name.value))", at: name.range,
      help: Suggestion.cure(
        for: name.value, among: event.fields.fields.map(\.name),
        otherwise: ContractWords.list(event.fields.fields.map(\.name), "its fields are")
          ?? "name one of the fields of the event"))
  }

  static func wrongType(_ name: Spanned<String>, _ type: ValueType, need: String) -> Diagnostic {
    Diagnostic(
      ContractRules.wrongType, "\(quoting(name.value)) must be \(need) here, not `\(type)`", at: name.range,
      help: "change its type, or name another field")
  }

  fileprivate static func listedSuccess(_ key: Spanned<String>) -> Diagnostic {
    Diagnostic(
      ContractRules.successCode, "\(quoting(key.value)) means success and is no other code", at: key.range,
      help: "remove it here or from `success`; a code that is no failure is `informational: true`")
  }

  fileprivate static func successHere(_ event: Spanned<String>, _ number: Int) -> Diagnostic {
    Diagnostic(
      ContractRules.successCode, "\(number) means success in \(quoting(event.value)) and is no other code",
      at: event.range, help: "remove the event here, or the number from its `success`")
  }

  fileprivate static func nowhere(_ key: Spanned<String>) -> Diagnostic {
    Diagnostic(
      ContractRules.nowhere, "the error number \(quoting(key.value)) arrives nowhere", at: key.range,
      help: "add `events:` in which it arrives, or `calls:` that are refused with it")
  }
}
