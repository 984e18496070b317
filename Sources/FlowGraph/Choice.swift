// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import Guards

/// A button.
public struct Choice: Sendable {
  /// What a button does.
  public enum Action: Sendable {
    /// Makes a call; the transitions lie over the step's own, key by key.
    case call(CallUse, [Transition])
    case go(Target)
  }

  /// The key of the choice.
  public let name: Spanned<String>
  /// What pressing it does.
  public let action: Action
  /// The condition under which it is offered; nil for always.
  public let when: Guard?
  /// Where the condition is written; nil for none.
  public let whenRange: SourceRange?
  /// The message to confirm first; nil for none.
  public let confirm: MessageID?
  /// How often in a run; nil for no such limit.
  public let max: Spanned<Int>?
  /// How often in a session or by a user, or with success: no limit of a run; nil for none.
  public let scopedMax: ScopedLimit?
  /// The budget of the flow that its limit is, as the choice names it; nil for one of its own.
  public let sharedMax: Spanned<String>?
  /// Whether it may be used up.
  public var isLimited: Bool { max != nil || scopedMax != nil }
  /// The least time between two, in milliseconds; nil for none.
  public let every: Spanned<Int>?
  /// How long its call may take, in milliseconds; nil for the contract's patience.
  public let within: Spanned<Int>?
}
