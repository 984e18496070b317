// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A user who was shut out, and whom the SDK then logs off, to an end that says that all went as the user wished.
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
    return switch taker {
    case .interrupt: "whoever comes to \(step.quoted) was shut out: add the line \(line) to it" + flow.failureEndToAdd
    case .line:
      "lead it to an end with `outcome: failure`, such as `\(flow.failureEnd)`: whoever comes to \(step.quoted) was shut out"
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
    for entry in flow.interrupts {
      guard let event = entry.awaited?.event, endsSession(event),
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
