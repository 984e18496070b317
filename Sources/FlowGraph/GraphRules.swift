// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// What can be wrong with the names of a flow and with how they fit the contract.
public enum GraphRules {
  static let unknownEvent = DiagnosticCode("MFA201", "unknown-event")
  static let unknownCall = DiagnosticCode("MFA202", "unknown-call")
  static let unknownCode = DiagnosticCode("MFA203", "unknown-code")
  static let unknownMode = DiagnosticCode("MFA204", "unknown-mode")
  static let unknownTarget = DiagnosticCode("MFA205", "unknown-target")
  static let unknownMessage = DiagnosticCode("MFA206", "unknown-message")
  static let unknownParameter = DiagnosticCode("MFA207", "unknown-parameter")
  static let missingArgument = DiagnosticCode("MFA208", "missing-argument")
  static let wrongArgument = DiagnosticCode("MFA209", "wrong-argument")
  static let duplicateOutcome = DiagnosticCode("MFA210", "duplicate-outcome")
  static let ambiguousCode = DiagnosticCode("MFA211", "ambiguous-code")
  static let wrongEventKind = DiagnosticCode("MFA212", "wrong-event-kind")
  static let wrongAnswer = DiagnosticCode("MFA213", "call-does-not-answer")
  static let unknownReference = DiagnosticCode("MFA214", "unknown-reference")
  static let unknownChoice = DiagnosticCode("MFA215", "unknown-choice")
  static let duplicateName = DiagnosticCode("MFA216", "duplicate-name")
  static let unknownContract = DiagnosticCode("MFA217", "unknown-contract")
  static let guardType = DiagnosticCode("MFA218", "guard-does-not-fit")
  static let unknownType = DiagnosticCode("MFA219", "unknown-type")
  static let targetDoesNotWait = DiagnosticCode("MFA220", "target-does-not-wait")
  package static let secretLeak = DiagnosticCode("MFA221", "secret-leak")
  package static let unknownPlaceholder = DiagnosticCode("MFA222", "unknown-placeholder")
  static let misplacedMove = DiagnosticCode("MFA223", "misplaced-move")
  static let flowTooLarge = DiagnosticCode("MFA224", "flow-too-large")
  static let notAList = DiagnosticCode("MFA225", "not-a-list")
  static let pickTooEarly = DiagnosticCode("MFA226", "pick-too-early")
  static let unusedPick = DiagnosticCode("MFA227", "unused-pick")
  static let secretFromElsewhere = DiagnosticCode("MFA240", "secret-from-elsewhere")
  static let foreignUser = DiagnosticCode("MFA241", "foreign-user")
  package static let privateShown = DiagnosticCode("MFA242", "private-shown")
  static let unknownBudget = DiagnosticCode("MFA228", "unknown-budget")
  static let budgetOfAnotherCount = DiagnosticCode("MFA229", "budget-of-another-count")
  static let partStillNeeded = DiagnosticCode("MFA239", "part-still-needed")
  static let unknownGate = DiagnosticCode("MFA237", "unknown-gate")
  static let unusedGate = DiagnosticCode("MFA238", "unused-gate", .warning)
  static let openMode = DiagnosticCode("MFA236", "open-mode", .warning)
  static let unknownProof = DiagnosticCode("MFA325", "unknown-proof", isNeverAllowed: true)
  static let unknownSeverity = DiagnosticCode("MFA329", "unknown-severity", isNeverAllowed: true)
  static let earnsMore = DiagnosticCode("MFA327", "earns-more", isNeverAllowed: true)
  static let missingTexts = DiagnosticCode("MFA270", "missing-texts", .warning)
  static let textOfNoMessage = DiagnosticCode("MFA271", "text-of-no-message")
  static let foreignPlaceholder = DiagnosticCode("MFA272", "placeholder-of-translation")
  package static let lostPlaceholder = DiagnosticCode("MFA273", "lost-placeholder", .warning)
  static let pluralCategory = DiagnosticCode("MFA275", "plural-category")
  static let twoTexts = DiagnosticCode("MFA276", "two-texts", .warning)
  static let tooLongText = DiagnosticCode("MFA278", "too-long-text", .warning)

  /// Mistakes inside a step, an end or a message that do not depend on other members.
  package static let ofSingleMembers: Set<DiagnosticCode> = [
    unknownEvent, unknownCall, unknownCode, unknownMode, unknownParameter, missingArgument, wrongArgument,
    duplicateOutcome, ambiguousCode, wrongEventKind, wrongAnswer, unknownReference, unknownChoice, guardType,
    unknownType, secretLeak, misplacedMove, notAList, pickTooEarly, unusedPick, secretFromElsewhere, foreignUser,
    privateShown, unknownProof, earnsMore, openMode,
  ]

  /// Names that the contract does not have.
  static let ofContract: Set<DiagnosticCode> = [unknownEvent, unknownCall, unknownCode, unknownMode]

  /// Every code of this module.
  public static let all = [
    unknownEvent, unknownCall, unknownCode, unknownMode, unknownTarget, unknownMessage, unknownParameter,
    missingArgument, wrongArgument, duplicateOutcome, ambiguousCode, wrongEventKind, wrongAnswer, unknownReference,
    unknownChoice, duplicateName, unknownContract, guardType, unknownType, targetDoesNotWait, secretLeak,
    unknownPlaceholder, misplacedMove, flowTooLarge, notAList, pickTooEarly, unusedPick,
    secretFromElsewhere, foreignUser, privateShown, unknownBudget, budgetOfAnotherCount, unknownProof, earnsMore,
    unknownSeverity, partStillNeeded, unknownGate, unusedGate, openMode, missingTexts, textOfNoMessage,
    foreignPlaceholder, lostPlaceholder, pluralCategory, twoTexts, tooLongText,
  ]
}
