// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// A place where a flow waits or acts, as written below `steps:` or `interrupts:`.
///
/// Why a class: it is passed on often, and a copy of all that it holds would be costly.
package final class StepSyntax: Sendable {
  /// What a step is for.
  package enum Kind: Sendable {
    /// `challenge: getUser 141`
    case challenge(EventSyntax)
    /// `event: onGetNotifications`
    case event(EventSyntax)
    /// `call: initialize`, with its `with:`
    case call(CallSyntax)
    /// `wait: message-key`
    case wait
    /// `gate: [isDeviceSecure, allowLogin]`: the questions that every security module is asked.
    case gate(GateSyntax)
    /// `run: sign-in`: another flow, as a path from the folder of the file; its `then:` names the ends of that flow.
    case run(Spanned<String>)
    /// Below `interrupts:`; the event is the key.
    case interrupt(EventSyntax)
  }

  /// The key of the step; of an interrupt, its event.
  package let name: Spanned<String>
  /// What it waits for or does.
  package let kind: Kind
  /// Where the kind is written: the key `challenge`, `event`, `call` or `wait`.
  package let kindRange: SourceRange
  /// The message shown with its question; nil for none.
  package let say: Spanned<String>?
  /// What the user picks, and then what the user types, in order.
  package let inputs: [InputSyntax]
  /// What must hold of the inputs, in order.
  package let checks: [CheckSyntax]
  /// What must have been shown before the step does anything; nil for nothing.
  package let requirement: RequireSyntax?
  /// What handing in the inputs does; nil for nothing.
  package let answer: CallSyntax?
  /// The buttons, in order.
  package let choices: [ChoiceSyntax]
  /// The choices of which the first that is offered is made without asking, in order.
  package let autos: [Spanned<String>]
  /// How many answers the SDK may take; nil for no limit.
  package let tries: TriesSyntax?
  /// How often a `call:` step may make its call in a run.
  package let max: MaxSyntax?
  /// In milliseconds.
  package let within: Spanned<Int>?
  /// The number of seconds that a screen counts down from: for show.
  package let countdown: Spanned<ReferenceSyntax>?
  /// Where an interrupt goes at once, without asking.
  package let to: TargetSyntax?
  /// What may come back, in order.
  package let then: [TransitionSyntax]
  /// All that counts of what its calls show; nil for what the contract says.
  package let earns: EarnsSyntax?
  /// From the step's name to its last character.
  package let range: SourceRange

  package init(
    name: Spanned<String>, kind: Kind, kindRange: SourceRange, say: Spanned<String>?, inputs: [InputSyntax],
    checks: [CheckSyntax], requirement: RequireSyntax?, answer: CallSyntax?, choices: [ChoiceSyntax],
    autos: [Spanned<String>], tries: TriesSyntax?, max: MaxSyntax?,
    within: Spanned<Int>?, countdown: Spanned<ReferenceSyntax>?,
    to: TargetSyntax?, then: [TransitionSyntax], earns: EarnsSyntax?, range: SourceRange
  ) {
    self.name = name
    self.kind = kind
    self.kindRange = kindRange
    self.say = say
    self.inputs = inputs
    self.checks = checks
    self.requirement = requirement
    self.answer = answer
    self.choices = choices
    self.autos = autos
    self.tries = tries
    self.max = max
    self.within = within
    self.countdown = countdown
    self.to = to
    self.then = then
    self.earns = earns
    self.range = range
  }
}

/// `ask:`: a value that the user types.
package struct InputSyntax: Sendable {
  /// As guards and references name it.
  package var name: Spanned<String>
  /// Stated only for what is no parameter of the call.
  package var type: Spanned<String>?
  /// What to offer.
  package var suggestion: Spanned<ReferenceSyntax>?
  /// Below `pick:`, the list that it is picked from; nil for what is typed.
  package var pick: PickSyntax?
}
