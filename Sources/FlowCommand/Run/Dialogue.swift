// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowPlay
import FlowRuntime
import FlowScenarios
import SDKContract
import SystemCalls
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
    /// The question is to be asked again at that time.
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
  private let contract: Contract
  /// What was told just before, as the reason why an answer was refused.
  private let told: String?
  /// What the step said before that.
  private let own: String?
  /// What is left of the countdown; nil if none ticks.
  private let left: (@Sendable () -> Duration)?

  /// - Parameters:
  ///   - choices: those of the question.
  ///   - left: what is left of the question's countdown; nil if none ticks.
  init(
    _ terminal: Terminal, _ wake: WakePipe, _ choices: NamedChoices, _ contract: Contract, told: String?, own: String?,
    left: (@Sendable () -> Duration)?
  ) {
    self.terminal = terminal
    self.wake = wake
    self.choices = choices
    self.contract = contract
    self.told = told
    self.own = own
    self.left = left
  }

  /// - Parameter isAgain: whether all of it stands on the screen, and the SDK is at work on what was chosen.
  func ask(_ question: Question, isAgain: Bool = false) -> Response {
    let canAnswer = question.mayAnswer || !question.choices.isEmpty
    if isAgain { write("(under way)", behind: "  ") } else { show(question, isTicking: left != nil && canAnswer) }
    guard canAnswer else { return question.later.map(\.at).min().map(Response.waitUntil) ?? .wait }
    return response { () throws(Stop) in
      try answer(question)
    } choosing: { choice throws(Stop) in
      try answer(question, choice)
    }
  }

  /// Everything that stands above the prompt.
  private func show(_ question: Question, isTicking: Bool) {
    let pick = question.inputs.first { $0.isPick }
    let list = pick.map { question.list(of: $0.name) }
    let hasNothing = list.map { $0.items.allSatisfy { $0.place == nil } } ?? false && !question.canSubmit
    let head = QuestionHead(contract: contract)
    let lines = head.lines(
      of: question, told: told, own: own, hasNothing: hasNothing && list?.none == nil, isTicking: isTicking)
    // A step at which nothing is said and nothing can be done is passed in a moment.
    guard lines.count > 1 || question.mayAnswer || !question.choices.isEmpty || !choices.cooling.isEmpty else { return }
    terminal.write("\n")
    for line in lines {
      write(line.text, behind: line.lead)
    }
    if let pick, let list, question.mayAnswer || hasNothing { show(list, of: pick) }
    if let pick, let list, hasNothing, list.none != nil || list.items.isEmpty {
      write(list.none?.asSaid ?? "\(pick.name): there is nothing to pick", behind: "  ")
    }
    let colon = question.mayAnswer ? ":" : ""
    for (index, choice) in question.choices.enumerated() {
      write(choice.name, behind: "  \(colon)\(index + 1)  ")
    }
    for choice in choices.cooling { write(choice, behind: colon.isEmpty ? "  -  " : "   -  ") }
  }

  private func write(_ text: String, behind lead: String) {
    terminal.write(text.lines(behind: lead, columns: terminal.columns))
  }

  /// What can be picked has a number, and what cannot a reason.
  private func show(_ list: PickList, of pick: Question.Input) {
    for item in list.items {
      let words =
        item.text?.asSaid
        ?? String(Diagnostic.quoting(pick.type.words(for: item.value), limit: Self.longestItem).dropFirst().dropLast())
      let reason = item.reason.map { " (\($0.asSaid))" } ?? ""
      write(words + reason, behind: "    \(item.place.map(String.init) ?? "-")  ")
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
    guard question.mayAnswer else { return try answer(question, try choice(question)) }
    var values = Record()
    var places: [Int] = []
    for input in question.inputs {
      guard input.isPick else {
        values[input.name] = try value(of: input)
        continue
      }
      let items = question.items(of: input.name, after: places)
      if !places.isEmpty { show(question.list(of: input.name, after: places), of: input) }
      guard let place = try pick(input, items) else { break }
      places.append(place)
      values[input.name] = .int(place)
    }
    return Answer(to: question, values: values)
  }

  private func answer(_ question: Question, _ choice: Question.Choice) throws(Stop) -> Answer {
    guard let confirm = choice.confirm else { return Answer(to: question, choice: choice.name) }
    return Answer(to: question, choice: choice.name, isConfirmed: try confirmed(confirm))
  }

  private func choice(_ question: Question) throws(Stop) -> Question.Choice {
    let choices = question.choices
    let prompt = "choose \(choices.count == 1 ? "1" : "1-\(choices.count)"): "
    while true {
      let word = try line(prompt, for: .choice)
      if let number = Int(word), choices.indices.contains(number - 1) { return choices[number - 1] }
      do {
        guard try isValue(Array(word.utf8)) else { continue }
      } catch {
        if case .chose(let choice) = error { return choice }
        throw error
      }
      if let choice = choices.first(where: { $0.name.lowercased() == word.lowercased() }) { return choice }
      correct("write one of the numbers or names above")
    }
  }

  /// The place of the item that is picked; nil for what is left empty: the run then asks again.
  private func pick(_ input: Question.Input, _ items: [Value]) throws(Stop) -> Int? {
    let places = items.count == 1 ? "1" : "1-\(items.count)"
    while true {
      let word = try line("\(input.name) (\(places)): ", for: .input)
      if word.isEmpty { return nil }
      guard try isValue(Array(word.utf8)) else { continue }
      if case .place(let place) = PickedItem(written: .text(word), among: items) { return place }
      correct("write one of the numbers above, or a text that only one of the items has")
    }
  }

  private static let longestItem = 160

  /// Nil for what is left empty: the run knows whether it may be.
  private func value(of input: Question.Input) throws(Stop) -> Value? {
    if input.isSecret {
      while true {
        let bytes = try bytes("\(input.name) (not shown): ", isHidden: true, for: .input)
        if try isValue(bytes, isHidden: true) { return bytes.isEmpty ? nil : .secret(Secret(bytes: bytes)) }
      }
    }
    let suggested = input.suggestion?.description.onOneLine ?? ""
    let suggestion = suggested.isEmpty ? "" : " [\(suggested)]"
    while true {
      let text = try text("\(input.name)\(hint(input.type))\(suggestion): ", for: .input)
      guard try isValue(Array(text.utf8)) else { continue }
      if text.isEmpty { return input.suggestion }
      if let value = input.type.value(written: .text(meant(text, input.type))) { return value }
      switch input.type {
      case .flag: correct("write `y` or `n`")
      case .numbered: correct("write one of the words above")
      default: correct("write \(input.type.inWords)")
      }
    }
  }

  /// Whether what was typed is meant as a value: the name of a choice never is, and is never handed in.
  ///
  /// - Parameter isHidden: whether it is not on the screen which choice was named.
  private func isValue(_ line: [UInt8], isHidden: Bool = false) throws(Stop) -> Bool {
    switch choices.standing(of: line) {
    case nil: return true
    case .offered(let choice):
      if isHidden { write("chosen: \(choice.name)", behind: "  ") }
      throw .chose(choice)
    case .cooling(let name, let time):
      guard !choices.waitsForNothing else { throw .later(time) }
      correct(choices.words(name, coolingUntil: time))
    case .closed(let choice): correct(choices.words(choice))
    case .absent: correct("there is no choice of that number")
    }
    return false
  }

  /// Says what to write instead; what was typed ahead went with what was not taken.
  private func correct(_ words: String) {
    terminal.dropTypedAhead()
    write(words, behind: "  ")
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
    while true {
      switch try line("\(question.asSaid) [y/N]: ").lowercased() {
      case "y", "yes": return true
      case "n", "no", "": return false
      default: correct("write `y` or `n`")
      }
    }
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
    let line = terminal.line(Prompt(text: prompt, isHidden: isHidden, left: left), wokenBy: wake) {
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
