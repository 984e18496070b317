// SPDX-License-Identifier: Apache-2.0

public import Values

/// What an SDK asks, accepts, answers and may do next: the one place where a flow's SDK is described.
///
/// A contract is data, read from YAML (``ContractReader``). Everything that mfaflow knows of an SDK stands here;
/// another SDK is another file.
///
/// Why a class: every flow holds its contract, and copies of a contract would be costly.
public final class Contract: Sendable {
  /// The name that a flow gives in `sdk:`, such as `relid`.
  public let name: String
  /// Three numbers, such as `1.0.0`.
  public let version: String
  /// The status codes that mean success, such as 0 and 100.
  public let successCodes: [Int]
  /// What the SDK is at a time, such as `off`, `preLogin`, `signedIn`, `dead`; the first is where a run begins.
  public let phases: [Phase]
  /// The phase in which a success end is one; nil if the SDK has none.
  public let signedInPhase: PhaseID?
  /// Every event, in the order of the contract; an ``EventID`` is an index into it.
  public let events: [EventSpec]
  /// Every call, in the order of the contract; a ``CallID`` is an index into it.
  public let calls: [CallSpec]
  /// What status codes mean, each with the events it arrives in.
  public let codes: [StatusCode]
  /// What error numbers mean: another number space than the status codes.
  public let errors: [ErrorNumber]
  /// The words that guards may name as `contract.<name>`, such as `verifyOption`.
  public let constants: Record
  /// Challenge modes by name, such as `set: 1`.
  public let modes: [NamedNumber]
  /// Whom the SDK treats in a way of their own.
  public let populations: [Population]
  /// Other names under which the SDK delivers fields.
  public let origins: [FieldOrigin]
  /// What users show proofs with, in the order of the contract; empty where it states nothing of them.
  public let authenticators: [Authenticator]

  private let eventNames: NameIndex
  private let callNames: NameIndex

  package init(
    name: String, version: String, successCodes: [Int], phases: [Phase], signedInPhase: PhaseID?,
    events: [EventSpec], calls: [CallSpec], codes: [StatusCode], errors: [ErrorNumber],
    constants: Record, modes: [NamedNumber], origins: [FieldOrigin] = [],
    authenticators: [Authenticator] = [], populations: [Population] = []
  ) {
    self.name = name
    self.version = version
    self.successCodes = successCodes
    self.phases = phases
    self.signedInPhase = signedInPhase
    self.events = events
    self.calls = calls
    self.codes = codes
    self.errors = errors
    self.constants = constants
    self.modes = modes
    self.origins = origins
    self.authenticators = authenticators
    self.populations = populations
    var (eventNames, callNames) = (NameIndex(), NameIndex())
    for (index, event) in events.enumerated() {
      eventNames.enter(event.name, index)
      for alias in event.aliases { eventNames.enter(alias, index) }
    }
    for (index, call) in calls.enumerated() {
      callNames.enter(call.name, index)
      for alias in call.aliases { callNames.enter(alias, index) }
    }
    self.eventNames = eventNames
    self.callNames = callNames
  }

  /// The event of that name or alias; nil if the contract has none.
  public func event(named name: String) -> EventID? {
    eventNames[name].map { EventID(index: UInt16($0)) }
  }

  /// The call of that name or alias; nil if the contract has none.
  public func call(named name: String) -> CallID? { callNames[name].map { CallID(index: UInt16($0)) } }

  /// What the contract says of one of its own.
  ///
  /// Why not a getter: it would copy all of it for the one field that is asked for.
  public subscript(event: EventID) -> EventSpec { _read { yield events[Int(event.index)] } }
  /// What the contract says of one of its own.
  public subscript(call: CallID) -> CallSpec { _read { yield calls[Int(call.index)] } }
  /// What the contract says of one of its own.
  public subscript(phase: PhaseID) -> Phase { phases[Int(phase.index)] }

