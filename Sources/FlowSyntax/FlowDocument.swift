// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import Guards

/// A flow file as its author wrote it: every word with its place, references still names.
package struct FlowDocument: Sendable {
  /// The name of the flow; empty where it could not be read.
  package var name: Spanned<String>
  /// Three numbers; empty where they could not be read.
  package var version: Spanned<String>
  /// What the flow is for; nil if its author does not say.
  package var summary: Spanned<String>?
  /// The flow than which this one is said to be not weaker; nil for none.
  package var refines: RefinesSyntax?
  /// The contract: its name, or the path of its file, which alone ends in `.yaml`.
  package var sdk: Spanned<String>
  /// The assurance that the author claims, such as `aal2`; nil if the flow claims none.
  package var goal: Spanned<String>?
  /// What every success end requires beside the goal; nil for nothing.
  package var require: RequireSyntax?
  /// How grave a threat may be that is accepted without asking the user; empty if none may be.
  package var silentThreats: [Spanned<String>] = []
  /// The parts that are joined to the flow, as paths from the folder of the file.
  package var uses: [Spanned<String>]
  /// The files with the messages in other languages, as paths from the folder of the file.
  package var catalogues: [Spanned<String>] = []
  /// The language in which the messages are written; nil if the author does not say.
  package var messagesIn: Spanned<String>?
  /// The step at which a run begins; empty where it could not be read.
  package var start: Spanned<String>
  /// The budgets that steps share, in the order of the file.
  package var budgets: [SharedBudgetSyntax] = []
  /// The lists of questions that several gates ask, in the order of the file.
  package var gates: [QuestionListSyntax] = []
  /// The steps that could be read, in the order of the file.
  package var steps: [StepSyntax]
  /// Steps that open above whatever the flow is doing.
  package var interrupts: [StepSyntax]
  /// The ends that could be read, in the order of the file.
  package var ends: [EndSyntax]
  /// The messages that could be read, in the order of the file.
  package var messages: [MessageSyntax]
  /// The names of all steps, interrupts and ends as written, where some could not be read; else empty.
  ///
  /// A reference to one of them is no flaw of its own.
  package var unreadPlaces: Set<String>
  /// The keys of all messages as written, where something could not be read; else empty.
  package var unreadMessages: Set<String>
  /// The names of all budgets as written, where something could not be read; else empty.
  package var unreadBudgets: Set<String> = []
  /// The names of all lists of questions as written, where something could not be read; else empty.
  package var unreadGates: Set<String> = []
  /// Where words could not be read, sorted: what was written there is missing here.
  package var flaws: [SourceRange]
  /// The whole document.
  package var range: SourceRange
  /// Whether a step runs another flow.
  package var hasRuns = false
  /// Whether something is missing that could not be read, such as a path below `use:`: an unknown name may stand there.
  package var lacksParts = false

  /// Whether other files belong to it.
  package var isJoined: Bool { !uses.isEmpty || hasRuns || !catalogues.isEmpty }

  /// Whether every word could be read.
  package var isWhole: Bool { flaws.isEmpty }

  /// Whether a word in this part of the document could not be read.
  package func isDamaged(_ part: SourceRange) -> Bool {
    guard !flaws.isEmpty else { return false }
    var low = 0
    var high = flaws.count
    while low < high {
      let middle = (low + high) / 2
      if flaws[middle].start < part.start { low = middle + 1 } else { high = middle }
    }
    return low < flaws.count && flaws[low].start <= part.end
  }
}

/// Than which flow another one is not weaker: `refines: true`, or `refines: ../login`.
package struct RefinesSyntax: Sendable {
  /// The path of that flow; nil for the base.
  package let path: Spanned<String>?
  /// Where it is written.
  package let range: SourceRange
}

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

