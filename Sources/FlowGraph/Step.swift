// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

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
  /// Those of them that may be made without asking: what has to be confirmed never is.
  package var takenAutos: [Int] { autos.filter { choices[$0].confirm == nil } }
  /// Where each of the choices of ``autos`` is named.
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

  /// The budgets of the flow that its limits draw on, those of its choices included: a budget for each limit.
  package var sharedLimits: [Spanned<String>] {
    ([sharedTries, sharedMax] + choices.map(\.sharedMax)).compactMap(\.self)
  }

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
