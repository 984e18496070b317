// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// Where a run can be: at a step, with a call of another step still open if it is a `wait:` step.
struct ProofPlace: Hashable {
  let step: Int
  /// The step and the number of the call that is open; nil for none.
  var carried: Carried?
  /// Whether an interrupt was left there: its call may have been made before.
  var isResumed = false

  struct Carried: Hashable {
    let step: Int
    let call: Int
  }
}

/// A way out of a place, and what it does to the proofs.
struct ProofMove {
  enum Target {
    case place(ProofPlace)
    case end(EndID)
    /// Where the run was.
    case back
  }

  let target: Target
  let effect: ProofEffect
  /// Where the author wrote it.
  let range: SourceRange
  /// What success ends of flows inside claim that are passed on the way, as in ``Target/claim``.
  let claim: UInt16
  /// The phases in which it can be taken, as a set of bits.
  let phases: UInt64
}

extension ProofMove {
  /// One that stays where it is.
  init(staying place: ProofPlace, _ effect: ProofEffect, at range: SourceRange) {
    self.init(target: .place(place), effect: effect, range: range, claim: 0, phases: .max)
  }
}

/// Works out the ways out of each place of a flow.
///
/// Where it cannot be known which of two ways a run takes, both are ways; what may fail to be shown is not shown.
struct ProofMoves {
  private let flow: Flow
  private let steps: [StepFacts]
  /// Every proof that a call of the flow can show; its place is its bit.
  private(set) var proofs: [Proof] = []
  /// Every gate of the flow, as an index of its steps; its place is its bit.
  let gates: [Int]
  /// By event: whether the flow has an interrupt for it, so that it goes to the `else` of no other step.
  private let isEntry: [Bool]
  /// The phases that the SDK may be in while it starts, as a set of bits.
  private let whileStarting: UInt64

  /// Where something is wrong already: no way is followed on from there, since what is found behind would merely follow.
  private let broken: Set<SourceRange>

  init(_ flow: Flow, _ steps: [StepFacts], leavingOut broken: Set<SourceRange> = []) {
    self.flow = flow
    self.steps = steps
    self.broken = broken
    gates = steps.indices.filter { steps[$0].step.isGate }
    var isEntry = Array(repeating: false, count: flow.contract.events.count)
    for step in flow.interrupts { if let event = step.awaited?.event { isEntry[Int(event.index)] = true } }
    self.isEntry = isEntry
    let contract = flow.contract
    var whileStarting: UInt64 = 1
    for index in contract.events.indices where contract.events[index].kind == .notice {
      if let phase = contract.events[index].phase { whileStarting |= 1 << UInt64(phase.index) }
    }
    self.whileStarting = whileStarting
    for facts in steps {
      for call in facts.calls {
        for arrival in call.arrivals where arrival.earns {
          for proof in earned(arrival, by: call) where !proofs.contains(proof) && proofs.count < ProofEffect.most {
            proofs.append(proof)
          }
        }
      }
    }
  }

  /// The ways that interrupts open at every step of the flow.
  func ofInterrupts() -> [ProofMove] {
    var moves: [ProofMove] = []
    for facts in steps where facts.step.isInterrupt {
      guard let awaited = facts.step.awaited else { continue }
      var before = ProofEffect(of: awaited.event, in: flow.contract)
      for call in facts.calls { before = before.then(ProofEffect(of: call.use.call, in: flow.contract)) }
      for move in self.moves(from: ProofPlace(step: facts.step.index)) {
        var effect = before.then(move.effect)
        // What an interrupt shows is not counted on.
        effect.earns = 0
        moves.append(
          ProofMove(target: move.target, effect: effect, range: move.range, claim: move.claim, phases: move.phases))
      }
    }
    return moves
  }

  /// The ways out of a place.
  func moves(from place: ProofPlace) -> [ProofMove] {
    let facts = steps[place.step]
    let step = facts.step
    var moves: [ProofMove] = []
    moves.reserveCapacity(8 * (facts.calls.count + 1))
    if let to = step.to { add(to, .none, from: place, to: &moves) }
    for index in step.choices.indices {
      if case .go(let target) = step.choices[index].action { add(target, .none, from: place, to: &moves) }
    }
    for (index, call) in facts.calls.enumerated() {
      let carried = ProofPlace.Carried(step: place.step, call: index)
      add(
        call, call.lines(of: step), asked: ProofEffect(of: call.use.call, in: flow.contract), carrying: carried,
        from: place, to: &moves)
    }
    if let carried = place.carried {
      add(
        steps[carried.step].calls[carried.call], step.transitions, asked: .none, carrying: carried, from: place,
        to: &moves)
    }
    addUnasked(facts, place, to: &moves)
    return moves
  }

  /// What comes back from a call.
  private func add(
    _ call: CallFacts, _ lines: [Transition], asked: ProofEffect, carrying carried: ProofPlace.Carried,
    from place: ProofPlace, to moves: inout [ProofMove]
  ) {
    // A call that was carried here was made where it could be.
    let phases = place.carried == carried || place.isResumed ? .max : self.phases(of: call.use.call)
    for line in lines where !broken.contains(line.range) {
      switch line.trigger {
      case .event(let event, _, _)
      where flow.contract.events[Int(event.index)].kind == .interrupt && !call.mayTake(line.trigger):
        // It may come while the call is open, which stays so at a `wait:`.
        let effect = asked.then(ProofEffect(of: event, in: flow.contract))
        add(line.target, effect, from: place, carrying: carried, in: phases, to: &moves)
      case .event, .error:
        for arrival in call.arrivals where arrival.matches(line.trigger) {
          add(line.target, asked.then(effect(of: arrival, call)), from: place, in: phases, to: &moves)
        }
      case .accepted, .timeout: add(line.target, asked, from: place, carrying: carried, in: phases, to: &moves)
      case .rejected: add(line.target, .none, from: place, in: phases, to: &moves)
      case .otherwise:
        add(line.target, .none, from: place, to: &moves)
        for arrival in call.arrivals
        where !isEntry[Int(arrival.event.index)] && !lines.contains(where: { arrival.isSurely($0.trigger) }) {
          add(line.target, asked.then(effect(of: arrival, call)), from: place, in: phases, to: &moves)
        }
      case .exhausted, .allow, .deny: break
      }
    }
    addTaken(call, lines, asked, from: place, in: phases, to: &moves)
  }

