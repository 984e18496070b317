// SPDX-License-Identifier: Apache-2.0

public import Values

/// People whom an SDK treats in a way of their own, such as those whose account is blocked.
public struct Population: Sendable, Hashable {
  /// Something that comes back to a call.
  public struct Mark: Sendable, Hashable {
    /// The event that comes.
    public let event: EventID
    /// Nil for any mode, and for an event that has none.
    public let mode: Int?
    /// How it comes out.
    public let outcome: ReplyOutcome

    /// What the contract's reader makes of a line; all of it stands in the file.
    public init(event: EventID, mode: Int?, outcome: ReplyOutcome) {
      self.event = event
      self.mode = mode
      self.outcome = outcome
    }
  }

  /// The name, such as `blocked-by-password`.
  public let name: String
  /// To whom one of these comes, is one of them.
  public let comes: [Mark]
  /// The calls that lead to nothing for them: what they take cannot be had.
  public let never: [CallID]
  /// The arguments with which they make calls, such as what they consent to; others are not theirs.
  public let given: Record
  /// Who they are, in one sentence for people; empty where the contract says nothing.
  public let meaning: String
  /// How well the line is founded.
  public let confidence: Confidence
  /// Where the line comes from, such as a document and its section.
  public let source: String

  /// What the contract's reader makes of a line; all of it stands in the file.
  public init(
    name: String, comes: [Mark], never: [CallID], given: Record, meaning: String, confidence: Confidence, source: String
  ) {
    self.name = name
    self.comes = comes
    self.never = never
    self.given = given
    self.meaning = meaning
    self.confidence = confidence
    self.source = source
  }
}
