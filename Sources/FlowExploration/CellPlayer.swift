// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowRuntime
import SDKContract

/// Plays the runs of one cell: lets an interrupt come at a standing, and follows every way until it is done with.
struct CellPlayer {
  typealias Timing = InterruptMatrix.Timing

  struct Broken {
    let violation: Violation
    let timing: Timing
    let run: [Moment]
  }

  /// A run in which all interrupts were done with, and that can go on.
  struct Find {
    let machine: FlowMachine
    let standing: Standing
    let audit: RunAudit
    let run: [Moment]
  }

  private(set) var cell = InterruptMatrix.Cell()
  private(set) var broken: [Broken] = []
  private(set) var unexplored = 0
  /// One run for each position to which runs came.
  private(set) var finds: [Find] = []
  private var positions: Set<Standing.Position> = []
  private let program: Program
  private let prospects: Prospects
  private let scope: InterruptMatrix.Scope
  private var known: Set<Found> = []
  private var timing = Timing.before
  /// The step below the interrupt that is open at first; nil where none is.
  private var below: StepID?

  private struct Found: Hashable {
    let timing: Timing
    let outcome: String
    let below: StepID?
    let isFirst: Bool
  }

  /// So many standings of one run's ways are looked at.
  private static let mostStandings = 5_000

  init(_ program: Program, _ prospects: Prospects, _ scope: InterruptMatrix.Scope) {
    self.program = program
    self.prospects = prospects
    self.scope = scope
  }

  /// Lets each of some events come at a standing, at each time.
  ///
  /// - Parameters:
  ///   - runUp: the run that reaches the standing.
  ///   - isBrief: whether each comes only once.
  mutating func play(_ events: [Occurrence], at node: Exploration.Node, _ runUp: [Moment], isBrief: Bool) {
    let start = RunState(node.machine, node.audit, runUp: runUp)
    below = node.stepBelow
    let replies = distinctReplies(at: node.machine)
    let isCalling = node.standing.layers.last?.place.call ?? .none != .none
    for event in events {
      timing = isCalling ? .during : .before
      // Of what comes at once, which of the replies comes meanwhile decides nothing but whether one does.
      let meanwhile = scope == .whole ? replies[...] : replies.prefix(1)
      for reply in meanwhile.isEmpty ? [nil] : meanwhile.map(Optional.some) {
        follow(start, [event.again()], reply: reply)
      }
      guard scope == .whole else { continue }
      if !node.machine.awaitsAnswer, !node.machine.awaitsVerdict {
        timing = .after
        for reply in replies {
          follow(start, after: reply, [event.again()], reply: nil)
          // And what comes next comes while the interrupt is open.
          for next in isBrief ? [] : expected(after: reply, start) {
            follow(start, after: reply, [event.again()], reply: next)
          }
        }
      }
      guard !isBrief else { continue }
      timing = .twice
      follow(start, [event.again(), event.again()], reply: replies.first)
    }
  }

  /// Lets an event come at a standing, and another right behind it.
  mutating func play(_ event: EventID, with others: [EventID], at node: Exploration.Node, _ runUp: [Moment]) {
    let start = RunState(node.machine, node.audit, runUp: runUp)
    below = node.stepBelow
    timing = .together
    guard let first = prospects.samples.events(event, mode: nil).first else { return }
    for other in others.compactMap({ prospects.samples.events($0, mode: nil).first }) {
      follow(start, [first.again(), other.again()], reply: nil)
    }
  }

  /// One of the events that are due for each line once another has come.
  private func expected(after first: Occurrence, _ start: RunState) -> [Occurrence] {
    var state = start
    _ = state.take(Moment(.event(first)))
    return state.machine.isOver ? [] : distinctReplies(at: state.machine)
  }

  /// One of the replies that are due for each line of the flow that they take.
  private func distinctReplies(at machine: FlowMachine) -> [Occurrence] {
    var lines: Set<Int?> = []
    return prospects.expected(by: machine).filter { lines.insert(machine.line(for: $0)).inserted }
  }

