// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import DifferenceReports
import FlowDifference
package import FlowGraph
import FlowRuntime
import RuleBook

extension RunFile {
  /// The run in another version of its flow, where both do the same from its place on.
  ///
  /// - Parameters:
  ///   - old: the version that the run was saved in, with its files.
  ///   - new: the version that it is to go on in, with its files.
  package func moved(
    from old: (flow: ValidFlow, sources: SourceMap), to new: (flow: ValidFlow, sources: SourceMap)
  ) throws(RunFileProblem) -> RunFile {
    let program = Program(old.flow)
    if let difference = RunFileProblem.difference(identity, Identity(of: old.flow.flow, old.sources)) {
      if difference.code == RunFileRules.otherFlow {
        throw RunFileProblem(
          RunFileRules.otherFlow,
          "`--was` names `\(old.flow.flow.name)`, and the run belongs to the flow \(Diagnostic.quoting(identity.flow))",
          "name that flow, in the revision in which the run was saved, such as `--was main:flows/login.yaml`")
      }
      guard difference.code == RunFileRules.changedFlow else { throw difference }
      throw RunFileProblem(
        RunFileRules.changedFlow, "the flow that `--was` names is not the one in which the run was saved",
        "its parts, its bases and its catalogues must be as they were, too: name it in the revision that had them, such as "
          + "`--was main:flows/login.yaml`")
    }
    do throws(SnapshotMismatch) {
      _ = try FlowMachine(restoring: run.machine, of: program)
    } catch {
      throw RunFileProblem(error)
    }
    guard let comparison = FlowComparison(old.flow.flow, new.flow.flow) else {
      throw RunFileProblem(
        RunFileRules.otherContract, "`\(new.flow.flow.name)` is for another contract than the run",
        "take the run up with the flow that it was saved in")
    }
    let places = run.machine.frames.compactMap { old.flow.flow.step(named: $0.step).map { Int($0.id.index) } }
    guard places.allSatisfy(comparison.mayTakeUp), let machine = machine(by: comparison, old.flow, new.flow) else {
      let place = run.machine.frames.last?.step ?? ""
      let differences = comparison.differences(onTheWayFrom: places)
      // Both may do the same, and yet count elsewhere, or wait elsewhere.
      guard !differences.isEmpty else {
        throw RunFileProblem(
          RunFileRules.changedFlow,
          "from \(Diagnostic.quoting(place)) on, the flow is written otherwise than the one in which the run was saved",
          "take the run up with the old flow, or start it again: both do the same, but what the run has counted, or where it waits, "
            + "has no place in the new one")
      }
      // What comes of the run is shown from where it waits; where no run is found from there, by those that go past it.
      var runs: [String: [String]] = [:]
      if let machine = self.machine(by: comparison, old.flow, new.flow, areAlike: false) {
        runs = RunOfDifference.told(comparison, differences, from: (run.machine, machine)).words
      }
      if runs.isEmpty {
        let step = run.machine.frames.last.flatMap { old.flow.flow.step(named: $0.step) }
        let twin = step.flatMap { comparison.correspondence.new(for: Int($0.id.index)) }
        let name = twin.map { new.flow.flow.steps[$0].name.value }
        runs = RunOfDifference.told(comparison, past: name ?? place).words
      }
      // One that a run shows says more.
      let told = differences.first { runs[$0.words] != nil } ?? differences.first
      throw RunFileProblem(
        RunFileRules.changedFlow,
        "from \(Diagnostic.quoting(place)) on, the flow does something else than the one in which the run was saved"
          + (told.map { ": \($0.words)" } ?? ""),
        "take the run up with the old flow, or start it again; `mfaflow diff` shows where the two part",
        notes: told.flatMap { runs[$0.words] } ?? [])
    }
    return RunFile(
      identity: Identity(of: new.flow.flow, new.sources), run: run.moved(to: machine), journal: journal)
  }

  /// The run's machine in the new flow; nil where it has no place there.
  ///
  /// - Parameter areAlike: whether the steps at which it waits must do the same in both flows.
  private func machine(
    by comparison: FlowComparison, _ old: ValidFlow, _ new: ValidFlow, areAlike: Bool = true
  ) -> MachineSnapshot? {
    let twins = comparison.twins(areAlike: areAlike)
    return run.machine.moved(
      from: Program(old), to: Program(new),
      by: StepTwins(steps: twins.steps, choices: twins.choices, messages: comparison.messageTwins))
  }
}
