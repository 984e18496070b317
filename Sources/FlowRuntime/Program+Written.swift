// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph

/// Where the author wrote what a trace tells of.
extension Program {
  /// Whether a transition of the trace is written there: its line, or its target.
  package func isWritten(hop index: UInt16, at range: SourceRange) -> Bool {
    origins[Int(index)].isWritten(at: range)
  }

  /// The steps with transitions that are written there.
  package func owners(ofTarget range: SourceRange) -> [StepID] {
    origins.filter { $0.isWritten(at: range) }.map { StepID(Int($0.owner)) }
  }

  /// Whether the call of a mark of the trace may say who the user is.
  package func mayNameUser(row index: UInt16) -> Bool { rows[Int(rows[Int(index)].origin)].mayName }

  /// Whether any call may say who the user is.
  package var mayNameUsers: Bool { rows.contains(where: \.mayName) }

  /// Whether the answer of a step may say who the user is.
  package func answerMayNameUser(at step: StepID) -> Bool { mayNameUser(row: steps[Int(step.index)].callRow) }

  /// The call of a mark of the trace, as its step makes it; nil if it is none.
  package func use(ofRow index: UInt16) -> CallUse? {
    let origin = rows[Int(index)].origin
    let step = flow.steps[Int(rows[Int(origin)].step)]
    let table = steps[Int(step.id.index)]
    if table.callRow == origin {
      if case .call(let use) = step.kind { return use }
      return step.answer
    }
    guard table.choices.contains(origin),
      case .call(let use, _) = step.choices[Int(origin - table.choices.lowerBound)].action
    else { return nil }
    return use
  }
}

extension FlowMachine {
  /// Whether the phase that the SDK is in does not let a call be made.
  package func isOutOfPhase(row index: UInt16) -> Bool { program.rows[Int(index)].phases & (1 << phase) == 0 }

  /// Whether a step's answer comes to a call that the phase does not let be made.
  package func isOutOfPhase(answerOf step: StepID) -> Bool {
    let row = program.steps[Int(step.index)]
    return row.hasAnswer && isOutOfPhase(row: row.callRow)
  }
}
