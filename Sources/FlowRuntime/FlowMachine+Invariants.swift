// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

/// What holds of every machine between two inputs, whatever the flow, the SDK and the user do.
///
/// It also holds for unsound flows, and for a machine that is restored from a snapshot.
extension FlowMachine {
  /// The invariant that is broken, in one sentence; nil if all hold.
  ///
  /// Why it only tells: in debug builds ``receive(_:at:into:)`` asks for it after every input, and a test wants to see it fail.
  var brokenInvariant: String? {
    brokenTable ?? brokenProof ?? brokenCourse ?? brokenLayer ?? brokenLayers ?? brokenQueue ?? brokenLateness
  }

  #if DEBUG
    /// Stops the program where an input has left the machine in a state that none may have.
    func expectInvariants() {
      // Why no assertion: those are gone from modules that the tests have optimised.
      if let brokenInvariant { fatalError("After an input, this does not hold of the machine: \(brokenInvariant).") }
    }
  #endif

  /// Counters.
  private var brokenTable: String? {
    guard counters.count == program.counterCount else { return "Each budget has a counter" }
    guard cooldowns.isEmpty || cooldowns.count == program.cooldownCount, cooldowns.allSatisfy({ $0 <= now }) else {
      return "A choice with a cooldown was last used in the past, or never"
    }
    guard drawnByUser.count <= BudgetScope.mostUsers,
      drawnByUser.allSatisfy({ $0.counts.count == program.userCounters.count })
    else { return "The uses of each budget per user are kept, for a few users only" }
    guard Int(phase) < program.flow.contract.phases.count else { return "The phase is one of the contract's" }
    return nil
  }

  /// Proofs, and the word of the security modules.
  private var brokenProof: String? {
    guard (proofBits | enrolledBits | setUpBits) & ~Self.lowest(program.proofs.count) == 0 else {
      return "Only what the contract knows is shown or set up"
    }
    guard enrolledBits & ~setUpBits == 0 else { return "What is enrolled was set up" }
    let fresh = freshBits
    guard fresh.count == program.stepsOfAfter.count else {
      return "Each step that an `after` names has its fresh proofs"
    }
    guard fresh.allSatisfy({ $0 & ~(Self.wasEntered | UInt64(proofBits)) == 0 }) else {
      return "Only proofs that were shown are fresh"
    }
    guard UInt32(pendingGates | heldGates) & ~Self.lowest(program.questions.count) == 0 else {
      return "Only questions that the flow asks are allowed"
    }
    return nil
  }

  /// From the start to the end.
  private var brokenCourse: String? {
    if !hasStarted {
      guard below.isEmpty, waiting.isEmpty, owed.isEmpty, lastRequest == 0, !hasEnded else {
        return "Before the start nothing is open and nothing was asked"
      }
    }
    guard hasEnded else {
      guard moves <= Self.moveLimit else { return "A run that made more moves than one input may cause has ended" }
      guard !isAbandoning, !isStranded, rare?.shortfall == nil else {
        return "Nothing is missing and no phase is left before the end"
      }
      return nil
    }
    guard top.request == 0, top.deadline == .max, top.state == .waiting else {
      return "After the end nothing is asked, called or due"
    }
    guard !isAbandoning || !isStranded else { return "A run that is stranded does not wait to leave" }
    return nil
  }

  /// Each layer by itself.
  private var brokenLayer: String? {
    for index in 0...below.count {
      let broken = broken(index == below.count ? top : below[index])
      if broken != nil { return broken }
    }
    return nil
  }

  private func broken(_ frame: Frame) -> String? {
    guard frame.request <= lastRequest else { return "No question has a number above the last one" }
    guard 0...frame.kept.count ~= Int(frame.fresh) else { return "What may still earn is kept" }
    guard hasEnded || program.rows[Int(frame.row)].step == frame.step else {
      return "A layer waits in a row of its step"
    }
    switch frame.state {
    case .waiting: return nil
    case .calling:
      guard frame.request == 0, program.rows[Int(frame.pendingRow)].step == frame.step else {
        return "While the SDK decides on a call, the call is the step's own, and nothing is asked"
      }
    case .asking:
      guard rare?.gated != nil || program.steps[Int(frame.step)].gate != 0 else {
        return "The security modules are asked at a gate, or before a call"
      }
    }
    return nil
  }

  /// Between the layers.
  private var brokenLayers: String? {
    guard below.allSatisfy({ $0.state == .waiting }) else { return "Nothing opens above a call that is not decided" }
    if let gated = rare?.gated {
      guard top.state == .asking, gated.row == top.pendingRow else {
        return "A call that waits for the security modules is that of the layer at work"
      }
    }
    guard top.deadline >= 0, top.replyDue >= 0 else { return "The time of the layer at work does not stand still" }
    guard below.allSatisfy({ $0.deadline >= 0 && $0.replyDue >= 0 || isCalling($0) }) else {
      return "Only the time of an open call stands still"
    }
    // The run may have ended on the way from one layer to another.
    return hasEnded ? nil : brokenOrder
  }

  private var brokenOrder: String? {
    var rank: UInt8?
    for index in 0...below.count {
      let frame = index == below.count ? top : below[index]
      let step = program.steps[Int(frame.step)]
      guard (step.kind == .interrupt) == (index > 0) else {
        return "Above the flow's own layer are interrupts, and no others"
      }
      guard index > 0 else { continue }
      guard let event = frame.data?.id, event == step.awaited else {
        return "An interrupt has the event that opened it"
      }
      let own = program.events[Int(event)].rank
      if let rank, own <= rank { return "Each interrupt ranks above the one below it" }
      rank = own
    }
    return nil
  }

  /// What waits for its turn.
  private var brokenQueue: String? {
    guard waiting.allSatisfy({ program.events[Int($0.id)].interrupt >= 0 }) else {
      return "Only interrupts wait for a turn"
    }
    guard hasStarted, !hasEnded, top.state == .waiting else { return nil }
    guard held.isEmpty else { return "Events are held only before the start, and while a call or a gate is decided" }
    guard top.kept.isEmpty else { return "The layer at work has taken what was kept for it" }
    guard waiting.isEmpty || nextWaiting == nil else { return "What waits does not rank above what is open" }
    return nil
  }

  /// Calls that are given up.
  private var brokenLateness: String? {
    for (place, call) in owed.enumerated() where owed[..<place].contains(where: { $0.call == call.call }) {
      return "At most one reply to each call is owed"
    }
    guard hasEnded || owed.allSatisfy({ $0.until < 0 || $0.until >= now }) else {
      return "No reply is owed for longer than the SDK may take"
    }
    guard let rare else { return nil }
    for call in rare.late {
      let row = program.rows[Int(call.row)]
      guard row.lateBit != 0, row.origin == call.row else {
        return "Only a reply that can be mistaken is late, and its call has the row in which the step makes it"
      }
    }
    guard rare.ending.isEmpty, !rare.endsOwn else { return "What ends with an event is forgotten with it" }
    return nil
  }

  /// That many bits, from the lowest.
  private static func lowest(_ count: Int) -> UInt32 { count >= 32 ? .max : (1 << UInt32(count)) - 1 }
}
