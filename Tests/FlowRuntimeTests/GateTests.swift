// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import FlowRuntime

@Suite("Gates")
struct GateTests {
  private struct Refused: Error {}

  private struct Module: SecurityModule {
    let name: String
    var device: SecurityVerdict?
    var login: SecurityVerdict? = .allow

    func isDeviceSecure() async throws -> SecurityVerdict { try answer(device) }
    func allowLogin() async throws -> SecurityVerdict { try answer(login) }

    private func answer(_ verdict: SecurityVerdict?) throws -> SecurityVerdict {
      guard let verdict else { throw Refused() }
      return verdict
    }
  }

  static func program() throws -> Program {
    try ToyFlow.program(
      start: "mayBegin",
      steps: """
        mayBegin:
          gate: [isDeviceSecure, allowLogin]
          then: { allow: begin, deny: blocked }
        \(ToyFlow.entry)
        """)
  }

  private static func run(_ modules: [any SecurityModule]) async throws -> RunResult {
    await FlowSession(
      program: try program(), backend: ToyBackend(("begin", "askName")), responder: QuickResponder { _, _ in .leave },
      clock: VirtualClock(), modules: SecurityModules(modules)
    ).run()
  }

  @Test("a flow goes on when every module allows it, and when there is none")
  func allows() async throws {
    #expect(try await Self.run([]).waiting == "name")
    let result = try await Self.run([Module(name: "root", device: .allow), Module(name: "wifi", device: .allow)])
    #expect(result.waiting == "name")
    #expect(result.reasons == [])
  }

  @Test("one denial denies, and the reasons of all modules are in the result, each once")
  func denies() async throws {
    let result = try await Self.run([
      Module(name: "fine", device: .allow),
      Module(name: "root", device: .deny("This phone is rooted."), login: .deny("This phone is rooted.")),
      Module(name: "wifi", device: .deny("This network is not safe.")),
    ])
    #expect(result.name == "blocked")
    #expect(result.reasons == ["This phone is rooted.", "This network is not safe."])
  }

  @Test("a module that throws, or denies without a reason, denies")
  func failing() async throws {
    #expect(try await Self.run([Module(name: "root", device: nil)]).reasons == ["root failed"])
    #expect(try await Self.run([Module(name: "root", device: .deny([]))]).reasons == ["root denies it"])
  }

  /// Counts its questions; answers when it is let, or never.
  private final class Slow: SecurityModule {
    let name = "slow"
    private let state = Mutex((asked: [SecurityQuestion](), isLet: false))

    var asked: [SecurityQuestion] { state.withLock { $0.asked } }
    func letAnswer() { state.withLock { $0.isLet = true } }

    func isDeviceSecure() async throws -> SecurityVerdict { await answer(.isDeviceSecure) }
    func allowLogin() async throws -> SecurityVerdict { await answer(.allowLogin) }

    private func answer(_ question: SecurityQuestion) async -> SecurityVerdict {
      state.withLock { $0.asked.append(question) }
      while !state.withLock({ $0.isLet }) { await Task.yield() }
      return .allow
    }
  }

  @Test("both questions are asked of every module, also behind one that has denied")
  func asksAll() async throws {
    let slow = Slow()
    slow.letAnswer()
    let result = try await Self.run([
      Module(name: "root", device: .deny("Rooted.")), slow, Module(name: "x", device: nil),
    ])
    #expect(slow.asked == [.isDeviceSecure, .allowLogin])
    #expect(result.reasons == ["Rooted.", "x failed"])
  }

  @Test("a module without an implementation of its own allows")
  func defaults() async throws {
    struct Silent: SecurityModule { let name = "default" }
    #expect(try await Self.run([Silent()]).waiting == "name")
  }

  @Test(
    "a module that stays silent denies when its time is over; the others are asked all the same",
    .timeLimit(.minutes(30)))
  func silent() async throws {
    let (clock, slow) = (HandClock(), Slow())
    let program = try Self.program()
    let run = Task {
      await FlowSession(
        program: program, backend: ToyBackend(("begin", "askName")), responder: QuickResponder { _, _ in .leave },
        clock: clock, modules: SecurityModules([slow, Module(name: "root", device: .deny("Rooted."))])
      ).run()
    }
    await clock.sleeper(until: .seconds(10))
    clock.advance(to: .seconds(10))
    await clock.sleeper(until: .seconds(20))
    clock.advance(to: .seconds(20))
    let result = await run.value
    #expect(result.name == "blocked")
    #expect(result.reasons == ["slow did not answer", "Rooted."])
    slow.letAnswer()
  }

  @Test("a run that is cancelled while modules are asked is not denied by that", .timeLimit(.minutes(30)))
  func cancelled() async throws {
    let slow = Slow()
    let program = try Self.program()
    let session = FlowSession(
      program: program, backend: ToyBackend(("begin", "askName")), responder: QuickResponder { _, _ in .leave },
      clock: HandClock(), modules: SecurityModules([slow]))
    let run = Task { await session.run() }
    while slow.asked.isEmpty { await Task.yield() }
    run.cancel()
    slow.letAnswer()
    let result = await run.value
    #expect(result.reasons == [] && result.waiting != nil)
    #expect(await session.saved != nil)
  }

  @Test("events that come while the modules are asked are held until they have answered")
  func holds() throws {
    var run = try Diagram.run(Self.program(), "start | start step gate")
    try run.play("! askName |")
    #expect(run.feed(.verdict(.allow)).map(\.kind).starts(with: ["allow", "go", "step", "call"]))
    try run.play("ok")
    #expect(run.question?.step == "name")
  }

  @Test("a verdict that nobody asked for does nothing")
  func uncalled() throws {
    var run = try Diagram.run(Self.program(), "start")
    run.feed(.verdict(.allow))
    #expect(run.feed(.verdict(.deny("late"))).isEmpty)
  }
}
