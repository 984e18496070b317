// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A user who was turned away, and then logged off, to an end that says that all went as the user wished.
struct LoggedOffAsEnded {
  /// What takes the end of the session.
  enum Taker {
    /// The interrupt that opens above the step.
    case interrupt(Step)
    /// A line of the step itself.
    case line(Target)
  }

  let event: EventID
  let end: EndID
  let step: Step
  let taker: Taker
  /// Where the refusal leads to the step, if others come there, too; nil where nobody else does.
  var shared: SourceRange?
  /// Whether such users were shut out, rather than turned away for now.
  var isShutOut = true

  /// What must be changed: nothing that holds for others.
  var place: SourceRange {
    if let shared { return shared }
    return switch taker {
    case .interrupt: step.name.range
    case .line(let target): target.range
    }
  }

  func finding(_ flow: Flow) -> Diagnostic {
    let (event, name) = (flow.contract[event].name, flow[end].name.value)
    var notes = [Note("the end", at: flow[end].outcomeRange)]
    if case .interrupt(let entry) = taker { notes.insert(Note("the interrupt", at: entry.name.range), at: 0) }
    return RefusalAsEnded.finding(
      "`\(event)` leads from here to `\(name)`, which does not say that it failed", at: place, help: cure(event, flow),
      notes: notes)
  }

  private func cure(_ event: String, _ flow: Flow) -> String {
    let line = "`\(event): \(flow.failureEnd)`"
    if shared != nil {
      return "whoever gets this was shut out: lead it to an end with `outcome: failure`, or to a step of its own "
        + "with the line \(line)" + flow.failureEndToAdd
    }
    let why = isShutOut ? "shut out" : "turned away"
    return switch taker {
    case .interrupt: "whoever comes to \(step.quoted) was \(why): add the line \(line) to it" + flow.failureEndToAdd
    case .line:
      "lead it to an end with `outcome: failure`, such as `\(flow.failureEnd)`: whoever comes to \(step.quoted) was \(why)"
        + flow.failureEndToAdd
    }
  }
}

extension CheckContext {
  /// How a user who is signed in at a step, and whose session the SDK ends there, comes to an end as if that had been the user's wish; nil
  /// where that cannot be.
  ///
  /// An interrupt that no call leads to ends the session by itself: where that leads is looked at for every user.
  func loggedOffAsEnded(at step: Step) -> LoggedOffAsEnded? {
    let place = Place(step: step.index)
    guard flow.isWhole, !step.isInterrupt, !relation.isPassing(place), signedIn[step] else { return nil }
    let contract = flow.contract
    func endsSession(_ event: EventID) -> Bool {
      let spec = contract[event]
      return spec.kind == .interrupt && spec.losesProofs && !spec.isTerminal && spec.severity == nil
        && !contract.endsByItself(event) && relation.started.mayCome(event, at: step.index)
    }
    for line in step.transitions {
      guard case .event(let event, _, .success) = line.trigger, endsSession(event), let end = ended(behind: line.target)
      else { continue }
      return LoggedOffAsEnded(event: event, end: end, step: step, taker: .line(line.target))
    }
    return interrupted(at: place, of: step, by: endsSession)
  }

  /// How a user who logs off at a step comes to an end as if that had been the user's wish, where an interrupt takes the end of the session;
  /// nil where that cannot be.
  func loggedOffAsEnded(byCallAt step: Step) -> LoggedOffAsEnded? {
    guard !step.isInterrupt else { return nil }
    for site in logOffs(at: step) {
      let arrivals = relation.sites[site].call.arrivals
      let slip = interrupted(at: relation.place(afterTaking: site), of: step) { event in
        arrivals.contains { $0.event == event && $0.outcome == .success }
      }
      if let slip { return slip }
    }
    return nil
  }

  /// The ends, and the screens, to which a step leads those who log off there.
  func targetsOfLogOff(at step: Step) -> [Target] {
    var targets: [Target] = []
    for site in logOffs(at: step) {
      let call = relation.sites[site].call
      for arrival in call.arrivals where arrival.outcome == .success {
        call.forEachLine(for: arrival, at: step, flow.contract) { line in
          switch line.target.move {
          case .end: targets.append(line.target)
          case .step(let id) where everyStep[Int(id.index)].onlyShows: targets.append(line.target)
          default: break
          }
        }
      }
    }
    return targets
  }

  /// The calls of a step that end the session, as indices of ``Relation/sites``.
  private func logOffs(at step: Step) -> [Int] {
    guard flow.isWhole else { return [] }
    return relation.sites(of: step.index).filter { flow.contract.endsSession(relation.sites[$0].call.use.call) }
  }

  /// Where an interrupt takes an event at a place, and leads to an end as if all had gone as the user wished.
  private func interrupted(at place: Place, of step: Step, by mayBe: (EventID) -> Bool) -> LoggedOffAsEnded? {
    for entry in flow.interrupts {
      guard let event = entry.awaited?.event, mayBe(event),
        !relation.isReply(Signal(event, mode: nil, .success), at: place)
      else { continue }
      for target in everyStep[entry.index].targetsOfScreen {
        guard let end = ended(behind: target) else { continue }
        return LoggedOffAsEnded(event: event, end: end, step: step, taker: .interrupt(entry))
      }
    }
    return nil
  }

  /// The end with `outcome: ended` to which a target leads through mere screens; nil for none.
  private func ended(behind target: Target) -> EndID? {
    first(behind: target, { $0.onlyShows ? $0.targetsOfScreen : [] }) { target -> EndID? in
      if case .end(let end) = target.move, flow[end].outcome == .ended { end } else { nil }
    }?.found
  }
}

extension StepFacts {
  /// Where a step leads by its buttons that make no call, by time, or at once.
  fileprivate var targetsOfScreen: [Target] {
    if let to = step.to { return [to] }
    var targets: [Target] = []
    for case .go(let target) in step.choices.map(\.action) { targets.append(target) }
    if step.within != nil, let line = timeoutLine { targets.append(line.target) }
    return targets
  }
}
