// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Values
import YAMLTree

/// What is known of a contract while it is read, and what was found wrong with it.
struct ContractScope {
  var findings: [Diagnostic] = []
  var success: [Int] = []
  var modes = NameTable<Int>("a mode")
  var modeNumbers: [NamedNumber] = []
  var types: [String: ValueType] = [:]
  var phases = NameTable<PhaseID>("a phase")
  var eventNames = NameTable<EventID>("an event")
  var callNames = NameTable<CallID>("a call")
  /// Whether a mode of some event could not be read: then none is missed.
  var lacksModes = false
  /// Fields whose type could not be read, each behind its owner and a dot.
  var lostFields: Set<String> = []
  /// Complete once all events are read, with a gap for each that could not be.
  var events: [EventSpec?] = []
  var codes: [StatusCode] = []
  var codeNames = NameTable<Int>("a status code")
  var codeIndex: [Int: Int] = [:]
  /// Codes that stand there and could not be read: who names one is not told once more.
  var lostCodes: Set<Int> = []
  /// Codes of which it is told that they arrive in what there is not: it may be any event.
  var codesOfUnknownPlaces: Set<Int> = []
  var errors: [ErrorNumber] = []
  /// The events in which each error number arrives.
  var errorEvents: [Int: Set<EventID>] = [:]
  var origins: [FieldOrigin] = []
  /// The types of the contract that stand below the one that is read.
  var typesBelow: Set<String> = []
  /// How many fields each record has, those of its fields included, by name.
  var fieldCounts: [String: Int] = [:]
  /// How many things the calls may lead to so far.
  var replyCount = 0
  /// The proofs that the calls may bring so far.
  var proofs: Set<Proof> = []
  /// The authenticators with their channels, nil where one could not be read; nil if the contract states none.
  var authenticators: NameTable<Channel?>?
  /// Whether something is earned, though the contract states no authenticators.
  var lacksAuthenticators = false
  /// For calls that lead to an event and state none of their own, in milliseconds.
  var patience: Int?

  /// The event; nil if it could not be read, which is reported already.
  subscript(event: EventID) -> EventSpec? { events[Int(event.index)] }

  // Why: these two are asked hundreds of times, and a whole event is a costly copy.

  /// Nil if the event could not be read.
  func kind(_ event: EventID) -> EventKind? { events[Int(event.index)]?.kind }

  /// True also for an event that could not be read.
  func hasStatus(_ event: EventID) -> Bool { events[Int(event.index)]?.hasStatus ?? true }

  /// The status codes that mean success in an event.
  func success(in event: EventID) -> [Int] {
    guard let own = events[Int(event.index)]?.successCodes, !own.isEmpty else { return success }
    return own
  }

  /// The names of a value: `a`, `a, b` or `[a, b]`; a finding if there is none.
  mutating func names(_ node: YAMLNode?, _ what: String) -> [Spanned<String>] {
    guard let node else { return [] }
    guard node.kind == .sequence else {
      guard let text = node.text(what, &findings) else { return [] }
      return Pieces.byComma(text)
    }
    guard let items = node.sequence(what, &findings) else { return [] }
    if items.isEmpty { findings.append(.nothingNamed(what, node.range)) }
    var names: [Spanned<String>] = []
    for item in items {
      if let name = item.text(what, &findings) { names.append(name) }
    }
    return names
  }

  /// A flag of a map; the fallback where it is not written.
  mutating func flag(_ mapping: YAMLMapping, _ key: String, or fallback: Bool = false) -> Bool {
    guard let node = mapping.value(of: key) else { return fallback }
    return node.flag(key, &findings)?.value ?? fallback
  }

  /// The meaning of a line; empty where none is written.
  mutating func meaning(_ mapping: YAMLMapping) -> String {
    guard let node = mapping["meaning"] else { return "" }
    return node.text("a meaning", &findings)?.value ?? ""
  }

  /// The confidence and the source of a line that must state them.
  mutating func source(_ mapping: YAMLMapping, of what: String) -> Provenance? {
    mapping.require("source", of: what, &findings).flatMap { Provenance($0, &findings) }
  }
}

/// How well a line is founded and where it comes from, such as `given S3`.
struct Provenance {
  let confidence: Confidence
  /// May be empty only for what is chosen.
  let reference: String

  init?(_ node: YAMLNode, _ findings: inout [Diagnostic]) {
    guard let text = node.text("a source", &findings) else { return nil }
    let end = text.value.utf8.firstIndex(of: UInt8(ascii: " ")) ?? text.value.endIndex
    guard let confidence = Confidence(rawValue: String(text.value[..<end])) else {
      findings.append(.sourceWithoutConfidence(text))
      return nil
    }
    self.confidence = confidence
    let rest = text.value.utf8[end...].drop { $0 == UInt8(ascii: " ") }
    reference = String(Substring(rest))
    if reference.isEmpty, confidence != .chosen {
      findings.append(.sourceWithoutReference(text))
      return nil
    }
  }
}

extension Diagnostic {
  static func nothingNamed(_ what: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      ContractRules.nothingNamed, "\(what) must name something", at: range,
      help: "name at least one, or remove the key")
  }

  fileprivate static func sourceWithoutConfidence(_ text: Spanned<String>) -> Diagnostic {
    let first = Pieces.bySpace(text).first ?? text
    let words = Confidence.allCases.map(\.rawValue)
    return Diagnostic(
      ContractRules.badSource, "a source must begin with a confidence, not \(quoting(first.value))", at: first.range,
      help: Suggestion.cure(
        for: first.value, among: words, otherwise: "begin with " + words.joined(separator: ", ")))
  }

  fileprivate static func sourceWithoutReference(_ text: Spanned<String>) -> Diagnostic {
    Diagnostic(
      ContractRules.badSource, "\(quoting(text.value)) must be followed by where it is stated", at: text.range,
      help: "name the document, such as `given S3`; only what is `chosen` needs none")
  }
}

extension ContractScope {
  /// Whether a field on the way of a path could not be read.
  func isLost(_ path: [String], of record: RecordType) -> Bool {
    var owner: RecordType? = record
    for name in path {
      guard let record = owner else { return false }
      if lostFields.contains("\(record.name).\(name)") { return true }
      var type = record.type(of: name)
      while case .list(let element)? = type { type = element }
      if case .record(let inner)? = type { owner = inner } else { owner = nil }
    }
    return false
  }
}
