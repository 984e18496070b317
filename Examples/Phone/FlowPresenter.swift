// SPDX-License-Identifier: Apache-2.0

import MFAFlow

/// Brings a run's questions to the screen and the user's touches to the run: all the logic there is between them.
@MainActor
final class FlowPresenter: Responder {
  nonisolated let answersAtOnce = false

  /// What is to be seen; nil before the first question, when the app is away, and when the run is over.
  private(set) var screen: Screen? { didSet { changed(screen) } }
  private let clock: any RunClock
  private let changed: (Screen?) -> Void
  private var answering: (request: Int, answer: CheckedContinuation<Response, Never>)?
  /// Waits for the next button that can be pressed later.
  private var waiting: Task<Void, Never>?

  /// - Parameters:
  ///   - clock: that of the run, by which buttons come later.
  ///   - changed: shows the screen.
  init(clock: any RunClock, changed: @escaping (Screen?) -> Void) {
    self.clock = clock
    self.changed = changed
  }

  @MainActor func respond(to question: Question) async -> Response {
    // The question before it may not have been taken back yet: nobody answers it any more.
    answer(.wait)
    let next = Screen(question, at: clock.now)
    screen = screen.map(next.keeping) ?? next
    waitForButton()
    guard !next.onlyWaits else { return .wait }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { answering = (question.request, $0) }
    } onCancel: {
      Task { await withdraw(question.request) }
    }
  }

  @MainActor func refused(_ refusal: Refusal, to question: Question) async { screen?.slip = refusal.words }

  /// The user has picked an item, by its place.
  func pick(_ place: Int, of name: String) { screen?.pick(place, of: name) }

  /// The user has filled in the form.
  func submit(_ values: [String: String] = [:]) {
    guard let screen, screen.canSubmit, screen.asked == nil else { return }
    answer(.answer(Answer(to: screen.request, values: screen.values(typed: values))))
  }

  /// The user has touched a button; one that asks first does so now, and one that comes later does nothing yet.
  func press(_ name: String) {
    guard let screen, screen.asked == nil, let button = screen.buttons.first(where: { $0.name == name }),
      button.from == nil
    else { return }
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

  /// Nothing is to be seen, and what was typed is gone: the app is away, or the run is over.
  func clear() {
    waiting?.cancel()
    if screen != nil { screen = nil }
  }

  private func answer(_ response: Response) {
    answering?.answer.resume(returning: response)
    answering = nil
  }

  /// The SDK was faster than the user: the question is void.
  private func withdraw(_ request: Int) {
    guard answering?.request == request else { return }
    answer(.wait)
  }

  private func waitForButton() {
    waiting?.cancel()
    guard let time = screen?.nextButton else { return }
    waiting = Task { [weak self, clock] in
      await clock.sleep(until: time)
      guard !Task.isCancelled else { return }
      self?.screen?.go(on: clock.now)
      self?.waitForButton()
    }
  }
}
