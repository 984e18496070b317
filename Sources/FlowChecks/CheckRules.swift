// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import FlowGraph
import FlowLinking

/// What must never be deployed, and what its author should look at again.
public enum CheckRules {
  /// The rules that look at what is written, in the order of their codes.
  static let ordered: [any Rule.Type] = [
    StepUpPassedBy.self, GapInMessage.self, MissingElse.self, UnreachableStep.self, DeadEnd.self, UnbudgetedCycle.self,
    NeverArrives.self, NoAnswer.self,
    UnboundedRetry.self, OutcomeWithoutLimit.self, MissingSuccess.self, InterruptWithoutEntry.self, OpenElse.self,
    TerminalResume.self, SessionEndIgnored.self, AnswerPassedBy.self, LeftUndecided.self, UnboundedGuess.self,
    GuessesAboveProfile.self, GuessesWithoutNumber.self, SendWithoutLimit.self, UnlimitedExtension.self,
    IdleTooLong.self, BudgetOfNobody.self, GuessesOverAccounts.self, ThreatPassedSilently.self, ConsentWithoutUser.self,
    OneAnswerOnly.self, RefusalAsEnded.self, SessionEndUntold.self, UnattendedExtension.self, CallFlood.self,
    SessionLeftOpen.self, WaitsForEver.self, NothingOffered.self, AbsurdTime.self, TimerNeverStrikes.self,
    HiddenLine.self, ConditionAlwaysHolds.self, ConditionNeverHolds.self, CheckNeverHolds.self, UnusedInput.self,
    OverlongFlow.self, TakenCallUnheeded.self, TellsWhoExists.self, NothingClaimed.self,
    GoalWithoutSuccess.self, NeverStarted.self, FreshnessOfNothing.self, DeadChoice.self,
    MerePresence.self, AnswerOfNothing.self, UserSwap.self,
  ]

  /// The rules for a step in which those found no error.
  static let ofSoundSteps: [any StepRule.Type] = [StayPastChallenge.self]

  /// The rules for a flow in which the others found no error: whatever is wrong may be why nobody can go on, or why nothing uses
  /// what is there.
  static let ofSound: [any Rule.Type] = [
    InterruptFallsThrough.self, AttemptsOverstated.self, BudgetNeverBinds.self, PopulationStranded.self,
    UnusedMessage.self, UnusedEnd.self,
    UnusedPart.self, UnusedBudget.self,
  ]

  /// The rules that look at every way of a run, in the order of their codes.
  static let proofs: [any ProofRule.Type] = [
    GoalNotProved.self, CallOutOfPhase.self, GatePassedBy.self, RequirementOutOfReach.self, SpentBeforeSuccess.self,
    ApprovalsDiffer.self,
  ]

  /// The codes of those.
  package static let ofProofs = proofs.map { $0.code }

  /// The rules of what a flow leaves to `else`, for who asks.
  static let unnamed: [any UnnamedRule.Type] = [SuccessUnnamed.self, PopulationUnnamed.self, InterruptUnlisted.self]

  /// The rule that is of no matter for a flow which another one runs.
  package static let ofRunsAlone = NeverStarted.code

  /// What cannot be judged of a flow that begins where another one has brought the SDK, but where it is run.
  package static let ofBeginnings = [
    NeverStarted.code, CallOutOfPhase.code, GoalNotProved.code, NothingClaimed.code, FreshnessOfNothing.code,
    BudgetNeverBinds.code,
  ]

  /// Every code of this module alone: not those of the stages before it that it finds as well.
  public static let all: [DiagnosticCode] =
    (ordered + ofSound).map { $0.code }.filter { !LinkRules.all.contains($0) && !GraphRules.all.contains($0) }
    + ofSoundSteps.map { $0.code } + ofProofs + unnamed.map { $0.code }
}
