// SPDX-License-Identifier: Apache-2.0

/// Who answers the questions of a run: a script, a terminal, an app's screens.
public protocol Responder: Sendable {
  /// Whether ``respond(to:)`` returns at once, as a script does. Then a run stays on one task and can be repeated to
  /// the byte. Otherwise the answer is raced with the SDK's events, and the task is cancelled when an event makes the
  /// question stale.
  var answersAtOnce: Bool { get }

  /// Answers a question, or says that there is no answer.
  func respond(to question: Question) async -> Response

  /// Told that the run refused an answer, and why; the question is asked again.
  func refused(_ refusal: Refusal, to question: Question) async
}

/// What a responder says to a question.
public enum Response: Sendable {
  /// The question is answered.
  case answer(Answer)
  /// Nothing to say now: the run waits for the SDK or for a deadline.
  case wait
  /// Nothing to say now, but ask again at that time since the start of the run.
  case waitUntil(Duration)
  /// Nobody is there any more: the run stops where it is.
  case leave
}
