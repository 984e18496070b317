// SPDX-License-Identifier: Apache-2.0

import FlowGraph
package import FlowMeaning
package import SDKContract
import Values

/// Who says yes when a call accepts what it answers.
enum AcceptedBy {
  /// The flow: the call accepts, by whatever way it is made.
  case flow
  /// What the user hands in.
  case input
}

extension CallFacts {
  /// Whether the call, as it is made here, accepts what it answers, or may do so.
  package func accepts(_ contract: Contract) -> Bool { accepted(contract) != nil }

  /// Nil if the call, as it is made here, accepts nothing.
  func accepted(_ contract: Contract) -> AcceptedBy? {
    switch contract[use.call].accepts {
    case nil: return nil
    case .always: return .flow
    case .flag:
      switch acceptingSource(contract) {
      case .literal(.flag(false)): return nil
      // What a flag means that is left out, no contract says.
      case nil: return .flow
      case .input, .picked: return .input
      case .literal, .event, .user: return .flow
      }
    }
  }

  /// Where the flag comes from by which the call accepts; nil if the flow leaves it out, or no flag says so.
  func acceptingSource(_ contract: Contract) -> CallUse.Argument.Source? {
    guard case .flag(let name) = contract[use.call].accepts else { return nil }
    return use.arguments.first { $0.name == name }?.source
  }
}

extension CheckContext {
  /// Whether nobody has to say so for a call: an automatic choice makes it, or a step that something else leads to than a
  /// button which does nothing but that.
  func isUnasked(_ call: CallFacts, at step: Step) -> Bool {
    isMade(call, at: step) { edge in !flow.isNavigation(edge) }
  }

  /// Whether nobody has to be there for a call: an automatic choice makes it, or a step that something else leads to than a
  /// button or an answer.
  func isUnattended(_ call: CallFacts, at step: Step) -> Bool {
    isMade(call, at: step) { edge in
      switch edge.origin {
      case .answer: false
      case .choice(let index): flow.steps[edge.from].takenAutos.contains(index)
      case .call, .itself, .exhausted: true
      }
    }
  }

  /// - Parameter entry: whether a way to a `call:` step is one on which nobody does anything.
  private func isMade(_ call: CallFacts, at step: Step, by entry: (StepGraph.Edge) -> Bool) -> Bool {
    switch call.origin {
    case .choice(let index): step.takenAutos.contains(index)
    case .call: isCome(to: step, by: entry)
    case .answer, .itself, .exhausted: false
    }
  }

  /// Whether such a way leads to a step, at once or through gates: what leads to a gate leads on from it, too.
  private func isCome(to step: Step, by entry: (StepGraph.Edge) -> Bool) -> Bool {
    guard let graph else { return step.id == flow.start }
    var seen: Set<Int> = [step.index]
    var waiting = [step.index]
    while let next = waiting.popLast() {
      if flow.steps[next].id == flow.start { return true }
      for edge in graph.edges where edge.to == next {
        if flow.steps[edge.from].isGate {
          if seen.insert(edge.from).inserted { waiting.append(edge.from) }
        } else if entry(edge) {
          return true
        }
      }
    }
    return false
  }
}
