// SPDX-License-Identifier: Apache-2.0

public import Values

/// A kind of evidence, as the standards count them (NIST SP 800-63B section 2.2; ISO/IEC 29115).
public enum Factor: String, Sendable, Hashable, CaseIterable {
  case knowledge
  case possession
  case inherence
}

/// What an accepted answer shows: a factor, and the authenticator it was shown with.
public struct Proof: Sendable, Hashable {
  /// The kind of evidence.
  public let factor: Factor
  /// Such as `password`, `device` or `activation-code`.
  public let authenticator: String

  /// What a line `earns: { knowledge: password }` says.
  public init(factor: Factor, authenticator: String) {
    self.factor = factor
    self.authenticator = authenticator
  }

  /// As traces and reports write it, such as `possession by device`.
  package var words: String { "\(factor.rawValue) by \(authenticator)" }
}

/// A call that a flow can make: what it takes, when it is legal, and what it may lead to.
///
/// Why a class: it is looked up all the time, and a copy of all that it holds would be costly.
public final class CallSpec: Sendable {
  /// A value that a call takes.
  public struct Parameter: Sendable, Hashable {
    /// The name that flows write.
    public let name: String
    /// What a value of it may be.
    public let type: ValueType
    /// White space around the text is cut off before it is measured and sent.
    public let isTrimmed: Bool
    /// The least number of characters (text, secret), or the least number.
    public let minimum: Int?
    /// The greatest number of characters (text, secret), or the greatest number.
    public let maximum: Int?
    /// The call may be made without it.
    public let isOptional: Bool
    /// It names the user of the run: a call that a run makes on its way out gets it from there.
    public let isUser: Bool

    /// What the contract's reader makes of a line; all of it stands in the file.
    public init(
      name: String, type: ValueType, isTrimmed: Bool, minimum: Int?, maximum: Int?, isOptional: Bool,
      isUser: Bool = false
    ) {
      self.name = name
      self.type = type
      self.isTrimmed = isTrimmed
      self.minimum = minimum
      self.maximum = maximum
      self.isOptional = isOptional
      self.isUser = isUser
    }
  }

  /// What it is that a call accepts by, on behalf of the user.
  public enum Acceptance: Sendable, Hashable {
    /// That it is made at all.
    case always
    /// That a flag among its arguments is true.
    case flag(String)
  }

  /// The name that flows write.
  public let name: String
  /// Other names of it, such as those of sibling platforms.
  public let aliases: [String]
  /// The events it answers; empty for a call that a flow makes by itself.
  public let answers: [EventID]
  /// The status code with which the answered event must have come, such as 141 to unblock; nil for any.
  public let answersCode: Int?
  /// What it takes, in the order of the contract.
  public let parameters: [Parameter]
  /// Fields of the answered event that are sent back unchanged, such as `challengeMode`.
  public let echoes: [String]
  /// The answered event's list on each element of which the arguments are set, such as `threats`; nil for a plain call.
  public let each: String?
  /// The phases in which it is legal; empty means in every one that is not closed.
  public let phases: [PhaseID]
  /// The phase that the SDK is in once it has accepted the call; nil if it does not change.
  public let entersPhase: PhaseID?
  /// The SDK's accepting it takes away every proof.
  public let losesProofs: Bool
  /// The field of the answered event that must be true for the call to be legal; nil if it is always legal.
  public let requiresField: String?
  /// How long the SDK may take to answer with an event, in milliseconds; nil for no limit.
  public let patience: Int?
  /// The user is sent something by it, such as a code, or is asked on another device.
  public let sends: Bool
  /// No argument says who the user is, though a text is handed in, such as a code or the name of the device.
  public let namesNobody: Bool
  /// The session lasts longer by it.
  public let extends: Bool
  /// It accepts what it answers, such as a threat, or consents to it: that is for the user to do; nil if it does not.
  public let accepts: Acceptance?
  /// Calls made before it that the SDK answers no more once it has accepted this one; empty for none.
  public let supersedes: [CallID]
  /// What may come back; closed: anything else is undeclared, and goes to `else`.
  public let replies: [Reply]
  /// The error numbers with which it may be refused at once.
  public let rejections: [Int]
  /// What it is, in one sentence for people; empty where the contract says nothing.
  public let meaning: String
  /// How well the line is founded.
  public let confidence: Confidence
  /// Where the line comes from, such as a document and its section; may be empty for what is chosen.
  public let source: String

  /// What the contract's reader makes of a line; all of it stands in the file.
  public init(
    name: String, aliases: [String], answers: [EventID], parameters: [Parameter], echoes: [String],
    each: String?, phases: [PhaseID], entersPhase: PhaseID?, losesProofs: Bool, requiresField: String?,
    patience: Int?, replies: [Reply], rejections: [Int], meaning: String, confidence: Confidence, source: String,
    answersCode: Int? = nil, sends: Bool = false, namesNobody: Bool = false, extends: Bool = false,
    accepts: Acceptance? = nil, supersedes: [CallID] = []
  ) {
    self.name = name
    self.aliases = aliases
    self.answers = answers
    self.answersCode = answersCode
    self.parameters = parameters
    self.echoes = echoes
    self.each = each
    self.phases = phases
    self.entersPhase = entersPhase
    self.losesProofs = losesProofs
    self.requiresField = requiresField
    self.patience = patience
    self.sends = sends
    self.namesNobody = namesNobody
    self.extends = extends
    self.accepts = accepts
    self.supersedes = supersedes
    self.replies = replies
    self.rejections = rejections
    self.meaning = meaning
    self.confidence = confidence
    self.source = source
  }

  /// Nil if the call takes no parameter of that name.
  public func parameter(named name: String) -> Parameter? { parameters.first { $0.name == name } }

  /// The modes of the answered event in which it can answer; nil if in every one.
  ///
  /// A call whose replies all stand under modes (`byMode`) answers in no other.
  public var answeredModes: [Int]? {
    guard !replies.isEmpty else { return nil }
    var modes: [Int] = []
    for reply in replies {
      guard let mode = reply.underMode else { return nil }
      if !modes.contains(mode) { modes.append(mode) }
    }
    return modes
  }

  /// What it may lead to when the answered event had this mode, in the order of the contract.
  public func replies(underMode mode: Int?) -> [Reply] {
    replies.filter { $0.underMode == nil || $0.underMode == mode }
  }
}

/// How an event came out: a success, a status code that is none, or an error.
public enum ReplyOutcome: Sendable, Hashable {
  case success
  case code(Int)
  /// An error; nil stands for any number.
  case error(Int?)
}
