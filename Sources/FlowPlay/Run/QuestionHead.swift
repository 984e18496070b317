// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowRuntime
package import SDKContract

/// What stands above a question: who asks, the message, the SDK's own word, the attempts that are left.
package struct QuestionHead {
  private let contract: Contract

  package init(contract: Contract) { self.contract = contract }

  /// Each line with its lead; the text behind it may be broken.
  ///
  /// - Parameters:
  ///   - told: what was told just before, and need not be said again.
  ///   - own: what the step said before that; it is said instead.
  ///   - hasNothing: whether what the step is for offers nothing to pick: then its own message says what is not so.
  ///   - isTicking: whether the countdown is shown elsewhere.
  package func lines(
    of question: Question, told: String?, own: String?, hasNothing: Bool, isTicking: Bool
  ) -> [(lead: String, text: String)] {
    var lines = [(lead: question.isInterrupt ? "! " : "# ", text: question.step)]
    func add(_ text: String) { lines.append((lead: "  ", text: text.onOneLine)) }
    let message = told != nil && question.message == told ? own : question.message
    if let message, !(hasNothing && question.saysAtEntry) {
      // A list has a line for each of its items.
      for line in message.split(separator: "\n") { lines.append((lead: "  ", text: String(line).asSaid)) }
    }
    if let refusal = question.refusal {
      add("the SDK refused the call: \(contract.words(forError: refusal, question.refusalMessage))")
    }
    // Where the flow has words for what came back, those are meant for the user, and the number is not.
    if let event = question.event, question.message == nil || question.saysAtEntry {
      if event.error != 0 { add("the SDK reports \(contract.words(forError: event.error, event.errorMessage))") }
      let spec = contract.event(named: event.name).map { contract[$0] }
      // Where nothing is asked for, the word is about an answer that was given elsewhere.
      if !question.inputs.isEmpty, let status = contract.failure(event.status, in: spec) {
        add("the SDK reports \(contract.words(forStatus: status, event.statusMessage))")
      }
    }
    // The flow may take fewer than the SDK.
    if let attempts = question.attemptsLeft.map({ min($0, question.triesLeft ?? $0) }), !question.inputs.isEmpty,
      !(message?.says(attempts) ?? false)
    {
      add("attempts left: \(attempts)")
    }
    if let countdown = question.countdown, !isTicking { add("time left: \(countdown.components.seconds) s") }
    return lines
  }
}

extension String {
  /// Whether the number stands in it.
  fileprivate func says(_ number: Int) -> Bool {
    split { !("0"..."9").contains($0) }.contains { $0 == "\(number)" }
  }
}

extension Contract {
  /// An error for a person: the SDK's words for it, or the contract's meaning, and its name and number.
  fileprivate func words(forError number: Int, _ message: String? = nil) -> String {
    let known = errors.first { $0.number == number }
    return Self.words("error \(number)", known?.name, message ?? known?.meaning)
  }

  /// The same for a status.
  fileprivate func words(forStatus number: Int, _ message: String?) -> String {
    let known = codes.first { $0.number == number }
    return Self.words("status \(number)", known?.name, message ?? known?.meaning)
  }

  private static func words(_ number: String, _ name: String?, _ meaning: String?) -> String {
    number + (name.map { " \($0)" } ?? "") + (meaning.map { $0.isEmpty ? "" : ": \($0)" } ?? "")
  }
}
