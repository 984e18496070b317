// SPDX-License-Identifier: Apache-2.0

import Testing
import Values

@testable import FlowRuntime

@Suite("Secrets that an SDK repeats")
struct HandedSecretsTests {
  private static func handed(_ secrets: String...) -> HandedSecrets {
    var handed = HandedSecrets()
    for secret in secrets {
      handed.note(
        SDKCall(name: "setPassword", arguments: ["password": .secret(Secret(secret)), "challengeMode": .int(0)]))
    }
    return handed
  }

  @Test("an echo is taken out of every word of an event, whatever stands around it")
  func echo() {
    let event = SDKEvent(
      "getUser",
      data: [
        "userID": .text("bob horse-1é!"), "count": .int(1),
        "list": .list([.text("xhorse-1éhorse-1é"), .record(["in": .text("horse-1é")])]),
      ], status: 102, statusMessage: "wrong: horse-1é", errorMessage: "4711x")
    let covered = Self.handed("horse-1é", "4711").covered(event, user: "bob")
    #expect(
      covered
        == SDKEvent(
          "getUser",
          data: [
            "userID": .text("bob •••!"), "count": .int(1),
            "list": .list([.text("x•••"), .record(["in": .text("•••")])]),
          ], status: 102, statusMessage: "wrong: •••", errorMessage: "•••x"))
  }

  @Test("an echo with the escapes of JSON, HTML or a URL is one", arguments: ["Tr0ub4dor%263", "Tr0ub4dor&amp;3"])
  func escaped(echo: String) {
    let event = SDKEvent("getUser", data: ["userID": .text("<\(echo)>")], statusMessage: echo)
    let covered = Self.handed("Tr0ub4dor&3").covered(event, user: nil)
    #expect(covered == SDKEvent("getUser", data: ["userID": .text("<•••>")], statusMessage: "•••"))
  }

  @Test("words that repeat nothing stay as they are, and so do those of an SDK that was handed no secret")
  func others() {
    let event = SDKEvent("getUser", data: ["userID": .text("horse")], statusMessage: "hors-e")
    #expect(Self.handed("horse-1").covered(event, user: nil) == event)
    #expect(HandedSecrets().covered(event, user: nil) == event)
  }

  @Test("who is there keeps the name, though it be the password; what is very short is no echo")
  func notEchoes() {
    let event = SDKEvent("getUser", data: ["userID": .text("horse"), "count": .text("1 of 123")])
    #expect(Self.handed("horse", "123", "1").covered(event, user: "horse") == event)
    #expect(Self.handed("horse").covered(event, user: "bob").data["userID"] == .text("•••"))
  }

  @Test("a run shows, traces and reports no echo")
  func run() async throws {
    let backend = ToyBackend([
      "begin": [.init(events: "askName".events)], "sendName": [.init(events: "askPIN(enter) person=eve".events)],
      "sendPIN": [.init(events: "askPIN(enter) 5 person=4711".events)],
    ])
    let listener = Listener()
    let responder = QuickResponder { question, count in
      switch count {
      case 0: .answer(Answer(to: question, writing: "name=eve"))
      case 1: .answer(Answer(to: question, writing: "pin=4711"))
      default: .leave
      }
    }
    let result = await FlowSession(
      program: try ToyFlow.program(steps: ToyFlow.entry), backend: backend, responder: responder, clock: VirtualClock(),
      trace: listener.hear
    ).run()
    let said = listener.entries.map { $0.text + $0.json }.joined()
    #expect(!said.contains("4711") && result.user != "4711")
  }

  @Test("what nobody has read when a run is over, or is left, repeats no secret either")
  func unread() async throws {
    let backend = ToyBackend([
      "begin": [.init(events: "askName".events)], "sendName": [.init(events: "askPIN(enter)".events)],
      "sendPIN": [.init(events: "askName 7; askPIN(enter) person=4711".events)],
    ])
    let responder = QuickResponder { question, count in
      .answer(Answer(to: question, writing: count == 0 ? "name=eve" : "pin=4711"))
    }
    let result = await FlowSession(
      program: try ToyFlow.program(steps: ToyFlow.entry), backend: backend, responder: responder, clock: VirtualClock()
    ).run()
    #expect(result.leftover.map(\.name) == ["askPIN"])
    #expect(result.leftover.allSatisfy { $0.data["person"] == .text("•••") })

    let inbox = SessionInbox()
    let leaver = QuickResponder { question, count in
      if count == 1 { return .answer(Answer(to: question, writing: "pin=4711")) }
      if count == 0 { return .answer(Answer(to: question, writing: "name=eve")) }
      inbox.put(.event(SDKEvent("askPIN", data: ["person": .text("4711")])))
      return .leave
    }
    let left = FlowSession(
      machine: FlowMachine(try ToyFlow.program(steps: ToyFlow.entry)),
      backend: ToyBackend([
        "begin": [.init(events: "askName".events)], "sendName": [.init(events: "askPIN(enter)".events)],
        "sendPIN": [.init(events: "askPIN(enter) 5".events)],
      ]), responder: leaver, clock: VirtualClock(), inbox: inbox)
    _ = await left.run()
    #expect(try #require(await left.saved).unread.map { $0.data["person"] } == [.text("•••")])
  }

  @Test("more secrets than one mask holds are still known")
  func many() {
    var handed = HandedSecrets()
    for number in 1000..<1700 {
      handed.note(SDKCall(name: "setPassword", arguments: ["password": .secret(Secret(String(number)))]))
    }
    let covered = handed.covered(SDKEvent("getUser", statusMessage: "1001 1690"), user: nil)
    #expect(covered.statusMessage == "••• •••")
  }

  @Test("words of a refusal that repeat any secret that was handed over are not shown, however short it is")
  func refusal() {
    let handed = Self.handed("17", "horse-1")
    #expect(SpokenRefusal(.rejected(code: 5, message: "not 17"), handed) == nil)
    #expect(SpokenRefusal(.rejected(code: 5, message: "horse-1 is old"), handed) == nil)
    #expect(SpokenRefusal(.rejected(code: 5, message: "not now"), handed)?.words == "not now")
  }
}
