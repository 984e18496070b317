// SPDX-License-Identifier: Apache-2.0

import Foundation
import SDKContract
import Values

@testable import FlowRuntime

/// Random numbers that can be had again: SplitMix64.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  mutating func roll(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(elements.count)] }

  /// The seeds of a test: those of `SEED`, else the first ones.
  static func seeds(_ count: Int) -> [UInt64] {
    if let seed = ProcessInfo.processInfo.environment["SEED"].flatMap({ UInt64($0) }) { return [seed] }
    return (1...UInt64(count)).map { $0 }
  }
}

/// An input as a random run draws it, so that it can be fed to several machines.
enum DrawnInput: CustomStringConvertible {
  case start
  case event(SDKEvent)
  case answer(request: Int, choice: String?, names: [(String, String)], isConfirmed: Bool)
  case accepted
  case rejected(Int)
  case tick

  var description: String {
    switch self {
    case .start: "start"
    case .event(let event): "! \(event.name) \(event.status ?? 0) error \(event.error) \(event.data)"
    case .answer(let request, let choice, let names, let isConfirmed):
      "#\(request) \(choice.map { "> \($0)" } ?? "?") \(names) \(isConfirmed)"
    case .accepted: "ok"
    case .rejected(let code): "no \(code)"
    case .tick: "tick"
    }
  }

  func input(for program: Program) throws -> MachineInput {
    switch self {
    case .start: .start
    case .event(let event): .event(try program.occurrence(of: event))
    case .answer(let request, let choice, let names, let isConfirmed):
      .answer(
        Answer(
          to: request, choice: choice, values: Record(names.map { Record.Field($0.0, .text($0.1)) }),
          isConfirmed: isConfirmed))
    case .accepted: .accepted
    case .rejected(let code): .rejected(code: code)
    case .tick: .tick
    }
  }
}

extension Dice {
  /// Something that may happen to a machine: half of the time what it waits for.
  mutating func input(for machine: FlowMachine, at time: Int64) -> DrawnInput {
    if machine.awaitsAnswer, roll(10) < 7 { return roll(14) == 0 ? .rejected(pick([70, 71, 1, -1, 0])) : .accepted }
    switch roll(20) {
    case 0: return .start
    case 1: return .accepted
    case 2: return .rejected(roll(80))
    case 3, 4: return .tick
    case 5..<8: return .event(reply(to: machine) ?? bystander())
    case 8: return .event(bystander())
    case 9: return .event(roll(12) == 0 ? event() : reply(to: machine) ?? bystander())
    case 10: return answer(to: roll(40) - 2, nil)
    default: return answer(to: nil, machine.question(at: time))
    }
  }

  private mutating func answer(to request: Int?, _ question: Question?) -> DrawnInput {
    let number = request ?? question?.request ?? 1
    let choices = (question?.choices.map(\.name) ?? []) + (roll(6) == 0 ? ["finish", "proceed", "nonsense"] : [])
    let canSubmit = question?.canSubmit ?? false
    if !canSubmit || roll(3) == 0 {
      return .answer(
        request: number, choice: choices.isEmpty ? "finish" : pick(choices), names: [], isConfirmed: roll(5) != 0)
    }
    var names = (question?.inputs ?? []).map { ($0.name, pick(["1234", "1234", "1234", "", "x"])) }
    if roll(10) == 0 { names.append(("more", "x")) }
    return .answer(request: number, choice: nil, names: names, isConfirmed: true)
  }

  /// What the contract lets come back from the call that is open at the bottom or on top.
  private mutating func reply(to machine: FlowMachine) -> SDKEvent? {
    let rows = machine.program.rows
    let frame = machine.below.isEmpty || roll(3) != 0 ? machine.top : machine.below[0]
    let row = rows[Int(frame.row)]
    guard row.call >= 0 else { return nil }
    let contract = ToyContract.contract
    var mode: Int?
    if case .int(let number)? = frame.data?.event.data["pinMode"] { mode = number }
    let replies = contract.calls[Int(row.call)].replies(underMode: mode)
    guard !replies.isEmpty else { return nil }
    let reply = pick(replies)
    let spec = contract[reply.event]
    if reply.outcome != .success, roll(3) != 0 { return nil }
    var event = SDKEvent(spec.name)
    if let field = spec.modeField { event.data[field] = .int(reply.mode ?? spec.modes[roll(5) == 0 ? 1 : 0]) }
    switch reply.outcome {
    case .success: event.status = pick([nil, 0, 100])
    case .code(let code): event.status = code
    case .error(let number): event.error = number ?? 9
    }
    for field in spec.fields.fields where event.data[field.name] == nil {
      event.data[field.name] = value(of: field.type)
    }
    return event
  }

  /// Something that does not concern the step at work: a notice, an interrupt, a result.
  private mutating func bystander() -> SDKEvent {
    let specs = ToyContract.contract.events.filter { spec in
      spec.kind == .notice || (spec.kind == .interrupt && !spec.isTerminal && spec.name != "surprise")
        || spec.kind == .result
    }
    let spec = roll(60) == 0 ? pick(ToyContract.contract.events) : pick(specs)
    var event = SDKEvent(spec.name)
    for field in spec.fields.fields where roll(30) != 0 { event.data[field.name] = value(of: field.type) }
    return event
  }

  private mutating func event() -> SDKEvent {
    let contract = ToyContract.contract
    guard roll(20) != 0 else { return SDKEvent("unheardOf", status: pick([nil, 5]), error: pick([0, 9])) }
    let spec = pick(contract.events)
    var event = SDKEvent(spec.name)
    if let field = spec.modeField, roll(12) != 0 { event.data[field] = .int(pick(spec.modes + spec.modes + [77])) }
    if roll(3) == 0 { event.status = pick([0, 100, 5, 6, 7, 8, 15, 20, 999]) }
    if roll(10) == 0 { event.error = pick([9, 10, 70, -3]) }
    for field in spec.fields.fields where event.data[field.name] == nil && roll(4) != 0 {
      event.data[field.name] = value(of: field.type)
    }
    return event
  }

  private mutating func value(of type: ValueType) -> Value? {
    switch type {
    case .text: .text(pick(["eve", "eve", "eve", "eve", "eve", "bob", ""]))
    case .int: .int(roll(5) - 1)
    case .count, .seconds: .int(roll(4))
    case .flag: .flag(roll(3) != 0)
    case .oneOf(_, let words): .text(pick(words + ["UNHEARD"]))
    case .secret: .text("secret")
    case .numbered: nil
    case .list(let element): .list((0..<roll(3)).compactMap { _ in value(of: element) })
    case .record(let record):
      .record(Record(record.fields.compactMap { field in value(of: field.type).map { Record.Field(field.name, $0) } }))
    }
  }
}
