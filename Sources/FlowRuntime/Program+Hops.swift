// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph

/// A transition that a run took, as its author wrote it.
package struct WrittenHop: Sendable, Hashable {
  /// The step that it is of.
  package let step: StepID
  /// What the line is for; nil for what is no line.
  package let trigger: Trigger?
  /// Where the key of the line is written; nil for what is no line.
  package let key: SourceRange?
  /// Where its target is written; nil for what stands for a missing `else`.
  package let target: SourceRange?
}

extension Program {
  /// A transition of the trace.
  package func written(hop index: UInt16) -> WrittenHop {
    let origin = origins[Int(index)]
    return WrittenHop(
      step: StepID(Int(origin.owner)), trigger: origin.trigger, key: origin.place, target: origin.target)
  }
}

extension TraceMark {
  /// The transition that was taken; nil if none was.
  package func hop(in program: Program) -> WrittenHop? {
    if case .took(let hop, _) = what { program.written(hop: hop) } else { nil }
  }
}

extension TraceEntry {
  /// The transition that was taken; nil if none was.
  package func hop(in program: Program) -> WrittenHop? { mark.hop(in: program) }

  /// The step that was entered, or that asked; nil if none did.
  package var stepAtWork: StepID? {
    switch mark.what {
    case .entered(let step), .asked(_, let step, _), .interrupted(let step): StepID(Int(step))
    default: nil
    }
  }
}
