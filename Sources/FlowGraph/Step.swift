// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import FlowSyntax
public import Guards
public import SDKContract
public import Values

/// A place where a flow waits or acts.
///
/// Why a class: every rule looks at every step, and a copy of all that it holds would be costly.
public final class Step: Sendable {
  /// What a step is for.
  public enum Kind: Sendable {
    /// Waits for a challenge, and answers it.
    case challenge(Awaited)
    /// Waits for a result, or shows it.
    case event(Awaited)
    /// Makes a call on its own account.
    case call(CallUse)
    /// Nothing to answer; its choices stay usable while something is under way elsewhere.
    case wait
    /// Asks every security module these questions.
    case gate([String])
    /// Opens above whatever the flow is doing when its event comes.
    case interrupt(Awaited)
  }

  /// Its place in ``Flow/steps``.
  public let id: StepID
  /// As targets name it; of an interrupt, its event as written.
  public let name: Spanned<String>
  /// What it waits for or does.
  public let kind: Kind
  /// Where the kind is written.
  public let kindRange: SourceRange
  /// The message shown with its question; nil for none.
  public let say: MessageID?
  /// What the user picks, and then what the user types, in order.
  public let inputs: [Input]
  /// What must hold of the inputs, in order.
  public let checks: [Check]
  /// What must have been shown before the step does anything; nil for nothing.
  public let requirement: Requirement?
  /// What handing in the inputs does; nil if the step has no answer of its own.
  public let answer: CallUse?
  /// The buttons, in order.
  public let choices: [Choice]
  /// The choices of which the first that is offered is made without asking: indices into `choices`, in order.
  public let autos: [Int]
  /// Where each of those is named.
  package let autoRanges: [SourceRange]
  /// How many answers of this step the SDK may take; nil for no limit of the flow's own.
  public let tries: Spanned<Int>?
  /// What `tries` is counted for.
  public let triesScope: BudgetScope
  /// The budget of the flow that `tries` draws on, as the step names it; nil for one of its own.
  public let sharedTries: Spanned<String>?
  /// How often a `call:` step may make its call in a run; nil for no limit.
  public let max: Spanned<Int>?
  /// The budget of the flow that `max` draws on, as the step names it; nil for one of its own.
  public let sharedMax: Spanned<String>?
  /// In milliseconds; nil for no limit.
  public let within: Spanned<Int>?
  /// The path of the number of seconds that a screen counts down from; nil for none.
  public let countdown: [String]?
  /// Where an interrupt goes at once, without asking.
  public let to: Target?
  /// The lines of `then:`, in order.
  public let transitions: [Transition]
  /// All that counts of what its calls show; nil for what the contract says.
  public let earns: EarnLimit?
  /// From the step's name to its last character.
  public let range: SourceRange
  /// Whether every word of it could be read and resolved: then what is missing here was never written.
  public let isWhole: Bool

  init(
    id: StepID, name: Spanned<String>, kind: Kind, kindRange: SourceRange, say: MessageID?, inputs: [Input],
    checks: [Check], requirement: Requirement?, answer: CallUse?, choices: [Choice],
    autos: [Spanned<Int>], tries: Tries?,
    max: Max?, within: Spanned<Int>?, countdown: [String]?, to: Target?,
    transitions: [Transition],
    earns: EarnLimit?, range: SourceRange, isWhole: Bool
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.kindRange = kindRange
    self.say = say
    self.inputs = inputs
    self.checks = checks
    self.requirement = requirement
    self.answer = answer
    self.choices = choices
    self.autos = autos.map(\.value)
    autoRanges = autos.map(\.range)
    self.tries = tries?.count
    triesScope = tries?.scope ?? .run
    sharedTries = tries?.shared
    self.max = max?.plain
    sharedMax = max?.shared
    self.within = within
    self.countdown = countdown
    self.to = to
    self.transitions = transitions
    self.earns = earns
    self.range = range
    self.isWhole = isWhole
  }

