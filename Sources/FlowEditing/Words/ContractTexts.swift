// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
import SDKContract
import Values

/// What a contract says of its events, calls and codes, for people.
struct ContractTexts {
  let contract: Contract

  /// - Parameter mode: the only one that is meant; nil for all.
  func text(ofEvent id: EventID, in mode: Int? = nil) -> String {
    let event = contract[id]
    let name = event.name + (mode.map { "(\(self.mode($0)))" } ?? "")
    var lines = ["**\(name)** (\(event.kind.rawValue)): \(event.meaning)"]
    if mode == nil, !event.modes.isEmpty {
      lines.append("Modes: " + event.modes.map { "`\(self.mode($0))`" }.joined(separator: ", "))
    }
    if !event.fields.fields.isEmpty {
      lines.append("Fields: " + event.fields.fields.map { "`\($0.name)`" }.joined(separator: ", "))
    }
    let codes = contract.codes(in: id, mode: mode)
    if !codes.isEmpty {
      lines.append("Codes: " + codes.map { "`\($0.number)` \($0.name)" }.joined(separator: ", "))
    }
    let makers = contract.calls.filter { call in
      call.replies.contains { $0.event == id && (mode == nil || $0.mode == nil || $0.mode == mode) }
    }
    if !makers.isEmpty { lines.append("Comes after: " + makers.map { "`\($0.name)`" }.joined(separator: ", ")) }
    lines.append(Self.source(event.confidence, event.source))
    return lines.joined(separator: "\n\n")
  }

  /// - Parameter step: where the call is made: in the mode of its event, a call may lead to and earn less than in all.
  func text(ofCall id: CallID, at step: WrittenStep? = nil) -> String {
    let call = contract[id]
    let awaited = step?.awaited.flatMap { contract.event(named: $0) }.flatMap { call.answers.contains($0) ? $0 : nil }
    let mode = awaited.flatMap { _ in step.flatMap { contract.mode(of: $0) } }
    let replies = mode.map { call.replies(underMode: $0) } ?? call.replies
    var lines = ["**\(call.name)** (call): \(call.meaning)"]
    if !call.parameters.isEmpty {
      lines.append(
        "Takes: "
          + call.parameters.map { "`\($0.name)`" + ($0.isOptional ? " (optional)" : "") }.joined(separator: ", "))
    }
    if !call.answers.isEmpty {
      let answered = mode == nil ? call.answers : [awaited].compactMap(\.self)
      lines.append(
        "Answers: "
          + answered.map { "`\(Trigger.event($0, mode: mode, outcome: .success).words(contract))`" }.joined(
            separator: ", "))
    }
    if !call.phases.isEmpty {
      lines.append("Legal in: " + call.phases.map { "`\(contract[$0].name)`" }.joined(separator: ", "))
    }
    for (word, proofs) in [("Earns", replies.flatMap(\.earns)), ("Sets up", replies.flatMap(\.enrols))]
    where !proofs.isEmpty {
      lines.append("\(word): " + Set(proofs).map(\.words).sorted().joined(separator: ", "))
    }
    var seen: Set<String> = []
    let next = replies.map { trigger($0).words(contract) }.filter { seen.insert($0).inserted }
    if !next.isEmpty { lines.append("May lead to: " + next.map { "`\($0)`" }.joined(separator: ", ")) }
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
    let named = first.split { "()".contains($0) }.dropFirst().first.map(String.init)
    let mode = named.flatMap { name in contract.modes.first { $0.name == name }?.number ?? Int(name) }
    let said = text(ofEvent: event, in: mode)
    guard parts.count > 1 else { return said }
    let other = contract.codes.first { $0.name == parts[1] }
    guard let code = Int(parts[1]) ?? other?.number, let more = text(ofCode: code) else { return said }
    return more + "\n\n---\n\n" + said
  }

  func mode(_ number: Int) -> String { contract.modes.first { $0.number == number }?.name ?? String(number) }

  func trigger(_ reply: Reply) -> Trigger { .event(reply.event, mode: reply.mode, outcome: reply.outcome) }

  private static func source(_ confidence: Confidence, _ source: String) -> String {
    "_\(confidence.rawValue)\(source.isEmpty ? "" : ": \(source)")_"
  }
}
