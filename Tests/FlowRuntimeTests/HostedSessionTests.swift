// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import Values

@testable import FlowRuntime

@Suite("What a host tells a session", .timeLimit(.minutes(30)))
struct HostedSessionTests {
  private let responder = SlowResponder()
  private let listener = Listener()

  private func session(
    _ program: Program, _ backend: ToyBackend, _ responder: any Responder, clock: any RunClock = HandClock()
  ) -> FlowSession {
    FlowSession(program: program, backend: backend, responder: responder, clock: clock, trace: listener.hear)
  }

  @Test("in the background the question is taken back from who types; in the foreground it is brought again")
  func typing() async throws {
    let backend = ToyBackend(("begin", "askName"), ("sendName", "askName 7"), isLive: true)
    let session = session(try ToyFlow.program(steps: ToyFlow.entry), backend, responder)
    let run = Task { await session.run() }
    let first = try #require(await responder.question())
    session.enterBackground()
    session.enterBackground()
    session.enterForeground()
    let second = try #require(await responder.question())
    #expect(second.request == first.request + 1 && second.step == first.step)
    #expect(responder.cancelled == [first.request])
    responder.answer(second, "name=eve")
    let result = await run.value
    #expect(result.name == "blocked", "\(result) \(backend.calls) \(listener.kinds) \(responder.refused)")
    #expect(listener.kinds.filter { $0.hasSuffix("ground") } == ["background", "foreground"])
  }

  @Test("an answer that was on its way is refused in the background, and its secrets are wiped")
  func wiped() async throws {
    let deaf = SlowResponder(isDeaf: true)
    let backend = ToyBackend(("begin", "askName"), ("sendName", "askPIN(enter)"), isLive: true)
    let session = session(try ToyFlow.program(steps: ToyFlow.entry), backend, deaf)
    let run = Task { await session.run() }
    deaf.answer(try #require(await deaf.question()), "name=eve")
    let asked = try #require(await deaf.question(of: "pin"))
    session.enterBackground()
    session.enterForeground()
    let again = try #require(await deaf.question(of: "pin"))
    let secret = Secret("1234")
    deaf.say(.answer(Answer(to: asked, values: ["pin": .secret(secret)])), to: again.request)
    let third = try #require(await deaf.question(of: "pin"))
    #expect(third.request == again.request && deaf.refused == [.stale])
    let isWiped = secret.withBytes { $0.isEmpty }
    #expect(isWiped)
    deaf.say(.leave, to: third.request)
    #expect(await run.value.waiting == "pin")
    deaf.say(.wait, to: asked.request)
  }

  @Test("events that come in the background are taken there")
  func events() async throws {
    let backend = ToyBackend(("begin", "askName"), isLive: true)
    let session = session(
      try ToyFlow.program(steps: ToyFlow.entry, interrupts: InterruptTests.all), backend, responder)
    let run = Task { await session.run() }
    _ = try #require(await responder.question())
    session.enterBackground()
    while !listener.kinds.contains("background") { await Task.yield() }
    backend.send("idle left=30; timedOut")
    while !listener.kinds.contains("interrupt") || listener.kinds.count(where: { $0 == "interrupt" }) < 2 {
      await Task.yield()
    }
    session.enterForeground()
    let question = try #require(await responder.question())
    #expect(question.step == "timedOut")
    responder.answer(question, "> ok")
    #expect(await run.value.name == "gone")
  }

  @Test("a run that is stopped waits, with every event that was heard, and goes on with them")
  func stops() async throws {
    let program = try ToyFlow.program(steps: ToyFlow.entry)
    let backend = ToyBackend(("begin", "askName"), isLive: true)
    let first = session(program, backend, responder)
    let run = Task { await first.run() }
    _ = try #require(await responder.question())
    first.stop()
    backend.send("report; report; askName last=end")
    #expect(await run.value.waiting == "name")
    let saved = try #require(await first.saved)
    #expect(saved.unread.count <= 3)

    let listener = Listener()
    let second = try FlowSession(
      resuming: saved, of: program, backend: backend,
      responder: QuickResponder { question, _ in
        question.event?.data["last"] == .text("end") ? .leave : .wait
      }, clock: VirtualClock(startingAt: .milliseconds(saved.time)), trace: listener.hear)
    #expect(await second.run().waiting == "name")
    #expect(listener.kinds.first == "reopen")
    let heard = listener.kinds + self.listener.kinds
    #expect(heard.count { $0 == "drop" || $0 == "notice" } == 2)
    #expect(await second.state.question(at: 0)?.event?.data["last"] == .text("end"))
  }

  @Test("events that a former run had heard come before those of the SDK; none of their secrets is saved")
  func unread() async throws {
    let program = try ToyFlow.program(steps: ToyFlow.entry)
    let machine = try Diagram.run(program, InterruptTests.toName).machine
    let waiting = SavedRun(
      machine: try #require(machine.snapshot), unread: [SDKEvent("askName", data: ["last": .text("eve")], status: 6)],
      reasons: ["No."], time: 5000)
    let backend = ToyBackend()
    backend.send("askName 7")
    let clock = VirtualClock(startingAt: .milliseconds(waiting.time))
    let session = try FlowSession(
      resuming: waiting, of: program, backend: backend, responder: responder, clock: clock, trace: listener.hear)
    let result = await session.run()
    #expect(result.reasons == ["No."])
    #expect(Array(listener.kinds.prefix(3)) == ["reopen", "ask", "event"])
    #expect(await session.saved == nil)
    let inbox = SessionInbox()
    let typed = SDKEvent("askPIN", data: ["token": .text("hush"), "person": .text("eve"), "more": .text("hush")])
    let leaver = QuickResponder { _, _ in
      // It comes when nobody reads any more.
      inbox.put(.event(typed))
      inbox.put(.event(SDKEvent("unheardOf", data: ["what": .text("hush")])))
      return .leave
    }
    let heard = FlowSession(
      machine: machine, backend: ToyBackend(), responder: leaver, clock: clock, inbox: inbox)
    _ = await heard.run()
    let saved = try #require(await heard.saved)
    #expect(saved.unread.map(\.name) == ["askPIN", "unheardOf"])
    var json = JSONWriter()
    json.object { saved.write(to: &$0) }
    #expect(!json.text.contains("hush") && json.text.contains("eve"))
  }

  @Test("a session that was never run, that is over, or whose SDK went away, is not saved")
  func notSaved() async throws {
    let program = try ToyFlow.program(steps: ToyFlow.entry)
    let session = session(program, ToyBackend(), responder)
    #expect(await session.saved == nil)
    session.enterForeground()
    session.stop()
    _ = await session.run()
  }
}
