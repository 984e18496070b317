// SPDX-License-Identifier: Apache-2.0

public import Values

/// What an event of an SDK is for.
public enum EventKind: String, Sendable, Hashable, CaseIterable {
  /// It wants an answer.
  case challenge
  /// It reports how something went.
  case result
  /// It is traced, and never consumes a wait.
  case notice
  /// It may come at any moment, and is handled above whatever the flow is doing.
  case interrupt
}

/// What happens when an interrupt comes again while it is open or waiting.
public enum Repetition: String, Sendable, Hashable, CaseIterable {
  /// The later one waits until the earlier one is left.
  case queue
  /// The later one takes the place of the earlier one, whose late answer is stale; it waits while a call of that one is open.
  case replace
}

/// The values of a field with which an event is a success; with any other it has failed.
public struct RequiredValues: Sendable, Hashable {
  /// The field, a numbered choice.
  public let field: String
  /// The numbers that it may have.
  public let numbers: [Int]

  package init(field: String, numbers: [Int]) {
    self.field = field
    self.numbers = numbers
  }
}

/// An event of an SDK: what it carries and what it does by merely arriving.
///
/// Why a class: it is looked up all the time, and a copy of all that it holds would be costly.
public final class EventSpec: Sendable {
  /// The name that flows write.
  public let name: String
  /// Names of the same event on other platforms.
  public let aliases: [String]
  /// What the event is for.
  public let kind: EventKind
  /// The field that carries the challenge mode, such as `challengeMode`; nil if the event has no mode.
  public let modeField: String?
  /// The modes that it may have, in the order of the contract; empty if it has none.
  public let modes: [Int]
  /// What it carries, the mode included.
  public let fields: RecordType
  /// The field that names the user; nil if the event does not say whom it is about.
  public let userField: String?
  /// The field that says how many attempts are left; nil if the event does not say.
  public let attemptsField: String?
  /// Whether it carries a status and an error at all.
  public let hasStatus: Bool
  /// The status codes that mean success in it, one of which it must carry; empty where those of the contract count, and none
  /// at all means success, too.
  public let successCodes: [Int]
  /// The values without which it is no success, where it carries those fields.
  public let required: [RequiredValues]
  /// The phase that the SDK is in from its arrival on; nil if it does not change.
  public let phase: PhaseID?
  /// Its arrival takes away every proof.
  public let losesProofs: Bool
  /// The order of interrupts: a higher one opens above a lower one; 0 for other kinds.
  public let rank: Int
  /// What happens when it comes again while it is open or waiting; of use for interrupts only.
  public let repetition: Repetition
  /// Until it is answered, nothing else may be asked of the SDK.
  public let barsCalls: Bool
  /// It cannot be ignored.
  public let needsAnswer: Bool
  /// Nothing may resume after it.
  public let isTerminal: Bool
  /// The calls after one of which it may come, as a part of their way; empty for an event that may come at any moment.
  public let after: [CallID]
  /// Interrupts that its arrival closes.
  public let cancels: [EventID]
  /// The path of the words that say how grave what it tells of is, such as `threats.threatSeverity`; nil for an event that
  /// tells of no threat.
  public let severity: [String]?
  /// What it is, in one sentence for people; empty where the contract says nothing.
  public let meaning: String
  /// How well the line is founded.
  public let confidence: Confidence
  /// Where the line comes from, such as a document and its section; may be empty for what is chosen.
  public let source: String

  /// What the contract's reader makes of a line; all of it stands in the file.
  public init(
    name: String, aliases: [String], kind: EventKind, modeField: String?, modes: [Int], fields: RecordType,
    userField: String?,
    attemptsField: String?, hasStatus: Bool, phase: PhaseID?, losesProofs: Bool, rank: Int,
    repetition: Repetition, barsCalls: Bool, needsAnswer: Bool, isTerminal: Bool, cancels: [EventID],
    meaning: String, confidence: Confidence, source: String, after: [CallID] = [],
    severity: [String]? = nil, successCodes: [Int] = [], required: [RequiredValues] = []
  ) {
    self.name = name
    self.aliases = aliases
    self.kind = kind
    self.modeField = modeField
    self.modes = modes
    self.fields = fields
    self.userField = userField
    self.attemptsField = attemptsField
    self.hasStatus = hasStatus
    self.phase = phase
    self.losesProofs = losesProofs
    self.rank = rank
    self.repetition = repetition
    self.barsCalls = barsCalls
    self.needsAnswer = needsAnswer
    self.isTerminal = isTerminal
    self.cancels = cancels
    self.after = after
    self.severity = severity
    self.successCodes = successCodes
    self.required = required
    self.meaning = meaning
    self.confidence = confidence
    self.source = source
  }
}

extension Contract {
  /// The interrupts that an event closes by its arrival: of those that the contract names, none that is terminal.
  package func cancelled(by event: EventSpec) -> [EventID] { event.cancels.filter { !self[$0].isTerminal } }
}
