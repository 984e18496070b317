// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import Values

@testable import FlowRuntime

/// Entries of a trace as they come.
final class Listener: Sendable {
  private let lines = Mutex<[TraceEntry]>([])

  var entries: [TraceEntry] { lines.withLock { $0 } }
  var kinds: [String] { entries.map(\.kind) }
  var hear: @Sendable (TraceEntry) -> Void { { [self] entry in lines.withLock { $0.append(entry) } } }
}

@Suite("A session with a responder that answers at once")
struct SessionTests {
  static func wholeWay() -> ToyBackend {
    ToyBackend(
      ("begin", "askName"), ("sendName", "ready; askPIN(enter) person=eve"), ("sendPIN", "askPIN(enter) 5"),
      ("sendPIN", "entered"))
  }
  static func answers() -> QuickResponder {
    QuickResponder(("name", "name=eve"), ("pin", "pin=1111"), ("pin", "pin=2222"), ("inside", "> finish"))
  }

  static func run(
    _ program: Program, _ backend: ToyBackend, _ responder: any Responder, clock: any RunClock = VirtualClock(),
    listener: Listener = Listener()
  ) async -> RunResult {
    await FlowSession(program: program, backend: backend, responder: responder, clock: clock, trace: listener.hear)
      .run()
  }

  @Test("a whole run comes to its end, and says whose proofs it has")
  func whole() async throws {
    let backend = Self.wholeWay()
    let result = await Self.run(try ToyFlow.program(goal: "aal2", steps: ToyFlow.entry), backend, Self.answers())
    #expect(result.name == "done")
    #expect(result.proofs.count == 2)
    #expect(result.user == "eve")
    #expect(result.leftover == [])
    #expect(backend.calls == ["begin", "sendName", "sendPIN", "sendPIN"])
  }

  @Test("the same script gives the same trace, to the byte, however often it is played")
  func repeatable() async throws {
    let program = try ToyFlow.program(goal: "aal2", steps: ToyFlow.entry)
    var texts: Set<String> = []
    for _ in 0..<20 {
      let listener = Listener()
      _ = await Self.run(program, Self.wholeWay(), Self.answers(), listener: listener)
      texts.insert(listener.entries.map(\.json).joined(separator: "\n"))
    }
    #expect(texts.count == 1)
  }

