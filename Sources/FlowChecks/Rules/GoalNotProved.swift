// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// A success end that some way reaches without what the flow's `goal` takes, or with nobody signed in.
///
/// Source: NIST SP 800-63B-4 section 2.2.1 for what the levels take.
enum GoalNotProved: ProofRule {
  static let code = DiagnosticCode("MFA403", "goal-not-proved")

  static func diagnose(_ states: ProofStates, _ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    if let written = flow.goal, case let goal = Goal(written.value), !goal.canBeReached {
      return findings.append(
        finding(
          "nothing can reach `\(written.value)`: it takes \(goal.needs)", at: written.range,
          help: "write `aal2`, or leave `goal:` out"))
    }
    let moves = states.moves
    if states.isCut, let first = flow.steps.first {
      findings.append(
        finding(
          "this flow is too large to prove what its success ends take", at: first.name.range,
          help: "share it over several flows"))
    }
    var isTold: Set<ProofStates.Arrival.Gate> = []
    for arrival in states.arrivals where !isTold.contains(arrival.gate) {
      let shown = moves.proofs.indices.filter { arrival.proofs & 1 << UInt64($0) != 0 }.map { moves.proofs[$0] }
      guard let problem = problem(arrival, shown, flow) else { continue }
      isTold.insert(arrival.gate)
      findings.append(
        finding(
          problem.message, at: arrival.range, help: problem.help, notes: [note(shown)],
          way: way(arrival, states, flow)))
    }
  }

  /// What is missing where a run arrives; nil for nothing.
  private static func problem(
    _ arrival: ProofStates.Arrival, _ shown: [Proof], _ flow: Flow
  ) -> (message: String, help: String)? {
    let end: String
    let goal: Goal?
    switch arrival.gate {
    case .end(let id):
      guard flow[id].outcome == .success else { return nil }
      end = "the success end \(Diagnostic.quoting(flow[id].name.value))"
      goal = flow.goal.map { Goal($0.value) }
    case .passage(let claim, _):
      end = "a success end of a flow that is run"
      goal = Goal(claim: claim)
    }
    if let signedIn = flow.contract.signedInPhase, signedIn.index != arrival.phase {
      return (
        "\(end) can be reached with nobody signed in",
        "lead this way to an end with `outcome: ended` or `failure`, or on to the event that signs the user in"
      )
    }
    guard let goal, !goal.isReached(by: shown) else { return nil }
    return (
      "\(end) can be reached without what `\(goal.name)` takes",
      "it takes \(goal.needs): ask for more on this way, lead it to another end, or lower the goal"
    )
  }

  private static func note(_ shown: [Proof]) -> Note {
    let proofs = shown.map { "\($0.factor) (\($0.authenticator))" }.joined(separator: ", ")
    return Note(proofs.isEmpty ? "nothing is shown on this way" : "all that is shown on this way: \(proofs)")
  }
  /// The way there, and where it arrives.
  private static func way(_ arrival: ProofStates.Arrival, _ states: ProofStates, _ flow: Flow) -> [WayStep] {
    let steps = states.route(to: arrival.from, in: flow)
    guard case .end(let end) = arrival.gate else { return steps }
    let from = flow.steps[states.states[arrival.from].place.step].quoted
    return steps + [WayStep("\(from) leads to \(Diagnostic.quoting(flow[end].name.value))", at: arrival.range)]
  }
}
