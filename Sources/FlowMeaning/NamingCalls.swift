// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
import SDKContract
import Values

/// The calls that may say who the user is: "Events", 1, of `Documentation/Semantics.md`.
package struct NamingCalls: Sendable {
  /// By site, in the order of the steps and their calls; empty where no call says it.
  private var isNaming: [Bool] = []

  package init(_ flow: Flow, _ steps: [StepFacts]) {
    let given = GivenNumbers(steps)
    let isNaming = steps.flatMap { facts in
      facts.calls.map { $0.mayName(at: facts.step, flow.contract, given) }
    }
    if isNaming.contains(true) { self.isNaming = isNaming }
  }

  package var isEmpty: Bool { isNaming.isEmpty }

  /// Whether the call of a site may say who the user is.
  package func contains(_ site: Int) -> Bool { !isNaming.isEmpty && isNaming[site] }
}

/// The parameters for which users give a value of their own somewhere in a flow: what they may mean is no setting of the flow then.
private struct GivenNumbers {
  private struct Parameter: Hashable {
    let call: CallID
    let name: String
  }

  private var parameters: Set<Parameter> = []

  init(_ steps: [StepFacts]) {
    for facts in steps {
      // Of two choices with different values it is the user who says which.
      var offered: [Parameter: Value] = [:]
      for call in facts.calls {
        for argument in call.use.arguments {
          let parameter = Parameter(call: call.use.call, name: argument.name)
          switch argument.source {
          case .input, .picked: parameters.insert(parameter)
          case .literal(let value):
            guard case .choice = call.origin else { continue }
            if let other = offered.updateValue(value, forKey: parameter), other != value {
              parameters.insert(parameter)
            }
          case .event, .user: continue
          }
        }
      }
    }
  }

  func contains(_ parameter: String, of call: CallID) -> Bool {
    parameters.contains(Parameter(call: call, name: parameter))
  }
}

extension CallFacts {
  /// Whether the call may say who the user is.
  ///
  /// It does so where it answers what the SDK asks, by a text or a number that is typed or picked, or by a text that the flow has; a
  /// number that the flow has is a setting, unless users give it. A call that answers nothing may do so before anybody is signed in, by
  /// what is typed or picked.
  ///
  /// Once somebody is signed in, only a call counts that leads to what names a user, at once or by further answers.
  /// Where the question says already who is asked, typed texts alone may name another.
  fileprivate func mayName(at step: Step, _ contract: Contract, _ given: GivenNumbers) -> Bool {
    let spec = contract[use.call]
    let asked = spec.answers.filter { [.challenge, .interrupt].contains(contract[$0].kind) }
    guard !asked.isEmpty || spec.answers.isEmpty, !spec.namesNobody else { return false }
    let isOfUser = !asked.isEmpty && asked.allSatisfy { contract[$0].userField != nil }
    if let signedIn = contract.signedInPhase, !spec.phases.isEmpty, spec.phases.allSatisfy({ $0 == signedIn }),
      spec.answers.isEmpty || !contract.leadsToName(use.call)
    {
      return false
    }
    return use.arguments.contains { argument in
      guard let parameter = spec.parameters.first(where: { $0.name == argument.name }), !parameter.isUser,
        [.text, .int, .count].contains(parameter.type)
      else { return false }
      switch argument.source {
      case .input(let index) where isOfUser: return step.inputs[index].pick == nil && step.inputs[index].type == .text
      case .input, .picked: return !isOfUser
      case .literal:
        return !isOfUser && !asked.isEmpty && (parameter.type == .text || given.contains(argument.name, of: use.call))
      case .event, .user: return false
      }
    }
  }
}

extension Contract {
  /// Whether a call may lead to an event that names a user: at once, or by the calls that answer what it leads to.
  fileprivate func leadsToName(_ call: CallID) -> Bool {
    var open = [call]
    var known: Set<CallID> = [call]
    while let next = open.popLast() {
      for reply in self[next].replies {
        if self[reply.event].userField != nil { return true }
        for index in calls.indices where calls[index].answers.contains(reply.event) {
          let answer = CallID(index: UInt16(truncatingIfNeeded: index))
          if known.insert(answer).inserted { open.append(answer) }
        }
      }
    }
    return false
  }
}
