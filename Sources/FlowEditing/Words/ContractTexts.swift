// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
import SDKContract
import Values

/// What a contract says of its events, calls and codes, for people.
struct ContractTexts {
  let contract: Contract

  func text(ofEvent id: EventID) -> String {
    let event = contract[id]
    var lines = ["**\(event.name)** (\(event.kind.rawValue)): \(event.meaning)"]
    if !event.modes.isEmpty { lines.append("Modes: " + event.modes.map { "`\(mode($0))`" }.joined(separator: ", ")) }
    if !event.fields.fields.isEmpty {
      lines.append("Fields: " + event.fields.fields.map { "`\($0.name)`" }.joined(separator: ", "))
    }
    let codes = contract.codes(in: id)
    if !codes.isEmpty {
      lines.append("Codes: " + codes.map { "`\($0.number)` \($0.name)" }.joined(separator: ", "))
    }
    let makers = contract.calls.filter { call in call.replies.contains { $0.event == id } }
    if !makers.isEmpty { lines.append("Comes after: " + makers.map { "`\($0.name)`" }.joined(separator: ", ")) }
    lines.append(Self.source(event.confidence, event.source))
    return lines.joined(separator: "\n\n")
  }

  func text(ofCall id: CallID) -> String {
    let call = contract[id]
    var lines = ["**\(call.name)** (call): \(call.meaning)"]
    if !call.parameters.isEmpty {
      lines.append(
        "Takes: "
          + call.parameters.map { "`\($0.name)`" + ($0.isOptional ? " (optional)" : "") }.joined(separator: ", "))
    }
    if !call.answers.isEmpty {
      lines.append("Answers: " + call.answers.map { "`\(contract[$0].name)`" }.joined(separator: ", "))
    }
    if !call.phases.isEmpty {
      lines.append("Legal in: " + call.phases.map { "`\(contract[$0].name)`" }.joined(separator: ", "))
    }
    let earned = Set(call.replies.flatMap(\.earns)).map(\.words).sorted()
    if !earned.isEmpty { lines.append("Earns: " + earned.joined(separator: ", ")) }
    var seen: Set<String> = []
    let replies = call.replies.map { trigger($0).words(contract) }.filter { seen.insert($0).inserted }
    if !replies.isEmpty { lines.append("May lead to: " + replies.map { "`\($0)`" }.joined(separator: ", ")) }
    if !call.rejections.isEmpty {
      lines.append("May be rejected with: " + call.rejections.map { "`\($0)`" }.joined(separator: ", "))
    }
    lines.append(Self.source(call.confidence, call.source))
    return lines.joined(separator: "\n\n")
  }

  func text(ofCode number: Int) -> String? {
    guard let code = contract.codes.first(where: { $0.number == number }) else { return nil }
    var lines = ["**\(code.number)** `\(code.name)` (status code): \(code.meaning)"]
    let places = code.arrivals.map { arrival in
      contract[arrival.event].name + (arrival.mode.map { "(\(mode($0)))" } ?? "")
    }
    lines.append("Arrives in: " + places.map { "`\($0)`" }.joined(separator: ", "))
    if let bound = code.boundedBy { lines.append("How often it can come is limited by the field `\(bound)`.") }
    if let attempts = code.attempts {
      lines.append("At most \(attempts) answers lead to it before the SDK takes no more.")
    }
    if code.shutsOut { lines.append("The user or the device is shut out.") }
    lines.append(Self.source(code.confidence, code.source))
    return lines.joined(separator: "\n\n")
  }

  func text(ofError number: Int) -> String? {
    contract.errors.first { $0.number == number }.map {
      "**\($0.number)** `\($0.name)` (error number): \($0.meaning)"
    }
  }

  /// What a line of `then:` says of what it takes.
  func text(ofTrigger words: String) -> String? {
    let parts = words.split(separator: " ").map(String.init)
    guard let first = parts.first else { return nil }
    if let number = Int(first) { return text(ofCode: number) }
    if first == "rejected" || first == "error" {
      guard parts.count > 1, let number = Int(parts[1]) else { return nil }
      return text(ofError: number)
    }
    let name = String(first.prefix { $0 != "(" })
    guard let event = contract.event(named: name) else {
      return contract.codes.first { $0.name == words }.flatMap { text(ofCode: $0.number) }
    }
    let said = text(ofEvent: event)
    guard parts.count > 1 else { return said }
    let named = contract.codes.first { $0.name == parts[1] }
    guard let code = Int(parts[1]) ?? named?.number, let more = text(ofCode: code) else { return said }
    return more + "\n\n---\n\n" + said
  }

  func mode(_ number: Int) -> String { contract.modes.first { $0.number == number }?.name ?? String(number) }

  func trigger(_ reply: Reply) -> Trigger { .event(reply.event, mode: reply.mode, outcome: reply.outcome) }

  private static func source(_ confidence: Confidence, _ source: String) -> String {
    "_\(confidence.rawValue)\(source.isEmpty ? "" : ": \(source)")_"
  }
}
