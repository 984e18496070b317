// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A line that is for something that comes, and is never taken: a more special line takes all of it, or the flow is away
/// before it comes.
enum HiddenLine: Rule {
  static let code = DiagnosticCode("MFA315", "hidden-line", .warning, isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    for facts in context.steps {
      for call in facts.calls {
        // Of a call without a reply that is another rule's.
        guard let departure = call.departure, !context.flow.contract.leadsToNothing(call.use) else { continue }
        findings += call.over.filter { $0.trigger == .timeout }.map {
          finding($0.trigger.words(context.flow.contract), at: $0.range, by: departure)
        }
      }
      guard facts.mayHide else {
        // Whatever else is under way there, the lines of a choice are for its own call.
        for call in facts.calls {
          guard let departure = call.departure else { continue }
          findings += call.over.filter(\.trigger.isReply).map {
            finding($0.trigger.words(context.flow.contract), at: $0.range, by: departure)
          }
        }
        continue
      }
      let taken = taken(facts, context.flow.contract)
      facts.forEachLine { line in
        guard !taken.contains(line.range), let by = hider(of: line, facts, context.flow.contract) else { return }
        findings.append(finding(line.trigger.words(context.flow.contract), at: line.range, by: by))
      }
    }
  }

  private static func finding(_ words: String, at range: SourceRange, by other: Transition) -> Diagnostic {
    finding(
      "the line `\(words)` is never taken", at: range,
      help: Cure("take the line out: what it is for goes another way", .entry),
      notes: [Note("it goes this way", at: other.range)])
  }

  /// Where the lines stand that some reply may take.
  private static func taken(_ facts: StepFacts, _ contract: Contract) -> RangeSet {
    var taken = RangeSet()
    for call in facts.calls where call.departure == nil {
      for arrival in call.arrivals {
        call.forEachLine(for: arrival, at: facts.step, contract) { taken.insert($0.range) }
      }
    }
    return taken
  }

  /// The line that takes what another is for; nil if that may still be taken, or nothing comes for it at all.
  private static func hider(of line: Transition, _ facts: StepFacts, _ contract: Contract) -> Transition? {
    switch line.trigger {
    case .event(let event, _, let outcome):
      // An interrupt, and the step's own event, may come by themselves.
      if contract[event].kind == .interrupt { return nil }
      if outcome == .success, facts.step.awaited?.event == event { return nil }
    case .error: break
    default: return nil
    }
    let inForce = facts.calls.filter { call in
      call.over.contains { $0.range == line.range } || facts.step.transitions.contains { $0.range == line.range }
    }
    let isOfStep = facts.step.transitions.contains { $0.range == line.range }
    if isOfStep, inForce.contains(where: { facts.mayComeLate(to: line, of: $0, contract) }) { return nil }
    for call in inForce {
      for arrival in call.arrivals where arrival.mayBe(line.trigger, contract) {
        return call.departure ?? call.firstLine(for: arrival, at: facts.step, contract)
      }
    }
    return nil
  }
}

extension Trigger {
  /// Whether it is for something that comes of a call.
  fileprivate var isReply: Bool {
    switch self {
    case .event, .error: true
    default: false
    }
  }
}

extension StepFacts {
  /// Whether the reply to a call may come for a line of the step: once the time of the call is over, and the step asks again, the lines of
  /// its choice are in force no more.
  fileprivate func mayComeLate(to line: Transition, of call: CallFacts, _ contract: Contract) -> Bool {
    call.departure == nil && (call.lineInTime(of: step, contract)?.target.asksAgain ?? false)
      && call.arrivals.contains { $0.mayBe(line.trigger, contract) }
  }

  /// Whether a line may hide another at all.
  ///
  /// Beside a `wait:` step and an interrupt other calls are under way, whose
  /// replies come there.
  fileprivate var mayHide: Bool {
    guard !calls.isEmpty else { return false }
    switch step.kind {
    case .wait, .interrupt, .gate: return false
    case .challenge, .event, .call: break
    }
    var mayHide = false
    forEachLine { line in
      switch line.trigger {
      case .accepted, .error: mayHide = true
      case .event(_, let mode, let outcome):
        if mode != nil || outcome.isError { mayHide = true }
      default: break
      }
    }
    return mayHide || calls.contains { !$0.over.isEmpty }
  }
}
