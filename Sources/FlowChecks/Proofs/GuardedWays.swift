// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract
import Values

/// The gates of a flow, each with what stands behind it.
struct GuardedWays {
  /// A `gate:` step, or the gate of a call.
  struct Gate {
    let step: Int
    /// The part of the step whose call it guards; `.itself` for a step that only asks.
    let origin: Origin
    /// What it asks, in words and as bits of ``Relation/questions``.
    let words: [String]
    let asks: UInt8
    let range: SourceRange
    /// The calls behind it that show who the user is, each with the replies that do.
    fileprivate(set) var shows: [CallID: Set<Int>] = [:]
    /// Those of them that it alone guards: no other gate is asked before them once something was shown behind this one.
    fileprivate var showsAlone: [CallID: Set<Int>] = [:]
    /// The calls that leave leads to before any other, with what is written of their arguments.
    fileprivate(set) var next: [CallUse] = []
    /// The success ends that leave leads to at once.
    fileprivate(set) var ends: [EndID] = []
    /// Whether no success is reached without its leave.
    fileprivate(set) var isAlwaysNeeded = false
    /// Whether it is asked before somebody is signed in, and a sign-in stands behind it.
    fileprivate(set) var isBeforeSignIn = false

    /// Whether no `gate:` step asks the same, so that its leave is that of its own call.
    fileprivate(set) var isAlone = false

    /// Whether it has given the leave that a run has come to.
    ///
    /// That of a `gate:` step outlasts a name that the SDK does not know; that of a call goes with what the call has brought.
    func hasAllowed(_ assurance: Assurance) -> Bool {
      let allowed = isAlone ? assurance.passed & (assurance.pending | assurance.held) : assurance.passed
      return allowed & asks == asks
    }

    /// Whether a call may be made with its leave only.
    func guards(_ call: CallFacts) -> Bool {
      if let replies = shows[call.use.call] {
        return call.arrivals.contains { $0.earns && replies.contains($0.reply) }
      }
      return next.contains { $0.call == call.use.call && $0.mayDoTheSame(as: call.use) }
    }

    /// Whether a call that shows something is guarded by no other gate on some way from here.
    fileprivate func guardsAlone(_ call: CallFacts) -> Bool {
      let replies = showsAlone[call.use.call] ?? []
      return call.arrivals.contains { $0.earns && replies.contains($0.reply) }
    }
  }

  private(set) var all: [Gate] = []
  private let states: ProofStates
  private let steps: [StepFacts]

  init(_ states: ProofStates, _ steps: [StepFacts]) {
    self.states = states
    self.steps = steps
    for (index, facts) in steps.enumerated() {
      if case .gate(let words) = facts.step.kind { add(gateStep: index, words) }
      for call in facts.calls where !call.use.gate.isEmpty { add(call, at: index) }
    }
    let ofSteps = all.filter { $0.origin == .itself }
    for index in all.indices where all[index].origin != .itself {
      all[index].isAlone = !ofSteps.contains { $0.asks & all[index].asks != 0 }
    }
    for index in all.indices { all[index].isAlwaysNeeded = isAlwaysNeeded(all[index]) }
  }

  private mutating func add(gateStep step: Int, _ words: [String]) {
    var gate = Gate(
      step: step, origin: .itself, words: words, asks: states.relation.bits(words), range: steps[step].step.name.range)
    for verdict in [Trigger.allow, .deny] {
      // Who was denied may no more sign in by another call than by the one behind the gate.
      switch steps[step].step.transitions.line(taking: verdict)?.target.move {
      case .step(let id): look(behind: Place(step: Int(id.index)), isAllowed: verdict == .allow, &gate)
      case .end(let id) where verdict == .allow && states.relation.flow[id].outcome == .success:
        gate.ends.append(id)
      default: break
      }
    }
    gate.isBeforeSignIn = !gate.shows.isEmpty && isAskedBeforeSignIn(at: step)
    all.append(gate)
  }