  /// A step of which only the name is known, since something in it could not be resolved.
  convenience init(unread name: Spanned<String>, _ id: StepID, range: SourceRange) {
    self.init(
      id: id, name: name, kind: .wait, kindRange: name.range, say: nil, inputs: [], checks: [], requirement: nil,
      answer: nil, choices: [], autos: [], tries: nil, max: nil, within: nil, countdown: nil, to: nil, transitions: [],
      earns: nil, range: range, isWhole: false)
  }

  /// The event that the step is for; nil for `call:` and `wait:` steps.
  public var awaited: Awaited? {
    switch kind {
    case .challenge(let awaited), .event(let awaited), .interrupt(let awaited): awaited
    case .call, .wait, .gate: nil
    }
  }

  /// How many of its inputs, from the first, are picked from lists.
  public var pickCount: Int { inputs.prefix { $0.pick != nil }.count }

  /// The messages about what is handed in and what may be picked.
  package var spokenOfInputs: [MessageID] {
    checks.compactMap(\.say)
      + inputs.compactMap(\.pick).flatMap { $0.checks.compactMap(\.say) + [$0.none].compactMap(\.self) }
  }

  /// The name of the `run:` step whose flow it belongs to; nil for a step of the flow's own.
  public var run: Substring? {
    let name = name.value
    return name.utf8.firstIndex(of: UInt8(ascii: "/")).map { name[..<$0] }
  }

  /// Whether it stands below `interrupts:`.
  public var isInterrupt: Bool {
    if case .interrupt = kind { true } else { false }
  }

  /// Every place that the step may go to, with what leads there; nil where nothing has to come, as for a choice that makes no call.
  package var targets: [(target: Target, trigger: Trigger?)] {
    var targets: [(target: Target, trigger: Trigger?)] = []
    if let to { targets.append((to, nil)) }
    for line in transitions { targets.append((line.target, line.trigger)) }
    for choice in choices {
      switch choice.action {
      case .call(_, let over): for line in over { targets.append((line.target, line.trigger)) }
      case .go(let target): targets.append((target, nil))
      }
    }
    return targets
  }

