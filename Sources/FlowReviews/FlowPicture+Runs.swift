// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowGraph
package import FlowPictures
import FlowRuntime

extension FlowPicture {
  /// The same, with the runs set off by which findings come about, and the steps that they are about.
  package func marking(_ findings: [Diagnostic]) -> FlowPicture {
    marking(.way, ways: ways(writtenAt: Self.places(of: findings)), steps: steps(of: findings))
  }

  /// The steps that findings are about, or that lie on the way there, as indices.
  func steps(of findings: [Diagnostic]) -> Set<Int> {
    let places = Self.places(of: findings)
    let steps = flow.steps.filter { step in places.contains { $0 == step.name.range || $0 == step.range } }
    return Set(steps.map { Int($0.id.index) })
  }

  private static func places(of findings: [Diagnostic]) -> [SourceRange] {
    findings.flatMap { finding in [finding.range] + finding.way.map(\.range) }
  }

  /// The same, with what some runs took set off.
  package func marking(_ runs: [PlayedScenarios.Played]) -> FlowPicture {
    let taken = taken(by: runs)
    return marking(.way, ways: taken.ways, steps: taken.steps)
  }

  /// The same, with what none of some runs took set off.
  package func markingUntaken(by runs: [PlayedScenarios.Played]) -> FlowPicture {
    let taken = taken(by: runs)
    return marking(
      .untaken, ways: Set(ways.indices).subtracting(taken.ways), steps: Set(flow.steps.indices).subtracting(taken.steps)
    )
  }

  /// The ways and the steps that some runs took.
  func taken(by runs: [PlayedScenarios.Played]) -> (ways: Set<Int>, steps: Set<Int>) {
    var (ways, steps): (Set<Int>, Set<Int>) = ([], [])
    for run in runs {
      let taken = taken(by: run.trace, of: run.program)
      ways.formUnion(taken.ways)
      steps.formUnion(taken.steps)
    }
    return (ways, steps)
  }

  /// The ways and the steps that a run took.
  ///
  /// - Parameter program: that of the run, whose flow is written in the same files as the one that is drawn.
  func taken(by trace: [TraceEntry], of program: Program) -> (ways: Set<Int>, steps: Set<Int>) {
    var (taken, steps): (Set<Int>, Set<Int>) = ([], [])
    let hops = Set(trace.compactMap { $0.hop(in: program) })
    for entry in trace { if let step = entry.stepAtWork { steps.insert(Int(step.index)) } }
    for (index, way) in ways.enumerated() where hops.contains(where: { way.isTaken(by: $0) }) { taken.insert(index) }
    return (taken, steps)
  }
}

extension Way {
  /// Whether a transition that a run took is this way.
  fileprivate func isTaken(by hop: WrittenHop) -> Bool {
    guard step == Int(hop.step.index), range == hop.target else { return false }
    if case .line(let trigger, _) = cause { return trigger == hop.trigger && key == hop.key }
    return hop.key == nil
  }
}
