// SPDX-License-Identifier: Apache-2.0

import Diagnostics
public import FlowGraph
public import SDKContract

/// How a run came out.
public struct RunResult: Sendable {
  /// Where a run stopped, and why.
  public enum Ending: Sendable {
    /// At an end of the flow; or at none of them, where the language ends a run: `unhandled`, `goal-not-reached`.
    case ended(name: String, outcome: EndOutcome, message: String?)
    /// Nobody answers at this step, and nothing more can come.
    case waiting(step: String)
    /// The SDK is gone, or broke its contract.
    case failed(BackendFailure)
  }

  /// Where it stopped, and why.
  public let ending: Ending
  /// What the user has shown; empty at every end that is no success.
  public let proofs: [Proof]
  /// What was set up: recorded, and counted for no goal.
  public let enrolled: [Proof]
  /// Whom the SDK last named; nil if it named nobody.
  public let user: String?
  /// Why security modules denied it; empty if none did.
  public let reasons: [String]
  /// Why a success end was not reached; nil unless the run ended at `goal-not-reached`.
  public let unreachedGoal: UnreachedGoal?
  /// The SDK's phase that a failed run could not leave, since threats are undecided or the SDK refused; nil if it left, or
  /// the contract has no way out of it.
  public let strandedPhase: String?
  /// What the user was told at the end, with its key; nil where the flow says nothing there.
  package let said: SaidMessage?
  /// Events that came when the run was over, for a host that goes on with another flow.
  public let leftover: [SDKEvent]

  /// The same run, which turned out afterwards to have failed: it shows nothing of the user.
  package func failed(_ failure: BackendFailure) -> RunResult {
    RunResult(
      ending: .failed(failure), proofs: [], enrolled: [], user: user, reasons: reasons, unreachedGoal: nil,
      strandedPhase: strandedPhase, said: nil, leftover: leftover)
  }

  /// A run that never began.
  package static func neverBegun(_ failure: BackendFailure) -> RunResult {
    RunResult(
      ending: .failed(failure), proofs: [], enrolled: [], user: nil, reasons: [], unreachedGoal: nil,
      strandedPhase: nil, said: nil, leftover: [])
  }
}

extension FlowMachine {
  /// The end of a run, in words.
  func ending(_ reached: RunEnd) -> RunResult.Ending {
    .ended(
      name: reached.name(in: program.flow), outcome: reached.outcome(in: program.flow), message: message(at: reached))
  }
}
