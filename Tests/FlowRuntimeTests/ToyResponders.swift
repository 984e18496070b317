// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Values

@testable import FlowRuntime

/// Answers at once, from a function.
final class QuickResponder: Responder {
  private let answer: @Sendable (Question, Int) -> Response
  private let state = Mutex((asked: 0, refused: [Refusal]()))

  /// - Parameter answer: told how many questions there were before.
  init(_ answer: @escaping @Sendable (Question, Int) -> Response) { self.answer = answer }

  /// Answers by step, each thing once: inputs as `pin=1234`, choices as `> finish`.
  convenience init(_ script: (step: String, answer: String)...) {
    let left = Mutex(script)
    self.init { question, _ in
      let next = left.withLock { left in
        left.firstIndex { $0.step == question.step }.map { left.remove(at: $0).answer }
      }
      return next.map { .answer(Answer(to: question, writing: $0)) } ?? .wait
    }
  }

  var asked: Int { state.withLock { $0.asked } }
  var refused: [Refusal] { state.withLock { $0.refused } }

  var answersAtOnce: Bool { true }

  func respond(to question: Question) async -> Response {
    let before = state.withLock { state in
      defer { state.asked += 1 }
      return state.asked
    }
    return answer(question, before)
  }

  func refused(_ refusal: Refusal, to question: Question) async { state.withLock { $0.refused.append(refusal) } }
}

/// Answers by hand, as somebody at a screen does: a test waits for a question and then answers it.
final class SlowResponder: Responder {
  private struct State {
    var open: [Int: CheckedContinuation<Response, Never>] = [:]
    var cancelled: [Int] = []
    var refused: [Refusal] = []
  }

  private let state = Mutex(State())
  private let posed: AsyncStream<Question>
  private let slot: AsyncStream<Question>.Continuation
  private let isDeaf: Bool

  /// - Parameter isDeaf: whether it does not notice that its task is cancelled.
  init(isDeaf: Bool = false) {
    self.isDeaf = isDeaf
    (posed, slot) = AsyncStream.makeStream(of: Question.self)
  }

  var answersAtOnce: Bool { false }
  var cancelled: [Int] { state.withLock { $0.cancelled } }
  var refused: [Refusal] { state.withLock { $0.refused } }

  func respond(to question: Question) async -> Response {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isLate = state.withLock { state in
          guard isDeaf || !Task.isCancelled else { return true }
          state.open[question.request] = continuation
          return false
        }
        if isLate { continuation.resume(returning: .wait) } else { slot.yield(question) }
      }
    } onCancel: {
      state.withLock { $0.cancelled.append(question.request) }
      if !isDeaf { say(.wait, to: question.request) }
    }
  }

  func refused(_ refusal: Refusal, to question: Question) async { state.withLock { $0.refused.append(refusal) } }

  /// The next question that is brought.
  func question() async -> Question? {
    var iterator = posed.makeAsyncIterator()
    return await iterator.next()
  }

  /// The next question of a step; those of other steps are skipped.
  func question(of step: String) async -> Question? {
    while let question = await question() {
      if question.step == step { return question }
    }
    return nil
  }

  /// Says something to a question that is open here, or to the last one; nothing happens if it is not.
  func say(_ response: Response, to request: Int? = nil) {
    let continuation = state.withLock { state in
      (request ?? state.open.keys.max()).flatMap { state.open.removeValue(forKey: $0) }
    }
    continuation?.resume(returning: response)
  }

  func answer(_ question: Question, _ text: String) {
    say(.answer(Answer(to: question, writing: text)), to: question.request)
  }
}

/// A clock that goes on only when a test says so.
final class HandClock: RunClock {
  private struct State {
    var now = Duration.zero
    var sleepers: [Int: (until: Duration, continuation: CheckedContinuation<Void, Never>)] = [:]
    var next = 0
  }

  private let state = Mutex(State())
  private let slept: AsyncStream<Duration>
  private let slot: AsyncStream<Duration>.Continuation

  init() { (slept, slot) = AsyncStream.makeStream(of: Duration.self) }

  var now: Duration { state.withLock { $0.now } }

  func sleep(until time: Duration) async {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          guard state.now < time, !Task.isCancelled else { return true }
          state.sleepers[number] = (time, continuation)
          return false
        }
        slot.yield(time)
        if isDue { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: number)?.continuation }?.resume()
    }
  }

  /// Waits until somebody sleeps until that time.
  func sleeper(until time: Duration) async {
    var iterator = slept.makeAsyncIterator()
    while let until = await iterator.next(), until != time {}
  }

  func advance(to time: Duration) {
    let due = state.withLock { state in
      state.now = max(state.now, time)
      let due = state.sleepers.filter { $0.value.until <= time }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
  }
}

extension Answer {
  /// `pin=1234`, or `> finish`.
  init(to question: Question, writing text: String) {
    if text.hasPrefix("> ") {
      self.init(to: question, choice: String(text.dropFirst(2)))
    } else {
      self.init(to: question, values: Diagram.record(text.split(separator: " ").map(String.init)[...]))
    }
  }
}
