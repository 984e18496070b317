// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import Guards

/// A flow file as its author wrote it: every word with its place, references still names.
public struct FlowDocument: Sendable {
  /// The name of the flow; empty where it could not be read.
  public var name: Spanned<String>
  /// Three numbers; empty where they could not be read.
  public var version: Spanned<String>
  /// What the flow is for; nil if its author does not say.
  public var summary: Spanned<String>?
  /// The contract: its name, or the path of its file, which alone ends in `.yaml`.
  public var sdk: Spanned<String>
  /// The assurance that the author claims, such as `aal2`; nil if the flow claims none.
  public var goal: Spanned<String>?
  /// What every success end requires beside the goal; nil for nothing.
  public var require: RequireSyntax?
  /// How grave a threat may be that is accepted without asking the user; empty if none may be.
  public var silentThreats: [Spanned<String>] = []
  /// The parts that are joined to the flow, as paths from the folder of the file.
  public var uses: [Spanned<String>]
  /// The step at which a run begins; empty where it could not be read.
  public var start: Spanned<String>
  /// The budgets that steps share, in the order of the file.
  public var budgets: [SharedBudgetSyntax] = []
  /// The steps that could be read, in the order of the file.
  public var steps: [StepSyntax]
  /// Steps that open above whatever the flow is doing.
  public var interrupts: [StepSyntax]
  /// The ends that could be read, in the order of the file.
  public var ends: [EndSyntax]
  /// The messages that could be read, in the order of the file.
  public var messages: [MessageSyntax]
  /// The names of all steps, interrupts and ends as written, where some could not be read; else empty.
  ///
  /// A reference to one of them is no flaw of its own.
  public var unreadPlaces: Set<String>
  /// The keys of all messages as written, where something could not be read; else empty.
  public var unreadMessages: Set<String>
  /// The names of all budgets as written, where something could not be read; else empty.
  public var unreadBudgets: Set<String> = []
  /// Where words could not be read, sorted: what was written there is missing here.
  public var flaws: [SourceRange]
  /// The whole document.
  public var range: SourceRange
  /// Whether a step runs another flow.
  public var hasRuns = false
  /// Whether something is missing that could not be read, such as a path below `use:`: an unknown name may stand there.
  public var lacksParts = false

  /// Whether other files belong to it.
  public var isJoined: Bool { !uses.isEmpty || hasRuns }

  /// Whether every word could be read.
  public var isWhole: Bool { flaws.isEmpty }

