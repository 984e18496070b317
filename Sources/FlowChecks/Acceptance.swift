// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract
import Values

/// Who says yes when a call accepts what it answers.
enum AcceptedBy {
  /// The flow: the call accepts whoever has it made.
  case flow
  /// What the user hands in.
  case input
}

extension CallFacts {
  /// Nil if the call, as it is made here, accepts nothing.
  func accepted(_ contract: Contract) -> AcceptedBy? {
    switch contract.calls[Int(use.call.index)].accepts {
    case nil: return nil
    case .always: return .flow
    case .flag(let name):
      switch use.arguments.first(where: { $0.name == name })?.source {
      case nil, .literal(.flag(false)): return nil
      case .input, .picked: return .input
      case .literal, .event, .user: return .flow
      }
    }
  }
}

extension CheckContext {
  /// Whether nobody has to press a button for a call: an automatic choice makes it, or a step that something else than a
  /// button or an answer leads to.
  func isUnattended(_ call: CallFacts, at step: Step) -> Bool {
    switch call.origin {
    case .choice(let index): return step.auto == index && step.choices[index].confirm == nil
    case .call:
      guard let graph else { return false }
      return step.id == flow.start
        || graph.edges.contains { edge in
          guard edge.to == step.index else { return false }
          switch edge.origin {
          case .answer: return false
          case .choice(let index): return flow.steps[edge.from].auto == index
          case .call, .itself, .exhausted: return true
          }
        }
    case .answer, .itself, .exhausted: return false
    }
  }
}