  /// Follows every way from the moment at which some interrupts come until they are done with.
  ///
  /// - Parameter reply: what the SDK owes the step below, and sends at any time.
  private mutating func follow(
    _ start: RunState, after first: Occurrence? = nil, _ events: [Occurrence], reply: Occurrence?
  ) {
    var state = start
    state.reply = reply
    for event in (first.map { [$0] } ?? []) + events { take(Moment(.event(event)), &state, events) }
    // What comes behind another reply is no reply to the call that is open at the start.
    if first == nil { state.call = start.machine.callAtWork.map { ($0.call, start.machine.depth) } }
    var states = [state]
    var standings: Set<RunState.Key> = [state.key]
    var index = 0
    while index < states.count {
      let state = states[index]
      index += 1
      let moments = state.isDone(with: events) || isToldEnough(state, events) ? [] : self.moments(at: state)
      guard !moments.isEmpty else {
        compare(state, with: start, after: first, owed: reply)
        finish(state, events)
        continue
      }
      if scope == .whole { probe(state, start.machine.lastQuestion, events) }
      for moment in moments {
        var next = state
        take(moment, &next, events)
        guard standings.insert(next.key).inserted else {
          cell.runs += 1
          continue
        }
        guard states.count < Self.mostStandings else {
          unexplored += 1
          continue
        }
        states.append(next)
      }
    }
  }

  /// Whether all is known that anybody wants to know of some events.
  private func isToldEnough(_ state: RunState, _ events: [Occurrence]) -> Bool {
    scope == .atOnce && events.allSatisfy { event in state.told.contains { $0 === event } }
  }

  private func moments(at state: RunState) -> [Moment] {
    let moments = prospects.next(for: state.machine) + (state.reply.map { [Moment(.event($0))] } ?? [])
    // A call whose reply has come is not rejected.
    guard state.hasReplied, state.isAboutCall else { return moments }
    return moments.filter { if case .rejected = $0.happening { false } else { true } }
  }

  private mutating func take(_ moment: Moment, _ state: inout RunState, _ events: [Occurrence]) {
    let isReply = if case .event(let event) = moment.happening { event === state.reply } else { false }
    // A call has one reply.
    if !isReply, state.reply != nil, isReplyToCall(moment, state) { (state.reply, state.hasReplied) = (nil, true) }
    if isReply { (state.reply, state.hasReplied) = (nil, true) }
    // No reply follows to a call that is rejected.
    if case .rejected = moment.happening, state.isAboutCall { state.reply = nil }
    let reaction = state.take(moment)
    if isReply {
      state.wasTakenAbove = reaction.marks.contains { mark in
        if case .took(_, let step) = mark.what { program.flow.steps[Int(step)].isInterrupt } else { false }
      }
    }
    note(reaction, &state, events)
  }

  /// Whether it is another reply to the call whose reply the SDK has yet to send.
  private func isReplyToCall(_ moment: Moment, _ state: RunState) -> Bool {
    guard case .event(let event) = moment.happening, state.isAtCall, let open = state.machine.callAtWork else {
      return false
    }
    return prospects.replies(to: open).contains { $0 === event }
  }

  /// The question that was open before the interrupt is answered once more: nothing may come of it.
  private mutating func probe(_ state: RunState, _ question: Int, _ events: [Occurrence]) {
    guard question > 0, question < state.machine.lastQuestion else { return }
    var stale = state
    take(Moment(.staleAnswer(request: question)), &stale, events)
  }

  /// A step that is resumed goes on as if nothing had interrupted it: as it was, or as what came meanwhile leads it.
  mutating func compare(
    _ state: RunState, with start: RunState, after first: Occurrence?, owed reply: Occurrence?
  ) {
    guard state.wasResumed, !state.wasTakenAbove, start.machine.canBeCompared,
      state.machine.time == start.machine.time
    else { return }
    var plain = start
    for event in [first, state.reply == nil ? reply : nil] {
      // While a call is being made, what comes is held, and that is another cell's.
      guard let event, plain.machine.canBeCompared else { continue }
      _ = plain.take(Moment(.event(event)))
    }
    guard plain.machine.canBeCompared || plain.machine.isOver, state.machine.hasSameStanding(as: plain.machine) else {
      return
    }
    if state.machine.isOver || plain.machine.isOver {
      // What is said at the end is what was said last.
      guard state.machine.isOver != plain.machine.isOver || state.end?.unsaid != plain.end?.unsaid else { return }
    } else {
      let (now, before) = (state.machine.standing(tellingUses: 0), plain.machine.standing(tellingUses: 0))
      guard !now.isSameWork(as: before) else { return }
    }
    let words =
      reply == nil || state.reply != nil
      ? "`\(state.machine.stepName)` was resumed, and is not as it was"
      : "`\(reply?.event.name ?? "")` leads elsewhere when an interrupt is open that resumes"
    add(Violation(rule: .resumedAsItWas, words: words), state)
  }

