// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// A button: a call with its own `then:`, or a way to go.
package struct ChoiceSyntax: Sendable {
  /// What a button does.
  package enum Action: Sendable {
    case call(CallSyntax)
    case go(TargetSyntax)
  }

  /// The key of the choice.
  package var name: Spanned<String>
  /// What pressing it does.
  package var action: Action
  /// The condition under which it is offered; nil for always.
  package var when: GuardSyntax?
  /// The message to confirm first; nil for none.
  package var confirm: Spanned<String>?
  /// How often it may be made; nil for no limit.
  package var max: MaxSyntax?
  /// The least time between two, in milliseconds.
  package var every: Spanned<Int>?
  /// How long its call may take, in milliseconds.
  package var within: Spanned<Int>?
  /// What may come back of its call, over the lines of the step.
  package var then: [TransitionSyntax]
}
