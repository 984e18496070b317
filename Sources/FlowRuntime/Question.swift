// SPDX-License-Identifier: Apache-2.0

import SDKContract
public import Values

/// What a run wants to know, with all that a screen needs to ask it.
public struct Question: Sendable {
  /// The number of the question; an answer to another one is stale and refused.
  public let request: Int
  /// The step or interrupt that asks, as the flow names it.
  public let step: String
  /// The event that it answers, with its status, its error and its data but what the contract marks private; nil for a step
  /// that waits.
  public var event: SDKEvent? {
    guard let answered, let spec, ValueType.record(spec.fields).holdsPrivate else { return answered?.event }
    var event = answered.event
    event.data = spec.fields.withoutPrivate(event.data)
    return event
  }
  /// What to tell the user, with its placeholders filled; nil if the flow says nothing.
  public let message: String?
  /// The message with its key; nil where there is none.
  package internal(set) var said: SaidMessage?
  /// Whether the message is what the step says whenever it asks, and not what has just happened.
  package internal(set) var saysAtEntry = false
  /// Whether a call of the step is open: the SDK has yet to answer it.
  package internal(set) var isUnderWay = false
  /// What to ask for, in order; empty if there are only choices.
  public let inputs: [Input]
  /// Whether the inputs can be handed in: false when the step has none, or its call is not legal now.
  public let canSubmit: Bool
  /// What may be chosen now, in the order of the flow.
  public let choices: [Choice]
  /// What can be chosen once it has cooled down.
  public let later: [Later]
  /// The other choices of the step, which cannot be made now.
  public package(set) var closed: [Closed]
  /// The number with which the SDK just refused a call of this step; nil if it did not.
  public let refusal: Int?
  /// The SDK's words for that refusal, for people; nil if it said nothing, or repeated a secret.
  public package(set) var refusalMessage: String?
  /// What is left of the countdown, which began when the event came, and went on in the background: for show; nil for no
  /// countdown.
  public let countdown: Duration?
  /// When this question times out, since the start of the run; nil for never.
  public let deadline: Duration?
  /// Whether this is an interrupt above what the flow was doing.
  public let isInterrupt: Bool

  /// The attempts that are left by the SDK's own word; nil if the event does not say.
  public let attemptsLeft: Int?
  /// The answers that the flow still takes at the step, however many the SDK would take; nil for a step without `tries`.
  public package(set) var triesLeft: Int?

  /// A value that is asked for.
  public struct Input: Sendable, Hashable {
    /// The name under which the answer hands it in, such as `userName`.
    public let name: String
    /// What it may be; a screen picks its field by it.
    public let type: ValueType
    /// What to offer; nil for nothing.
    ///
    /// Never a secret.
    public let suggestion: Value?
    /// Whether it is an item of a list, which the answer names by its place: ``Question/items(of:after:)`` has the list.
    public let isPick: Bool

    /// Whether what is typed must not be shown: a password, a code.
    public var isSecret: Bool { type.holdsSecret }

    /// An input as a flow asks for it.
    public init(name: String, type: ValueType, suggestion: Value?, isPick: Bool = false) {
      self.name = name
      self.type = type
      self.suggestion = suggestion
      self.isPick = isPick
    }
  }

  /// A choice that can be made.
  public struct Choice: Sendable, Hashable {
    /// The name of the choice in the flow, such as `resend`.
    public let name: String
    /// What to confirm with the user first; nil if nothing.
    public let confirm: String?

    /// A choice, and the message to confirm first.
    public init(name: String, confirm: String?) {
      self.name = name
      self.confirm = confirm
    }
  }

  /// A choice that was just made and has to cool down.
  public struct Later: Sendable, Hashable {
    /// The name of the choice in the flow.
    public let name: String
    /// Since the start of the run.
    public let at: Duration
    /// What to confirm with the user first; nil if nothing.
    public let confirm: String?

    /// A choice that is offered from that time on.
    public init(name: String, at: Duration, confirm: String? = nil) {
      self.name = name
      self.at = at
      self.confirm = confirm
    }
  }

  /// A choice that cannot be made now, and that no waiting brings back.
  public struct Closed: Sendable, Hashable {
    /// The name of the choice in the flow.
    public let name: String
    /// Whether it was made as often as its `max` says; else its `when`, the event or the phase rules it out.
    public let isSpent: Bool

    /// A choice that is not offered.
    public init(name: String, isSpent: Bool) {
      self.name = name
      self.isSpent = isSpent
    }
  }

  /// The event, where it is shared: a copy of all its fields would be costly.
  private let answered: Occurrence?

  /// What the contract says of the event; nil where it says nothing.
  private let spec: EventSpec?

  /// What may be picked; nil if nothing is.
  private let offer: PickOffer?

  /// The items that a pick offers, in the order of the pick.
  ///
  /// - Parameters:
  ///   - name: the pick, which is one of the inputs.
  ///   - places: the places, counted from 1, of the items of the picks before it, in order.
  /// - Returns: empty if there is no such pick, or if one before it was not made.
  public func items(of name: String, after places: [Int] = []) -> [Value] {
    guard let offer, let picked = picked(before: name, places) else { return [] }
    return offer.items(behind: picked)
  }

  /// The items that a pick shows, in the order of the pick: those that it offers, and those that cannot be picked and
  /// that the flow says why.
  ///
  /// - Parameters:
  ///   - name: the pick, which is one of the inputs.
  ///   - places: the places of the items of the picks before it, in order.
  public func list(of name: String, after places: [Int] = []) -> PickList {
    guard let offer, let picked = picked(before: name, places) else { return PickList(items: [], none: nil) }
    return PickList(offer, behind: picked)
  }

  /// What the picks before one have picked; nil if there is no such pick, or if one before it was not made.
  private func picked(before name: String, _ places: [Int]) -> [Value]? {
    guard let offer, let index = inputs.firstIndex(where: { $0.isPick && $0.name == name }), index == places.count
    else { return nil }
    var picked: [Value] = []
    for place in places {
      guard let found = offer.item(.int(place), behind: picked) else { return nil }
      picked.append(found.item)
    }
    return picked
  }

  package init(
    request: Int, step: String, event: SDKEvent?, message: String?, inputs: [Input], canSubmit: Bool,
    choices: [Choice], later: [Later], attemptsLeft: Int?, refusal: Int?, countdown: Duration?,
    deadline: Duration?, isInterrupt: Bool
  ) {
    self.init(
      request: request, step: step, answered: event.map { Occurrence($0, id: 0, signal: 0, time: nil) },
      spec: nil, message: message, inputs: inputs, offer: nil, canSubmit: canSubmit, choices: choices, later: later,
      closed: [],
      attemptsLeft: attemptsLeft, refusal: refusal, countdown: countdown, deadline: deadline, isInterrupt: isInterrupt)
  }

  init(
    request: Int, step: String, answered: Occurrence?, spec: EventSpec?, message: String?, inputs: [Input],
    offer: PickOffer?,
    canSubmit: Bool, choices: [Choice], later: [Later], closed: [Closed], attemptsLeft: Int?, refusal: Int?,
    countdown: Duration?, deadline: Duration?, isInterrupt: Bool
  ) {
    self.offer = offer
    self.request = request
    self.step = step
    self.answered = answered
    self.spec = spec
    self.message = message
    self.inputs = inputs
    self.canSubmit = canSubmit
    self.choices = choices
    self.later = later
    self.closed = closed
    self.attemptsLeft = attemptsLeft
    self.refusal = refusal
    self.countdown = countdown
    self.deadline = deadline
    self.isInterrupt = isInterrupt
  }
}
