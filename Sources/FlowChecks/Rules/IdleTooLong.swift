// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A signed-in user who may do nothing for longer than the profile of the check allows, as far as the flow says.
enum IdleTooLong: Rule {
  static let code = DiagnosticCode("MFA425", "idle-too-long", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let profile = context.profile, let graph = context.graph,
      let limit = profile.idle(for: context.flow.goal?.value), let most = limit.most
    else { return }
    let signedIn = signedInSteps(context.flow, graph)
    let idle = context.steps.filter { facts in
      signedIn[facts.step.index] && facts.asks && (facts.step.within?.value ?? .max) > most
    }
    guard let first = idle.first(where: { $0.step.within != nil }) ?? idle.first else { return }
    let isStated = first.step.within != nil
    var found = finding(
      isStated
        ? "\(first.step.quoted) waits longer for a signed-in user than `\(profile.name)` allows"
        : "nothing here ends how long \(first.step.quoted) waits for a signed-in user",
      at: first.step.within?.range ?? first.step.name.range,
      help: isStated
        ? "write `within: \(duration(most))` or less (\(limit.clause))"
        : "add `within: \(duration(most))`, or allow this where the server ends idle sessions (\(limit.clause))",
      notes: idle.filter { $0.step.index != first.step.index && ($0.step.within != nil) == isStated }.prefix(4).map {
        Note(isStated ? "so does \($0.step.quoted)" : "nor how long \($0.step.quoted) waits", at: $0.step.name.range)
      })
    if isStated, limit.isDemanded { found.severity = .error }
    findings.append(found)
  }

  /// The plain steps at which somebody may be signed in.
  private static func signedInSteps(_ flow: Flow, _ graph: StepGraph) -> [Bool] {
    guard let phase = flow.contract.signedInPhase else { return Array(repeating: false, count: graph.count) }
    var isSignedIn = Array(repeating: false, count: graph.count)
    var open: [Int] = []
    /// What an event says of the phase by its arrival; nil for nothing.
    func entered(_ step: Int) -> Bool? {
      guard let event = flow.steps[step].awaited?.event, let entered = flow.contract[event].phase else { return nil }
      return entered == phase
    }
    for step in 0..<flow.plainCount where entered(step) == true {
      isSignedIn[step] = true
      open.append(step)
    }
    while let step = open.popLast() {
      for edge in graph.edges(from: step) where edge.to < flow.plainCount && !isSignedIn[edge.to] {
        guard entered(edge.to) != false else { continue }
        isSignedIn[edge.to] = true
        open.append(edge.to)
      }
    }
    return isSignedIn
  }

  /// Such as `30m`.
  private static func duration(_ milliseconds: Int) -> String {
    milliseconds % 60_000 == 0 ? "\(milliseconds / 60_000)m" : "\(milliseconds / 1_000)s"
  }
}
