// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A success end that some way reaches without what the flow's `goal` and `require` take, or with nobody signed in.
///
/// Source: NIST SP 800-63B-4 sections 2.2.1 and 2.3.1 for what the levels take.
enum GoalNotProved: ProofRule {
  static let code = DiagnosticCode("MFA403", "goal-not-proved")

  /// What is missing where a run arrives.
  private struct Problem {
    let message: String
    let help: String
    var notes: [Note] = []
  }

  static func diagnose(_ states: ProofStates, _ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    if let written = flow.goal, case let goal = Goal(written.value), !goal.canBeReached(in: flow.contract) {
      return findings.append(
        finding(
          "nothing in the contract `\(flow.contract.name)` can reach `\(written.value)`", at: written.range,
          help: "it takes \(goal.needs): write `aal2`, or leave `goal:` out"))
    }
    let moves = states.moves
    if states.isCut, let first = flow.steps.first {
      findings.append(
        finding(
          "this flow is too large to prove what its success ends take", at: first.name.range,
          help: "share it over several flows"))
    }
    // What nothing meets is told by itself.
    let hopeless = Set(RequirementOutOfReach.unmet(in: flow, by: moves.proofs).map(\.range))
    var isTold: Set<ProofStates.Arrival.Gate> = []
    for arrival in states.arrivals where !isTold.contains(arrival.gate) {
      let shown = moves.proofs.indices.filter { arrival.proofs & 1 << UInt64($0) != 0 }.map { moves.proofs[$0] }
      guard let problem = problem(arrival, shown, flow, hopeless) else { continue }
      isTold.insert(arrival.gate)
      findings.append(
        finding(
          problem.message, at: arrival.range, help: problem.help, notes: problem.notes + [note(shown)],
          way: way(arrival, states, flow)))
    }
  }

  /// Nil for nothing.
  private static func problem(
    _ arrival: ProofStates.Arrival, _ shown: [Proof], _ flow: Flow, _ hopeless: Set<SourceRange>
  ) -> Problem? {
    let end: String
    let demand: Demand
    switch arrival.gate {
    case .end(let id):
      guard flow.ends[Int(id.index)].outcome == .success else { return nil }
      end = "the success end \(Diagnostic.quoting(flow[id].name.value))"
      demand = flow.demand(at: id)
    case .passage(let claim, _):
      end = "a success end of a flow that is run"
      demand = flow.demand(claimed: claim)
    }
    if let signedIn = flow.contract.signedInPhase, signedIn.index != arrival.phase {
      return Problem(
        message: "\(end) can be reached with nobody signed in",
        help: "lead this way to an end with `outcome: ended` or `failure`, or on to the event that signs the user in")
    }
    if let goal = demand.unreachedGoal(by: shown, in: flow.contract) {
      return Problem(
        message: "\(end) can be reached without what `\(goal.name)` takes",
        help: "it takes \(goal.needs): ask for more on this way, lead it to another end, or lower the goal")
    }
    guard !demand.requirements.isEmpty else { return nil }
    let unmet = demand.unmet(by: shown, in: flow.contract).filter { !hopeless.contains($0.range) }
    guard let first = unmet.first else { return nil }
    let needs = unmet.map(\.needs).joined(separator: " and ")
    return Problem(
      message: "\(end) can be reached without `\(first.text)`",
      help: "it takes \(needs): ask for that on this way, or lead it to another end",
      notes: unmet.map { Note("required here", at: $0.range) })
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

extension Goal {
  /// Whether all that the contract's calls may show reaches it.
  fileprivate func canBeReached(in contract: Contract) -> Bool {
    // Cheap where it is plain: only the highest goal takes what most contracts do not state.
    name != "aal3" || isReached(by: contract.calls.flatMap { $0.replies.flatMap(\.earns) }, in: contract)
  }
}
