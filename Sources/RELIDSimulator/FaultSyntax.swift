// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import SimulatedWorlds
import Values
import YAMLTree

/// The faults of a world file.
enum FaultSyntax {
  private static let keys = Shape.fault.names
  /// What lets no event come, and so stands alone.
  private static let excluding = Shape.fault.keys.filter { !$0.excludes.isEmpty }.map(\.name)
  /// What happens to the event.
  private static let changes = Shape.fault.needsOneOf.map(\.description).filter { !excluding.contains($0) }

  /// What one key of a fault can say, as it is written.
  fileprivate static let effects = Shape.fault.needsOneOf.compactMap { Shape.fault.key(named: $0.description) }
    .filter(\.needs.isEmpty)
    .map { key in if case .always(let flag) = key.value { "\(key.name): \(flag)" } else { key.name } }

  static func faults(_ node: YAMLNode, _ findings: inout [Diagnostic]) -> [Fault] {
    var seen: [FaultPlace: SourceRange] = [:]
    return (node.sequence("`faults`", &findings) ?? []).compactMap { item in
      guard let map = item.mapping("a fault", keys: keys, &findings) else { return nil }
      guard let fault = fault(map, &findings) else { return nil }
      let place = FaultPlace(call: fault.call, nth: fault.nth)
      if let first = seen[place] {
        findings.append(.faultTwice(fault, at: item.range, first: first))
        return nil
      }
      seen[place] = item.range
      return fault
    }
  }

  /// Any number but 0; nil, and a finding, if it is none.
  static func errorNumber(_ node: YAMLNode, _ what: String, _ findings: inout [Diagnostic]) -> Int? {
    guard let number = node.int(what, &findings) else { return nil }
    guard number.value != 0 else {
      findings.append(.zeroError(what, at: number.range))
      return nil
    }
    return number.value
  }

  private static func fault(_ map: YAMLMapping, _ findings: inout [Diagnostic]) -> Fault? {
    let call = map.require("call", of: "a fault", &findings)
      .flatMap { $0.text("`call`", &findings) }
      .flatMap { self.call($0, &findings) }
    let nth = map["nth"].flatMap { $0.count("`nth`", &findings)?.value }
    guard let effect = effect(map, &findings), let call else { return nil }
    return Fault(call: call, nth: nth, effect: effect)
  }

  /// Nil, and a finding, if the simulated SDK has no such call.
  static func call(_ name: Spanned<String>, _ findings: inout [Diagnostic]) -> CallName? {
    if let call = CallName.named(name.value) { return call }
    findings.append(.unknownCall(name))
    return nil
  }

  private static func effect(_ map: YAMLMapping, _ findings: inout [Diagnostic]) -> Fault.Effect? {
    if let first = excluding.lazy.compactMap({ map.entry($0) }).first {
      for entry in Shape.fault.entries(of: map, excludedBy: first.key.value) {
        findings.append(.faultClash(entry.key, with: first.key.value))
      }
      if first.key.value == "reject" {
        return errorNumber(first.value, "`reject`", &findings).map(Fault.Effect.reject)
      }
      return isSet(first.value, "`silent`", &findings) ? .silent : nil
    }
    guard changes.contains(where: { map.value(of: $0) != nil }) else {
      // What a misspelt key should have changed is not missing.
      if !map.hasKeys(otherThan: keys) { findings.append(.emptyFault(at: map.node.range)) }
      return nil
    }
    return .reply(change(map, &findings))
  }

  private static func change(_ map: YAMLMapping, _ findings: inout [Diagnostic]) -> Fault.Change {
    var change = Fault.Change()
    let isUnknown = map["unknown"].flatMap { isSet($0, "`unknown`", &findings) ? $0.range : nil }
    if let name = map["event"]?.text("`event`", &findings) {
      change.event = name.value
      change.written = WrittenEvent(name, data: map["with"], isUnknown: isUnknown)
    }
    if map["event"] == nil, let key = map.entry("unknown")?.key { findings.append(.unknownWithoutEvent(key)) }
    if let data = map.entry("with") {
      if map["event"] == nil { findings.append(.dataWithoutEvent(data.key)) }
      if data.value.mapping("`with`", &findings) != nil { change.data = data.value.record(&findings) }
    }
    change.status = map["status"]?.amount("`status`", &findings)
    change.error = map["error"].flatMap { errorNumber($0, "`error`", &findings) }
    change.delay = map["late"]?.time("`late`", &findings) ?? .zero
    change.isTwice = map["twice"].map { isSet($0, "`twice`", &findings) } ?? false
    return change
  }

  /// A flag that can only be true; false, and a finding, for anything else.
  private static func isSet(_ node: YAMLNode, _ what: String, _ findings: inout [Diagnostic]) -> Bool {
    guard let flag = node.flag(what, &findings) else { return false }
    if !flag.value { findings.append(.emptyFault(at: flag.range)) }
    return flag.value
  }
}

/// Which calls a fault is for.
private struct FaultPlace: Hashable {
  let call: CallName
  let nth: Int?
}

extension Diagnostic {
  fileprivate static func unknownCall(_ name: Spanned<String>) -> Diagnostic {
    let names = CallName.allCases.map(\.rawValue)
    return Diagnostic(
      WorldRules.unknownCall, "the simulated SDK has no call \(quoting(name.value))", at: name.range,
      help: Suggestion.cure(for: name.value, among: names, more: " " + "calls have the names that they have in flows")
        ?? "calls have the names that they have in flows")
  }

  fileprivate static func zeroError(_ what: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      WorldRules.zeroError, "\(what) must not be 0, which stands for success", at: range,
      help: "write the number of an error")
  }

  fileprivate static func emptyFault(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      WorldRules.emptyFault, "a fault must change something", at: range,
      help: "add \(FaultSyntax.effects.quotedList("or")), or remove the fault")
  }

  fileprivate static func faultClash(_ key: Spanned<String>, with other: String) -> Diagnostic {
    Diagnostic(
      WorldRules.faultClash, "`\(key.value)` cannot stand beside `\(other)`", at: key.range,
      help: "after `\(other)` no event comes: remove one of the two")
  }

  fileprivate static func dataWithoutEvent(_ key: Spanned<String>) -> Diagnostic {
    Diagnostic(
      WorldRules.faultClash, "`with` needs an `event` whose data it gives", at: key.range,
      help: "add `event: …`, or remove `with`")
  }

  fileprivate static func unknownWithoutEvent(_ key: Spanned<String>) -> Diagnostic {
    Diagnostic(
      WorldRules.faultClash, "`unknown` needs an `event` that no contract knows", at: key.range,
      help: "add `event: …`, or remove `unknown`")
  }

  fileprivate static func faultTwice(_ fault: Fault, at range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(
      WorldRules.faultTwice, "`\(fault.call.rawValue)` already has a fault for this call", at: range,
      help: "give each its own `nth`, or join the two", notes: [Note("the first one stands here", at: first)])
  }
}