  @Test("secrets are wiped once the call has them, and those of an answer that did not go into a call, too")
  func wipesSecrets() async throws {
    let backend = ToyBackend(("begin", "askName"), ("sendName", "askPIN(choose)"), ("sendPIN", "entered"))
    let (wrong, first, second) = (Secret("9999"), Secret("1234"), Secret("1234"))
    let responder = QuickResponder { question, count in
      switch question.step {
      case "name": return .answer(Answer(to: question, writing: "name=eve"))
      case "create" where count == 1:
        return .answer(
          Answer(to: question, values: ["first": .secret(wrong), "second": .secret(second), "hint": .text("a")]))
      case "create":
        return .answer(
          Answer(to: question, values: ["first": .secret(first), "second": .text("1234"), "hint": .text("a")]))
      default: return .leave
      }
    }
    let result = await Self.run(try ToyFlow.program(steps: AnsweringTests.creating), backend, responder)
    #expect(result.waiting == "inside")
    #expect(backend.secretsThen == ["1234"])
    #expect(backend.secretsNow == [[]])
    for secret in [wrong, first, second] { #expect(secret.withBytes { $0 } == []) }
  }

  @Test("events that are there come before an answer")
  func eventsFirst() async throws {
    let listener = Listener()
    let backend = ToyBackend(("begin", "askName; askName; askName"), ("sendName", "entered"))
    _ = await Self.run(try ToyFlow.program(steps: ToyFlow.entry), backend, Self.answers(), listener: listener)
    #expect(listener.kinds.prefix { $0 != "answer" }.count { $0 == "ask" } == 3)
  }

  @Test("where nobody has anything to say and the SDK is silent, the run waits at its step")
  func nobodyThere() async throws {
    let program = try ToyFlow.program(steps: ToyFlow.entry)
    let silent = QuickResponder { _, _ in .wait }
    #expect(await Self.run(program, ToyBackend(("begin", "askName")), silent).waiting == "name")
    #expect(silent.asked == 1)
    let leaving = QuickResponder { _, _ in .leave }
    #expect(await Self.run(program, ToyBackend(("begin", "askName")), leaving).waiting == "name")
    // An SDK that never answers is bounded by the contract's patience.
    let clock = VirtualClock()
    #expect(await Self.run(program, ToyBackend([:]), silent, clock: clock).name == "failed")
    #expect(clock.now == .seconds(60))
  }

  @Test("time passes up to the deadline, and no further, where nothing else happens")
  func deadline() async throws {
    let steps = ToyFlow.entry.replacing("  challenge: askPIN(enter)", with: "  challenge: askPIN(enter)\n  within: 5s")
      .replacing("    5: { retry: wrong }", with: "    timeout: gone\n    5: { retry: wrong }")
    let clock = VirtualClock()
    let result = await Self.run(
      try ToyFlow.program(steps: steps), ToyBackend(("begin", "askName"), ("sendName", "askPIN(enter)")),
      QuickResponder(("name", "name=eve")), clock: clock)
    #expect(result.name == "gone")
    #expect(clock.now == .seconds(5))
  }

  @Test("a responder may wait until a choice has cooled down")
  func waitsUntil() async throws {
    let steps = AskingTests.choosing(
      "more: { call: ping, max: 3, every: 3s, then: { accepted: stay } }\nleave: { to: gone }", then: "else: failed")
    let clock = VirtualClock()
    let responder = QuickResponder { question, count in
      if question.step == "name" { return .answer(Answer(to: question, writing: "name=eve")) }
      if let later = question.later.first { return .waitUntil(later.at) }
      return .answer(Answer(to: question, choice: question.choices[0].name))
    }
    let backend = ToyBackend(("begin", "askName"), ("sendName", "askConsent"))
    #expect(await Self.run(try ToyFlow.program(steps: steps), backend, responder, clock: clock).name == "gone")
    #expect(backend.calls.count { $0 == "ping" } == 3)
    #expect(clock.now >= .seconds(6))
  }

  @Test("endless wrong answers end the run where it stands")
  func endlessWrongAnswers() async throws {
    let program = try ToyFlow.program(steps: ToyFlow.entry)
    let wrong: [@Sendable (Question) -> Answer] = [
      { Answer(to: $0, choice: "nonsense") }, { Answer(to: $0.request + 1, values: ["name": .text("eve")]) },
      { Answer(to: $0) }, { Answer(to: $0, values: ["name": .int(1)]) }, { _ in Answer(to: -1) },
    ]
    for answer in wrong {
      let responder = QuickResponder { question, _ in .answer(answer(question)) }
      #expect(await Self.run(program, ToyBackend(("begin", "askName")), responder).waiting == "name")
      #expect((90...110).contains(responder.asked))
    }
    let failing = QuickResponder { question, _ in
      .answer(Answer(to: question, writing: question.step == "name" ? "name=eve" : "first=1234 second=4321 hint=a"))
    }
    let backend = ToyBackend(("begin", "askName"), ("sendName", "askPIN(choose)"))
    #expect(await Self.run(try ToyFlow.program(steps: AnsweringTests.creating), backend, failing).waiting == "create")
  }

  @Test("a responder is told of each refusal, and why")
  func toldOfRefusals() async throws {
    let responder = QuickResponder { question, count in
      count == 0
        ? .answer(Answer(to: question, choice: "nonsense")) : count == 1 ? .answer(Answer(to: question)) : .leave
    }
    _ = await Self.run(try ToyFlow.program(steps: ToyFlow.entry), ToyBackend(("begin", "askName")), responder)
    #expect(responder.refused == [.unknownChoice, .missingValue("name")])
  }

  @Test("an SDK that is gone fails the run: at a call, and at an event")
  func gone() async throws {
    let program = try ToyFlow.program(steps: ToyFlow.entry)
    let gone = BackendFailure(.gone, "the pipe is closed")
    let atCall = ToyBackend(["begin": [.init(failure: gone)]])
    #expect(await Self.run(program, atCall, Self.answers()).failure == gone)
    let atEvent = ToyBackend(("begin", "askName"))
    atEvent.fail(gone)
    #expect(await Self.run(program, atEvent, Self.answers()).failure == gone)
  }

  @Test("a field of another type than the contract's fails the run")
  func brokenContract() async throws {
    let backend = ToyBackend(["begin": [.init(events: [SDKEvent("askCode", data: ["attemptsLeft": .text("two")])])]])
    let result = await Self.run(try ToyFlow.program(steps: ToyFlow.entry), backend, Self.answers())
    #expect(result.failure?.kind == .brokeContract)
    #expect(result.failure?.description.contains("attemptsLeft") == true)
    #expect(result.failure?.description.contains("two") == false)
  }

  @Test("a way out that fails does not hide the end")
  func failingWayOut() async throws {
    let backend = ToyBackend([
      "begin": [.init(events: "askName".events)], "sendName": [.init(events: "askName 7".events)],
      "reset": [.init(failure: BackendFailure(.gone, "gone"))],
    ])
    let result = await Self.run(try ToyFlow.program(steps: ToyFlow.entry), backend, Self.answers())
    #expect(result.name == "blocked")
    #expect(backend.calls.last == "reset")
  }

  @Test("events that nobody took up are left over, in their order")
  func leftover() async throws {
    let backend = ToyBackend(("begin", "askName"), ("sendName", "askName 7; askPIN(enter); report"))
    let result = await Self.run(try ToyFlow.program(steps: ToyFlow.entry), backend, Self.answers())
    #expect(result.name == "blocked")
    #expect(result.leftover.map(\.name) == ["askPIN", "report"])
  }

  @Test("a run that begins at a step for an event takes up what another left over")
  func takesUp() async throws {
    let program = try ToyFlow.unchecked(
      start: "name", goal: "aal1", steps: ToyFlow.naming("entered: inside") + "\n" + ToyFlow.inside)
    let backend = ToyBackend(("sendName", "entered person=eve"))
    backend.send("askName")
    let result = await Self.run(program, backend, QuickResponder(("name", "name=eve"), ("inside", "> finish")))
    #expect(result.name == "done")
  }

  @Test("a run that was cancelled stops where it stands")
  func cancelled() async throws {
    let program = try ToyFlow.program(steps: ToyFlow.entry)
    let backend = ToyBackend(("begin", "askName"), isLive: true)
    let responder = SlowResponder()
    let task = Task { await Self.run(program, backend, responder, clock: HandClock()) }
    _ = await responder.question()
    task.cancel()
    #expect(await task.value.waiting == "name")
  }
}

extension RunResult {
  /// The end's name; nil if the run came to none.
  var name: String? { if case .ended(let name, _, _) = ending { name } else { nil } }
  var waiting: String? { if case .waiting(let step) = ending { step } else { nil } }
  var failure: BackendFailure? { if case .failed(let failure) = ending { failure } else { nil } }
}
