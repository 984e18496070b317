// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// The rules that a contract must keep, beyond those of YAML.
public enum ContractRules {
  /// A word that names an event, call, type, phase, mode, code, field or factor which the contract does not have.
  public static let unknownName = DiagnosticCode("MFA150", "unknown-contract-name")
  /// A name that is not made of letters, digits, `-` and `_`.
  public static let badName = DiagnosticCode("MFA151", "bad-contract-name")
  /// Two things of a kind with one name, aliases included.
  public static let duplicateName = DiagnosticCode("MFA152", "duplicate-contract-name")
  /// Two things of a kind with one number.
  public static let duplicateNumber = DiagnosticCode("MFA153", "duplicate-contract-number")
  /// A name that flows use for something else, such as `else`, or that types use, such as `list`.
  public static let reservedName = DiagnosticCode("MFA154", "reserved-contract-name")
  /// A type, a field or a parameter that is not written as types are.
  public static let badType = DiagnosticCode("MFA155", "bad-contract-type")
  /// A line without confidence and source, or with another first word than a confidence.
  public static let badSource = DiagnosticCode("MFA156", "bad-source")
  /// A version that is not three numbers.
  public static let badVersion = DiagnosticCode("MFA157", "bad-contract-version")
  /// A number, where a status code or an error number is due, that is none.
  public static let badNumber = DiagnosticCode("MFA158", "bad-contract-number")
  /// A reply, an arrival or an answered event that is not written as such.
  public static let badReply = DiagnosticCode("MFA159", "bad-reply")
  /// A status code in an event, or a mode of an event, for which the contract does not declare it.
  public static let codeElsewhere = DiagnosticCode("MFA160", "code-of-another-event")
  /// An error number in an event for which the contract does not declare it.
  public static let errorElsewhere = DiagnosticCode("MFA161", "error-of-another-event")
  /// A code that means success, where one is due that does not.
  public static let successCode = DiagnosticCode("MFA162", "success-code")
  /// A mode that an event does not have.
  public static let modeElsewhere = DiagnosticCode("MFA163", "mode-of-another-event")
  /// A status or an error in an event that carries neither.
  public static let noStatus = DiagnosticCode("MFA164", "event-without-status")
  /// A code or an error number that arrives nowhere.
  public static let nowhere = DiagnosticCode("MFA165", "code-of-no-event")
  /// A field that an event does not carry.
  public static let unknownField = DiagnosticCode("MFA166", "unknown-contract-field")
  /// A field or a parameter of another type than its use needs.
  public static let wrongType = DiagnosticCode("MFA167", "wrong-contract-type")
  /// A condition on an argument that the call does not take.
  public static let unknownParameter = DiagnosticCode("MFA168", "unknown-contract-parameter")
  /// A value that its parameter cannot have.
  public static let wrongValue = DiagnosticCode("MFA169", "wrong-contract-value")
  /// An interrupt that has no place in the order of interrupts.
  public static let interruptWithoutRank = DiagnosticCode("MFA170", "interrupt-without-rank")
  /// Two interrupts of one rank, of which neither opens above the other.
  public static let equalRanks = DiagnosticCode("MFA171", "equal-ranks")
  /// A key that only interrupts have, at an event of another kind.
  public static let interruptKey = DiagnosticCode("MFA172", "key-of-interrupts")
  /// A call that answers an event which wants no answer.
  public static let answersReport = DiagnosticCode("MFA173", "answer-to-report")
  /// An event, or a mode of one, that wants an answer and that no call answers.
  public static let unanswered = DiagnosticCode("MFA174", "unanswered-challenge")
  /// The same reply twice under one call.
  public static let replyTwice = DiagnosticCode("MFA175", "reply-twice")
  /// A notice as a reply: a notice ends no wait.
  public static let replyByNotice = DiagnosticCode("MFA176", "reply-by-notice")
  /// A proof or an enrolment at a reply that is no success.
  public static let proofOfFailure = DiagnosticCode("MFA177", "proof-of-failure")
  /// A phase's way out that cannot be gone: not legal in the phase, or in need of an argument.
  public static let abandonNotPossible = DiagnosticCode("MFA178", "abandon-not-possible")
  /// A key that has a meaning only for a call that answers an event.
  public static let answersNothing = DiagnosticCode("MFA179", "answers-nothing")
  /// A list of names with nothing in it.
  public static let nothingNamed = DiagnosticCode("MFA180", "nothing-named")

  /// More of something than a machine has room for.
  public static let tooLarge = DiagnosticCode("MFA181", "contract-too-large")

  /// A proof by an authenticator whose channel shows nothing, such as a mailed code.
  public static let channelProvesNothing = DiagnosticCode("MFA183", "channel-proves-nothing")
  /// A claim of an authenticator's key, where its channel lets nothing but words through.
  public static let channelWithoutKey = DiagnosticCode("MFA184", "channel-without-key")
  /// A proof by what is typed or sent, at a call that takes no secret for it: a name, a consent, a flag.
  public static let proofWithoutSecret = DiagnosticCode("MFA185", "proof-without-secret")
  /// A proof in a contract that does not say by which channel it comes.
  public static let channelNotStated = DiagnosticCode("MFA186", "proof-without-channel")
  /// A code that the SDK counts, of which the contract does not say up to which number.
  public static let attemptsNotStated = DiagnosticCode("MFA188", "attempts-not-stated", .warning)
  /// A notice that changes what a flow rests on: a flow cannot do anything about it.
  public static let noticeWithEffect = DiagnosticCode("MFA189", "notice-with-effect")

  /// Every rule that reading a contract can give, in the order of their numbers.
  public static let all: [DiagnosticCode] = [
    unknownName, badName, duplicateName, duplicateNumber, reservedName, badType, badSource, badVersion, badNumber,
    badReply, codeElsewhere, errorElsewhere, successCode, modeElsewhere, noStatus, nowhere, unknownField, wrongType,
    unknownParameter, wrongValue, interruptWithoutRank, equalRanks, interruptKey, answersReport, unanswered,
    replyTwice, replyByNotice, proofOfFailure, abandonNotPossible, answersNothing, nothingNamed,
    tooLarge, channelProvesNothing, channelWithoutKey, proofWithoutSecret, channelNotStated, attemptsNotStated,
    noticeWithEffect,
  ]
}
