// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// Of which events the data may be that fill the message of a line, or of a choice that makes no call.
///
/// A message is filled when it is shown (see *Asking* in Semantics.md): with the next question, or with the end. That may lie behind calls,
/// gates and automatic choices, and behind a `resume` it is the question of whatever was interrupted. What comes of nothing that is
/// named, such as an interrupt without an entry, is left out: it may be any event.
struct ShownData {
  /// One thing that a message may be filled from: the data of an event, or nil where no event has come.
  typealias Source = EventID?

  private let context: CheckContext
  /// The events that a `wait:` step may have kept.
  private let kept: KeptData
  /// What fills a message with which a step is entered, worked out once.
  private var entered: [Entry: Set<Source>] = [:]
  /// By interrupt: what fills the message of a `resume` there.
  private var interrupted: [StepID: Set<Source>] = [:]
  /// How many moves may still be looked at: in a flow with more, what lies far behind is not followed.
  private var movesLeft = 500_000

  init(_ context: CheckContext) {
    self.context = context
    kept = KeptData(context.flow)
  }

  private var flow: Flow { context.flow }

  /// A step that is entered with a message which was not shown yet.
  private struct Entry: Hashable {
    let step: Int
    /// The event that leads there; nil for none.
    let event: EventID?
    /// What the frame has before.
    let data: Source
  }

  /// A place to which a message has come without being shown.
  private struct Stop: Hashable {
    let place: Place
    /// The only part of the step that goes on by itself; nil for all.
    let origin: Origin?
    let data: Source
  }

  /// The lines and choices of a step that show a message, each with what may fill it.
  ///
  /// - Parameter isAsked: whether somebody wants to know it of a message.
  mutating func messages(at facts: StepFacts, where isAsked: (MessageID) -> Bool)
    -> [(target: Target, sources: Set<Source>)]
  {
    let step = facts.step
    let index = Int(step.id.index)
    var found: [(target: Target, sources: Set<Source>)] = []
    func isWanted(_ target: Target) -> Bool { target.say.map(isAsked) ?? false }
    guard step.targets.contains(where: { isWanted($0.target) }) else { return [] }
    let sources = data(at: step)
    let free = step.choices.compactMap { choice in if case .go(let target) = choice.action { target } else { nil } }
    for target in free + [step.to].compactMap(\.self) where isWanted(target) {
      found.append((target, shown(by: target, event: nil, at: step, sources)))
    }
    guard step.targets.contains(where: { isWanted($0.target) && $0.trigger != nil }) else { return found }
    var known: [SourceRange: Int] = [:]
    for place in context.moves.places(of: index, context.relation) {
      for move in context.moves.moves(at: place, context.relation) {
        guard let target = move.line?.target, isWanted(target) else { continue }
        let shown = shown(by: target, event: move.cause.event, at: step, sources)
        if let index = known[target.range] {
          found[index].sources.formUnion(shown)
        } else {
          known[target.range] = found.count
          found.append((target, shown))
        }
      }
    }
    return found
  }

  /// What the frame has while a step is at work, as far as a line there may have to do with it.
  private func data(at step: Step) -> Set<Source> {
    if let awaited = step.awaited { return [awaited.event] }
    return kept.events(at: step.id).map { Set($0.map { Optional($0) }) } ?? [nil]
  }

  /// What fills the message of a target.
  private mutating func shown(by target: Target, event: EventID?, at step: Step, _ data: Set<Source>) -> Set<Source> {
    switch target.move {
    case .end: return event.map { [$0] } ?? data
    case .stay, .retry: return data
    case .resume: return interrupted(by: step)
    case .step(let id):
      var found: Set<Source> = []
      for source in data { found.formUnion(shown(entering: Entry(step: Int(id.index), event: event, data: source))) }
      return found
    }
  }

  /// What fills the message with which an interrupt is left: what the steps and interrupts have that may be below it.
  ///
  /// Where a call is open nothing is asked again, and the message goes along.
  private mutating func interrupted(by interrupt: Step) -> Set<Source> {
    if let known = interrupted[interrupt.id] { return known }
    guard let event = interrupt.awaited?.event else { return [] }
    var found: Set<Source> = []
    var open: [Stop] = []
    for step in flow.steps where step.id != interrupt.id {
      if step.isInterrupt {
        guard let other = step.awaited.map({ flow.contract[$0.event] }), !other.isTerminal,
          other.rank < flow.contract[event].rank
        else { continue }
      } else if !context.relation.started.mayCome(event, at: Int(step.id.index)) {
        continue
      }
      let data = data(at: step)
      if step.awaited != nil || step.isWait { found.formUnion(data) }
      guard !step.isWait else { continue }
      for place in context.moves.places(of: Int(step.id.index), context.relation) where place.site != nil {
        open += data.map { Stop(place: place, origin: nil, data: $0) }
      }
    }
    followAll(&open, &found)
    interrupted[interrupt.id] = found
    return found
  }

  /// What fills a message with which a step is entered.
  private mutating func shown(entering first: Entry) -> Set<Source> {
    if let known = entered[first] { return known }
    var found: Set<Source> = []
    var open: [Stop] = []
    enter(first, &found, &open)
    followAll(&open, &found)
    entered[first] = found
    return found
  }

  /// Follows a message from the places to which it has come, until it is shown.
  private mutating func followAll(_ open: inout [Stop], _ found: inout Set<Source>) {
    var seen: Set<Stop> = []
    while let stop = open.popLast() {
      guard seen.insert(stop).inserted else { continue }
      for move in context.moves.moves(at: stop.place, context.relation) {
        guard movesLeft > 0 else { break }
        movesLeft -= 1
        // A line with a message of its own shows that one.
        guard stop.origin == nil || stop.origin == move.origin, move.line?.target.say == nil else { continue }
        follow(move, from: stop, &found, &open)
      }
    }
  }

  private func enter(_ entry: Entry, _ found: inout Set<Source>, _ open: inout [Stop]) {
    let step = flow.steps[entry.step]
    let place = Place(step: entry.step)
    if step.isCall || step.isGate {
      open.append(Stop(place: place, origin: nil, data: entry.event))
      return
    }
    let data = step.isWait ? entry.data : step.awaited?.event
    found.insert(data)
    guard entry.event != nil else { return }
    for index in step.takenAutos {
      guard case .go(let target) = step.choices[index].action else {
        open.append(Stop(place: place, origin: .choice(index), data: data))
        continue
      }
      guard target.say == nil else { continue }
      switch target.move {
      case .step(let id): enter(Entry(step: Int(id.index), event: nil, data: data), &found, &open)
      // What else it may lead to has the data that are there.
      case .end, .stay, .retry, .resume: break
      }
    }
  }

  /// Follows a message that no question has shown yet.
  private func follow(_ move: Move, from stop: Stop, _ found: inout Set<Source>, _ open: inout [Stop]) {
    switch move.target {
    case .unhandled, .resume: break
    case .end(let id): if flow[id].say == nil { found.insert(move.cause.event ?? stop.data) }
    case .place(let next):
      if let step = move.entered {
        // What an interrupt has not shown is dropped when it leads to a step.
        guard !flow.steps[stop.place.step].isInterrupt else { return }
        enter(Entry(step: step, event: move.cause.event, data: stop.data), &found, &open)
      } else if move.isTaking, !flow.steps[next.step].isWait {
        open.append(Stop(place: next, origin: nil, data: stop.data))
      } else {
        found.insert(stop.data)
      }
    }
  }
}

extension Move.Cause {
  /// The event that the SDK sends; nil for anything else.
  fileprivate var event: EventID? { if case .event(let signal) = self { signal.event } else { nil } }
}