  /// Whether a call is legal in a phase: where it names the phase, or names none and the phase is not closed.
  public func isLegal(_ call: CallID, in phase: PhaseID) -> Bool {
    let named = self[call].phases
    return named.isEmpty ? !self[phase].isClosed : named.contains(phase)
  }

  /// Nil if the contract says nothing of an authenticator of that name.
  public func authenticator(named name: String) -> Authenticator? { authenticators.first { $0.name == name } }

  /// Nil if the contract has no phase of that name.
  public func phase(named name: String) -> PhaseID? {
    phases.firstIndex { $0.name == name }.map { PhaseID(index: UInt8($0)) }
  }

  /// The status codes that may arrive in an event (in one of its modes, if given), in the order of the contract.
  public func codes(in event: EventID, mode: Int? = nil) -> [StatusCode] {
    codes.filter { code in
      code.arrivals.contains { $0.event == event && ($0.mode == nil || mode == nil || $0.mode == mode) }
    }
  }
}

/// An event of a contract, as an index.
public struct EventID: Sendable, Hashable {
  /// The place in the contract, from 0.
  public let index: UInt16
  /// The place in the contract, from 0.
  public init(index: UInt16) { self.index = index }
}

/// A call of a contract, as an index.
public struct CallID: Sendable, Hashable {
  /// The place in the contract, from 0.
  public let index: UInt16
  /// The place in the contract, from 0.
  public init(index: UInt16) { self.index = index }
}

/// A phase of a contract, as an index.
public struct PhaseID: Sendable, Hashable {
  /// The place in the contract, from 0.
  public let index: UInt8
  /// The place in the contract, from 0.
  public init(index: UInt8) { self.index = index }
}

/// A state of the SDK that decides which calls are legal.
public struct Phase: Sendable, Hashable {
  /// The name that flows write.
  public let name: String
  /// The call that a failed run makes on its way out; nil if nothing needs undoing.
  public let abandon: CallID?
  /// Whether the SDK is shut: no call is legal but those that name the phase.
  public let isClosed: Bool

  /// What the contract's reader makes of a line; all of it stands in the file.
  public init(name: String, abandon: CallID?, isClosed: Bool = false) {
    self.name = name
    self.abandon = abandon
    self.isClosed = isClosed
  }
}

/// How well a line of a contract is founded.
public enum Confidence: String, Sendable, Hashable, CaseIterable {
  /// Stated by the SDK's own material for this platform.
  case given
  /// Seen in the vendor's samples for a sibling platform.
  case sample
  /// Stated by vendor documentation that could be read in part only.
  case documented
  /// A hint from an old or third-party source.
  case weak
  /// Our own choice, such as a rank or a limit.
  case chosen
}

/// What the coming of a status code tells a person who typed a name: words that differ with it tell who has an account.
public enum Revelation: String, Sendable, Hashable, CaseIterable {
  /// There is such a user.
  case user
  /// There is none.
  case nobody
}

/// An error number: where it arises and what it means.
public struct ErrorNumber: Sendable, Hashable {
  /// The number that the SDK sends.
  public let number: Int
  /// The name that flows write.
  public let name: String
  /// The events in which it arrives as an error.
  public let events: [EventID]
  /// The calls that are refused with it at once.
  public let calls: [CallID]
  /// What it is, in one sentence for people; empty where the contract says nothing.
  public let meaning: String
  /// How well the line is founded.
  public let confidence: Confidence
  /// Where the line comes from, such as a document and its section; may be empty for what is chosen.
  public let source: String

  /// What the contract's reader makes of a line; all of it stands in the file.
  public init(
    number: Int, name: String, events: [EventID], calls: [CallID], meaning: String,
    confidence: Confidence, source: String
  ) {
    self.number = number
    self.name = name
    self.events = events
    self.calls = calls
    self.meaning = meaning
    self.confidence = confidence
    self.source = source
  }
}
