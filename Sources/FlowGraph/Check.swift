// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import Guards

/// What must hold: of the inputs before the call is made, or of an item before it is offered.
public struct Check: Sendable, Hashable {
  /// The condition, with its names bound to their types.
  public let expression: Guard
  /// The message shown when it does not hold; nil for none.
  public let say: MessageID?
  /// Where the condition is written.
  public let range: SourceRange
}
