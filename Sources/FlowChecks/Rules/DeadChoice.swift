// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A button that changes nothing: it leads to the step where it stands, no other word is shown, no time begins anew and nothing
/// is forgotten; or an `auto` that names one which is never made without asking.
enum DeadChoice: Rule {
  static let code = DiagnosticCode("MFA338", "dead-choice", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let marks = context.flow.stepsOfAfter
    for facts in context.steps {
      let step = facts.step
      for choice in step.choices {
        guard case .go(let target) = choice.action, target.say == nil || target.say == step.say,
          target.staysAtStep(of: step),
          target.claim == .none, !choice.isLimited, step.within == nil, step.countdown == nil,
          !marks.contains(step.id), !context.flow.replacesMessage(of: step)
        else { continue }
        findings.append(
          finding(
            "\(Diagnostic.quoting(choice.name.value)) does nothing: it leads to the step where it stands",
            at: choice.name.range,
            help: "lead it somewhere else, have it say something with `stay: MESSAGE`, or take it out"))
      }
      for (index, range) in zip(step.autos, step.autoRanges) where step.choices[index].confirm != nil {
        findings.append(
          finding(
            "\(Diagnostic.quoting(step.choices[index].name.value)) is never made without asking: it has `confirm`",
            at: range, help: "take it out of `auto`, or take its `confirm` out",
            notes: [Note("it is to be confirmed here", at: step.choices[index].name.range)]))
      }
    }
  }
}

extension Flow {
  /// Whether a step may show another message than its own, which is gone once the step is entered anew.
  fileprivate func replacesMessage(of step: Step) -> Bool {
    if step.checks.contains(where: { $0.say != nil }) { return true }
    return steps.contains { other in
      other.targets.contains { target in
        guard target.say != nil, target.say != step.say else { return false }
        return switch target.move {
        case .step(let id): id == step.id
        case .stay, .retry: other.id == step.id
        // What an interrupt says when it is left is shown where the run goes on.
        case .resume: true
        case .end: false
        }
      }
    }
  }
}

extension Step {
  /// Every place that it may go to.
  fileprivate var targets: [Target] {
    let ofChoices = choices.flatMap { choice -> [Target] in
      switch choice.action {
      case .go(let target): [target]
      case .call(_, let over): over.map(\.target)
      }
    }
    return transitions.map(\.target) + ofChoices + [to].compactMap(\.self)
  }
}
