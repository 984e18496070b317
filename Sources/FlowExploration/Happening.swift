// SPDX-License-Identifier: Apache-2.0

import FlowGraph
package import FlowRuntime
package import Values

/// Something that may happen to a run.
package enum Happening: Sendable {
  case start
  /// The open question is answered: a choice, or the inputs where it is nil.
  case answer(choice: String?, Record)
  /// A question that is no longer open is answered all the same.
  case staleAnswer(request: Int)
  /// The SDK takes the call.
  case accepted
  /// The SDK refuses the call.
  case rejected(code: Int)
  case verdict(SecurityVerdict)
  case event(Occurrence)
  /// The deadline of the step at work passes.
  case deadline
}

extension Happening {
  /// Whether the same happens: events are alike if they say the same.
  func isLike(_ other: Happening) -> Bool {
    switch (self, other) {
    case (.start, .start), (.accepted, .accepted), (.deadline, .deadline): true
    case (.answer(let choice, let inputs), .answer(let other, let others)): choice == other && inputs == others
    case (.staleAnswer(let request), .staleAnswer(let other)): request == other
    case (.rejected(let code), .rejected(let other)): code == other
    case (.verdict(let verdict), .verdict(let other)): verdict == other
    case (.event(let occurrence), .event(let other)): occurrence.event == other.event
    default: false
    }
  }
}

/// What happens, and when.
package struct Moment: Sendable {
  package let happening: Happening
  /// Milliseconds since the start of the run; nil for at once.
  package let time: Int64?

  package init(_ happening: Happening, at time: Int64? = nil) {
    self.happening = happening
    self.time = time
  }

  /// The same, so many milliseconds later; what happens at once does so then, too.
  func later(by more: Int64) -> Moment { Moment(happening, at: time.map { $0 + more }) }
}

/// What a machine did with one thing that happened.
package struct Reaction: Sendable {
  package let happening: Happening
  /// What was not done with before.
  package let before: [PendingEvent]
  package let marks: [TraceMark]
  /// What is not done with now.
  package let after: [PendingEvent]
  /// Whether the run was over before.
  package let wasOver: Bool

  package init(
    _ happening: Happening, before: [PendingEvent], marks: [TraceMark], after: [PendingEvent], wasOver: Bool = false
  ) {
    self.happening = happening
    self.before = before
    self.marks = marks
    self.after = after
    self.wasOver = wasOver
  }

  /// The success end to which the run has come by it; nil for none.
  func success(in program: Program) -> EndID? {
    for case .ended(.end(let end, _)) in marks.map(\.what) where program.flow[end].outcome == .success { return end }
    return nil
  }
}

extension FlowMachine {
  /// Lets something happen.
  package mutating func pass(_ moment: Moment) -> Reaction {
    let before = pending
    let wasOver = isOver
    var effects = Effects(tracing: true)
    receive(input(moment.happening), at: moment.time ?? time, into: &effects)
    return Reaction(moment.happening, before: before, marks: effects.marks, after: pending, wasOver: wasOver)
  }

  /// Lets something happen, and adds what came of it to `effects`.
  mutating func take(_ moment: Moment, into effects: inout Effects) {
    receive(input(moment.happening), at: moment.time ?? time, into: &effects)
  }

  private func input(_ happening: Happening) -> MachineInput {
    switch happening {
    case .start: .start
    case .answer(let choice, let values): .answer(Answer(to: lastQuestion, choice: choice, values: values))
    case .staleAnswer(let request): .answer(Answer(to: request))
    case .accepted: .accepted
    case .rejected(let code): .rejected(code: code)
    case .verdict(let verdict): .verdict(verdict)
    case .event(let occurrence): .event(occurrence)
    case .deadline: .tick
    }
  }
}
