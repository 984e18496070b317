// SPDX-License-Identifier: Apache-2.0

import SDKContract

/// One thing that a backend must do, as `Documentation/Conformance.md` tells it.
///
/// The ids are for ever.
public enum Clause: String, Sendable, Hashable, CaseIterable {
  case greets = "C01"
  case refusesUnknownCalls = "C02"
  case refusesAtTheWrongMoment = "C03"
  case answersInTime = "C04"
  case sendsWhatIsDeclared = "C05"
  case placesStatuses = "C06"
  case placesErrors = "C07"
  case keepsOrder = "C08"
  case echoes = "C09"
  case placesInterrupts = "C10"
  case refusesDuplicates = "C11"
  case ends = "C12"
  case survivesBadMessages = "C13"
  case isDeterministic = "C14"
  case refusesMissingArguments = "C15"
  case staysUp = "C16"
  case succeeds = "C17"
  case refusesWhileUnderWay = "C18"
  case isSilentAtItsEnd = "C19"
  case countsDown = "C20"
  case keepsItsWord = "C21"

  /// Such as `C04`.
  public var id: String { rawValue }

  /// What must hold, in one sentence without a full stop.
  public var title: String {
    switch self {
    case .greets: "it says which contract, which messages and which clock it speaks, and claims no other"
    case .refusesUnknownCalls: "a call that the contract does not know is rejected, and nothing comes of it"
    case .refusesAtTheWrongMoment: "a call at the wrong moment is rejected at once, and nothing comes of it"
    case .answersInTime: "an accepted call leads to an event that the contract names for it, within its patience"
    case .sendsWhatIsDeclared: "events, their fields, types and modes are those of the contract"
    case .placesStatuses: "a status code comes only in events in which the contract has it"
    case .placesErrors: "an error number comes only where the contract has errors, and a refusal has one"
    case .keepsOrder:
      "one call leads to one answer, events come in order, and none by itself but interrupts and notices"
    case .echoes: "what answers carries the ids, and names the user, of what it answers: events and calls"
    case .placesInterrupts: "an interrupt comes only where it may, and nothing comes after a terminal one"
    case .refusesDuplicates: "an answer that was taken is not taken again"
    case .ends: "it ends in time when it is told to, or nothing more comes, and leaves no process behind"
    case .survivesBadMessages: "a message that it cannot carry out is answered with an error, and it goes on"
    case .isDeterministic: "the same calls in the same world lead to the same events"
    case .refusesMissingArguments: "a call without what it must take is rejected, and nothing comes of it"
    case .staysUp: "it answers everything that it may be asked, in the form that it must have"
    case .succeeds: "with the right answers, it comes to where a user is signed in"
    case .refusesWhileUnderWay: "an answer that was taken is not taken again while its reply is under way"
    case .isSilentAtItsEnd: "once it has answered `shutdown`, it says nothing more"
    case .countsDown: "after a wrong answer, fewer attempts are left"
    case .keepsItsWord: "it does what it lists among its capabilities"
    }
  }

  /// Whether it is about the messages of a program, which an SDK in this process does not have.
  public var isOfMessages: Bool {
    switch self {
    case .greets, .survivesBadMessages, .isSilentAtItsEnd, .keepsItsWord: true
    default: false
    }
  }

  /// Why a contract gives no occasion to see it, whatever a backend does; nil if it gives one.
  func silence(of contract: Contract) -> String? {
    switch self {
    case .placesStatuses: contract.codes.isEmpty ? "the contract has no status that is no success" : nil
    case .echoes:
      contract.calls.contains { !$0.echoes.isEmpty || $0.replies.contains { $0.echo != nil } }
        || contract.events.contains { $0.userField != nil }
        ? nil : "the contract has nothing that is sent back, and no event that names a user"
    case .countsDown:
      contract.codes.contains { $0.boundedBy != nil } ? nil : "the contract has no status that uses up attempts"
    case .placesInterrupts:
      contract.events.contains { $0.kind == .interrupt } ? nil : "the contract has no interrupt"
    case .refusesDuplicates, .refusesWhileUnderWay:
      contract.calls.contains { !$0.answers.isEmpty } ? nil : "the contract has no call that answers something"
    case .refusesMissingArguments:
      contract.calls.contains { $0.parameters.contains { !$0.isOptional } }
        ? nil : "the contract has no call that must take something"
    case .succeeds: contract.signedInPhase == nil ? "the contract has no phase in which a user is signed in" : nil
    case .greets, .refusesUnknownCalls, .refusesAtTheWrongMoment, .answersInTime, .sendsWhatIsDeclared, .placesErrors,
      .keepsOrder, .ends, .survivesBadMessages, .isDeterministic, .staysUp, .isSilentAtItsEnd, .keepsItsWord:
      nil
    }
  }

  /// Why nothing is said of it, where there was no occasion to see it.
  var missing: String {
    switch self {
    case .greets, .survivesBadMessages, .isSilentAtItsEnd, .keepsItsWord: "it is not asked by messages"
    case .countsDown:
      "no wrong answer was asked for again: give a world and a probe with which a code or a password is asked for"
    case .ends: "it was never told to end"
    case .placesStatuses: "no event came with a status that is no success"
    case .placesErrors: "no call was refused, and no event came with an error"
    case .echoes:
      "nothing came that an id or a user is sent back for: give a world in which it comes, or take `directions`"
    case .placesInterrupts: "no interrupt came: give a world in which one comes, or take `directions`"
    case .refusesDuplicates: "no answer was taken that could be given twice"
    case .refusesWhileUnderWay:
      "no reply was under way when the next call could be made: all come with the answer to the call"
    case .succeeds: "nobody was signed in: give right answers with a probe, and the world that they are right in"
    case .answersInTime, .keepsOrder, .isDeterministic: "no call was accepted"
    case .sendsWhatIsDeclared: "no event came"
    case .refusesUnknownCalls, .refusesAtTheWrongMoment, .refusesMissingArguments, .staysUp: "it could not be asked"
    }
  }
}
