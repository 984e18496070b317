// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph
package import FlowRuntime
import Values

/// What somebody sees who is asked: a question of a run, as words.
package struct Screen: Sendable, Hashable {
  /// A value that is asked for.
  package struct Input: Sendable, Hashable {
    package let name: String
    /// Such as `text`, or `secret`.
    package let kind: String
    /// What is offered for it; nil for nothing.
    package let suggestion: String?
    /// What can be picked; empty for what is typed.
    package let items: [String]
  }

  /// A button.
  package struct Choice: Sendable, Hashable {
    package let name: String
    /// The message to confirm first; nil for none.
    package let confirm: String?
    /// When it can be pressed, such as `in 30 s` or `used up`; nil for now.
    package let obstacle: String?
    /// The call that it makes, where that hands over what the author has written; nil for none.
    package let call: String?
  }

  /// A text that the screen shows when something is done there.
  package struct Aside: Sendable, Hashable {
    /// Such as "if a check fails".
    package let occasion: String
    /// The key of the message.
    package let key: String
    package let text: String
  }

  package let step: String
  /// The key of the message; nil where the flow says nothing.
  package let key: String?
  package let message: String?
  package let inputs: [Input]
  /// Whether what is asked for can be handed in.
  package let canSubmit: Bool
  package let choices: [Choice]
  /// What else it says, when something is done there.
  package let asides: [Aside]
  /// By the SDK's own word; nil where it does not say.
  package let attemptsLeft: Int?
  /// The answers that the flow still takes, where that is told and they are fewer than the attempts of the SDK; else nil.
  package let triesLeft: Int?
  /// In seconds; nil for none.
  package let countdown: Int?
  /// In milliseconds from now; nil for none.
  package let deadline: Int?
  /// The number with which the SDK just refused a call; nil for none.
  package let refusal: Int?
  /// Whether it lies above what the flow was doing.
  package let isInterrupt: Bool

  /// - Parameters:
  ///   - now: milliseconds since the start of the run.
  ///   - flow: that of the run.
  ///   - tellsTries: whether the tries of the flow count in this very run, and not in all that come to the place.
  package init(_ question: Question, at now: Int64, of flow: Flow, tellsTries: Bool = false) {
    let calls = Self.calls(at: question.step, in: flow)
    step = question.step
    key = question.said?.key
    message = question.message
    inputs = question.inputs.map { Input($0, in: question) }
    canSubmit = question.canSubmit
    choices =
      question.choices.map { Choice(name: $0.name, confirm: $0.confirm, obstacle: nil, call: calls[$0.name]) }
      + question.later.map { later in
        let wait = max(0, later.at.milliseconds - now)
        return Choice(
          name: later.name, confirm: later.confirm, obstacle: "in \(Self.seconds(Int(wait)))", call: calls[later.name])
      }
      + question.closed.map {
        Choice(
          name: $0.name, confirm: nil, obstacle: $0.isSpent ? "used up" : "not offered now", call: calls[$0.name])
      }
    asides = Self.asides(at: question, in: flow)
    attemptsLeft = question.attemptsLeft
    let tries = tellsTries ? question.triesLeft : nil
    triesLeft = tries.flatMap { tries in question.attemptsLeft.flatMap { tries < $0 ? tries : nil } }
    countdown = question.countdown.map { Int($0.components.seconds) }
    deadline = question.deadline.map { max(0, Int($0.milliseconds - now)) }
    refusal = question.refusal
    isInterrupt = question.isInterrupt
  }

  private static func asides(at question: Question, in flow: Flow) -> [Aside] {
    guard let step = flow.step(named: question.step) else { return [] }
    func aside(_ occasion: String, _ message: MessageID, _ text: String? = nil) -> Aside {
      Aside(occasion: occasion, key: flow[message].name.value, text: text ?? flow[message].written)
    }
    var asides = step.checks.compactMap(\.say).map { aside("if a check fails", $0) }
    for input in step.inputs {
      guard let pick = input.pick else { continue }
      asides += pick.checks.compactMap(\.say).map { aside("beside what cannot be picked", $0) }
      if let none = pick.none { asides.append(aside("if there is nothing to pick", none)) }
    }
    for choice in step.choices {
      guard let confirm = choice.confirm,
        let offered = question.choices.first(where: { $0.name == choice.name.value })
      else { continue }
      asides.append(aside("\(choice.name.value) asks first", confirm, offered.confirm))
    }
    return asides.reduce(into: []) { known, aside in if !known.contains(aside) { known.append(aside) } }
  }

  /// The calls of a step's choices that hand over what the author has written, by the names of the choices.
  private static func calls(at step: String, in flow: Flow) -> [String: String] {
    var calls: [String: String] = [:]
    for choice in flow.step(named: step)?.choices ?? [] {
      guard case .call(let use, _) = choice.action, use.handsOverWritten(flow.contract) else { continue }
      calls[choice.name.value] = use.words(flow.contract)
    }
    return calls
  }

  /// What the SDK, the clock and the last call have to say, a line each.
  package var notes: [String] {
    var notes: [String] = []
    if let attemptsLeft { notes.append("\(attemptsLeft) attempt\(attemptsLeft == 1 ? "" : "s") left") }
    if let triesLeft { notes.append("the flow takes only \(triesLeft) answer\(triesLeft == 1 ? "" : "s") more") }
    if let countdown { notes.append("counts down from \(countdown) s") }
    if let deadline { notes.append("closes by itself after \(Self.seconds(deadline))") }
    if let refusal { notes.append("the SDK has just rejected the call, with error \(refusal)") }
    return notes
  }

  /// Such as `30 s`.
  package static func seconds(_ milliseconds: Int) -> String {
    let (seconds, rest) = (milliseconds / 1_000, milliseconds % 1_000)
    return rest == 0 ? "\(seconds) s" : "\(seconds).\(String(1_000 + rest).dropFirst()) s"
  }

  /// The keys of the messages that it shows, or may show before it is left: those of its inputs and of its choices, too.
  package var keys: Set<String> {
    Set(asides.map(\.key) + [key].compactMap(\.self))
  }
}

extension Screen.Input {
  fileprivate init(_ input: Question.Input, in question: Question) {
    name = input.name
    kind = input.isSecret ? "secret" : input.isPick ? "pick" : input.type.description
    suggestion = input.suggestion.map(\.description)
    let list = input.isPick ? question.list(of: input.name).items : []
    items = list.prefix(Self.mostItems).map { item in
      (item.text ?? item.value.description) + (item.reason.map { " (\($0))" } ?? "")
    }
  }

  private static let mostItems = 20
}
