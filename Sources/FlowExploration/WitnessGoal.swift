// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowGraph
import FlowRuntime
package import SDKContract

/// What a run must come to so that it shows what is wrong with a flow.
package enum WitnessGoal: Sendable {
  /// A success end without what it takes, by a way that is written there.
  case shortfall(SourceRange)
  /// A call, written there, that is due in a phase in which the SDK does not take it.
  case callOutOfPhase(SourceRange)
  /// A call or a transition, written there, while the gate of that name has not let the run pass.
  case call(SourceRange, withoutGate: SourceRange)
  /// A transition that is written there, and taken for an event of one of these kinds; of any where they are nil.
  case transition(SourceRange, by: [EventKind]?)
  /// The same, taken while a step or interrupt is open whose name is written there: it is left.
  case leaving(open: SourceRange, by: SourceRange)

  /// Whether a run shows it.
  ///
  /// - Parameters:
  ///   - before: as the last moment found it.
  ///   - machine: as the last moment left it.
  func isShown(
    by reaction: Reaction, from before: FlowMachine, _ machine: FlowMachine, _ program: Program
  ) -> Bool {
    let marks = reaction.marks.map(\.what)
    switch self {
    case .shortfall(let range):
      let falls = marks.contains { if case .ended(.goalNotReached) = $0 { true } else { false } }
      return falls && marks.contains { $0.isTransition(at: range, in: program) }
    case .callOutOfPhase(let range):
      return marks.contains { mark in
        switch mark {
        case .unresolvable(let row): program.use(ofRow: row)?.range == range && machine.isOutOfPhase(row: row)
        case .asked(_, let step, _), .exhausted(let step), .spent(let step):
          !machine.hasSpentTries(of: StepID(Int(step))) && program.flow.steps[Int(step)].answer?.range == range
            && machine.isOutOfPhase(answerOf: StepID(Int(step)))
        default: false
        }
      }
    case .call(let range, _):
      return marks.contains { mark in
        if case .called(let row) = mark { return program.use(ofRow: row)?.range == range }
        return mark.isTransition(at: range, in: program)
      }
    case .leaving(let open, let range):
      return marks.contains { $0.isTransition(at: range, in: program) }
        && program.flow.steps.contains { $0.name.range == open && before.isOpen($0.id) && !machine.isOpen($0.id) }
    case .transition(let range, let kinds):
      guard marks.contains(where: { $0.isTransition(at: range, in: program) }) else { return false }
      guard let kinds else { return true }
      return marks.contains { mark in
        guard case .arrived(let event) = mark, let id = program.flow.contract.event(named: event.event.name) else {
          return false
        }
        return kinds.contains(program.flow.contract[id].kind)
      }
    }
  }

  /// Over how many layers an interrupt has to open so that a run shows it.
  var layers: Int { if case .leaving = self { 2 } else { 1 } }

  /// Whether a run can show it no more.
  func isLost(by reaction: Reaction, _ program: Program) -> Bool {
    guard case .call(_, let gate) = self else { return false }
    return reaction.marks.contains { mark in
      if case .allowed(let step) = mark.what { program.flow.steps[Int(step)].name.range == gate } else { false }
    }
  }
}

extension TraceMark.What {
  /// Whether a transition was taken that is written there.
  func isTransition(at range: SourceRange, in program: Program) -> Bool {
    if case .took(let hop, _) = self { program.isWritten(hop: hop, at: range) } else { false }
  }
}
