// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A flow that calls or waits for what an SDK takes or says only once it runs, and has not started it: nothing ever comes.
///
/// A flow that another one runs may well begin so: whoever checks both together leaves it out.
enum NeverStarted: Rule {
  static let code = DiagnosticCode("MFA435", "sdk-not-started", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    // Nearly all flows begin with the call that starts the SDK.
    guard let graph = context.graph, let begin = flow.contract.startingCall else { return }
    let help =
      "begin with a step that calls `\(begin)`; if another flow runs this one, check both together"
    let start = flow[flow.start]
    if case .call(let use) = start.kind {
      guard flow.contract.isTakenOnlyAfterStart(use.call) else { return }
      return findings.append(
        finding(
          "a run begins with `\(flow.contract[use.call].name)`, which cannot be called here: nothing has started the SDK",
          at: use.range, help: help))
    }
    if let event = start.awaited?.event, flow.contract.comesOnlyAfterStart(event) {
      findings.append(
        finding(
          "a run begins at \(start.quoted), where `\(flow.contract[event].name)` cannot come: nothing has started the SDK",
          at: start.name.range, help: help))
      return
    }
    for line in linesBeforeAnyCall(context, graph) {
      guard case .event(let event, _, _) = line.trigger, flow.contract.comesOnlyAfterStart(event) else { continue }
      findings.append(
        finding(
          "`\(line.trigger.words(flow.contract))` cannot come here: nothing has started the SDK", at: line.range,
          help: help))
    }
  }

  /// The lines of the steps that a run comes to only before it has made any call.
  private static func linesBeforeAnyCall(_ context: CheckContext, _ graph: StepGraph) -> [Transition] {
    func calls(_ edge: StepGraph.Edge) -> Bool {
      context.everyStep[edge.from].calls.contains { $0.origin == edge.origin }
    }
    let silent = graph.reached(from: [Int(context.flow.start.index)], by: { !calls($0) && $0.isTaken })
    let later = graph.reached(from: graph.edges.filter(calls).map(\.to), by: \.isTaken)
    return context.steps.filter { silent[$0.step.index] && !later[$0.step.index] && $0.calls.isEmpty }
      .flatMap(\.step.transitions)
  }
}

extension Flow {
  /// Whether its runs begin where another flow has brought them: with an event that no SDK sends before it was started.
  var beginsInside: Bool {
    guard contract.startingCall != nil else { return false }
    if case .call(let use) = self[start].kind { return contract.isTakenOnlyAfterStart(use.call) }
    return self[start].awaited.map { contract.comesOnlyAfterStart($0.event) } ?? false
  }
}

extension Contract {
  /// A call that is there to start the SDK: it can be made in the first phase, and not in every one.
  fileprivate var startingCall: String? {
    guard phases.count > 1 else { return nil }
    return calls.first { call in call.phases.contains { $0.index == 0 } && call.phases.count < phases.count }?.name
  }

  /// Whether a call is taken by an SDK that was started, and by no other.
  fileprivate func isTakenOnlyAfterStart(_ call: CallID) -> Bool {
    let phases = self[call].phases
    return !phases.isEmpty && !phases.contains(PhaseID(index: 0))
  }

  /// Whether an event is sent by an SDK that was started, and by no other: a question that can be answered only then, or the
  /// outcome of a call that can be made only then.
  fileprivate func comesOnlyAfterStart(_ event: EventID) -> Bool {
    let first = PhaseID(index: 0)
    let spec = self[event]
    switch spec.kind {
    case .interrupt, .notice: return false
    case .challenge:
      if spec.phase == first { return false }
      let answers = calls.filter { $0.answers.contains(event) }
      if spec.phase != nil { return !answers.contains { $0.phases == [first] } }
      return !answers.isEmpty && !answers.contains { $0.phases.isEmpty || $0.phases.contains(first) }
    case .result:
      guard spec.phase == nil else { return spec.phase != first }
      let causes = calls.filter { call in call.replies.contains { $0.event == event } }
      return !causes.isEmpty && !causes.contains { $0.phases.isEmpty || $0.phases.contains(first) }
    }
  }
}
