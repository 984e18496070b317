// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph

/// One way on from a step: a line, a choice or a target of the flow that some run takes.
package struct Way: Sendable, Hashable {
  /// What a way is written as.
  package enum Cause: Sendable, Hashable {
    /// A line below `then:`; of the choice, an index, over whose step it lies, nil for a line of the step's own.
    case line(Trigger, ofChoice: Int?)
    /// A choice that makes no call, as an index.
    case choice(Int)
    /// The `to:` of an interrupt.
    case to
  }

  /// The step or interrupt, as an index.
  package let step: Int
  package let cause: Cause
  package let move: Target.Kind
  /// The message that is shown then; nil for none.
  package let say: MessageID?
  /// Where the target is written.
  package let range: SourceRange
  /// Where the key of the line is written; nil for what is no line.
  package let key: SourceRange?
  /// The line of a `run:` step that is taken on the way, as an index of the flow's; nil for none.
  package let passage: Int?

  init(_ step: Int, _ cause: Cause, _ target: Target, key: SourceRange?) {
    self.step = step
    self.cause = cause
    move = target.move
    say = target.say
    range = target.range
    passage = target.passage
    self.key = key
  }

  /// Whether the author wrote it there: its line, or where that leads.
  package func isWritten(at place: SourceRange) -> Bool { range == place || key == place }

  /// Whether the run is at the same step afterwards.
  package var stays: Bool { move == .stay || move == .retry || move == .step(StepID(step)) }
}
