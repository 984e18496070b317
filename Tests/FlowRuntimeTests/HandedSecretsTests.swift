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
            "list": .list([.text("x••••••"), .record(["in": .text("•••")])]),
          ], status: 102, statusMessage: "wrong: •••", errorMessage: "•••x"))
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
}
