// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import Values

@testable import FlowRuntime

/// The toy SDK, which opens the door by itself after five seconds of its clock.
private final class LateBackend: Backend {
  private let inner = ToyBackend(("begin", "askName"), ("sendName", "askPIN(enter)"), isLive: true)
  private let clock: HandClock
  private let isOver = Mutex(false)

  init(_ clock: HandClock) { self.clock = clock }

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer { try await inner.perform(call) }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    guard inner.calls.contains("sendName") else { return try await inner.nextEvent(until: deadline) }
    if let event = try await inner.nextEvent(until: .zero) { return event }
    let due = Duration.seconds(5)
    if clock.now < due { await clock.sleep(until: min(due, deadline ?? due)) }
    guard clock.now >= due else { return nil }
    let isFirst = isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
    return isFirst ? SDKEvent("entered") : nil
  }
}

@Suite("A session on a live clock", .timeLimit(.minutes(30)))
struct LiveSessionTests {
  private let listener = Listener()

  private func session(
    _ program: Program, _ backend: any Backend, _ responder: any Responder, clock: any RunClock = HandClock()
  ) -> FlowSession {
    FlowSession(program: program, backend: backend, responder: responder, clock: clock, trace: listener.hear)
  }

  private func heard(_ kind: String) async { while !listener.kinds.contains(kind) { await Task.yield() } }

  @Test("at one moment an event comes before a deadline", arguments: 0..<40)
  func tie(_: Int) async throws {
    let steps = ToyFlow.entry.replacing("  challenge: askPIN(enter)", with: "  challenge: askPIN(enter)\n  within: 5s")
      .replacing("    5: { retry: wrong }", with: "    timeout: gone\n    5: { retry: wrong }")
    let (clock, responder) = (HandClock(), SlowResponder())
    let session = session(try ToyFlow.program(steps: steps), LateBackend(clock), responder, clock: clock)
    let run = Task { await session.run() }
    responder.answer(try #require(await responder.question()), "name=eve")
    _ = await responder.question(of: "pin")
    clock.advance(to: .seconds(5))
    let inside = try #require(await responder.question(of: "inside"))
    responder.answer(inside, "> finish")
    #expect(await run.value.name == "done" && !listener.kinds.contains("timeout"))
  }

  @Test("a run in the background is not given up because the SDK is silent: the host may bring the app back")
  func background() async throws {
    let responder = SlowResponder()
    let backend = ToyBackend(("begin", "askName"), ("sendName", "askName 7"))
    let session = session(try ToyFlow.program(steps: ToyFlow.entry), backend, responder)
    let run = Task { await session.run() }
    _ = try #require(await responder.question())
    session.enterBackground()
    await heard("background")
    session.enterForeground()
    responder.answer(try #require(await responder.question()), "name=eve")
    #expect(await run.value.name == "blocked")
  }

  @Test("the host is heard while a script waits for the SDK")
  func script() async throws {
    let backend = ToyBackend(("begin", "askName"), isLive: true)
    let session = session(
      try ToyFlow.program(steps: ToyFlow.entry), backend, QuickResponder { _, _ in .wait })
    let run = Task { await session.run() }
    await heard("ask")
    session.enterBackground()
    await heard("background")
    // Nothing but the host can go on now.
    backend.fallSilent()
    session.enterForeground()
    await heard("foreground")
    session.stop()
    #expect(await run.value.waiting == "name")
  }
}
