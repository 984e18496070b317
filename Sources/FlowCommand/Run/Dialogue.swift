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
    /// The person wants a choice that can be made at that time only.
    case later(Duration)
  }

  private let terminal: Terminal
  private let wake: WakePipe
  private let successCodes: [Int]

  init(_ terminal: Terminal, _ wake: WakePipe, successCodes: [Int]) {
    self.terminal = terminal
    self.wake = wake
    self.successCodes = successCodes
  }

  func ask(_ question: Question) -> Response {
    terminal.write(head(of: question))
    guard question.mayAnswer || !question.choices.isEmpty else {
      return question.later.map(\.at).min().map(Response.waitUntil) ?? .wait
    }
    do {
      return .answer(try answer(question))
    } catch {
      switch error {
      case .left: return .leave
      case .later(let time): return .waitUntil(time)
      case .stale:
        terminal.write("  (no longer asked)\n")
        return .wait
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
    for (index, choice) in choices.enumerated() { terminal.write("  \(index + 1)  \(choice.name)\n") }
    for choice in question.later { terminal.write("  -  \(choice.name), in a moment\n") }
    let numbers = choices.count == 1 ? "1" : "1-\(choices.count)"
    let prompt =
      question.mayAnswer
      ? "  choose \(numbers), or press Enter to give \(question.inputs.map(\.name).joined(separator: ", ")): "
      : "  choose \(numbers): "
    while true {
      let word = try line(prompt)
      if word.isEmpty, question.mayAnswer { return nil }
      if let named = choices.first(where: { $0.name == word }) { return named }
      if let later = question.later.first(where: { $0.name == word }) { throw .later(later.at) }
      if let number = Int(word), choices.indices.contains(number - 1) { return choices[number - 1] }
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
      let word = try line("  \(input.name) (\(places)): ")
      if word.isEmpty { return nil }
      if case .place(let place) = PickedItem(written: .text(word), among: items) { return place }
      terminal.write("  write one of the numbers above, or a text that only one of the items has\n")
    }
  }

  private static let longestItem = 160

  /// Nil for what is left empty: the run knows whether it may be.
  private func value(of input: Question.Input) throws(Stop) -> Value? {
    if input.isSecret {
      let bytes = try bytes("  \(input.name) (not shown): ", isHidden: true)
      return bytes.isEmpty ? nil : .secret(Secret(bytes: bytes))
    }
    let suggestion = input.suggestion.map { " [\($0.description.onOneLine)]" } ?? ""
    while true {
      let text = try text("  \(input.name)\(hint(input.type))\(suggestion): ")
      if text.isEmpty { return input.suggestion }
      if let value = input.type.value(written: .text(meant(text, input.type))) { return value }
      terminal.write("  write \(input.type.inWords)\n")
    }
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
  private func line(_ prompt: String) throws(Stop) -> String {
    let text = try text(prompt)
    let word = text.drop { $0 == " " || $0 == "\t" }
    return String(word.prefix(word.count - word.reversed().prefix { $0 == " " || $0 == "\t" }.count))
  }

  private func text(_ prompt: String) throws(Stop) -> String {
    String(decoding: try bytes(prompt, isHidden: false), as: UTF8.self)
  }

  private func bytes(_ prompt: String, isHidden: Bool) throws(Stop) -> [UInt8] {
    switch terminal.readLine(prompt: prompt, isHidden: isHidden, wokenBy: wake) {
    case .text(let bytes): return bytes
    case .end: throw .left
    case .woken: throw .stale
    }
  }
}

extension Question {
  /// Whether there are inputs that can be handed in.
  fileprivate var mayAnswer: Bool { canSubmit && !inputs.isEmpty }
}
