// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

/// The plain steps at which somebody may be signed in.
struct SignedInSteps {
  private var isSignedIn: [Bool]

  init(_ context: CheckContext, _ graph: StepGraph) {
    let flow = context.flow
    isSignedIn = Array(repeating: false, count: graph.count)
    guard let phase = flow.contract.signedInPhase else { return }
    /// What an event says of the phase by its arrival; nil for nothing.
    func entered(_ step: Int) -> Bool? {
      guard let event = flow.steps[step].awaited?.event, let entered = flow.contract[event].phase else { return nil }
      return entered == phase
    }
    var open = (0..<flow.plainCount).filter { entered($0) == true }
    // What an interrupt leads to, it leads to above such a step as well.
    if !open.isEmpty {
      for facts in context.steps where facts.mayCome(whileSignedIn: flow.contract) {
        for edge in graph.edges(from: facts.step.index) where edge.to < flow.plainCount {
          if entered(edge.to) != false, !context.signsOff(edge, phase), !open.contains(edge.to) { open.append(edge.to) }
        }
      }
    }
    for step in open { isSignedIn[step] = true }
    while let step = open.popLast() {
      for edge in graph.edges(from: step) where edge.to < flow.plainCount && !isSignedIn[edge.to] {
        guard entered(edge.to) != false, !context.signsOff(edge, phase) else { continue }
        isSignedIn[edge.to] = true
        open.append(edge.to)
      }
    }
  }

  subscript(step: Step) -> Bool { isSignedIn[step.index] }
}

extension CheckContext {
  /// Whether nobody is signed in any more once the SDK has taken the call of a way, or once the event came that leads there.
  fileprivate func signsOff(_ edge: StepGraph.Edge, _ phase: PhaseID) -> Bool {
    var entered: PhaseID?
    everyStep[edge.from].forEachLine { line in
      guard line.range == edge.range, case .event(let event, _, let outcome) = line.trigger else { return }
      entered = flow.contract.phase(enteredBy: event, outcome)
    }
    if let entered, entered != phase { return true }
    guard let call = everyStep[edge.from].calls.first(where: { $0.origin == edge.origin }) else { return false }
    return flow.contract.endsSession(call.use.call)
  }
}
