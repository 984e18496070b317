// SPDX-License-Identifier: Apache-2.0

import FlowRuntime

/// An answer, written down before the run, that the run has refused.
package struct RefusedAnswer: Sendable {
  /// The step that asked.
  package let step: String
  /// The line of the answers where it stands; nil if it was a setting or a variable.
  package let line: Int?
  /// Why, in words.
  package let why: String

  init(_ refusal: Refusal, _ choice: String?, to question: Question, line: Int?) {
    step = question.step
    self.line = line
    why = refusal.words + (choice.flatMap { question.reason(against: $0) }.map { ": " + $0.words } ?? "")
  }
}

/// Why a choice that a step has cannot be made now.
enum ChoiceObstacle: Sendable {
  /// It is offered again in so many whole seconds.
  case cooling(seconds: Int64)
  case spent
  case ruledOut

  var words: String {
    switch self {
    case .cooling(let seconds): "it has to cool down for \(seconds) s"
    case .spent: "its `max` is used up"
    case .ruledOut: "its `when`, the event or the phase rules it out"
    }
  }
}

extension Question {
  /// Why a choice of the step is not offered; nil if it is, or if the step has none of that name.
  ///
  /// - Parameter now: since the start of the run; nil where nothing has to cool down any more.
  func reason(against choice: String, at now: Duration? = nil) -> ChoiceObstacle? {
    if let later = later.first(where: { $0.name == choice }), let now {
      return .cooling(seconds: max(1, ((later.at - now).milliseconds + 999) / 1000))
    }
    return closed.first { $0.name == choice }.map { $0.isSpent ? .spent : .ruledOut }
  }
}