  /// A call that leads to nothing, is taken, and has no line for that: the step asks again, a `call:` step goes to `else`.
  private func addTaken(
    _ call: CallFacts, _ lines: [Transition], _ asked: ProofEffect, from place: ProofPlace, in phases: UInt64,
    to moves: inout [ProofMove]
  ) {
    guard call.arrivals.isEmpty, !asked.changesNothing, !lines.contains(where: \.trigger.isAccepted) else {
      return
    }
    if case .call = steps[place.step].step.kind {
      for line in lines where line.trigger.isOtherwise && !broken.contains(line.range) {
        add(line.target, asked, from: place, in: phases, to: &moves)
      }
    } else {
      moves.append(
        ProofMove(target: .place(place), effect: asked, range: call.use.range, claim: 0, phases: phases))
    }
  }

  /// What comes without a call of this place: verdicts, events that nobody asked for, spent tries.
  private func addUnasked(_ facts: StepFacts, _ place: ProofPlace, to moves: inout [ProofMove]) {
    let step = facts.step
    if let awaited = step.awaited, !step.isInterrupt {
      // It may come again.
      let effect = ProofEffect(of: awaited.event, in: flow.contract)
      if !effect.changesNothing { moves.append(ProofMove(staying: place, effect, at: step.name.range)) }
    }
    for line in step.transitions where !broken.contains(line.range) {
      switch line.trigger {
      case .allow, .deny:
        let gate = gates.firstIndex(of: place.step) ?? 0
        add(line.target, ProofEffect(isAllowed: line.trigger == .allow, byGate: gate), from: place, to: &moves)
      case .timeout: add(line.target, .none, from: place, carrying: place.carried, to: &moves)
      case .exhausted: if step.canRunOut { add(line.target, .none, from: place, to: &moves) }
      case .otherwise: add(line.target, .none, from: place, to: &moves)
      case .event(let event, _, _) where !isReply(line.trigger, at: place, facts):
        add(
          line.target, ProofEffect(of: event, in: flow.contract), from: place, carrying: place.carried,
          to: &moves)
      case .event, .error, .rejected, .accepted: break
      }
    }
  }

  /// Whether an event comes as the reply to a call, and so not unasked.
  private func isReply(_ trigger: Trigger, at place: ProofPlace, _ facts: StepFacts) -> Bool {
    if let carried = place.carried, steps[carried.step].calls[carried.call].mayTake(trigger) { return true }
    return facts.calls.contains { $0.mayTake(trigger) }
  }

  private func add(
    _ target: Target, _ effect: ProofEffect, from place: ProofPlace, carrying carried: ProofPlace.Carried? = nil,
    in phases: UInt64 = .max, to moves: inout [ProofMove]
  ) {
    guard !broken.contains(target.range) else { return }
    let isSame: Bool
    let goal: ProofMove.Target
    switch target.move {
    case .step(let id):
      let index = Int(id.index)
      var next = ProofPlace(step: index)
      if case .wait = steps[index].step.kind { next.carried = carried }
      isSame = next == place
      goal = .place(next)
    case .end(let id):
      isSame = false
      goal = .end(id)
    case .stay, .retry:
      isSame = true
      goal = .place(place)
    case .resume:
      isSame = false
      goal = .back
    }
    guard !isSame || !effect.changesNothing || target.claim != 0 else { return }
    moves.append(ProofMove(target: goal, effect: effect, range: target.range, claim: target.claim, phases: phases))
  }

  /// The phases in which the contract lets a call be made, as a set of bits.
  func phases(of call: CallID) -> UInt64 {
    let index = Int(call.index)
    guard !flow.contract.calls[index].phases.isEmpty else {
      return flow.contract.phases.indices.reduce(.max) { bits, phase in
        flow.contract.phases[phase].isClosed ? bits & ~(1 << UInt64(phase)) : bits
      }
    }
    let phases = flow.contract.calls[index].phases.reduce(UInt64(0)) { $0 | 1 << UInt64($1.index) }
    return phases & whileStarting == 0 ? phases : phases | 1 << UInt64(ProofEffect.starting)
  }

  private func effect(of arrival: Arrival, _ call: CallFacts) -> ProofEffect {
    var effect = ProofEffect(of: arrival.event, in: flow.contract)
    guard arrival.earns else { return effect }
    for proof in earned(arrival, by: call) {
      if let bit = proofs.firstIndex(of: proof) { effect.earns |= 1 << UInt64(bit) }
    }
    return effect
  }

  private func earned(_ arrival: Arrival, by call: CallFacts) -> [Proof] {
    let shown = flow.contract.calls[Int(call.use.call.index)].replies[arrival.reply].earns
    return call.earns.map { limit in shown.filter { limit.keeps($0) } } ?? shown
  }
}
