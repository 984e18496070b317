// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowRuntime
import SDKContract

/// A run as far as it has come, and what the SDK still has to say of it.
struct RunPoint: Sendable {
  /// A call that the SDK has taken, and whose reply it has not sent.
  struct Debt: Sendable, Hashable {
    let call: OpenCall
    let row: UInt16
    /// The user whom the SDK works for, as a number of ``NamedUsers``.
    let user: Int

    static func == (one: Debt, other: Debt) -> Bool { one.words == other.words }

    func hash(into hasher: inout Hasher) { hasher.combine(words) }

    var words: [Int] { [Int(row), user, call.answered.map { Int(bitPattern: ObjectIdentifier($0)) } ?? 0] }
  }

  /// Something that happens.
  struct Stimulus {
    let moment: Moment
    /// The debt that it pays; nil for none.
    let debt: Int?
    /// The user whom it names: what is handed in, or the SDK of its own; nil for nobody in particular.
    let user: Int?
    /// The user for whom the SDK takes the call, where that is not the one whom it is about; nil elsewhere.
    let taker: Int?

    init(_ moment: Moment, paying debt: Int? = nil, naming user: Int? = nil, takenFor taker: Int? = nil) {
      self.moment = moment
      self.debt = debt
      self.user = user
      self.taker = taker
    }
  }

  /// What tells it from others.
  struct Key: Hashable {
    let configuration: MachineConfiguration
    let debts: [Debt]
    let isShut: Bool
    let user: Int
    let typedUser: Int?
    let formerUser: Int?
  }

  private(set) var machine: FlowMachine
  /// In an order that says nothing.
  private(set) var debts: [Debt] = []
  /// Whether a terminating interrupt has come.
  private(set) var isShut = false
  /// The user whom the SDK is about, as a number of ``NamedUsers``.
  private(set) var user = 0
  /// The user who is named by the call that awaits the SDK's word; nil for nobody.
  private var typedUser: Int?
  /// The user before, while the SDK has named nobody since a call said who it is: it may still be about that one.
  private(set) var formerUser: Int?

  init(machine: FlowMachine) { self.machine = machine }

  var key: Key {
    Key(
      configuration: machine.configuration, debts: debts, isShut: isShut, user: user, typedUser: typedUser,
      formerUser: formerUser)
  }

  func after(
    _ move: Stimulus, in program: Program, keepingLateReplies keepsLate: Bool, _ effects: inout Effects
  ) -> RunPoint {
    var next = self
    if let debt = move.debt {
      // The SDK is about the one whom a call has named at the latest when it replies to that call.
      if program.mayNameUser(row: debts[debt].row) { next.formerUser = nil }
      next.debts.remove(at: debt)
    }
    next.name(move)
    if case .accepted = move.moment.happening, let call = machine.callAtWork {
      let spec = program.flow.contract[call.call]
      next.debts.removeAll { spec.supersedes.contains($0.call.call) }
      if !spec.replies.isEmpty {
        next.debts.append(Debt(call: call, row: machine.pendingRow, user: move.taker ?? next.user))
      }
    }
    next.machine.take(move.moment, into: &effects)
    if case .event = move.moment.happening {} else { next.forgive(after: machine.owedCalls) }
    if !isShut { next.isShut = ThreatWatch.isShut(by: effects.marks, in: program) }
    next.settle(keepingLateReplies: keepsLate, in: program)
    return next
  }

  /// Whom the SDK is about then: what is handed in counts once the call is accepted.
  private mutating func name(_ move: Stimulus) {
    switch move.moment.happening {
    case .answer: typedUser = move.user
    case .accepted:
      let named = move.user ?? typedUser
      if let named, named != user { (formerUser, user) = (user, named) }
      typedUser = nil
    case .rejected: typedUser = nil
    case .event:
      if let named = move.user {
        user = named
        formerUser = nil
      }
    default: break
    }
  }

  /// Takes out what the SDK has had its time for: it keeps to its contract, and sends nothing any more.
  private mutating func forgive(after owed: [CallID]) {
    var rest = machine.owedCalls
    for call in owed {
      if let place = rest.firstIndex(of: call) {
        rest.remove(at: place)
      } else if let debt = debts.firstIndex(where: { $0.call.call == call }) {
        debts.remove(at: debt)
      }
    }
  }

  /// Takes out what will not be paid.
  private mutating func settle(keepingLateReplies keepsLate: Bool, in program: Program) {
    guard !debts.isEmpty else { return }
    if machine.isOver || program.flow.contract[machine.currentPhase].isClosed { debts = [] }
    if !keepsLate { forgetLate(program) }
    debts.sort { $0.words.lexicographicallyPrecedes($1.words) }
  }

  /// Takes out the debts for which no layer of the run waits any more.
  private mutating func forgetLate(_ program: Program) {
    var open = machine.layers.compactMap(\.open) + machine.owedCalls
    func take(_ isWaiting: (CallID) -> Bool) -> Bool {
      guard let place = open.firstIndex(where: isWaiting) else { return false }
      open.remove(at: place)
      return true
    }
    // The call that was taken just now stands last: of the same calls it is that for which a layer waits.
    let late = Array(debts.indices.reversed().filter { index in !take { $0 == debts[index].call.call } }.reversed())
    // Where one event may be the reply to two calls, the run may have taken it for that to the other one: what is still to come
    // is the reply to both. What has come for a layer is kept for it.
    for answered in machine.layers.compactMap({ $0.hasReply ? $0.open : nil }) { _ = take { $0 == answered } }
    func events(_ call: CallID) -> Set<EventID> { Set(program.flow.contract[call].replies.map(\.event)) }
    let other = late.filter { index in !take { events(debts[index].call.call).isSubset(of: events($0)) } }
    let lost = other.filter { index in !take { !events(debts[index].call.call).isDisjoint(with: events($0)) } }
    for index in lost.reversed() { debts.remove(at: index) }
  }
}
