// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// The rules about what a world file says: MFA900 to MFA919.
///
/// How it is written is for `YAMLTree` to judge.
public enum WorldRules {
  /// A word that is none of those a key allows.
  public static let unknownWord = DiagnosticCode("MFA900", "unknown-world-word")
  /// A user who is to activate and whom no code would let in.
  public static let noCode = DiagnosticCode("MFA901", "user-without-code")
  /// A user of this device with neither a password nor the device's own authentication.
  public static let noWayIn = DiagnosticCode("MFA902", "user-without-way-in")
  /// Facts of an activated user beside `activated: false`.
  public static let notActivated = DiagnosticCode("MFA903", "facts-without-activation")
  /// The device's own authentication where there is none, or of a user whose device this is not.
  public static let noLDA = DiagnosticCode("MFA904", "lda-without-device")
  /// A remembered user whom the world does not have.
  public static let unknownUser = DiagnosticCode("MFA905", "unknown-world-user")
  /// A fault that changes nothing.
  public static let emptyFault = DiagnosticCode("MFA906", "fault-without-effect")
  /// Keys of a fault that exclude each other.
  public static let faultClash = DiagnosticCode("MFA907", "fault-keys-clash")
  /// Two faults for the same call, of which the second would never be used.
  public static let faultTwice = DiagnosticCode("MFA908", "fault-twice")
  /// A call that the simulated SDK does not know.
  public static let unknownCall = DiagnosticCode("MFA909", "unknown-world-call")
  /// 0 where a refusal or an error is due.
  public static let zeroError = DiagnosticCode("MFA910", "zero-is-no-error")
  /// A policy that no password fulfils.
  public static let impossiblePolicy = DiagnosticCode("MFA911", "impossible-policy")
  /// A list with nothing in it.
  public static let emptyList = DiagnosticCode("MFA912", "empty-world-list")
  /// A number below zero.
  public static let negative = DiagnosticCode("MFA913", "negative-world-number")
  /// White space around a name, which no call could ever match.
  public static let untrimmed = DiagnosticCode("MFA914", "untrimmed-world-name")
  /// A text that is no moment of the calendar.
  public static let notADate = DiagnosticCode("MFA915", "not-a-world-date")
  /// Keys of a finding of threats that exclude each other, or none that says what is found.
  public static let threatClash = DiagnosticCode("MFA916", "threat-keys-clash")
  /// Two threats of a list, two notifications or two devices with the same id.
  public static let idTwice = DiagnosticCode("MFA917", "world-id-twice")
  /// Times or limits of a session that cannot be kept together.
  public static let sessionClash = DiagnosticCode("MFA918", "impossible-world-session")
  /// A device that the world does not describe.
  public static let unknownDevice = DiagnosticCode("MFA919", "unknown-world-device")

  /// Every rule that reading a world can give, in the order of their numbers.
  public static let all: [DiagnosticCode] = [
    unknownWord, noCode, noWayIn, notActivated, noLDA, unknownUser, emptyFault, faultClash, faultTwice, unknownCall,
    zeroError, impossiblePolicy, emptyList, negative, untrimmed, notADate, threatClash, idTwice, sessionClash,
    unknownDevice,
  ]
}