  private mutating func add(_ call: CallFacts, at step: Int) {
    var gate = Gate(
      step: step, origin: call.origin, words: call.use.gate, asks: states.relation.bits(call.use.gate),
      range: call.use.range)
    if call.arrivals.contains(where: \.earns) { gate.add(showing: call, isAlone: true) } else { gate.next = [call.use] }
    let contract = states.relation.flow.contract
    gate.isBeforeSignIn =
      isAskedBeforeSignIn(at: step)
      && (!gate.shows.isEmpty || call.arrivals.contains { contract.signsIn($0.event, $0.outcome) }
        || states.relation.namesUser(call, at: step))
    all.append(gate)
  }

  /// Whether a call is merely made in another order than behind a gate: another gate is asked before it both here and there, and no
  /// success is reached without the leave of this one.
  func isInOtherOrder(_ call: CallFacts, behind gate: Gate, _ assurance: Assurance) -> Bool {
    gate.isAlwaysNeeded && gate.shows[call.use.call] != nil && !gate.guardsAlone(call)
      && (!call.use.gate.isEmpty || all.contains { $0.guardsAlone(call) && $0.hasAllowed(assurance) })
  }

  private func isAlwaysNeeded(_ gate: Gate) -> Bool {
    let ends = states.claims.filter { if case .step = $0.target { false } else { true } }
    return !states.isCut && !ends.isEmpty && ends.allSatisfy { gate.hasAllowed($0.assurance) }
  }

  private func isAskedBeforeSignIn(at step: Int) -> Bool {
    let signedIn = states.relation.flow.contract.signedInPhase?.index
    return states.states.contains { $0.place.step == step && $0.phase != signedIn }
  }

  /// A place behind a gate.
  private struct Ahead: Hashable {
    let place: Place
    /// Whether anything was shown on the way from the gate.
    var hasShown = false
    /// Whether a call was made on the way from the gate.
    var hasCalled = false
    /// Whether another gate was asked on the way, once something was shown.
    var hasAskedAgain = false
  }

  private func look(behind place: Place, isAllowed: Bool, _ gate: inout Gate) {
    var known: Set<Ahead> = []
    var open = [Ahead(place: place)]
    while let here = open.popLast() {
      guard here.place.step != gate.step, known.insert(here).inserted else { continue }
      let facts = steps[here.place.step]
      for call in facts.calls where call.arrivals.contains(where: \.earns) {
        gate.add(showing: call, isAlone: !here.hasAskedAgain && !(here.hasShown && !call.use.gate.isEmpty))
      }
      if isAllowed, !here.hasCalled {
        // Of the screen that leave leads to, the buttons are behind the gate, too, but for those by which a user leaves.
        let isScreen = here.place == place && steps[place.step].step.isWait
        gate.next += facts.calls.filter { call in
          call.origin == .call || call.origin == .answer
            || isScreen && !states.relation.flow.contract.endsSession(call.use.call)
        }.map(\.use)
      }
      for move in states.relation.moves(at: here.place) {
        guard case .place(let next) = move.target, !(move.effect.loses && here.hasShown) else { continue }
        open.append(
          Ahead(
            place: next, hasShown: here.hasShown || move.effect.earns != 0,
            hasCalled: here.hasCalled || move.makesCall || !facts.calls.isEmpty,
            hasAskedAgain: here.hasAskedAgain || here.hasShown && facts.step.isGate))
      }
    }
  }
}

extension GuardedWays.Gate {
  fileprivate mutating func add(showing call: CallFacts, isAlone: Bool) {
    let replies = call.arrivals.filter(\.earns).map(\.reply)
    shows[call.use.call, default: []].formUnion(replies)
    if isAlone { showsAlone[call.use.call, default: []].formUnion(replies) }
  }
}

extension CallUse {
  /// Whether two uses of a call may come to the same: no argument has one value here that is written in the flow, and another there.
  func mayDoTheSame(as other: CallUse) -> Bool {
    arguments.allSatisfy { argument in
      guard case .literal(let mine) = argument.source,
        case .literal(let theirs)? = other.arguments.first(where: { $0.name == argument.name })?.source
      else { return true }
      return mine == theirs
    }
  }
}

extension Relation {
  /// Whether a call of a step may say who the user is: leave to make it is leave for that user's sign-in.
  fileprivate func namesUser(_ call: CallFacts, at step: Int) -> Bool {
    sites(of: step).contains { sites[$0].call === call && naming.contains($0) }
  }
}
