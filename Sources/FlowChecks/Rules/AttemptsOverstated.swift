// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A text that says how many attempts the SDK has left, at a step that takes fewer answers than the SDK does: the user
/// reads of attempts that the flow does not grant.
enum AttemptsOverstated: Rule {
  static let code = DiagnosticCode("MFA333", "attempts-overstated", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    var known: MessagePlaces?
    for facts in context.steps {
      let step = facts.step
      guard let tries = step.tries, let event = step.awaited?.event,
        let field = flow.contract[event].attemptsField,
        // However a wrong answer comes back, the SDK has so many attempts in all.
        let attempts = flow.contract.codes(in: event, mode: step.awaited?.mode).compactMap(\.attempts).max(),
        tries.value < attempts
      else { continue }
      let places = known ?? MessagePlaces(context)
      known = places
      var uses: [MessageUse] = []
      func use(_ say: MessageID?, _ attempts: Int?, at range: SourceRange) {
        guard let attempts, tries.value < attempts, let say, flow[say].shows(field) else { return }
        uses.append(MessageUse(message: say, attempts: attempts, range: range))
      }
      use(step.say, attempts, at: step.name.range)
      for check in step.checks { use(check.say, attempts, at: check.range) }
      for choice in step.choices { use(choice.confirm, attempts, at: choice.name.range) }
      for (target, trigger) in places.ways(to: step.id) {
        // What is not the step's own event leaves it the data that it has.
        if case .event(event, _, outcome: .code(let number))? = trigger {
          use(target.say, flow.contract.codes.first { $0.number == number }?.attempts, at: target.range)
        } else {
          use(target.say, attempts, at: target.range)
        }
      }
      guard let most = uses.map(\.attempts).max() else { continue }
      findings.append(
        finding(
          "`{\(field)}` counts the \(most) attempts of the SDK, and \(step.quoted) takes \(tries.value)",
          at: tries.range,
          help: "write `{\(Message.triesLeft.joined(separator: "."))}` in its place, which is what both leave, "
            + places.whereToWrite(uses.map(\.message)) + "or `tries: \(most)` or more",
          notes: uses.map { Note("shown here", at: $0.range) }))
    }
  }
}

/// A message that tells of attempts at a step.
private struct MessageUse {
  let message: MessageID
  /// As many as the SDK has where the message is shown.
  let attempts: Int
  let range: SourceRange
}

/// Where the messages of a flow are shown.
private struct MessagePlaces {
  /// By step, what leads to it with a message, and what keeps it where it is.
  private var ways: [StepID: [(target: Target, trigger: Trigger?)]] = [:]
  /// By message, whether it is shown where nothing would be left to tell, too.
  private var isBound: [Bool]
  /// The indices of the messages that have texts in other languages.
  private let translated: Set<Int>

  init(_ context: CheckContext) {
    let flow = context.flow
    isBound = flow.messages.map { _ in false }
    translated = Set(flow.languages.texts.values.flatMap(\.keys))
    for end in flow.ends { bind(end.say) }
    for step in context.everyStep.map(\.step) {
      let isCounted = step.tries != nil
      if !isCounted {
        bind(step.say)
        for check in step.checks { bind(check.say) }
        for choice in step.choices { bind(choice.confirm) }
      }
      for (target, trigger) in step.targets where target.say != nil {
        switch target.move {
        case .stay, .retry:
          ways[step.id, default: []].append((target, trigger))
          if !isCounted { bind(target.say) }
        case .step(let other):
          ways[other, default: []].append((target, trigger))
          if flow[other].tries == nil { bind(target.say) }
        case .end, .resume: bind(target.say)
        }
      }
    }
  }

  private mutating func bind(_ message: MessageID?) {
    if let message { isBound[Int(message.index)] = true }
  }

  /// The lines and choices that lead to a step, or keep it where it is, and say something.
  func ways(to step: StepID) -> [(target: Target, trigger: Trigger?)] { ways[step] ?? [] }

  /// Where another placeholder is to be written for messages: one must stay as it is for those who read it elsewhere.
  func whereToWrite(_ messages: [MessageID]) -> String {
    if messages.contains(where: { isBound[Int($0.index)] }) { return "in a message of its own, " }
    return messages.contains { translated.contains(Int($0.index)) } ? "in the texts of other languages, too, " : ""
  }
}

extension Message {
  /// Whether a field of the event is filled in, or decides on the words.
  fileprivate func shows(_ field: String) -> Bool { pieces.contains { $0.shows(field) } }
}

extension Message.Piece {
  fileprivate func shows(_ field: String) -> Bool {
    switch self {
    // What is filled into the text of an item are its own fields.
    case .text, .list: false
    case .placeholder(let path, _): path == [field]
    case .plural(let path, let plural):
      path == [field] || plural.forms.contains { $0.pieces.contains { $0.shows(field) } }
    }
  }
}
