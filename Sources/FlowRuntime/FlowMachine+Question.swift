// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract
import Values

extension Program {
  /// What the contract says of an event; nil where it knows none of its name.
  func spec(of occurrence: Occurrence?) -> EventSpec? {
    guard let occurrence, Int(occurrence.id) < flow.contract.events.count else { return nil }
    return flow.contract.events[Int(occurrence.id)]
  }
}

extension FlowMachine {
  /// The question that is open, with what can be answered at this time; nil if none is, or the app is in the background.
  ///
  /// - Parameter time: milliseconds since the start of the run.
  public func question(at time: Int64) -> Question? {
    guard !hasEnded, !isInBackground, top.request != 0 else { return nil }
    guard time > now || !owed.isEmpty else { return openQuestion }
    var machine = self
    machine.now = max(now, time)
    machine.owed.removeAll { (0...machine.now).contains($0.until) }
    return machine.openQuestion
  }

  /// Fields are read by index: a whole step of the flow would be copied for each question.
  private var openQuestion: Question {
    let index = Int(top.step)
    let row = program.steps[index]
    let offers = offers(of: program.flow.steps[index].choices, in: row)
    let say = top.say >= 0 ? top.say : row.say
    let said = say >= 0 ? said(MessageID(at: UInt16(say))) : nil
    var question = Question(
      request: Int(top.request), step: program.flow.steps[index].name.value, answered: top.data,
      spec: program.spec(of: top.data), message: said?.text,
      inputs: program.asked[index] ?? inputs(of: index),
      offer: pickOffer, canSubmit: canSubmit(row), choices: offers.choices, later: offers.later, closed: offers.closed,
      attemptsLeft: attemptsLeft, refusal: top.refusal == 0 ? nil : Int(top.refusal),
      countdown: program.flow.steps[index].countdown.flatMap { countdown($0) },
      deadline: top.deadline == .max ? nil : .milliseconds(top.deadline), isInterrupt: !below.isEmpty)
    question.saysAtEntry = top.say < 0 && say >= 0 && !program.flow.messages[Int(say)].showsList
    question.isUnderWay = isCalling(top)
    question.triesLeft = triesLeft
    question.said = said
    return question
  }

  private func offers(
    of written: [Choice], in row: StepRow
  ) -> (choices: [Question.Choice], later: [Question.Later], closed: [Question.Closed]) {
    var later: [Question.Later] = []
    var choices: [Question.Choice] = []
    var closed: [Question.Closed] = []
    if !written.isEmpty { choices.reserveCapacity(written.count) }
    for index in written.indices {
      let name = written[index].name.value
      switch offer(of: index, ignoringCooldown: true) {
      case .spent: closed.append(Question.Closed(name: name, isSpent: true))
      case .hidden, .failed: closed.append(Question.Closed(name: name, isSpent: false))
      case .offered:
        let confirm = written[index].confirm.map { text(of: $0) }
        let ready = readyAt(program.rows[Int(row.choices.lowerBound) + index])
        if ready == .max {
          closed.append(Question.Closed(name: name, isSpent: false))
        } else if let ready, ready > now {
          later.append(Question.Later(name: name, at: .milliseconds(ready), confirm: confirm))
        } else {
          choices.append(Question.Choice(name: name, confirm: confirm))
        }
      }
    }
    return (choices, later, closed)
  }

  /// The inputs of a step that suggests something.
  private func inputs(of step: Int) -> [Question.Input] {
    program.flow.steps[step].inputs.map { input in
      Question.Input(input, suggestion: input.suggestion.flatMap { top.data?.event.data.value(at: $0) })
    }
  }

  /// By the SDK's own word; nil if the event does not say.
  private var attemptsLeft: Int? {
    guard let data = top.data, let field = program.attemptsFields[Int(data.id)] else { return nil }
    return count(data.event.data[field])
  }

  /// As the flow counts; nil if it does not.
  private var triesLeft: Int? {
    let row = program.steps[Int(top.step)]
    return row.triesCounter < 0 ? nil : max(0, Int(row.tries) - Int(counters[Int(row.triesCounter)]))
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

  /// A message with its placeholders filled from the event at hand; what is missing or private there is left out.
  func text(of message: MessageID) -> String { said(message).text }

  /// The same, with its key and the words of the flow itself; nil where the flow says nothing there.
  func said(_ id: MessageID) -> SaidMessage {
    let message = program.flow.messages[Int(id.index)]
    if message.base == nil, message.pieces.count == 1, case .text(let text) = message.pieces[0] {
      return SaidMessage(key: message.name.value, text: text, inBase: text)
    }
    let fields = program.spec(of: top.data)?.fields
    // Of an event that the contract does not know nobody can tell what is private.
    var data = fields == nil ? Record() : top.data?.event.data ?? Record()
    if message.tellsCounts { tellCounts(to: &data) }
    return MessageText.said(message, fields, from: data)
  }

  /// Adds what the flow counts at the step at work, as messages name it: a field of the event of such a name comes first.
  private func tellCounts(to data: inout Record) {
    let row = program.steps[Int(top.step)]
    if data["tries"] == nil, let left = triesLeft {
      // The SDK may take fewer.
      data["tries"] = .record(["left": .int(min(left, attemptsLeft ?? left))])
    }
    guard data["choices"] == nil else { return }
    var choices = Record()
    for (index, choice) in zip(row.choices, program.flow.steps[Int(top.step)].choices) where choice.isLimited {
      let row = program.rows[Int(index)]
      var left = Int.max
      if row.counter >= 0 { left = min(left, Int(row.max) - Int(counters[Int(row.counter)])) }
      if row.scopedCounter >= 0 { left = min(left, Int(row.scopedMax) - Int(counters[Int(row.scopedCounter)])) }
      if left < .max { choices[choice.name.value] = .record(["left": .int(max(0, left))]) }
    }
    data["choices"] = .record(choices)
  }

  /// What to tell the user at the end; nil if the flow says nothing there.
  public func message(at end: RunEnd) -> String? { said(at: end)?.text }

  /// The same, with its key and the words of the flow itself; nil where the flow says nothing there.
  package func said(at end: RunEnd) -> SaidMessage? {
    guard case .end(_, let say?) = end else { return nil }
    return said(say)
  }
}

extension Question.Input {
  /// What a step of a flow asks for.
  init(_ input: FlowGraph.Input, suggestion: Value?) {
    self.init(name: input.name, type: input.type, suggestion: suggestion, isPick: input.pick != nil)
  }
}