  /// Whether a word in this part of the document could not be read.
  public func isDamaged(_ part: SourceRange) -> Bool {
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

/// A place where a flow waits or acts, as written below `steps:` or `interrupts:`.
///
/// Why a class: it is passed on often, and a copy of all that it holds would be costly.
public final class StepSyntax: Sendable {
  /// What a step is for.
  public enum Kind: Sendable {
    /// `challenge: getUser 141`
    case challenge(EventSyntax)
    /// `event: onGetNotifications`
    case event(EventSyntax)
    /// `call: initialize`, with its `with:`
    case call(CallSyntax)
    /// `wait: message-key`
    case wait
    /// `gate: [isDeviceSecure, allowLogin]`: the questions that every security module is asked.
    case gate([Spanned<String>])
    /// `run: sign-in`: another flow, as a path from the folder of the file; its `then:` names the ends of that flow.
    case run(Spanned<String>)
    /// Below `interrupts:`; the event is the key.
    case interrupt(EventSyntax)
  }

  /// The key of the step; of an interrupt, its event.
  public let name: Spanned<String>
  /// What it waits for or does.
  public let kind: Kind
  /// Where the kind is written: the key `challenge`, `event`, `call` or `wait`.
  public let kindRange: SourceRange
  /// The message shown with its question; nil for none.
  public let say: Spanned<String>?
  /// What the user picks, and then what the user types, in order.
  public let inputs: [InputSyntax]
  /// What must hold of the inputs, in order.
  public let checks: [CheckSyntax]
  /// What must have been shown before the step does anything; nil for nothing.
  public let requirement: RequireSyntax?
  /// What handing in the inputs does; nil for nothing.
  public let answer: CallSyntax?
  /// The buttons, in order.
  public let choices: [ChoiceSyntax]
  /// The choices of which the first that is offered is made without asking, in order.
  public let autos: [Spanned<String>]
  /// How many answers the SDK may take; nil for no limit.
  public let tries: TriesSyntax?
  /// How often a `call:` step may make its call in a run.
  public let max: MaxSyntax?
  /// In milliseconds.
  public let within: Spanned<Int>?
  /// The number of seconds that a screen counts down from: for show.
  public let countdown: Spanned<ReferenceSyntax>?
  /// Where an interrupt goes at once, without asking.
  public let to: TargetSyntax?
  /// What may come back, in order.
  public let then: [TransitionSyntax]
  /// All that counts of what its calls show; nil for what the contract says.
  public let earns: EarnsSyntax?
  /// From the step's name to its last character.
  public let range: SourceRange

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
public struct InputSyntax: Sendable {
  /// As guards and references name it.
  public var name: Spanned<String>
  /// Stated only for what is no parameter of the call.
  public var type: Spanned<String>?
  /// What to offer.
  public var suggestion: Spanned<ReferenceSyntax>?
  /// Below `pick:`, the list that it is picked from; nil for what is typed.
  public var pick: PickSyntax?
}

/// `pick:`: one item of a list, which the user picks.
///
/// Why a class: few inputs are picked, and all of them are copied often.
public final class PickSyntax: Sendable {
  /// The list: a path of names into the event, or into what was picked before; empty where it could not be read.
  public let from: Spanned<ReferenceSyntax>
  /// What must hold of an item, in order; one that fails a check with a message is shown with that.
  public let checks: [CheckSyntax]
  /// In which order they are shown; nil for that of the list.
  public let order: OrderSyntax?
  /// What is shown of an item; nil for what its fields say.
  public let show: ShowSyntax?
  /// The message for a list that has no item to show; nil for none.
  public let none: Spanned<String>?

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
public struct ShowSyntax: Sendable {
  /// The parts of the text, in order; its placeholders are the fields of the item, or `item` for the item itself.
  public let pieces: [MessageSyntax.Piece]
  /// Where the text is written.
  public let range: SourceRange
}

/// `order: descending createdAtEpoch`.
public struct OrderSyntax: Sendable {
  /// The field of an item that is compared.
  public let field: Spanned<String>
  /// Whether the greatest comes first.
  public let isDescending: Bool
}

/// What must hold: of the inputs before the call is made, or of an item before it is offered.
public struct CheckSyntax: Sendable {
  /// The condition.
  public var check: GuardSyntax
  /// The message shown when it does not hold; nil for none.
  public var say: Spanned<String>?

  /// The same, with another key of its message.
  package func naming(_ key: (Spanned<String>) -> Spanned<String>) -> CheckSyntax {
    CheckSyntax(check: check, say: say.map(key))
  }
}

/// A call, and what it is made with.
public struct CallSyntax: Sendable {
  /// The name of the call.
  public var name: Spanned<String>
  /// What is written below `with:`, in order.
  public var arguments: [ArgumentSyntax]
  /// What the security modules are asked each time before it is made; empty for nothing.
  public var gate: [Spanned<String>] = []
}

/// `with: { password: $newPassword }`, one of them.
public struct ArgumentSyntax: Sendable {
  /// What an argument is.
  public enum Content: Sendable {
    /// A scalar as written; the parameter's type decides what it is.
    case literal(String)
    case reference(ReferenceSyntax)
  }

  /// The name of the parameter.
  public var name: Spanned<String>
  /// What is passed.
  public var content: Content
  /// Where the value is written.
  public var range: SourceRange
}

/// `$event.deviceName`: a path through what the step knows.
public struct ReferenceSyntax: Sendable, Hashable {
  /// The names between the dots, without the dollar sign.
  public var path: [String]

  /// A reference with these names between its dots.
  public init(path: [String]) { self.path = path }
}

/// A button: a call with its own `then:`, or a way to go.
public struct ChoiceSyntax: Sendable {
  /// What a button does.
  public enum Action: Sendable {
    case call(CallSyntax)
    case go(TargetSyntax)
  }

  /// The key of the choice.
  public var name: Spanned<String>
  /// What pressing it does.
  public var action: Action
  /// The condition under which it is offered; nil for always.
  public var when: GuardSyntax?
  /// The message to confirm first; nil for none.
  public var confirm: Spanned<String>?
  /// How often it may be made; nil for no limit.
  public var max: MaxSyntax?
  /// The least time between two, in milliseconds.
  public var every: Spanned<Int>?
  /// How long its call may take, in milliseconds.
  public var within: Spanned<Int>?
  /// What may come back of its call, over the lines of the step.
  public var then: [TransitionSyntax]
}

/// A guard, parsed, and where it stands.
public struct GuardSyntax: Sendable {
  /// The condition, parsed.
  public var expression: Guard
  /// Where it is written.
  public var range: SourceRange
}

/// An end of the flow.
public struct EndSyntax: Sendable {
  /// As targets name it.
  public var name: Spanned<String>
  /// `success`, `failure` or `ended`.
  public var outcome: Spanned<String>
  /// The message of farewell; nil for none.
  public var say: Spanned<String>?
  /// What a success end requires beside the goal and what the flow requires; nil for nothing.
  public var require: RequireSyntax?
}

/// A text that the user sees.
public struct MessageSyntax: Sendable {
  /// The key of the message.
  public var name: Spanned<String>
  /// The parts of the text, in order.
  public var pieces: [Piece]
  /// Where the text is written.
  public var range: SourceRange

  /// A part of a text.
  public enum Piece: Sendable, Hashable {
    case text(String)
    /// `{passwordPolicy.msg}`: a path into the event's data, and what stands for a value that is empty or missing.
    case placeholder([String], none: String = "")
    /// A placeholder for a list, of which each item is shown.
    indirect case list([String], ListText)
  }
}

/// How a message shows a list: item by item, one below another.
public struct ListText: Sendable, Hashable {
  /// What stands for one item; its placeholders are the fields of the item, or `item` for the item itself.
  public let each: [MessageSyntax.Piece]
  /// So many items are shown at most.
  public let most: Int
  /// What stands for the rest, where `count` is how many they are; empty for nothing.
  public let more: [MessageSyntax.Piece]
  /// What stands for a list that is empty or missing; empty for nothing.
  public let none: [MessageSyntax.Piece]
  /// Where the text of an item is written.
  public let range: SourceRange

  /// More items are for a screen that scrolls.
  public static let mostItems = 100
}