/// `pick:`: one item of a list, which the user picks.
///
/// Why a class: few inputs are picked, and all of them are copied often.
package final class PickSyntax: Sendable {
  /// The list: a path of names into the event, or into what was picked before; empty where it could not be read.
  package let from: Spanned<ReferenceSyntax>
  /// What must hold of an item, in order; one that fails a check with a message is shown with that.
  package let checks: [CheckSyntax]
  /// In which order they are shown; nil for that of the list.
  package let order: OrderSyntax?
  /// What is shown of an item; nil for what its fields say.
  package let show: ShowSyntax?
  /// The message for a list that has no item to show; nil for none.
  package let none: Spanned<String>?

  init(
    from: Spanned<ReferenceSyntax>, checks: [CheckSyntax] = [], order: OrderSyntax? = nil, show: ShowSyntax? = nil,
    none: Spanned<String>? = nil
  ) {
    self.from = from
    self.checks = checks
    self.order = order
    self.show = show
    self.none = none
  }

  /// The same, with other keys of messages.
  package func naming(_ key: (Spanned<String>) -> Spanned<String>) -> PickSyntax {
    PickSyntax(from: from, checks: checks.map { $0.naming(key) }, order: order, show: show, none: none.map(key))
  }
}

/// `show: "{subject}: {message}"`: what is shown of an item.
package struct ShowSyntax: Sendable {
  /// The parts of the text, in order; its placeholders are the fields of the item, or `item` for the item itself.
  package let pieces: [MessageSyntax.Piece]
  /// Where the text is written.
  package let range: SourceRange
}

/// `order: descending createdAtEpoch`, or `order: ascending` for items without fields.
package struct OrderSyntax: Sendable {
  /// The field of an item that is compared; nil for the item itself.
  package let field: Spanned<String>?
  /// Where it is written.
  package let range: SourceRange
  /// Whether the greatest comes first.
  package let isDescending: Bool
}

/// What must hold: of the inputs before the call is made, or of an item before it is offered.
package struct CheckSyntax: Sendable {
  /// The condition.
  package var check: GuardSyntax
  /// The message shown when it does not hold; nil for none.
  package var say: Spanned<String>?

  /// The same, with another key of its message.
  package func naming(_ key: (Spanned<String>) -> Spanned<String>) -> CheckSyntax {
    CheckSyntax(check: check, say: say.map(key))
  }
}

/// A call, and what it is made with.
package struct CallSyntax: Sendable {
  /// The name of the call.
  package var name: Spanned<String>
  /// What is written below `with:`, in order.
  package var arguments: [ArgumentSyntax]
  /// What the security modules are asked each time before it is made; empty for nothing.
  package var gate = GateSyntax()
}

/// `with: { password: $newPassword }`, one of them.
package struct ArgumentSyntax: Sendable {
  /// What an argument is.
  package enum Content: Sendable {
    /// A scalar as written; the parameter's type decides what it is.
    case literal(String)
    case reference(ReferenceSyntax)
  }

  /// The name of the parameter.
  package var name: Spanned<String>
  /// What is passed.
  package var content: Content
  /// Where the value is written.
  package var range: SourceRange
}

/// `$event.deviceName`: a path through what the step knows.
package struct ReferenceSyntax: Sendable, Hashable {
  /// The names between the dots, without the dollar sign.
  package var path: [String]

  /// A reference with these names between its dots.
  package init(path: [String]) { self.path = path }
}

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

/// A guard, parsed, and where it stands.
package struct GuardSyntax: Sendable {
  /// The condition, parsed.
  package var expression: Guard
  /// Where it is written.
  package var range: SourceRange
}

/// An end of the flow.
package struct EndSyntax: Sendable {
  /// As targets name it.
  package var name: Spanned<String>
  /// `success`, `failure` or `ended`.
  package var outcome: Spanned<String>
  /// The message of farewell; nil for none.
  package var say: Spanned<String>?
  /// What a success end requires beside the goal and what the flow requires; nil for nothing.
  package var require: RequireSyntax?
}
