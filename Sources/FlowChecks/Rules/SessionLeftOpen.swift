// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A way to an end with `outcome: ended` from where somebody is signed in, in a flow that logs users off elsewhere: nothing ends the session
/// here, as the run itself does at an end with `outcome: failure`.
enum SessionLeftOpen: Rule {
  static let code = DiagnosticCode("MFA447", "session-left-open", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    guard let leave = leave(flow.contract), endsSessions(context) else { return }
    // One for each place: an allowance at one of them says nothing of the others.
    for (end, places) in places(context) {
      for place in places {
        findings.append(
          finding(
            "the user may still be signed in when a run ends here as `\(end.name.value)`", at: place,
            help:
              "call `\(flow.contract[leave].name)` before, or lead to an end with `outcome: failure`, where the run "
              + "makes this call itself"))
      }
    }
  }

  /// The ends that a flow may come to with somebody signed in, though they are no failure, each with the first place that leads there.
  static func ends(_ context: CheckContext) -> [FlowMeasures.LeftOpen] {
    let flow = context.flow
    return places(context).compactMap { end, places in
      guard let index = flow.ends.firstIndex(where: { $0.name.range == end.name.range }), let place = places.first
      else { return nil }
      return FlowMeasures.LeftOpen(end: end.name.value, index: index, place: place)
    }
  }

  /// Whether a flow logs users off somewhere: the session of one that does not outlives the run.
  static func endsSessions(_ context: CheckContext) -> Bool {
    let contract = context.flow.contract
    // The call of the contract that ends a session may do so by its reply only.
    return context.steps.contains {
      $0.calls.contains { $0.use.call == leave(contract) || contract.endsSession(signedIn: $0.use.call) }
    }
  }

  /// The call by which the contract ends a session; nil if it has none.
  private static func leave(_ contract: Contract) -> CallID? {
    contract.signedInPhase.flatMap { contract.phases[Int($0.index)].abandon }
  }

  /// The ends, each with where something leads there.
  private static func places(_ context: CheckContext) -> [(end: End, ranges: [SourceRange])] {
    let flow = context.flow
    guard context.graph != nil, leave(flow.contract) != nil, flow.ends.contains(where: { $0.outcome == .ended })
    else { return [] }
    var ranges: [[SourceRange]] = Array(repeating: [], count: flow.ends.count)
    func add(_ target: Target) {
      guard case .end(let end) = target.move, flow.isEnded(at: target) else { return }
      if !ranges[Int(end.index)].contains(target.range) { ranges[Int(end.index)].append(target.range) }
    }
    for facts in context.steps {
      // Who is signed in is asked last: it has to be worked out.
      for target in facts.targetsInSession(flow.contract) where flow.isEnded(at: target) {
        let signedIn = context.signedIn
        guard signedIn.isSomebody else { break }
        if signedIn.mayTake(target, at: facts.step) { add(target) }
      }
      facts.forEachLine { line in
        guard case .event(let event, _, .success) = line.trigger,
          flow.contract[event].phase == flow.contract.signedInPhase
        else { return }
        add(line.target)
      }
    }
    return flow.ends.indices.filter { !ranges[$0].isEmpty }.map { (flow.ends[$0], ranges[$0]) }
  }
}

extension Flow {
  /// Whether a target is an end without success and failure.
  fileprivate func isEnded(at target: Target) -> Bool {
    if case .end(let end) = target.move { self[end].outcome == .ended } else { false }
  }
}

extension Contract {
  /// Whether a call ends the session of a signed-in user, and is for nobody else.
  fileprivate func endsSession(signedIn call: CallID) -> Bool {
    signedInPhase.map { self[call].phases == [$0] } ?? false && endsSession(call)
  }
}

extension StepFacts {
  /// Whether a line is taken only where what ends the session gets no reply in time.
  private func isOfEndingInTime(_ line: Transition, _ contract: Contract) -> Bool {
    guard line.trigger == .timeout, step.within == nil else { return false }
    let timed = calls.filter { $0.timeoutLine?.range == line.range }
    return !timed.isEmpty && timed.allSatisfy { contract.endsSession($0.use.call) }
  }

  /// Where a step leads but by what ends the session.
  fileprivate func targetsInSession(_ contract: Contract) -> [Target] {
    var ofEnding: [SourceRange] = []
    for call in calls where contract.endsSession(call.use.call) {
      // The lines of the step hold as long as nothing is called, too, unless it makes the call itself. What the SDK refuses ends nothing.
      let isRefusalNamed = call.lines.contains { $0.trigger == .rejected(nil) }
      ofEnding += (call.origin == .call ? call.lines : call.over).filter { line in
        if case .rejected = line.trigger { return false }
        return isRefusalNamed || !line.trigger.isOtherwise
      }.map(\.range)
    }
    var targets: [Target] = step.to.map { [$0] } ?? []
    for choice in step.choices {
      if case .go(let target) = choice.action { targets.append(target) }
    }
    forEachLine { line in
      guard !ofEnding.contains(line.range), !isOfEndingInTime(line, contract) else { return }
      if case .event(let event, _, let outcome) = line.trigger {
        guard contract.phase(enteredBy: event, outcome) == nil, !contract[event].losesProofs,
          !contract[event].isTerminal
        else { return }
      }
      targets.append(line.target)
    }
    return targets
  }
}
