// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import Values
import YAMLTree

/// The threats of a world file.
enum ThreatSyntax {
  private static let keys = Shape.threatFinding.names
  private static let threatKeys = Shape.threat.names
  private static let textKeys = ["threatName", "threatMsg", "threatReason", "configuredAction"]
  private static let networkKeys = Shape.networkInfo.names
  private static let appKeys = Shape.appInfo.names

  private enum Severity: String, CaseIterable { case LOW, MEDIUM, HIGH }
  private enum Category: String, CaseIterable { case SYSTEM, APP, NETWORK }

  static func findings(_ node: YAMLNode, _ findings: inout [Diagnostic]) -> [ThreatFinding] {
    (node.sequence("`threats`", &findings) ?? []).compactMap { item in
      guard let map = item.mapping("an item of `threats`", keys: keys, &findings) else { return nil }
      return finding(map, &findings)
    }
  }

  private static func finding(_ map: YAMLMapping, _ findings: inout [Diagnostic]) -> ThreatFinding? {
    guard let list = Shape.threatFinding.needsOneOf.lazy.compactMap({ map.entry($0.description) }).first else {
      if !map.hasKeys(otherThan: keys) { findings.append(.noThreats(at: map.node.range)) }
      return nil
    }
    tellClashes(with: list, in: map, &findings)
    let threats = self.threats(list, &findings)
    guard let time = time(map, &findings) else { return nil }
    return ThreatFinding(isTerminating: list.key.value == "terminate", threats: threats, time: time)
  }

  private static func tellClashes(with entry: YAMLEntry, in map: YAMLMapping, _ findings: inout [Diagnostic]) {
    for other in Shape.threatFinding.entries(of: map, excludedBy: entry.key.value) {
      findings.append(.threatClash(other.key, with: entry.key.value))
    }
  }

  /// While the SDK starts, if the file says nothing else.
  private static func time(_ map: YAMLMapping, _ findings: inout [Diagnostic]) -> ThreatFinding.Time? {
    let nth = map["nth"].flatMap { $0.count("`nth`", &findings)?.value }
    if let after = map.entry("after") {
      tellClashes(with: after, in: map, &findings)
      return after.value.time("`after`", &findings).map(ThreatFinding.Time.after)
    }
    guard let node = map["during"] else { return .during(.initialize, nth: nth) }
    return node.text("`during`", &findings).flatMap { FaultSyntax.call($0, &findings) }.map { .during($0, nth: nth) }
  }

  private static func threats(_ list: YAMLEntry, _ findings: inout [Diagnostic]) -> [ThreatFinding.Threat] {
    let items = list.value.sequence("`\(list.key.value)`", &findings) ?? []
    if list.value.kind == .sequence, items.isEmpty {
      findings.append(.emptyList("`\(list.key.value)`", at: list.value.range))
    }
    var seen: [Int: SourceRange] = [:]
    return items.compactMap { item in
      guard let map = item.mapping("a threat", keys: threatKeys, &findings) else { return nil }
      guard let id = map.require("threatId", of: "a threat", &findings)?.int("`threatId`", &findings) else {
        return nil
      }
      if let first = seen[id.value] { findings.append(.idTwice("threat", "\(id.value)", at: id.range, first: first)) }
      seen[id.value] = id.range
      return ThreatFinding.Threat(id: id.value, value: .record(record(map, id: id.value, &findings)))
    }
  }

  private static func record(_ map: YAMLMapping, id: Int, _ findings: inout [Diagnostic]) -> Record {
    var fields = [Record.Field("threatId", .int(id))] + texts(textKeys, of: map, &findings)
    if let word = map["threatSeverity"]?.word("`threatSeverity`", of: Severity.self, &findings) {
      fields.append(.init("threatSeverity", .text(word.rawValue)))
    }
    if let word = map["threatCategory"]?.word("`threatCategory`", of: Category.self, &findings) {
      fields.append(.init("threatCategory", .text(word.rawValue)))
    }
    for (key, keys) in [("networkInfo", networkKeys), ("appInfo", appKeys)] {
      guard let inner = map.value(of: key)?.mapping("`\(key)`", keys: keys, &findings) else { continue }
      fields.append(.init(key, .record(Record(texts(keys, of: inner, &findings)))))
    }
    return Record(fields)
  }

  private static func texts(
    _ keys: [String], of map: YAMLMapping, _ findings: inout [Diagnostic]
  ) -> [Record.Field] {
    keys.compactMap { key in
      map.value(of: key)?.text("`\(key)`", &findings).map { Record.Field(key, .text($0.value)) }
    }
  }
}

extension Diagnostic {
  fileprivate static func noThreats(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      WorldRules.threatClash, "an item of `threats` must say which threats are found", at: range,
      help: "add `consent: [ … ]` if the user decides, `terminate: [ … ]` if the SDK shuts itself down")
  }

  fileprivate static func threatClash(_ key: Spanned<String>, with other: String) -> Diagnostic {
    Diagnostic(
      WorldRules.threatClash, "`\(key.value)` cannot stand beside `\(other)`", at: key.range,
      help: "remove one of the two, or make it an item of its own")
  }
}
