// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// A success end that some way reaches without what the flow's `goal` takes, or with nobody signed in.
///
/// Source: NIST SP 800-63B-4 section 2.2.1 for what the levels take.
enum GoalNotProved: Rule {
  static let code = DiagnosticCode("MFA403", "goal-not-proved")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    guard context.graph != nil, flow.ends.contains(where: { $0.outcome == .success }) else { return }
    let goal = flow.goal.map { Goal($0.value) }
    if let written = flow.goal, let goal, !goal.canBeReached {
      return findings.append(
        finding(
          "nothing can reach `\(written.value)`: it takes \(goal.needs)", at: written.range,
          help: "write `aal2`, or leave `goal:` out"))
    }
    guard goal != nil || flow.contract.signedInPhase != nil else { return }
    let moves = ProofMoves(context)
    let states = ProofStates(context, moves)
    if states.isCut, let first = flow.steps.first {
      findings.append(
        finding(
          "this flow is too large to prove what its success ends take", at: first.name.range,
          help: "share it over several flows"))
    }
    var isTold: Set<EndID> = []
    for arrival in states.arrivals where flow[arrival.end].outcome == .success && !isTold.contains(arrival.end) {
      let shown = moves.proofs.indices.filter { arrival.proofs & 1 << UInt32($0) != 0 }.map { moves.proofs[$0] }
      guard let problem = problem(arrival, goal, shown, flow) else { continue }
      isTold.insert(arrival.end)
      let way = states.way(to: arrival.from)
      findings.append(
        finding(problem.message, at: arrival.range, help: problem.help, notes: notes(way, shown, flow)))
    }
  }

  private static func problem(
    _ arrival: ProofStates.Arrival, _ goal: Goal?, _ shown: [Proof], _ flow: Flow
  ) -> (message: String, help: String)? {
    let end = Diagnostic.quoting(flow[arrival.end].name.value)
    if let signedIn = flow.contract.signedInPhase, signedIn.index != arrival.phase {
      return (
        "the success end \(end) can be reached with nobody signed in",
        "lead this way to an end with `outcome: ended` or `failure`, or on to the event that signs the user in"
      )
    }
    guard let written = flow.goal, let goal, !goal.isReached(by: shown) else { return nil }
    return (
      "the success end \(end) can be reached without what `\(written.value)` takes",
      "it takes \(goal.needs): ask for more on this way, lead it to another end, or lower the goal"
    )
  }

  /// The way there, the steps that matter least left out.
  private static func notes(_ way: [ProofStates.State], _ shown: [Proof], _ flow: Flow) -> [Note] {
    let steps = way.filter { $0.range != nil }
    var notes = steps.suffix(mostNotes).map { state in
      Note("here it goes to \(flow.steps[state.place.step].quoted)", at: state.range)
    }
    let proofs = shown.map { "\($0.factor) (\($0.authenticator))" }.joined(separator: ", ")
    notes.append(Note(proofs.isEmpty ? "nothing is shown on this way" : "all that is shown on this way: \(proofs)"))
    return notes
  }

  private static let mostNotes = 8
}