  private mutating func add(_ violation: Violation, _ state: RunState) {
    guard !broken.contains(where: { $0.violation == violation }) else { return }
    broken.append(Broken(violation: violation, timing: timing, run: state.run))
  }

  /// A run is at its end, or the interrupts are done with: something comes late.
  private mutating func finish(_ state: RunState, _ events: [Occurrence]) {
    cell.runs += 1
    for pending in state.machine.pending where events.contains(where: { $0 === pending.occurrence }) {
      add(state.machine.isOver ? "left over" : "waits", pending.occurrence, state)
    }
    discover(state)
    guard scope == .whole else { return }
    let usual = timing
    timing = .late
    if let event = events.first, state.machine.isOver { late(event.again(), state) }
    for reply in lateReplies(to: events, state) { late(reply.again(), state) }
    timing = usual
  }

  private mutating func discover(_ state: RunState) {
    guard !state.machine.isOver, state.machine.depth == 1, !state.machine.hasPending else { return }
    let standing = state.key.standing
    guard positions.insert(standing.position).inserted else { return }
    finds.append(Find(machine: state.machine, standing: standing, audit: state.audit, run: state.run))
  }

  /// Hands over what was found, once.
  mutating func takeFinds() -> [Find] {
    defer { finds = [] }
    return finds
  }

  private mutating func late(_ event: Occurrence, _ state: RunState) {
    var later = state
    take(Moment(.event(event)), &later, [event])
    cell.runs += 1
  }

  /// What the calls of the interrupts' own steps may lead to; nothing while such a step is open, since it may have its reply already.
  private func lateReplies(to events: [Occurrence], _ state: RunState) -> [Occurrence] {
    guard let event = events.first, let id = program.flow.contract.event(named: event.event.name),
      let step = program.flow.interrupts.first(where: { $0.awaited?.event == id }),
      !state.machine.layers.contains(where: { $0.step == step.id })
    else { return [] }
    return step.calls.flatMap { program.flow.contract[$0.use.call].replies }.flatMap {
      prospects.samples.replies($0, answering: nil).prefix(1)
    }
  }

  private mutating func note(_ reaction: Reaction, _ state: inout RunState, _ events: [Occurrence]) {
    for violation in state.broken { add(violation, state) }
    // What comes together with it is another cell's.
    let watched = timing == .together ? events.prefix(1) : events[...]
    for (event, fate) in state.fates where watched.contains(where: { $0 === event }) {
      guard let words = OutcomeWords(program, reaction).words(for: fate) else { continue }
      add(words, event, state)
      state.told.append(event)
    }
  }

  private mutating func add(_ outcome: String, _ event: Occurrence, _ state: RunState) {
    let isFirst = !state.told.contains { $0 === event }
    let found = Found(timing: timing, outcome: outcome, below: below, isFirst: isFirst)
    guard known.insert(found).inserted else { return }
    cell.examples.append(
      InterruptMatrix.Example(timing: timing, outcome: outcome, isFirst: isFirst, below: below, run: state.run))
  }
}

extension RunEnd {
  /// The same, whatever is said there.
  fileprivate var unsaid: RunEnd { if case .end(let end, _) = self { .end(end, say: nil) } else { self } }
}

extension Exploration.Node {
  /// The step of the flow below the open interrupts; nil where none is open.
  fileprivate var stepBelow: StepID? { standing.layers.count > 1 ? standing.layers.first?.place.step : nil }
}

extension FlowMachine {
  /// Whether it waits, with nothing that will come to it by itself.
  fileprivate var canBeCompared: Bool { !awaitsAnswer && !awaitsVerdict && depth == 1 && !isOver }

  /// Whether the SDK, and what was shown to it, is the same for two runs: an interrupt may have changed that.
  fileprivate func hasSameStanding(as other: FlowMachine) -> Bool {
    currentPhase == other.currentPhase && proofs == other.proofs && currentUser == other.currentUser
  }
}
