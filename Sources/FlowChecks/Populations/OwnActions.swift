// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// What people can do at the steps of a flow, and where it leads: choices, answers, and what the SDK says to these.
///
/// Not among it are deadlines, errors, refusals and events that no call of the flow leads to: nobody brings these about.
struct OwnActions {
  /// A way from a step, by something that somebody does.
  struct Way {
    /// The step that it leads to; nil for an end.
    let to: Int?
    /// Where the author wrote it.
    let range: SourceRange
    /// The call that is made; nil for none.
    let call: CallFacts?
    /// What comes back from it; nil if nothing does, or nothing is waited for.
    let arrival: Arrival?
  }

  /// By step.
  let ways: [[Way]]

  init(_ flow: Flow, _ steps: [StepFacts]) {
    var ways: [[Way]] = Array(repeating: [], count: steps.count)
    for facts in steps where !facts.step.isInterrupt { Self.add(facts, steps, flow.contract, to: &ways) }
    for facts in steps where facts.step.waitsForMore || facts.step.isWait && ways[facts.step.index].isEmpty {
      Self.addMore(at: facts.step, steps, flow.contract, to: &ways)
    }
    self.ways = ways
  }

  private static func add(_ facts: StepFacts, _ steps: [StepFacts], _ contract: Contract, to ways: inout [[Way]]) {
    let step = facts.step
    func add(_ target: Target, _ call: CallFacts?, _ arrival: Arrival?, from place: Int) {
      ways[place].append(Way(to: target.place(from: place), range: target.range, call: call, arrival: arrival))
    }
    for choice in step.choices {
      if case .go(let target) = choice.action { add(target, nil, nil, from: step.index) }
    }
    for call in facts.calls {
      var place = facts
      if let departure = call.departure {
        add(departure.target, call, nil, from: step.index)
        guard case .step(let id) = departure.target.move else { continue }
        place = steps[Int(id.index)]
        // Only there is the call still open.
        guard case .wait = place.step.kind else { continue }
      } else if call.arrivals.isEmpty, let line = call.otherwise, call.origin == .call {
        add(line.target, call, nil, from: step.index)
      }
      for arrival in call.arrivals where !arrival.isError {
        let lines = place === facts ? call.lines : place.step.transitions
        contract.forEachLine(for: arrival, among: lines, own: place.step.awaited) { line in
          add(line.target, call, arrival, from: place.step.index)
        }
      }
    }
    for line in step.transitions {
      switch line.trigger {
      case .allow, .deny: add(line.target, nil, nil, from: step.index)
      case .exhausted where step.canRunOut: addSpending(facts, line, contract, to: &ways)
      case .otherwise where step.canRunOut && !step.transitions.contains { $0.trigger == .exhausted }:
        addSpending(facts, line, contract, to: &ways)
      default: break
      }
    }
  }

  /// A budget is spent by users who can make the call again: by one that comes back to the step, or that nothing follows.
  private static func addSpending(
    _ facts: StepFacts, _ line: Transition, _ contract: Contract, to ways: inout [[Way]]
  ) {
    let to = line.target.place(from: facts.step.index)
    for call in facts.calls {
      let again = call.arrivals.first { arrival in
        !arrival.isError
          && call.lines(for: arrival, at: facts.step, contract).contains { $0.target.staysAtStep(of: facts.step) }
      }
      guard again != nil || call.arrivals.isEmpty else { continue }
      ways[facts.step.index].append(Way(to: to, range: line.target.range, call: call, arrival: again))
    }
  }

  /// More may come of a call that was made before.
  private static func addMore(
    at step: Step, _ steps: [StepFacts], _ contract: Contract, to ways: inout [[Way]]
  ) {
    for line in step.transitions {
      guard case .event(_, _, let outcome) = line.trigger, !outcome.isError else { continue }
      for call in steps.lazy.flatMap(\.calls) {
        for arrival in call.arrivals where arrival.mayBe(line.trigger, contract) {
          let to = line.target.place(from: step.index)
          ways[step.index].append(Way(to: to, range: line.target.range, call: call, arrival: arrival))
        }
      }
    }
  }
}

extension Step {
  /// Whether what comes there may be the rest of what a call of another step leads to.
  var waitsForMore: Bool {
    switch kind {
    case .event, .challenge: true
    case .call, .wait, .gate, .interrupt: false
    }
  }

  fileprivate var isWait: Bool { if case .wait = kind { true } else { false } }
}

extension Target {
  /// The step that it leads to from a step; nil for an end.
  fileprivate func place(from step: Int) -> Int? {
    switch move {
    case .step(let id): Int(id.index)
    case .stay, .retry: step
    case .end, .resume: nil
    }
  }
}
