// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import FlowScenarios
import Values

/// One question, put to a person line by line.
///
/// It blocks its thread.
struct Dialogue: Sendable {
  /// Why there is no answer.
  private enum Stop: Error {
    /// The person is gone.
    case left
    /// An event has made the question stale.
    case stale
    /// The question is to be asked anew at that time.
    case later(Duration)
    /// The person named a choice where an input was asked for.
    case chose(Question.Choice)
  }

  /// What a line is for.
  private enum Purpose {
    case choice
    case input
    case other
  }

  private let terminal: Terminal
  private let wake: WakePipe
  private let choices: NamedChoices
  private let successCodes: [Int]

  /// - Parameter choices: those of the question.
  init(_ terminal: Terminal, _ wake: WakePipe, _ choices: NamedChoices, successCodes: [Int]) {
    self.terminal = terminal
    self.wake = wake
    self.choices = choices
    self.successCodes = successCodes
  }

  func ask(_ question: Question) -> Response {
    terminal.write(head(of: question))
    for (index, choice) in question.choices.enumerated() { terminal.write("  \(index + 1)  \(choice.name)\n") }
    for choice in choices.cooling { terminal.write("  -  \(choice)\n") }
    guard question.mayAnswer || !question.choices.isEmpty else {
      return question.later.map(\.at).min().map(Response.waitUntil) ?? .wait
    }
    return response { () throws(Stop) in
      try answer(question)
    } choosing: { choice throws(Stop) in
      try answer(question, choice)
    }
  }

  private func response(
    _ answer: () throws(Stop) -> Answer, choosing: (Question.Choice) throws(Stop) -> Answer
  ) -> Response {
    do {
      return .answer(try answer())
    } catch {
      switch error {
      case .left: return .leave
      case .later(let time): return .waitUntil(time)
      case .stale: return .wait
      case .chose(let choice): return response({ () throws(Stop) in try choosing(choice) }, choosing: choosing)
      }
    }
  }

  private func answer(_ question: Question) throws(Stop) -> Answer {
    guard let choice = try choice(question) else {
      var values = Record()
      var places: [Int] = []
      for input in question.inputs {
        guard input.isPick else {
          values[input.name] = try value(of: input)
          continue
        }
        guard let place = try pick(input, question.items(of: input.name, after: places)) else { break }
        places.append(place)
        values[input.name] = .int(place)
      }
      return Answer(to: question, values: values)
    }
    return try answer(question, choice)
  }

  private func answer(_ question: Question, _ choice: Question.Choice) throws(Stop) -> Answer {
    guard let confirm = choice.confirm else { return Answer(to: question, choice: choice.name) }
    return Answer(to: question, choice: choice.name, isConfirmed: try confirmed(confirm))
  }

