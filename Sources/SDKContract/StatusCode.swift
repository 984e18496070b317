// SPDX-License-Identifier: Apache-2.0

/// A status code: what it means, and in which events it arrives.
public struct StatusCode: Sendable, Hashable {
  /// An event, and the mode that it must have; mode nil means any.
  public struct Carrier: Sendable, Hashable {
    /// The event that comes.
    public let event: EventID
    /// Nil for any mode, and for an event that has none.
    public let mode: Int?

    /// What the contract's reader makes of a line; all of it stands in the file.
    public init(event: EventID, mode: Int?) {
      self.event = event
      self.mode = mode
    }
  }

  /// The number that the SDK sends.
  public let number: Int
  /// The name that a flow may write for the number, such as `wrong-activation-code`.
  public let name: String
  /// Where it arrives, in the order of the contract.
  public let arrivals: [Carrier]
  /// What its coming tells about whether the user exists; nil for nothing.
  public let reveals: Revelation?
  /// Information, not a failure: the event counts as a success.
  public let isInformational: Bool
  /// The event's field that bounds how often it can come, such as `attemptsLeft`; nil if nothing of the SDK's does.
  public let boundedBy: String?
  /// How many answers of a user may come to this before the SDK takes no more; nil where nobody states it.
  public let attempts: Int?
  /// It says that the user or the device is shut out: no flow can go well on from it.
  public let shutsOut: Bool
  /// The calls after which the SDK resets the count of those attempts; nothing else refills them.
  public let renewedBy: [CallID]
  /// What it is, in one sentence for people; empty where the contract says nothing.
  public let meaning: String
  /// How well the line is founded.
  public let confidence: Confidence
  /// Where the line comes from, such as a document and its section.
  public let source: String

  /// What the contract's reader makes of a line; all of it stands in the file.
  public init(
    number: Int, name: String, arrivals: [Carrier], reveals: Revelation?, isInformational: Bool,
    boundedBy: String?, meaning: String, confidence: Confidence, source: String, attempts: Int? = nil,
    renewedBy: [CallID] = [], shutsOut: Bool = false
  ) {
    self.number = number
    self.name = name
    self.arrivals = arrivals
    self.reveals = reveals
    self.isInformational = isInformational
    self.boundedBy = boundedBy
    self.attempts = attempts
    self.renewedBy = renewedBy
    self.shutsOut = shutsOut
    self.meaning = meaning
    self.confidence = confidence
    self.source = source
  }

  /// How many answers of a user the SDK takes before it takes no more, where several codes may follow one; nil if one of them has no number.
  ///
  /// Each code has a count of its own, and the first that is spent ends it: of two codes with three attempts each, each may come twice
  /// before the last answer.
  package static func attempts(with codes: [StatusCode]) -> Int? {
    codes.reduce(1) { sum, code in
      guard let sum, let attempts = code.attempts else { return nil }
      return sum + attempts - 1
    }
  }
}
