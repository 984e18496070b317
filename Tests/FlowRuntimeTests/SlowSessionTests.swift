// SPDX-License-Identifier: Apache-2.0

import Testing
import Values

@testable import FlowRuntime

@Suite("A session with a responder that takes time", .timeLimit(.minutes(30)))
struct SlowSessionTests {
  private let responder = SlowResponder()
  private let clock = HandClock()
  private let listener = Listener()

  private func begin(_ program: Program, _ backend: ToyBackend, _ other: SlowResponder? = nil) -> Task<RunResult, Never>
  {
    let responder = other ?? responder
    return Task { [clock, listener] in
      await SessionTests.run(program, backend, responder, clock: clock, listener: listener)
    }
  }

  @Test("a whole run comes to its end")
  func whole() async throws {
    let run = begin(try ToyFlow.program(goal: "aal2", steps: ToyFlow.entry), SessionTests.wholeWay())
    for answer in ["name=eve", "pin=1111", "pin=2222", "> finish"] {
      responder.answer(try #require(await responder.question()), answer)
    }
    let result = await run.value
    #expect(result.name == "done")
    #expect(result.leftover == [])
  }

  @Test("an event that makes the question void cancels the responder, and the new question is brought")
  func voidQuestion() async throws {
    let backend = ToyBackend(("begin", "askName"), ("sendName", "entered"), isLive: true)
    let run = begin(try ToyFlow.program(steps: ToyFlow.naming("entered: inside") + "\n" + ToyFlow.inside), backend)
    let first = try #require(await responder.question())
    backend.send("askName last=eve")
    let second = try #require(await responder.question())
    #expect(second.request == first.request + 1)
    #expect(second.event?.data["last"] == .text("eve"))
    #expect(responder.cancelled == [first.request])
    responder.answer(second, "name=eve")
    responder.answer(try #require(await responder.question(of: "inside")), "> finish")
    #expect(await run.value.name == "done")
    #expect(responder.refused == [])
  }

  @Test("an answer to a void question does no harm, however late it comes")
  func lateAnswer() async throws {
    let deaf = SlowResponder(isDeaf: true)
    let backend = ToyBackend(("begin", "askName"), ("sendName", "entered"), isLive: true)
    let run = begin(
      try ToyFlow.program(steps: ToyFlow.naming("entered: inside") + "\n" + ToyFlow.inside), backend, deaf)
    let first = try #require(await deaf.question())
    backend.send("askName")
    let second = try #require(await deaf.question())
    #expect(first.request != second.request)
    deaf.say(.answer(Answer(to: first.request, values: ["name": .text("eve")])), to: second.request)
    // It was refused, and the question is brought again.
    let third = try #require(await deaf.question())
    #expect(third.request == second.request)
    #expect(deaf.refused == [.stale])
    deaf.answer(third, "name=eve")
    deaf.answer(try #require(await deaf.question(of: "inside")), "> finish")
    #expect(await run.value.name == "done")
    deaf.say(.wait, to: first.request)
  }

  @Test("no event is lost, however many come at once and between questions")
  func noEventLost() async throws {
    let backend = ToyBackend(("begin", "askName"), isLive: true)
    let run = begin(try ToyFlow.program(steps: ToyFlow.entry), backend)
    _ = await responder.question()
    for _ in 0..<500 { backend.send("report; ready") }
    backend.send("askName last=end")
    var last: Question?
    repeat { last = await responder.question() } while last != nil && last?.event?.data["last"] != .text("end")
    responder.say(.leave)
    #expect(await run.value.waiting == "name")
    #expect(listener.kinds.count { $0 == "drop" } == 500)
    #expect(listener.kinds.count { $0 == "notice" } == 500)
  }

  @Test("what was heard and not read when the run is over is left over")
  func leftover() async throws {
    let backend = ToyBackend(("begin", "askName"), ("sendName", "askName 7; entered; report; ready"), isLive: true)
    let run = begin(try ToyFlow.program(steps: ToyFlow.entry), backend)
    responder.answer(try #require(await responder.question()), "name=eve")
    let result = await run.value
    #expect(result.name == "blocked")
    #expect(result.leftover.map(\.name) == ["entered", "report", "ready"])
  }

  @Test("a silent SDK and a responder with nothing to say end the run, without going round and round")
  func silence() async throws {
    let backend = ToyBackend(("begin", "askName"), isLive: true)
    let run = begin(try ToyFlow.program(steps: ToyFlow.entry), backend)
    _ = await responder.question()
    backend.fallSilent()
    responder.say(.wait)
    #expect(await run.value.waiting == "name")
    #expect(backend.asked < 10)
  }

  @Test("silence alone ends nothing: the responder may still answer")
  func silenceWithQuestion() async throws {
    let backend = ToyBackend(("begin", "askName"), ("sendName", "askName 7"))
    let run = begin(try ToyFlow.program(steps: ToyFlow.entry), backend)
    responder.answer(try #require(await responder.question()), "name=eve")
    #expect(await run.value.name == "blocked")
    #expect(backend.asked < 12)
  }

  @Test("a deadline strikes while the responder thinks")
  func deadline() async throws {
    let steps = ToyFlow.entry.replacing("  challenge: askPIN(enter)", with: "  challenge: askPIN(enter)\n  within: 5s")
      .replacing("    5: { retry: wrong }", with: "    timeout: gone\n    5: { retry: wrong }")
    let backend = ToyBackend(("begin", "askName"), ("sendName", "askPIN(enter)"), isLive: true)
    let run = begin(try ToyFlow.program(steps: steps), backend)
    responder.answer(try #require(await responder.question()), "name=eve")
    _ = await responder.question(of: "pin")
    clock.advance(to: .seconds(5))
    #expect(await run.value.name == "gone")
  }

  @Test("a responder that waits until a time is asked again then, and events come through meanwhile")
  func waitsUntil() async throws {
    let backend = ToyBackend(("begin", "askName"), ("sendName", "askName 7"), isLive: true)
    let run = begin(try ToyFlow.program(steps: ToyFlow.entry), backend)
    _ = await responder.question()
    responder.say(.waitUntil(.seconds(9)))
    await clock.sleeper(until: .seconds(9))
    backend.send("askName last=eve")
    let second = try #require(await responder.question())
    #expect(second.event?.data["last"] == .text("eve"))
    #expect(clock.now == .zero)
    responder.say(.waitUntil(.seconds(20)))
    await clock.sleeper(until: .seconds(20))
    clock.advance(to: .seconds(20))
    let third = try #require(await responder.question())
    #expect(third.request == second.request)
    responder.answer(third, "name=eve")
    #expect(await run.value.name == "blocked")
  }

  @Test("a refused answer is told, and the same question brought again")
  func refused() async throws {
    let backend = ToyBackend(("begin", "askName"), ("sendName", "askName 7"))
    let run = begin(try ToyFlow.program(steps: ToyFlow.entry), backend)
    let first = try #require(await responder.question())
    responder.answer(first, "name=")
    let second = try #require(await responder.question())
    #expect(second.request == first.request)
    #expect(responder.refused == [.tooShort("name", minimum: 2)])
    responder.answer(second, "name=eve")
    #expect(await run.value.name == "blocked")
  }

  @Test("an SDK that goes away while the responder thinks fails the run")
  func gone() async throws {
    let backend = ToyBackend(("begin", "askName"), isLive: true)
    let run = begin(try ToyFlow.program(steps: ToyFlow.entry), backend)
    _ = await responder.question()
    backend.fail(BackendFailure(.gone, "the pipe is closed"))
    #expect(await run.value.failure?.kind == .gone)
    #expect(responder.cancelled.count == 1)
  }

  @Test("a run that nobody answers stops when the responder leaves")
  func leaves() async throws {
    let backend = ToyBackend(("begin", "askName"), isLive: true)
    let run = begin(try ToyFlow.program(steps: ToyFlow.entry), backend)
    _ = await responder.question()
    responder.say(.leave)
    #expect(await run.value.waiting == "name")
  }
}
