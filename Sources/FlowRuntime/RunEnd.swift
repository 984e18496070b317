// SPDX-License-Identifier: Apache-2.0

import Diagnostics
public import FlowGraph
import FlowLanguage

/// How a run came to its end.
public enum RunEnd: Sendable, Hashable {
  /// An end of the flow, and the message to show there.
  case end(EndID, say: MessageID?)
  /// A success end without the proofs of the goal, or while the SDK has nobody signed in.
  ///
  /// Nil where it was an end of a flow inside.
  case goalNotReached(EndID?)
  /// Something came that no line names, at a step without `else`.
  case unhandled
}

extension RunEnd {
  /// The name of the end: the flow gives it, or the language where it is none of the flow's own.
  package func name(in flow: Flow) -> String {
    switch self {
    case .end(let id, _): flow[id].name.value
    case .goalNotReached: EndWords.goalNotReached.description
    case .unhandled: EndWords.unhandled.description
    }
  }

  /// What the end is for whoever started the run; the ends of the language are failures.
  package func outcome(in flow: Flow) -> EndOutcome {
    switch self {
    case .end(let id, _): flow[id].outcome
    case .goalNotReached, .unhandled: .failure
    }
  }
}
