// SPDX-License-Identifier: Apache-2.0

package import FlowRuntime
package import SDKContract

/// What came of two runs of one flow, one on each SDK.
package struct TwinOutcome {
  package let verdict: TrialVerdict
  package let report: TwinReport
  /// What an SDK did wrong, by its name, in the order of the sides.
  package let failures: [(name: String, failure: BackendFailure)]

  /// Compares them.
  ///
  /// - Parameter sides: the side of each run, in the same order.
  package init(_ runs: [TwinSide.Run], on sides: [TwinSide], _ contract: Contract) {
    let comparison = TwinComparison(runs[0].items, runs[1].items, contract)
    failures = zip(sides, runs).compactMap { side, run in run.failure.map { (side.name, $0) } }
    // A recording that is left is a difference; an SDK that fails says nothing of the other.
    let isBroken = failures.contains { $0.failure.kind != .diverged }
    verdict = isBroken ? .broken : comparison.divergence != nil || !failures.isEmpty ? .failed : .passed
    report = TwinReport(
      comparison, sides.map(\.name), runs[0].items.last?.words ?? "", haveFailed: !failures.isEmpty)
  }
}
