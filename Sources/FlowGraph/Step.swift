// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import Guards
public import SDKContract
public import Values

/// A place where a flow waits or acts.
public struct Step: Sendable {
  public enum Kind: Sendable {
    /// Waits for a challenge, and answers it.
    case challenge(Awaited)
    /// Waits for a result, or shows it.
    case event(Awaited)
    /// Makes a call on its own account.
    case call(CallUse)
    /// Nothing to answer; its choices stay usable while something is under way elsewhere.
    case wait
    /// Opens above whatever the flow is doing when its event comes.
    case interrupt(Awaited)
  }

  public let id: StepID
  public let name: Spanned<String>
  public let kind: Kind
  /// Where the kind is written.
  public let kindRange: SourceRange
  public let say: MessageID?
  public let inputs: [Input]
  public let checks: [Check]
  /// What handing in the inputs does; nil if the step has no answer of its own.
  public let answer: CallUse?
  public let choices: [Choice]
  /// The choice that is made without asking when its guard holds: an index into `choices`.
  public let auto: Int?
  /// How many answers of this step the SDK may take in a run; nil for no limit of the flow's own.
  public let tries: Spanned<Int>?
  /// How often a `call:` step may make its call in a run; nil for no limit.
  public let max: Spanned<Int>?
  /// In milliseconds; nil for no limit.
  public let within: Spanned<Int>?
  /// The path of the number of seconds that a screen counts down from; nil for none.
  public let countdown: [String]?
  /// Where an interrupt goes at once, without asking.
  public let to: Target?
  public let transitions: [Transition]
  /// From the step's name to its last character.
  public let range: SourceRange
  /// Whether every word of it could be read and resolved: then what is missing here was never written.
  public let isWhole: Bool

  /// The event that the step is for; nil for `call:` and `wait:` steps.
  public var awaited: Awaited? {
    switch kind {
    case .challenge(let awaited), .event(let awaited), .interrupt(let awaited): awaited
    case .call, .wait: nil
    }
  }

  public var isInterrupt: Bool {
    if case .interrupt = kind { true } else { false }
  }

  /// The calls that the step can make, each with the transitions that lie over the step's own.
  public var calls: [(use: CallUse, over: [Transition])] {
    var calls: [(use: CallUse, over: [Transition])] = []
    if case .call(let use) = kind { calls.append((use, [])) }
    if let answer { calls.append((answer, [])) }
    for choice in choices {
      if case .call(let use, let over) = choice.action { calls.append((use, over)) }
    }
    return calls
  }
}

/// The event that a step is for.
public struct Awaited: Sendable, Hashable {
  public let event: EventID
  /// Only in this mode; nil for any.
  public let mode: Int?
  /// Only with this status code; nil for any outcome.
  public let code: Int?
}

/// A value that the user types.
public struct Input: Sendable, Hashable {
  public let name: String
  public let type: ValueType
  /// The rules of the parameter it is for; nil if it is for none.
  public let parameter: CallSpec.Parameter?
  /// The path of what to offer, such as `event.recentlyLoggedInUser`; nil for nothing.
  public let suggestion: [String]?
  public let range: SourceRange
}

/// What must hold of the inputs before the call is made.
public struct Check: Sendable {
  public let expression: Guard
  public let say: MessageID?
}

/// A button.
public struct Choice: Sendable {
  public enum Action: Sendable {
    /// Makes a call; the transitions lie over the step's own, key by key.
    case call(CallUse, [Transition])
    case go(Target)
  }

  public let name: Spanned<String>
  public let action: Action
  public let when: Guard?
  public let confirm: MessageID?
  /// How often in a run; nil for no limit.
  public let max: Spanned<Int>?
  /// The least time between two, in milliseconds; nil for none.
  public let every: Spanned<Int>?
  /// How long its call may take, in milliseconds; nil for the contract's patience.
  public let within: Spanned<Int>?
}

/// A call as a step makes it.
public struct CallUse: Sendable {
  public struct Argument: Sendable, Hashable {
    public enum Source: Sendable, Hashable {
      case literal(Value)
      /// An input of the step, as an index.
      case input(Int)
      /// A path into the event's data.
      case event([String])
    }

    public let name: String
    public let source: Source
  }

  public let call: CallID
  public let arguments: [Argument]
  /// Where the call's name is written.
  public let range: SourceRange
}
