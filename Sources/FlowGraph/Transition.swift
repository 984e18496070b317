// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import FlowSyntax
public import SDKContract

/// One thing that may come back, and where it goes.
public struct Transition: Sendable {
  /// What may come back.
  public let trigger: Trigger
  /// Where the flow goes then.
  public let target: Target
  /// Where the key stands.
  public let range: SourceRange
}

/// What may come back.
public enum Trigger: Sendable, Hashable {
  /// An event with its outcome; mode nil for any.
  case event(EventID, mode: Int?, outcome: ReplyOutcome)
  /// An error in any event; nil for any number.
  case error(Int?)
  /// Refused at once; nil for any number.
  case rejected(Int?)
  case accepted
  case timeout
  case exhausted
  /// Every security module allows it.
  case allow
  /// A security module denies it, errs or is silent.
  case deny
  case otherwise
}

extension Trigger {
  /// Whether nothing was proved when it comes.
  package func isFailure(_ contract: Contract) -> Bool {
    switch self {
    case .otherwise, .timeout, .exhausted, .error, .rejected, .deny, .event(_, mode: _, outcome: .error): true
    case .event(let event, mode: _, outcome: .code(let code)): !contract.isInformational(code, in: event)
    case .accepted, .allow, .event: false
    }
  }
}

/// Where a transition goes.
public struct Target: Sendable {
  /// The way to go.
  public enum Kind: Sendable, Hashable {
    case step(StepID)
    case end(EndID)
    /// At this step, for nothing.
    case stay
    /// At this step, for one of its tries.
    case retry
    /// Back to what the interrupt interrupted.
    case resume
  }

  /// The way to go.
  public let move: Kind
  /// The message shown at the next question or end; nil for none.
  public let say: MessageID?
  /// Where the target is written.
  public let range: SourceRange
  /// What must be reached on the way, since success ends of flows inside are passed, as a place in ``Flow/claims``.
  package let claim: ClaimID
  /// The line of a `run:` step that is taken on the way, as an index into ``Flow/passages``; nil for none.
  package let passage: Int?
  /// Where the line of an inner flow is written that leads to the end of it that is passed; nil where none is passed.
  package let innerRange: SourceRange?

  init(_ move: Kind, say: MessageID?, _ syntax: TargetSyntax) {
    self.move = move
    self.say = say
    range = syntax.range
    claim = ClaimID(syntax.claim)
    passage = syntax.passage.map { Int($0) }
    innerRange = syntax.innerRange
  }
}
