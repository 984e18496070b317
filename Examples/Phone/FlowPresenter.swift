// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// Brings a run's questions to the screen and the user's touches to the run: all the logic there is between them.
@MainActor
final class FlowPresenter: Responder {
  nonisolated let answersAtOnce = false

  /// What is to be seen; nil when the run is over.
  private(set) var screen: Screen? { didSet { changed(screen) } }
  private let changed: (Screen?) -> Void
  private var answering: CheckedContinuation<Response, Never>?

  init(changed: @escaping (Screen?) -> Void) { self.changed = changed }

  @MainActor func respond(to question: Question) async -> Response {
    var next = Screen(question)
    if screen?.request == next.request { next.slip = screen?.slip }
    screen = next
    guard !next.onlyWaits else { return .wait }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { answering = $0 }
    } onCancel: {
      Task { await withdraw(question.request) }
    }
  }

  @MainActor func refused(_ refusal: Refusal, to question: Question) async { screen?.slip = refusal.words }

  /// The user has filled in the form.
  func submit(_ values: [String: String]) {
    guard let screen else { return }
    let fields = screen.fields.map { Record.Field($0.name, .text(values[$0.name] ?? $0.suggestion)) }
    answer(.answer(Answer(to: screen.request, values: Record(fields))))
  }

  /// The user has touched a button; one that asks first does so now.
  func press(_ name: String) {
    guard let screen, let button = screen.buttons.first(where: { $0.name == name }) else { return }
    guard button.confirm == nil else {
      self.screen?.asked = button
      return
    }
    answer(.answer(Answer(to: screen.request, choice: name)))
  }

  /// The user has said yes or no to what a button asked.
  func confirm(_ isSure: Bool) {
    guard let screen, let button = screen.asked else { return }
    self.screen?.asked = nil
    answer(.answer(Answer(to: screen.request, choice: button.name, isConfirmed: isSure)))
  }

  /// The run is over.
  func finish() { screen = nil }

  private func answer(_ response: Response) {
    answering?.resume(returning: response)
    answering = nil
  }

  /// The SDK was faster than the user: the question is void.
  private func withdraw(_ request: Int) {
    guard screen?.request == request else { return }
    answer(.wait)
  }
}
