// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract
import Values

extension FlowMachine {
  /// The question that is open, with what can be answered at this time; nil if none is, or the app is in the background.
  ///
  /// - Parameter time: milliseconds since the start of the run.
  public func question(at time: Int64) -> Question? {
    guard !hasEnded, !isInBackground, top.request != 0 else { return nil }
    var machine = self
    machine.now = max(now, time)
    machine.owed.removeAll { $0.until <= machine.now }
    let row = program.steps[Int(top.step)]
    let step = program.flow.steps[Int(top.step)]
    var later: [Question.Later] = []
    var choices: [Question.Choice] = []
    var closed: [Question.Closed] = []
    for (index, choice) in step.choices.enumerated() {
      let name = choice.name.value
      switch machine.offer(of: index, ignoringCooldown: true) {
      case .spent: closed.append(Question.Closed(name: name, isSpent: true))
      case .hidden, .failed: closed.append(Question.Closed(name: name, isSpent: false))
      case .offered:
        let confirm = choice.confirm.map { text(of: $0) }
        let ready = machine.readyAt(program.rows[Int(row.choices.lowerBound) + index])
        if ready == .max {
          closed.append(Question.Closed(name: name, isSpent: false))
        } else if let ready, ready > machine.now {
          later.append(Question.Later(name: name, at: .milliseconds(ready), confirm: confirm))
        } else {
          choices.append(Question.Choice(name: name, confirm: confirm))
        }
      }
    }
    let say = top.say >= 0 ? top.say : row.say
    let spec = top.data.flatMap { self.spec(of: $0) }
    var question = Question(
      request: Int(top.request), step: step.name.value, event: top.data?.event,
      message: say >= 0 ? text(of: MessageID(at: UInt16(say))) : nil,
      inputs: step.inputs.map { input in
        Question.Input(
          name: input.name, type: input.type,
          suggestion: input.suggestion.flatMap { top.data?.event.data.value(at: $0) }, isPick: input.pick != nil)
      },
      offer: pickOffer, canSubmit: machine.canSubmit(row), choices: choices, later: later,
      attemptsLeft: spec?.attemptsField.flatMap { count(top.data?.event.data[$0]) },
      refusal: top.refusal == 0 ? nil : Int(top.refusal),
      countdown: step.countdown.flatMap { machine.countdown($0) },
      deadline: top.deadline == .max ? nil : .milliseconds(top.deadline), isInterrupt: !below.isEmpty)
    question.closed = closed
    return question
  }

  private func count(_ value: Value?) -> Int? {
    guard case .int(let count)? = value else { return nil }
    return count
  }

  /// What is left of the seconds that the event has brought; they run from its arrival.
  private func countdown(_ path: [String]) -> Duration? {
    guard let data = top.data, let seconds = count(data.event.data.value(at: path)) else { return nil }
    return max(.zero, .seconds(seconds) - .milliseconds(now - (data.time ?? now)))
  }

  func spec(of occurrence: Occurrence) -> EventSpec? {
    let events = program.flow.contract.events
    return events.indices.contains(Int(occurrence.id)) ? events[Int(occurrence.id)] : nil
  }

  /// A message with its placeholders filled from the event at hand; what is missing there is left out.
  func text(of message: MessageID) -> String {
    program.flow[message].pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .placeholder(let path): top.data?.event.data.value(at: path).map(\.description) ?? ""
      }
    }.joined()
  }

  /// What to tell the user at the end; nil if the flow says nothing there.
  public func message(at end: RunEnd) -> String? {
    guard case .end(_, let say?) = end else { return nil }
    return text(of: say)
  }
}
