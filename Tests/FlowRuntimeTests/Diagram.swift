// SPDX-License-Identifier: Apache-2.0

import Foundation
import SDKContract
import Testing
import Values

@testable import FlowRuntime

/// A run of a machine by hand, written as a diagram: one input a line, and behind the bar what the machine did.
///
///     start                      | start step:begin call:begin
///     ok                         | accepted
///     ! askName                  | event phase go:name enter ask:name
///     ? name=eve                 | answer call:sendName
///     > cancel                   | refuse
///
/// `! event(mode) status error 9 field=value` is an event; `? input=value` hands inputs in, `> choice` presses a choice
/// (`> choice no` without confirming), `#3` before either answers that question; `ok` and `no 70` are what the SDK says
/// to a call; `allow` and `deny because` what the security modules say; `tick` is time, `background` and `foreground` the app's going and coming. `@5000` before an input sets the
/// time in milliseconds. Behind the bar stand the kinds of the trace's entries, with `:name` where the name matters; a bar
/// alone says that nothing may happen.
struct Diagram {
  let program: Program
  var machine: FlowMachine
  var effects = Effects(tracing: true)
  private(set) var entries: [TraceEntry] = []
  private(set) var calls: [SDKCall] = []
  private var time: Int64 = 0

  init(_ program: Program) {
    self.program = program
    machine = FlowMachine(program)
  }

  /// Plays the lines, and holds what happens against what they say.
  mutating func play(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    for line in text.split(separator: "\n") where !line.allSatisfy({ $0 == " " }) {
      let parts = line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
      let happened = try take(parts[0].split(separator: " ").map(String.init), sourceLocation)
      guard parts.count == 2 else { continue }
      let wanted = parts[1].split(separator: " ").map(String.init)
      let isSame =
        wanted.count == happened.count
        && zip(wanted, happened).allSatisfy { want, did in want == did.kind || want == "\(did.kind):\(did.name)" }
      #expect(
        isSame, "\(parts[0])| \(happened.map { "\($0.kind):\($0.name)" }.joined(separator: " "))",
        sourceLocation: sourceLocation)
    }
  }

  /// Plays a program from its start.
  @discardableResult
  static func run(
    _ program: Program, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Diagram {
    var diagram = Diagram(program)
    try diagram.play(text, sourceLocation: sourceLocation)
    return diagram
  }

  /// Feeds one input, and returns what the trace says of it.
  @discardableResult
  mutating func feed(_ input: MachineInput) -> [TraceEntry] {
    effects.clear()
    machine.receive(input, at: time, into: &effects)
    let new = effects.marks.map { TraceEntry($0, of: program) }
    entries += new
    for case .call(let invocation) in effects.actions { calls.append(program.call(for: invocation)) }
    return new
  }

  mutating func advance(to time: Int64) { self.time = time }

  var question: Question? { machine.question(at: time) }
  /// What can be chosen now, the answer among it.
  var offered: [String] { (question?.canSubmit ?? false ? ["?"] : []) + (question?.choices.map(\.name) ?? []) }
  var proofs: [String] { machine.proofs.map { "\($0.factor.rawValue) by \($0.authenticator)" } }
  var enrolled: [String] { machine.enrolled.map { "\($0.factor.rawValue) by \($0.authenticator)" } }
  /// How the run ended: the text of the last `end`; nil while it goes on.
  var end: String? { entries.last { $0.kind == "end" }?.text("end") }
  var phase: String? { entries.last { $0.kind == "phase" }?.text("name") }

  private mutating func take(
    _ words: [String], _ sourceLocation: SourceLocation
  ) throws -> [(kind: String, name: String)] {
    var words = words[...]
    if let word = words.first, word.hasPrefix("@") {
      time = try #require(Int64(word.dropFirst()))
      words = words.dropFirst()
    }
    var request = question?.request ?? 0
    if let word = words.first, word.hasPrefix("#") {
      request = try #require(Int(word.dropFirst()))
      words = words.dropFirst()
    }
    let input: MachineInput
    switch words.popFirst() {
    case "start": input = .start
    case "ok": input = .accepted
    case "no": input = .rejected(code: words.first.flatMap { Int($0) } ?? 1)
    case "allow": input = .verdict(.allow)
    case "deny": input = .verdict(.deny(words.first ?? ""))
    case "tick": input = .tick
    case "background": input = .background
    case "foreground": input = .foreground
    case "!": input = .event(try program.occurrence(of: Self.event(words)))
    case "?": input = .answer(Answer(to: request, values: Self.record(words)))
    case ">":
      input = .answer(Answer(to: request, choice: words.first ?? "", isConfirmed: words.dropFirst().first != "no"))
    case let word:
      Issue.record("\(word ?? "nothing") is no input", sourceLocation: sourceLocation)
      return []
    }
    return feed(input).map { ($0.kind, $0.name) }
  }

  /// Reads an event such as `askPIN(enter) 5 error 9 attemptsLeft=2`.
  static func event(_ words: ArraySlice<String>) -> SDKEvent {
    var words = words
    let head = (words.popFirst() ?? "").split(separator: "(")
    var event = SDKEvent(String(head.first ?? ""))
    if head.count == 2 {
      let word = head[1].dropLast()
      let number = Int(word) ?? ToyContract.contract.modes.first { $0.name == word }?.number
      event.data["pinMode"] = number.map { .int($0) }
    }
    while let word = words.popFirst() {
      if let status = Int(word) {
        event.status = status
      } else if word == "error" {
        event.error = words.popFirst().flatMap { Int($0) } ?? 1
      } else {
        event.data.fields += record([word]).fields
      }
    }
    return event
  }

  /// Reads fields such as `name=eve total=3 ready=true alarms=1,2 alarms=1:HIGH`.
  static func record(_ words: ArraySlice<String>) -> Record {
    Record(
      words.map { word in
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return Record.Field(parts[0], value(parts.count > 1 ? parts[1] : "", of: parts[0]))
      })
  }

  private static func value(_ text: String, of name: String) -> Value {
    switch name {
    case "alarms":
      return .list(
        text.split(separator: ",").map { item in
          let parts = item.split(separator: ":")
          return .record([
            "alarmID": .int(Int(parts[0]) ?? 0), "risk": .text(parts.count > 1 ? String(parts[1]) : "LOW"),
          ])
        })
    case "options": return .list(text.split(separator: ",").map { .text(String($0)) })
    case "pin", "code", "name", "person", "label", "first", "second", "hint":
      return .text(text.replacing("_", with: " "))
    default:
      if text == "true" || text == "false" { return .flag(text == "true") }
      return Int(text).map { .int($0) } ?? .text(text)
    }
  }
}

extension TraceEntry {
  /// What a diagram calls it by: what it leads to, else what it is about.
  var name: String {
    if kind == "refuse" { return mark.refusalName }
    for fact in ["to", "event", "call", "step", "name", "end"] {
      if let text = text(fact) { return text }
    }
    return ""
  }
}

extension TraceMark {
  fileprivate var refusalName: String {
    guard case .refused(_, let refusal) = what else { return "" }
    switch refusal {
    case .stale: return "stale"
    case .unknownChoice: return "unknown-choice"
    case .notOffered: return "not-offered"
    case .nothingToSubmit: return "nothing"
    case .missingValue: return "missing"
    case .unknownValue: return "unknown-value"
    case .wrongType: return "wrong-type"
    case .noSuchItem: return "no-such-item"
    case .tooShort: return "too-short"
    case .tooLong: return "too-long"
    case .outOfBounds: return "out-of-bounds"
    case .failedCheck: return "failed-check"
    }
  }
}