  /// What stands above the question: who asks, the message, the SDK's own word, the attempts that are left.
  private func head(of question: Question) -> String {
    var lines = ["", question.isInterrupt ? "! \(question.step)" : "# \(question.step)"]
    if let message = question.message { lines.append("  " + message.onOneLine) }
    if let refusal = question.refusal { lines.append("  the SDK refused the call: error \(refusal)") }
    if let event = question.event {
      if event.error != 0 { lines.append("  the SDK reports error \(words(event.error, event.errorMessage))") }
      if let status = event.status, !successCodes.contains(status) {
        lines.append("  the SDK reports status \(words(status, event.statusMessage))")
      }
    }
    if let attempts = question.attemptsLeft { lines.append("  attempts left: \(attempts)") }
    if let countdown = question.countdown { lines.append("  time left: \(countdown.components.seconds) s") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func words(_ number: Int, _ message: String?) -> String {
    message.map { "\(number): \($0.onOneLine)" } ?? "\(number)"
  }

  /// Nil when the person hands in the inputs.
  private func choice(_ question: Question) throws(Stop) -> Question.Choice? {
    let choices = question.choices
    guard !choices.isEmpty else { return nil }
    let numbers = choices.count == 1 ? "1" : "1-\(choices.count)"
    let prompt =
      question.mayAnswer
      ? "  choose \(numbers), or press Enter to give \(question.inputs.map(\.name).joined(separator: ", ")): "
      : "  choose \(numbers): "
    while true {
      let word = try line(prompt, for: .choice)
      if word.isEmpty, question.mayAnswer {
        terminal.write("  (a choice can still be made, by its name)\n")
        return nil
      }
      if let number = Int(word), choices.indices.contains(number - 1) { return choices[number - 1] }
      do {
        guard try isValue(Array(word.utf8)) else { continue }
      } catch {
        if case .chose(let choice) = error { return choice }
        throw error
      }
      terminal.write("  write one of the numbers or names above\n")
    }
  }

  /// The place of the item that is picked; nil for what is left empty: the run then asks anew.
  private func pick(_ input: Question.Input, _ items: [Value]) throws(Stop) -> Int? {
    for (index, item) in items.enumerated() {
      let words = Diagnostic.quoting(input.type.words(for: item), limit: Self.longestItem).dropFirst().dropLast()
      terminal.write("    \(index + 1)  \(words)\n")
    }
    let places = items.count == 1 ? "1" : "1-\(items.count)"
    while true {
      let word = try line("  \(input.name) (\(places)): ", for: .input)
      if word.isEmpty { return nil }
      guard try isValue(Array(word.utf8)) else { continue }
      if case .place(let place) = PickedItem(written: .text(word), among: items) { return place }
      terminal.write("  write one of the numbers above, or a text that only one of the items has\n")
    }
  }

  private static let longestItem = 160

  /// Nil for what is left empty: the run knows whether it may be.
  private func value(of input: Question.Input) throws(Stop) -> Value? {
    if input.isSecret {
      while true {
        let bytes = try bytes("  \(input.name) (not shown): ", isHidden: true, for: .input)
        if try isValue(bytes) { return bytes.isEmpty ? nil : .secret(Secret(bytes: bytes)) }
      }
    }
    let suggestion = input.suggestion.map { " [\($0.description.onOneLine)]" } ?? ""
    while true {
      let text = try text("  \(input.name)\(hint(input.type))\(suggestion): ", for: .input)
      guard try isValue(Array(text.utf8)) else { continue }
      if text.isEmpty { return input.suggestion }
      if let value = input.type.value(written: .text(meant(text, input.type))) { return value }
      terminal.write("  write \(input.type.inWords)\n")
    }
  }

  /// Whether what was typed is meant as a value: the name of a choice never is, and is never handed in.
  private func isValue(_ line: [UInt8]) throws(Stop) -> Bool {
    switch choices.standing(of: line) {
    case nil: return true
    case .offered(let choice): throw .chose(choice)
    case .cooling(let name, let time):
      guard !choices.waitsForNothing else { throw .later(time) }
      terminal.write("  \(choices.words(name, coolingUntil: time))\n")
    case .closed(let choice): terminal.write("  \(choices.words(choice))\n")
    }
    return false
  }

  private func hint(_ type: ValueType) -> String {
    switch type {
    case .text, .secret: ""
    case .flag: " (y/n)"
    default: " (\(type.inWords))"
    }
  }

  private func meant(_ text: String, _ type: ValueType) -> String {
    guard case .flag = type else { return text }
    switch text.lowercased() {
    case "y", "yes": return "true"
    case "n", "no": return "false"
    default: return text
    }
  }

  private func confirmed(_ question: String) throws(Stop) -> Bool {
    ["y", "yes"].contains(try line("  \(question.onOneLine) [y/N]: ").lowercased())
  }

  /// A line without the blanks around it.
  private func line(_ prompt: String, for purpose: Purpose = .other) throws(Stop) -> String {
    let text = try text(prompt, for: purpose)
    let word = text.drop { $0 == " " || $0 == "\t" }
    return String(word.prefix(word.count - word.reversed().prefix { $0 == " " || $0 == "\t" }.count))
  }

  private func text(_ prompt: String, for purpose: Purpose) throws(Stop) -> String {
    String(decoding: try bytes(prompt, isHidden: false, for: purpose), as: UTF8.self)
  }

  private func bytes(_ prompt: String, isHidden: Bool, for purpose: Purpose) throws(Stop) -> [UInt8] {
    let line = terminal.readLine(prompt: prompt, isHidden: isHidden, wokenBy: wake) {
      purpose == .other ? .endless : choices.patience(atMenu: purpose == .choice)
    }
    switch line {
    case .text(let bytes): return bytes
    case .end: throw .left
    case .woken: throw .stale
    case .over: throw .later(.zero)
    }
  }
}

extension Question {
  /// Whether there are inputs that can be handed in.
  fileprivate var mayAnswer: Bool { canSubmit && !inputs.isEmpty }
}
