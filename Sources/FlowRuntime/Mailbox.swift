// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Where the SDK's events, a slow responder's answers and the time meet, in the order in which they come.
final class Mailbox: Sendable {
  enum Letter: Sendable {
    case event(SDKEvent)
    case failure(BackendFailure)
    /// The SDK has nothing more to say until somebody calls it.
    case silence
    case time
    /// The host has put something into the session's inbox.
    case bell
    case response(request: Int, Response)
  }

  private struct Tasks {
    var listening: Task<Void, Never>?
    var timing: (at: Duration, task: Task<Void, Never>)?
    var answering: Task<Void, Never>?
  }

  private let backend: any Backend
  private let responder: any Responder
  private let clock: any RunClock
  private let letters: AsyncStream<Letter>
  private let slot: AsyncStream<Letter>.Continuation
  private let tasks = Mutex(Tasks())

  init(backend: any Backend, responder: any Responder, clock: any RunClock) {
    self.backend = backend
    self.responder = responder
    self.clock = clock
    (letters, slot) = AsyncStream.makeStream(of: Letter.self)
  }

  /// The next letter; nil when the mailbox is closed.
  func next() async -> Letter? {
    var iterator = letters.makeAsyncIterator()
    return await iterator.next()
  }

  /// Tells that the host has put something into the session's inbox.
  func ring() { slot.yield(.bell) }

  /// Listens to the SDK, unless somebody does already.
  func listen() {
    tasks.withLock { tasks in
      guard tasks.listening == nil else { return }
      tasks.listening = Task { [self] in await hear() }
    }
  }

  private func hear() async {
    do throws(BackendFailure) {
      let event = try await backend.nextEvent(until: nil)
      // Both at once: who finds nobody listening finds the event in the mailbox.
      tasks.withLock { tasks in
        tasks.listening = nil
        slot.yield(event.map { .event($0) } ?? .silence)
      }
    } catch {
      slot.yield(.failure(error))
    }
  }

  /// Brings a question to the responder, in place of the one that is open there; nil takes that one back.
  func pose(_ question: Question?) {
    tasks.withLock { tasks in
      tasks.answering?.cancel()
      tasks.answering = question.map { question in
        Task { [self] in
          let response = await responder.respond(to: question)
          if case .waitUntil(let time) = response { await clock.sleep(until: time) }
          if !Task.isCancelled { slot.yield(.response(request: question.request, response)) }
        }
      }
    }
  }

  /// Rings at a time since the start of the run, in place of the time before; nil for never.
  func wake(at time: Duration?) {
    tasks.withLock { tasks in
      guard tasks.timing?.at != time else { return }
      tasks.timing?.task.cancel()
      tasks.timing = time.map { time in
        let task = Task { [self] in
          await clock.sleep(until: time)
          if !Task.isCancelled { slot.yield(.time) }
        }
        return (time, task)
      }
    }
  }

  /// Takes back everything that is under way, and hands over the events that nobody has read.
  func close() async -> [SDKEvent] {
    let listening = tasks.withLock { tasks in
      tasks.timing?.task.cancel()
      tasks.answering?.cancel()
      tasks.listening?.cancel()
      return tasks.listening
    }
    // The SDK may be about to hand an event over.
    await listening?.value
    slot.finish()
    var events: [SDKEvent] = []
    while let letter = await next() {
      if case .event(let event) = letter { events.append(event) }
    }
    return events
  }
}
