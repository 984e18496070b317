// SPDX-License-Identifier: Apache-2.0

package import FlowRuntime
import Synchronization

/// Answers from what was written down before the run, each thing once.
///
/// For a step that asks: the next unused answer of the list for that step; else the settings, in order; else the
/// environment. What an answer of the list leaves out is looked for in the settings and the environment, so that
/// secrets need not stand in a file. A setting and a variable are used once in each step, so that a run ends.
package final class ScriptResponder: Responder {
  private let state: Mutex<AnswerScript>

  /// - Parameter variable: the value of an input by its name, from outside; nil if there is none.
  package init(
    answers: [ScriptedAnswer], settings: [ResolvedSetting] = [],
    variable: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    state = Mutex(AnswerScript(answers: answers, settings: settings, variable: variable))
  }

  /// Answers as a script says that was written for several runs.
  package init(_ script: AnswerScript) { state = Mutex(script) }

  /// Always: nothing is waited for but a choice that has to cool down.
  package var answersAtOnce: Bool { true }

  /// What ``response(to:)`` says, or that there is nothing to say.
  package func respond(to question: Question) async -> Response { response(to: question) ?? .wait }

  /// The answer is used up, and the next one is tried; that it was refused is kept for ``refusals``.
  package func refused(_ refusal: Refusal, to question: Question) async {
    state.withLock { $0.refused(refusal, to: question) }
  }

  /// Answers of the script that the run has refused, in order.
  package var refusals: [RefusedAnswer] { state.withLock { $0.refusals } }

  /// The response to a question; nil if there is nothing for it.
  package func response(to question: Question) -> Response? {
    state.withLock { $0.answer(to: question) }
  }

  /// The answers of the list that no step has asked for, in order.
  package var unused: [ScriptedAnswer] { state.withLock { $0.unused } }

  /// The settings that no step has asked for, in order.
  package var unusedSettings: [ResolvedSetting] { state.withLock { $0.unusedSettings } }

  /// The steps at which a pick did not name one item, and what was offered there, in order.
  package var misses: [(step: String, miss: PickMiss)] { state.withLock { $0.misses } }

  /// Whether every answer of the list and every setting was used.
  package var isSpent: Bool { state.withLock { $0.isSpent } }

  /// The last question, if there was nothing for it.
  package var unanswered: Question? { state.withLock { $0.unanswered } }
}
