// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// What a phone shows for one question: everything that a view needs, and nothing that it has to decide.
struct Screen: Sendable {
  struct Field: Sendable {
    let name: String
    /// Whether what is typed must not be seen.
    let isSecret: Bool
    let suggestion: String
  }

  struct Button: Sendable {
    let name: String
    /// What the user is asked before it counts; nil for nothing.
    let confirm: String?
  }

  /// The number of the question.
  let request: Int
  /// The step that asks.
  let title: String
  let message: String
  let fields: [Field]
  let canSubmit: Bool
  let buttons: [Button]
  /// Whether it lies above what was shown before: a threat, a session that is about to end.
  let isDialog: Bool
  let attemptsLeft: Int?
  /// How long the session still lasts; nil where nothing is counted down.
  let countdown: Duration?
  /// What was wrong with the last answer; nil for nothing.
  var slip: String?
  /// The button that waits for the user's yes; nil for none.
  var asked: Button?

  init(_ question: Question) {
    request = question.request
    title = question.step
    message = question.message ?? ""
    fields = question.inputs.map {
      Field(name: $0.name, isSecret: $0.isSecret, suggestion: $0.suggestion?.description ?? "")
    }
    canSubmit = question.canSubmit
    buttons = question.choices.map { Button(name: $0.name, confirm: $0.confirm) }
    isDialog = question.isInterrupt
    attemptsLeft = question.attemptsLeft
    countdown = question.countdown
  }

  /// Whether the user can do nothing but wait.
  var onlyWaits: Bool { !canSubmit && buttons.isEmpty }
}
