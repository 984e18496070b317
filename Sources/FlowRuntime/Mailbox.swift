// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Where the SDK's events, a slow responder's answers and the time meet, in the order in which they come.
final class Mailbox: Sendable {
  enum Letter: Sendable {
    case event(SDKEvent)
    case failure(BackendFailure)
    /// The SDK has nothing more to say until somebody calls it; so it was behind that many calls.
    case silence(calls: Int)
    case time
    /// What had come when the time rang stands before it.
    case timeAfterEvents
    /// The host has put something into the session's inbox.
    case bell
    case response(request: Int, Response)
  }

  private struct Tasks {
    var listening: Task<Void, Never>?
    /// Which of the listeners it is, one after the other.
    var listener = 0
    /// Whether it has told that the SDK has nothing more to say, and looks again when the SDK is roused.
    var isIdle = false
    /// How many calls were made.
    var calls = 0
    var timing: (at: Duration, task: Task<Void, Never>, hasRung: Bool)?
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
  ///
  /// - Parameter calls: how many were made so far.
  func listen(after calls: Int) {
    tasks.withLock { tasks in
      // What an idle one has told was of fewer calls: nothing more might rouse it.
      let isOutdated = tasks.isIdle && tasks.calls != calls
      tasks.calls = calls
      guard tasks.listening == nil || isOutdated else { return }
      tasks.listening?.cancel()
      tasks.listener += 1
      tasks.isIdle = false
      let listener = tasks.listener
      tasks.listening = Task { [self] in await hear(as: listener) }
    }
  }

  private func hear(as listener: Int) async {
    let rousable = backend as? any RousableBackend
    do throws(BackendFailure) {
      while true {
        let (calls, changes) = (tasks.withLock { $0.calls }, rousable?.changes)
        let event = try await backend.nextEvent(until: nil)
        switch heard(event, calls, isRousable: rousable != nil) {
        case .again: continue
        case .whenRoused:
          if let changes { await rousable?.change(since: changes) }
          guard wakes(listener) else { return }
        case .whenAsked: return
        }
      }
    } catch {
      slot.yield(.failure(error))
    }
  }

  /// Whether an idle listener is to look again: it is not if another one has taken its place.
  private func wakes(_ listener: Int) -> Bool {
    tasks.withLock { tasks in
      guard tasks.listener == listener else { return false }
      tasks.isIdle = false
      return true
    }
  }

  /// Takes note of what the SDK had to say; both at once: who finds no listener finds the letter in the mailbox.
  ///
  /// - Parameter calls: how many had been made when it was asked.
  /// - Returns: when it is listened to again.
  private func heard(_ event: SDKEvent?, _ calls: Int, isRousable: Bool) -> NextLook {
    tasks.withLock { tasks in
      let isCancelled = Task.isCancelled
      // That it has nothing more to say is no word about a call that was made meanwhile.
      guard event != nil || isCancelled || tasks.calls == calls else { return .again }
      if let event { slot.yield(.event(event)) } else if !isCancelled { slot.yield(.silence(calls: calls)) }
      if event == nil, !isCancelled, isRousable {
        tasks.isIdle = true
        return .whenRoused
      }
      tasks.listening = nil
      return .whenAsked
    }
  }

  private enum NextLook {
    case again, whenRoused, whenAsked
  }

  /// Puts what has come by then before the ring of the time: at one moment events come before deadlines.
  ///
  /// Nobody listens afterwards, and a caller that waits for a time has to say so again.
  ///
  /// - Parameter now: as the backend counts it.
  func ringAfterEvents(at now: Duration?) async {
    let listening = tasks.withLock { $0.listening }
    listening?.cancel()
    await listening?.value
    do throws(BackendFailure) {
      if let event = try await backend.nextEvent(until: now) {
        slot.yield(.event(event))
        slot.yield(.time)
      } else {
        tasks.withLock { if $0.timing?.hasRung ?? false { $0.timing = nil } }
        slot.yield(.timeAfterEvents)
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
          ring(at: time)
        }
        return (time, task, false)
      }
    }
  }

  private func ring(at time: Duration) {
    tasks.withLock { tasks in
      guard !Task.isCancelled, tasks.timing?.at == time else { return }
      tasks.timing?.hasRung = true
      slot.yield(.time)
    }
  }

  /// Takes back everything that is under way, and hands over the events that have not been read.
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