  /// Goes through the messages that it may show: when it asks, and on each way on from it.
  package func forEachMessage(_ body: (MessageID) -> Void) {
    func tell(_ message: MessageID?) { if let message { body(message) } }
    tell(say)
    for message in spokenOfInputs { body(message) }
    tell(to?.say)
    for line in transitions { tell(line.target.say) }
    for choice in choices {
      tell(choice.confirm)
      switch choice.action {
      case .call(_, let over): for line in over { tell(line.target.say) }
      case .go(let target): tell(target.say)
      }
    }
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

/// A budget on which several steps draw.
public struct SharedBudget: Sendable {
  /// As `tries:` and `max:` name it.
  public let name: Spanned<String>
  /// How many answers and uses it allows to all of them together.
  public let count: Spanned<Int>
  /// What it is counted for.
  public let scope: BudgetScope
}

/// The tries of a step: its own, or those of a budget that it shares.
struct Tries {
  let count: Spanned<Int>
  let scope: BudgetScope
  let shared: Spanned<String>?
}

/// The `max` of a choice or of a call: its own, or that of a budget that it shares.
struct Max {
  var plain: Spanned<Int>?
  var scoped: ScopedLimit?
  var shared: Spanned<String>?
}

/// What a budget is counted for.
public enum BudgetScope: String, Sendable, Hashable, CaseIterable {
  /// For the whole run: it is never refilled.
  case run
  /// For the time in which somebody is signed in, and for the time in which nobody is: it is refilled by each sign-in, and
  /// when that is over.
  case session
  /// For each user that the SDK names: another user has tries of their own, and naming the first one again refills nothing.
  case user

  /// For so many users a run counts; further users have no tries.
  public static let mostUsers = 16
}

/// The event that a step is for.
public struct Awaited: Sendable, Hashable {
  /// The event of the contract.
  public let event: EventID
  /// Only in this mode; nil for any.
  public let mode: Int?
  /// Only with this status code; nil for any outcome.
  public let code: Int?
}

/// A value that the user types, or picks.
public struct Input: Sendable, Hashable {
  /// As guards and references name it.
  public let name: String
  /// What may be typed; of a pick, what the items of its list are.
  public let type: ValueType
  /// The rules of the parameter it is for; nil if it is for none.
  public let parameter: CallSpec.Parameter?
  /// The path of what to offer, such as `event.recentlyLoggedInUser`; nil for nothing.
  public let suggestion: [String]?
  /// The list that it is picked from; nil for what is typed.
  public let pick: Pick?
  /// Where the input is named.
  public let range: SourceRange

  /// How many characters a text or a secret must have at least: a form that is handed in empty is not an answer.
  package var leastSize: Int { parameter?.minimum ?? (parameter?.isOptional ?? false ? 0 : 1) }
}

/// A list of which the user picks one item.
public struct Pick: Sendable, Hashable {
  /// Where the list comes from.
  public enum Source: Sendable, Hashable {
    /// A path into the event's data.
    case event([String])
    /// A path into what an earlier pick of the step, an index, has picked.
    case picked(Int, [String])
  }

  /// Where the list comes from; a list that is missing is an empty one.
  public let source: Source
  /// What must hold of an item for it to be offered, in order.
  ///
  /// One that fails a check with a message is shown with that.
  public let checks: [Check]
  /// In which order they are shown; nil for that of the list.
  public let order: Order?
  /// What is shown of an item; nil for nothing.
  ///
  /// Its placeholders are the fields of the item, or `item` for the item itself.
  public let show: [Message.Piece]?
  /// The message for a list that has no item to show; nil for none.
  public let none: MessageID?

  /// Of the items that cannot be picked at most so many are shown.
  package static var mostUnavailable: Int { ListText.mostItems }

  /// An order of items by themselves or by one of their fields; those that lack it come last, and what is equal stays as it is.
  public struct Order: Sendable, Hashable {
    /// The field that is compared: numbers by their size, texts by their bytes; nil for items that are numbers or texts.
    public let field: String?
    /// Whether the greatest comes first.
    public let isDescending: Bool
  }
}

/// What must hold: of the inputs before the call is made, or of an item before it is offered.
public struct Check: Sendable, Hashable {
  /// The condition, with its names bound to their types.
  public let expression: Guard
  /// The message shown when it does not hold; nil for none.
  public let say: MessageID?
  /// Where the condition is written.
  public let range: SourceRange
}

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

/// A limit that begins again, or that only what succeeds draws on.
public struct ScopedLimit: Sendable {
  /// How often.
  public let count: Spanned<Int>
  /// What it is counted for.
  public let scope: BudgetScope
  /// Whether a use counts only when the SDK's reply is a success: one that fails, or that is not answered, costs nothing.
  public let isOfSuccesses: Bool
}

/// A call as a step makes it.
public struct CallUse: Sendable {
  /// A value that the call is made with.
  public struct Argument: Sendable, Hashable {
    /// Where a value comes from.
    public enum Source: Sendable, Hashable {
      case literal(Value)
      /// An input of the step, as an index.
      case input(Int)
      /// A path into the event's data.
      case event([String])
      /// A path into the record that an input of the step, an index, has picked.
      case picked(Int, [String])
      /// Whom the SDK last named.
      case user
    }

    /// The name of the parameter.
    public let name: String
    /// Where the value comes from.
    public let source: Source
  }

  /// The call of the contract.
  public let call: CallID
  /// What is written below `with:`, then the inputs of the same names.
  public let arguments: [Argument]
  /// What the security modules are asked each time before it is made; empty for nothing.
  public let gate: [String]
  /// Where the call's name is written.
  public let range: SourceRange
  /// Where what is below `with:` is written; nil for nothing.
  package let argumentsRange: SourceRange?
  /// Where the questions, or the name of their list, are written; nil for nothing.
  package let gateRange: SourceRange?
}
