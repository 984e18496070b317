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

    static func == (one: Debt, other: Debt) -> Bool { one.words == other.words }

    func hash(into hasher: inout Hasher) { hasher.combine(words) }

    var words: [Int] { [Int(row), call.answered.map { Int(bitPattern: ObjectIdentifier($0)) } ?? 0] }
  }

  /// Something that happens.
  struct Move {
    let moment: Moment
    /// The debt that it pays; nil for none.
    let debt: Int?

    init(_ moment: Moment, paying debt: Int? = nil) {
      self.moment = moment
      self.debt = debt
    }
  }

  /// What tells it from others.
  struct Key: Hashable {
    let configuration: Configuration
    let debts: [Debt]
  }

  private(set) var machine: FlowMachine
  /// In an order that says nothing.
  private(set) var debts: [Debt] = []

  init(machine: FlowMachine) { self.machine = machine }

  var key: Key { Key(configuration: machine.configuration, debts: debts) }

  func after(
    _ move: Move, in program: Program, keepingLateReplies keepsLate: Bool, _ effects: inout Effects
  ) -> RunPoint {
    var next = self
    if let debt = move.debt { next.debts.remove(at: debt) }
    if case .accepted = move.moment.happening, let call = machine.callAtWork,
      !program.flow.contract[call.call].replies.isEmpty
    {
      next.debts.append(Debt(call: call, row: machine.pendingRow))
    }
    next.machine.take(move.moment, into: &effects)
    guard !next.debts.isEmpty else { return next }
    if next.machine.isOver || program.flow.contract[next.machine.currentPhase].isClosed { next.debts = [] }
    if !keepsLate {
      let open = next.machine.layers.compactMap(\.open) + next.machine.owedCalls
      next.debts.removeAll { !open.contains($0.call.call) }
    }
    next.debts.sort { $0.words.lexicographicallyPrecedes($1.words) }
    return next
  }
}
