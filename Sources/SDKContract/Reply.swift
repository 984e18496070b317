// SPDX-License-Identifier: Apache-2.0

public import Values

/// One thing that a call may lead to.
public struct Reply: Sendable, Hashable {
  /// The event that comes.
  public let event: EventID
  /// The mode the event has; nil if it has none, or may have any.
  public let mode: Int?
  /// How it comes out.
  public let outcome: ReplyOutcome
  /// Only when the event that the call answers had this mode (the contract's `byMode`); nil for any.
  public let underMode: Int?
  /// Only when the call's arguments have these values (the contract's `given`); empty for always.
  public let given: Record
  /// The proofs it shows when it comes as the reply to this call.
  public let earns: [Proof]
  /// The authenticators it sets up: recorded, and counted for no goal.
  public let enrols: [Proof]
  /// The path to the ids that must be those of the answered event for this to be its echo, such as
  /// `threats.threatId`; nil if any such event is a reply.
  public let echo: [String]?
  /// How well founded it is that the call leads to this; what it earns and enrols is always ``Confidence/chosen``.
  public let confidence: Confidence
  /// Where the line comes from, such as a document and its section; may be empty for what is chosen.
  public let source: String

  /// What a line `earns: { knowledge: password }` says.
  public init(
    event: EventID, mode: Int?, outcome: ReplyOutcome, underMode: Int?, given: Record, earns: [Proof],
    enrols: [Proof], echo: [String]?, confidence: Confidence = .chosen, source: String = ""
  ) {
    self.event = event
    self.mode = mode
    self.outcome = outcome
    self.underMode = underMode
    self.given = given
    self.earns = earns
    self.enrols = enrols
    self.echo = echo
    self.confidence = confidence
    self.source = source
  }
}
