// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import SDKContract
import Values

/// Where an SDK stands, by its contract and by what was heard of it.
struct SDKModel {
  /// An event that a call may answer.
  struct Asked: Hashable {
    let id: EventID
    let data: Record
    let mode: Int?
    let outcome: ReplyOutcome
  }

  /// A call whose answer has not come.
  struct UnderWay {
    let call: CallSpec
    let replies: [Reply]
    let answered: Asked?
    /// What it was made with.
    let values: Record
  }

  /// How a call stands now.
  enum Legality: Equatable {
    /// It may be made, as the answer to this, if it is one.
    case legal(Asked?)
    case illegal
    /// The contract does not say.
    case open
  }

  let contract: Contract
  var phase = PhaseID(index: 0)
  /// The challenge that waits for an answer.
  var asked: Asked?
  /// Interrupts that may be answered, the last one on top.
  var interrupts: [Asked] = []
  /// Calls whose answers have not come, in the order of the calls.
  var underWay: [UnderWay] = []
  /// When the last call was accepted.
  private var since = Duration.zero
  var accepted: Set<CallID> = []
  /// Whom the SDK talked about last; nil if it has not said.
  var user: String?
  /// Whether one more event may come by itself: an interrupt has come since the last call.
  var mayFollow = false
  /// Whether nothing may come any more.
  var isOver = false
  /// The notices with which the phase was entered.
  var entrances: Set<EventID> = []

  /// Names by which the SDK may know a user who typed another one.
  let aliases: [String]

  init(_ contract: Contract, aliases: [String] = []) {
    self.contract = contract
    self.aliases = aliases
  }

  /// What tells one place of a run from another.
  struct Place: Hashable {
    let phase: PhaseID
    let asked: [Asked.Kind]
    let isUnderWay: Bool
  }

  var place: Place {
    Place(
      phase: phase, asked: (interrupts + [asked].compactMap { $0 }).map { $0.kind(in: contract) },
      isUnderWay: !underWay.isEmpty)
  }

  /// An interrupt above everything else that must be answered first.
  var mustAnswer: Asked? { interrupts.last { contract[$0.id].needsAnswer } }

  /// When the next answer must be there; nil for no limit.
  var deadline: Duration? { underWay.compactMap { way in way.call.patience.map { since + .milliseconds($0) } }.min() }

  /// Whether an answer must come by itself.
  var awaitsReply: Bool { !underWay.isEmpty && mustAnswer == nil }

  func standing(of id: CallID) -> Legality {
    let call = contract[id]
    guard contract.isLegal(id, in: phase), !isOver || !call.phases.isEmpty else { return .illegal }
    let top = interrupts.last { matches(call, $0) }
    if let bar = interrupts.last(where: { contract[$0.id].barsCalls }) {
      return top == bar ? .legal(bar) : .illegal
    }
    if let top { return .legal(top) }
    if call.answers.isEmpty { return mustAnswer == nil && underWay.isEmpty ? .legal(nil) : .open }
    guard let asked, matches(call, asked) else { return mayBeLate(call) ? .open : .illegal }
    return mustAnswer == nil && underWay.isEmpty ? .legal(asked) : .open
  }

  /// Whether it answers interrupts only that need no answer: nothing says how long they may be answered.
  private func mayBeLate(_ call: CallSpec) -> Bool {
    call.answers.allSatisfy { contract[$0].kind == .interrupt && !contract[$0].needsAnswer }
  }

  private func matches(_ call: CallSpec, _ asked: Asked) -> Bool {
    guard call.answers.contains(asked.id) else { return false }
    if let modes = call.answeredModes, !modes.contains(where: { $0 == asked.mode }) { return false }
    if let code = call.answersCode, asked.outcome != .code(code) { return false }
    if let field = call.requiresField, asked.data[field] != .flag(true) { return false }
    if let each = call.each { guard case .list? = asked.data[each] else { return false } }
    return call.echoes.allSatisfy { asked.data[$0] != nil }
  }

  /// The call with what the contract sends back of the answered event.
  func call(_ id: CallID, _ values: Record, answering asked: Asked?) -> SDKCall {
    let spec = contract[id]
    var record = Record(
      values.fields.map { field in
        guard case .text(let text) = field.value, case .secret? = spec.parameter(named: field.name)?.type else {
          return field
        }
        return Record.Field(field.name, .secret(Secret(text)))
      })
    if let each = spec.each, case .list(let items)? = asked?.data[each] {
      let marks = record.fields
      record = Record([
        Record.Field(
          each,
          .list(
            items.map { item in
              guard case .record(var item) = item else { return item }
              for mark in marks { item[mark.name] = mark.value }
              return .record(item)
            }))
      ])
    }
    for name in spec.echoes { if let value = asked?.data[name] { record[name] = value } }
    return SDKCall(name: spec.name, arguments: record)
  }

  /// The SDK has taken a call.
  mutating func accept(_ id: CallID, _ values: Record, answering answered: Asked?, at time: Duration) {
    let call = contract[id]
    accepted.insert(id)
    mayFollow = false
    if let answered {
      if let index = interrupts.lastIndex(of: answered) { interrupts.remove(at: index) } else { asked = nil }
    }
    let replies = call.replies(underMode: answered?.mode).filter { reply in
      reply.given.fields.allSatisfy { values[$0.name] == $0.value }
    }
    if !replies.isEmpty { underWay.append(UnderWay(call: call, replies: replies, answered: answered, values: values)) }
    // Who was asked in between gets the whole time again.
    since = time
    if let entered = call.entersPhase { enter(entered) }
    isOver = false
  }

  mutating func enter(_ entered: PhaseID) {
    guard entered != phase else { return }
    phase = entered
    entrances = []
    asked = nil
    interrupts = []
  }
}

extension SDKModel.Asked {
  /// What tells it from others of its name: not all data, or there would be no end of them.
  struct Kind: Hashable {
    let id: EventID
    let mode: Int?
    let outcome: ReplyOutcome
    let attempts: Int?
    let user: Value?
  }

  func kind(in contract: Contract) -> Kind {
    let spec = contract[id]
    var attempts: Int?
    if let field = spec.attemptsField, case .int(let number)? = data[field] { attempts = min(number, 4) }
    return Kind(id: id, mode: mode, outcome: outcome, attempts: attempts, user: spec.userField.flatMap { data[$0] })
  }
}
