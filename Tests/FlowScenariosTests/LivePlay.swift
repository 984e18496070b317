// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import Synchronization

@testable import FlowRuntime
@testable import FlowScenarios

/// Plays a rehearsed scenario as it comes on a live clock: somebody takes time to answer, and the SDK is heard meanwhile.
///
/// Nobody waits: the clock goes on when the run has told all that happened so far, to the moment of what happened next.
final class LivePlay: Sendable {
  private struct State {
    var lines: [String] = []
    var isOver = false
  }

  private let rehearsal: Rehearsal
  private let clock: DrivenClock
  private let direct: @Sendable (Direction) async -> Void
  private let prompter = Prompter()
  private let state = Mutex(State())
  private let told: AsyncStream<Void>
  private let slot: AsyncStream<Void>.Continuation

  /// - Parameters:
  ///   - clock: of the run and of the SDK.
  ///   - direct: has the SDK do something.
  init(
    _ rehearsal: Rehearsal, _ clock: DrivenClock,
    _ direct: @escaping @Sendable (Direction) async -> Void
  ) {
    self.rehearsal = rehearsal
    self.clock = clock
    self.direct = direct
    (told, slot) = AsyncStream.makeStream(of: Void.self)
  }

  /// - Returns: the lines of the trace, and how it ended.
  func run(_ program: Program, on backend: any Backend) async -> (lines: [String], ending: String) {
    let session = FlowSession(
      program: program, backend: backend, responder: prompter, clock: clock,
      modules: SecurityModules([ReplayedModule(rehearsal.verdicts)]),
      trace: { [self] entry in
        state.withLock { $0.lines.append(entry.json) }
        slot.yield()
      })
    var deeds = rehearsal.deeds[...]
    // What was done before anybody was asked.
    await drive(session, &deeds)
    let run = Task {
      let result = await session.run()
      slot.finish()
      return result
    }
    for await _ in told { await drive(session, &deeds) }
    return (state.withLock { $0.lines }, ScenarioRunner.words(await run.value.ending))
  }

  /// Does what is to be done behind the lines that there are, and lets time pass to the next one.
  private func drive(_ session: FlowSession, _ deeds: inout ArraySlice<Rehearsal.Deed>) async {
    let (count, isRight) = state.withLock { ($0.lines.count, $0.lines.last == rehearsal.line($0.lines.count - 1)) }
    guard isRight else { return session.stop() }
    while let deed = deeds.first, deed.place <= count {
      deeds.removeFirst()
      clock.advance(to: deed.time)
      switch deed.what {
      case .answer(let answer): prompter.answer(answer)
      case .direct(let direction): await direct(direction)
      case .background: session.enterBackground()
      case .foreground: session.enterForeground()
      }
    }
    guard count < rehearsal.trace.count else { return session.stop() }
    if count > 0 { clock.advance(to: rehearsal.trace[count].time) }
  }
}

extension Rehearsal {
  /// A line of the trace by its place; nil for none.
  fileprivate func line(_ place: Int) -> String? { trace.indices.contains(place) ? trace[place].json : nil }
}

/// Says what modules have said before.
private final class ReplayedModule: SecurityModule {
  let name = "modules"
  private let verdicts: Mutex<ArraySlice<SecurityVerdict>>

  init(_ verdicts: [SecurityVerdict]) { self.verdicts = Mutex(verdicts[...]) }

  func isDeviceSecure() async -> SecurityVerdict { next }
  func allowLogin() async -> SecurityVerdict { next }

  private var next: SecurityVerdict { verdicts.withLock { $0.popFirst() } ?? .deny("nobody asked that before") }
}

/// Somebody who is told what to answer: before the question is brought, or while it is open.
private final class Prompter: Responder {
  private struct State {
    var open: (request: Int, continuation: CheckedContinuation<Response, Never>)?
    var answer: Answer?
  }

  private let state = Mutex(State())
  let answersAtOnce = false

  func answer(_ answer: Answer) {
    let continuation = state.withLock { state -> CheckedContinuation<Response, Never>? in
      guard let open = state.open, open.request == answer.request else {
        state.answer = answer
        return nil
      }
      state.open = nil
      return open.continuation
    }
    continuation?.resume(returning: .answer(answer))
  }

  func respond(to question: Question) async -> Response {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let response = state.withLock { state -> Response? in
          if Task.isCancelled { return .wait }
          if let answer = state.answer, answer.request == question.request {
            state.answer = nil
            return .answer(answer)
          }
          state.open = (question.request, continuation)
          return nil
        }
        if let response { continuation.resume(returning: response) }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        defer { if state.open?.request == question.request { state.open = nil } }
        return state.open?.request == question.request ? state.open?.continuation : nil
      }
      continuation?.resume(returning: .wait)
    }
  }

  func refused(_ refusal: Refusal, to question: Question) async {}
}

/// A live clock that goes on only when it is told to.
final class DrivenClock: RunClock {
  private struct State {
    var now = Duration.zero
    var last = 0
    var sleepers: [Int: (until: Duration, continuation: CheckedContinuation<Void, Never>)] = [:]
  }

  private let state = Mutex(State())

  var now: Duration { state.withLock { $0.now } }

  func advance(to time: Duration) {
    let due = state.withLock { state in
      state.now = max(state.now, time)
      let due = state.sleepers.filter { $0.value.until <= time }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.map(\.continuation)
    }
    for sleeper in due { sleeper.resume() }
  }

  func sleep(until time: Duration) async {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          guard state.now < time, !Task.isCancelled else { return true }
          state.sleepers[number] = (time, continuation)
          return false
        }
        if isDue { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume()
    }
  }
}
