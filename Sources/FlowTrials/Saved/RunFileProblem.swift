// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowRuntime
import RELIDSimulator
import RuleBook

/// Why a saved run is not taken up.
package struct RunFileProblem: Error {
  package let code: DiagnosticCode
  package let message: String
  package let help: String
  /// What else there is to say of it, such as the run that shows it.
  let notes: [String]
  /// Where in the file.
  let position: SourcePosition

  init(
    _ code: DiagnosticCode, _ message: String, _ help: String, at position: SourcePosition? = nil,
    notes: [String] = []
  ) {
    self.code = code
    self.message = message
    self.help = help
    self.notes = notes
    self.position = position ?? SourcePosition(line: 1, column: 1)
  }

  /// What is told of it, where the file has this id.
  package func finding(in file: FileID) -> Diagnostic {
    Diagnostic(code, message, at: SourceRange(position, position, in: file), help: help, notes: notes.map { Note($0) })
  }

  init(_ problem: JSONProblem) {
    self.init(
      RunFileRules.notASavedRun, "the saved run cannot be read: \(problem.bareMessage)",
      "mend it there, or give a file that `mfaflow run --save` has written",
      at: SourcePosition(line: problem.place.line, column: problem.place.column))
  }

  init(_ mismatch: SnapshotMismatch) {
    switch mismatch {
    case .format(let number):
      self.init(
        RunFileRules.notASavedRun, "the run was saved in the form \(number), which this program does not read",
        "take it up with the version of mfaflow that saved it, or start it again")
    case .flow(let name): self.init(RunFileRules.otherFlow, Self.other(name), Self.ownFlow)
    case .contract(let name):
      self.init(
        RunFileRules.otherContract, "the run belongs to the contract \(Diagnostic.quoting(name))", Self.ownContract)
    case .changed: self.init(RunFileRules.changedFlow, Self.changed, Self.unchanged)
    case .damaged(let what):
      self.init(
        RunFileRules.damagedRun, "the saved run contradicts itself: `\(what)` is not what it can be",
        "start the run again; a saved run must not be edited")
    }
  }

  init(_ mismatch: JournalMismatch) {
    self.init(
      RunFileRules.otherWorld, "the world is not the one in which the run was saved",
      "give that world with `--world`; item \(mismatch.entry) of the journal: \(mismatch.description)")
  }

  /// Nil if the run belongs to this flow and this contract.
  static func difference(_ saved: RunFile.Identity, _ own: RunFile.Identity) -> RunFileProblem? {
    guard saved.flow == own.flow else { return RunFileProblem(RunFileRules.otherFlow, other(saved.flow), ownFlow) }
    let contract = saved.contract + " " + saved.contractVersion
    guard saved.contract == own.contract, saved.contractVersion == own.contractVersion else {
      return RunFileProblem(
        RunFileRules.otherContract, "the run belongs to the contract \(Diagnostic.quoting(contract))", ownContract)
    }
    guard saved.contractHash == own.contractHash else {
      return RunFileProblem(
        RunFileRules.otherContract, "the contract \(Diagnostic.quoting(contract)) was changed since the run was saved",
        ownContract)
    }
    guard saved.sources == own.sources, saved.flowVersion == own.flowVersion else {
      return RunFileProblem(RunFileRules.changedFlow, changed, unchanged)
    }
    return nil
  }

  private static func other(_ name: String) -> String { "the run belongs to the flow \(Diagnostic.quoting(name))" }
  private static let ownFlow = "give that flow, or start this one again"
  private static let ownContract = "give that contract, or start the run again"
  private static let changed = "the flow or one of its parts was changed since the run was saved"
  private static let unchanged =
    "take the run up with the files as they were, name the flow as it was with `--was`, such as `--was main:flows/login.yaml`, "
    + "or start the run again"
}
