// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime

/// What came of the scenarios of one flow, and how much of it they take: the numbers of a test, for whoever shows them otherwise.
package struct FlowOutcome: Sendable {
  /// A scenario, and what came of it.
  package struct Scenario: Sendable {
    package enum Verdict: String, Sendable {
      case passed
      case failed
      case skipped
    }

    package let name: String
    package let verdict: Verdict
    /// Why it failed or was not played; nil where it passed, or nobody says why.
    package let reason: String?
  }

  /// A kind of thing, and how many of them are taken.
  package struct Count: Sendable, Hashable {
    package let kind: String
    package let taken: Int
    package let all: Int
    /// Rounded down, so that 100 means all.
    package let percent: Int
  }

  package let scenarios: [Scenario]
  /// Each kind, then all together; with what the scenarios of other flows take of the files that it shares with them.
  package let counts: [Count]
  /// All together, as its own scenarios take them.
  package let alone: Count
}

extension TestReport {
  /// The outcomes of flows of a name, from all files; nil where none is among those that were played.
  ///
  /// - Parameter plan: the one that was played.
  package func outcome(ofFlow name: String, _ plan: TestPlan) -> FlowOutcome? {
    guard let index = plan.flows.firstIndex(where: { $0.program.flow.name == name }),
      let coverage = flows.first(where: { $0.path == plan.flows[index].path })
    else { return nil }
    let own = zip(plan.files, files).filter { planned, _ in
      if case .sound(let sound) = planned.state { sound.flows.contains(index) } else { false }
    }
    let scenarios = own.flatMap { _, file in
      file.played.map(FlowOutcome.Scenario.init)
        + file.skipped.map { FlowOutcome.Scenario(name: $0.name, verdict: .skipped, reason: $0.reason) }
    }
    return FlowOutcome(
      scenarios: scenarios, counts: (coverage.counts + [coverage.together]).map(FlowOutcome.Count.init),
      alone: FlowOutcome.Count(coverage.alone))
  }
}

extension FlowOutcome.Scenario {
  fileprivate init(_ played: PlayedScenario) {
    name = played.name.value
    if let declined = played.declined {
      (verdict, reason) = (.skipped, declined)
    } else if played.needsProgram {
      (verdict, reason) = (.skipped, "a program has to be the SDK")
    } else {
      (verdict, reason) = (played.failed ? .failed : .passed, played.failures.first?.message)
    }
  }
}

extension FlowOutcome.Count {
  fileprivate init(_ count: FlowCoverage.Count) {
    self.init(kind: count.kind, taken: count.taken, all: count.all, percent: count.percent)
  }
}
