// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import FlowRuntime
import RELIDSimulator
import Testing
import Values

@testable import FlowScenarios

/// An item that was written down before the run is the one that is meant, or none.
@Suite struct PickedItemTests {
  private static let payments: [Value] = [
    .record(["id": .text("a"), "subject": .text("Pay 10"), "level": .int(2), "of": .record(["who": .text("Zoe")])]),
    .record(["id": .text("b"), "subject": .text("Pay 20"), "level": .int(1)]),
    .record(["id": .text("c"), "subject": .text("Pay 10"), "level": .int(1)]),
  ]
  private static let names: [Value] = [.text("bob"), .text("3"), .text("eve")]

  @Test(
    "a map names fields, a text one of them, and a number the place",
    arguments: [
      (Value.text("a"), PickedItem.place(1)), (.text("Pay 20"), .place(2)), (.text("3"), .place(3)),
      (.text("Pay 10"), .several(2)), (.text("pay 20"), .none), (.text("0"), .none), (.text("4"), .none),
      (.text("-1"), .none), (.text(""), .none), (.text("Zoe"), .none),
      (.record(["subject": .text("Pay 10"), "level": .text("1")]), .place(3)),
      (.record(["level": .text("1")]), .several(2)), (.record(["of": .record(["who": .text("Zoe")])]), .place(1)),
      (.record(["amount": .text("1")]), .none), (.record([:]), .several(3)), (.list([]), .none),
    ] as [(Value, PickedItem)])
  func records(_ written: Value, _ meant: PickedItem) {
    #expect(PickedItem(written: written, among: Self.payments) == meant)
  }

  @Test(
    "in a list of plain values the value comes before the place",
    arguments: [
      (Value.text("bob"), PickedItem.place(1)), (.text("3"), .place(2)), (.text("1"), .place(1)), (.text("4"), .none),
      (.text("Bob"), .none), (.record(["name": .text("bob")]), .none),
    ] as [(Value, PickedItem)])
  func values(_ written: Value, _ meant: PickedItem) {
    #expect(PickedItem(written: written, among: Self.names) == meant)
  }

  @Test("nothing can be picked of an empty list", arguments: ["1", "0", "a", ""])
  func empty(_ written: String) {
    #expect(PickedItem(written: .text(written), among: []) == .none)
  }

  @Test("an item is shown by its declared fields that say something, and never by a secret")
  func words() {
    let type = ValueType.record(
      RecordType("payment", [.init("id", .text), .init("note", .text), .init("pin", .secret), .init("level", .int)]))
    let item = Value.record([
      "id": .text("a"), "note": .text(""), "pin": .secret(Secret("1234")), "level": .int(2), "more": .text("hidden"),
    ])
    #expect(type.words(for: item) == "id: a, level: 2")
  }

  static let flow = """
    language: mfaflow/1
    flow: small
    version: 1.0.0
    sdk: relid
    start: inbox
    steps:
      inbox:
        event: onGetNotifications
        pick:
          notification:
            from: event.notifications
            where: [{ check: size(notification.actions) > 0, say: nothing-to-do }]
            show: "{uuid}: {subject}"
            none: nothing-waits
          action: { from: notification.actions, show: "{action}" }
        ask: { note: text }
        answer: { call: updateNotification, with: { notificationID: $notification.uuid, response: $action.action } }
        tries: 3
        choices: { close: { to: closed } }
        then: { else: closed }
    ends: { closed: { outcome: ended } }
    messages: { nothing-to-do: nothing to do, nothing-waits: Nothing waits. }
    """

  private func program() throws -> Program {
    // Nobody can prove that the user is signed in where it begins.
    let flow = try #require(Compiler().unchecked(SourceFile(path: "small.yaml", text: Self.flow)))
    return Program(ValidFlow(checked: flow))
  }

  @Test(
    "an answer that no step could take is found before the run",
    arguments: [
      ("notification: [a]", "this is no value for `notification`"),
      ("notification: { uid: a }", "this is no value for `notification`"),
      ("notifications: a", "the step `inbox` does not ask for `notifications`"),
    ])
  func checked(_ answer: String, _ message: String) throws {
    let file = SourceFile(path: "a.yaml", text: "answers:\n  - inbox: { \(answer) }\n")
    let answers = try #require(AnswersReader.read(file).value)
    let findings = AnswerChecker.check(answers, for: try program().flow)
    #expect(findings.map(\.message) == [message])
  }

  private func play(_ items: String, end: String) async throws -> ScenarioResult {
    let text = """
      flow: small.yaml
      sdk: byHand
      scenarios:
        - name: a scenario
          do:
            - event: onUserLoggedIn
            - event: onGetNotifications
              with:
                notifications:
                  - { uuid: n1, subject: Pay 10, actions: [{ action: "Yes" }, { action: "No" }] }
                  - { uuid: n2, subject: Hello, actions: [] }
                  - { uuid: n3, subject: Pay 30, actions: [{ action: "Yes" }] }
      \(items)
          expect: \(end)
      """
    let file = SourceFile(path: "small.scenarios.yaml", text: text)
    let read = ScenarioReader.read(file, in: World.self)
    let scenarios = try #require(read.value, "\(read.findings.map(\.message))")
    let scenario = try #require(scenarios.scenarios.first)
    return await ScenarioRunner([try program()], on: scenarios.devices).run(scenario)
  }

  @Test("a scenario holds what is offered against a list, of each pick")
  func offered() async throws {
    let result = try await play(
      """
            - expect: { items: { notification: [n1, { subject: Pay 30 }], action: ["Yes", "No", "Yes"] }, offered: [close] }
            - inbox: close
      """, end: "{ end: closed }")
    #expect(result.failures.map(\.message) == [])
  }

  @Test("a scenario holds what is shown against a list, of each pick")
  func shown() async throws {
    let result = try await play(
      """
            - expect:
                shown:
                  notification: ["n1: Pay 10", { text: "n2: Hello", reason: nothing to do }, "n3: Pay 30"]
                  action: ["Yes", "No", "Yes"]
            - expect: { shown: { notification: ["n1: Pay 10", { reason: nothing to do }, "n3: Pay 30"] } }
            - inbox: close
      """, end: "{ end: closed }")
    #expect(result.failures.map(\.message) == [])
  }

  @Test(
    "a scenario that is wrong about what is shown fails",
    arguments: [
      #"["n1: Pay 10", "n2: Hello", "n3: Pay 30"]"#, #"["n1: Pay 10", { reason: no }, "n3: Pay 30"]"#,
      #"["n1: Pay 10", { text: Hello }, "n3: Pay 30"]"#,
      #"[{ text: "n1: Pay 10" }, { reason: nothing to do }, "n3: Pay 30"]"#,
      #"["n1: Pay 10", { reason: nothing to do }]"#, #"["n3: Pay 30", { reason: nothing to do }, "n1: Pay 10"]"#,
      "Nothing waits.",
    ])
  func shownOtherwise(_ list: String) async throws {
    let result = try await play(
      "      - expect: { shown: { notification: \(list) } }\n      - inbox: close", end: "{ end: closed }")
    #expect(result.failures.count == 1)
    #expect(result.failures.first?.message.hasSuffix("found 3 in all") ?? false)
    #expect(
      result.failures.first?.help
        == "shown, in this order: `n1: Pay 10`, `n2: Hello` (`nothing to do`), `n3: Pay 30`")
  }

  @Test(
    "an expectation of what is shown must be one",
    arguments: ["{}", "{ notification: [{}] }", "{ notification: [[n1]] }", "{ notification: { text: x } }"])
  func noExpectation(_ shown: String) {
    let text = "flow: small.yaml\nsdk: byHand\nscenarios: [{ name: a, do: [{ expect: { shown: \(shown) } }] }]\n"
    let read = ScenarioReader.read(SourceFile(path: "small.scenarios.yaml", text: text), in: World.self)
    #expect(read.findings.count == 1, "\(read.findings.map(\.message))")
  }

  @Test(
    "a scenario that is wrong about what is offered fails",
    arguments: [
      ("expect: { items: { notification: [n1] } }", "items.notification: expected this item, found 2 in all"),
      ("expect: { items: { notification: [n3, n1] } }", "items.notification: expected these 2 items, found 2 in all"),
      ("expect: { items: { notification: [] } }", "items.notification: expected these 0 items, found 2 in all"),
      (
        "inbox: { notification: n2, action: 1, note: x }",
        "this answer was refused: `notification`: no item that is offered is like this"
      ),
      (
        "inbox: { notification: Pay 30, action: \"No\", note: x }",
        "this answer was refused: `action`: no item that is offered is like this"
      ),
      ("inbox: { notification: 1, note: x }", "this answer was refused: `action` is missing"),
    ])
  func slips(_ item: String, _ message: String) async throws {
    let result = try await play("      - \(item)\n      - inbox: close", end: "{ end: closed }")
    #expect(result.failures.map(\.message) == [message])
    #expect(result.failures.allSatisfy { !($0.help ?? "").isEmpty })
  }

  @Test("a refusal of what is not offered can be expected")
  func refused() async throws {
    let result = try await play(
      """
            - inbox: { notification: n2, action: 1, note: x }
            - expect: { refused: "`notification` is none of the items that are offered" }
            - inbox: close
      """, end: "{ end: closed }")
    #expect(result.failures.map(\.message) == [])
  }

  @Test("a script of a run says what was offered where its answer names nothing, and goes on")
  func script() async throws {
    let file = SourceFile(path: "a.yaml", text: "answers:\n  - inbox: { notification: n9, action: 1, note: x }\n")
    let script = ScriptResponder(
      answers: try #require(AnswersReader.read(file).value),
      settings: [.input("action", text: "Yes", step: nil), .input("notification", text: "2", step: "inbox")],
      variable: { $0 == "note" ? "y" : nil })
    var machine = FlowMachine(try program())
    var effects = Effects(tracing: false)
    machine.receive(.start, at: 0, into: &effects)
    let data: Record = [
      "notifications": .list(
        ["n1", "n3"].map {
          .record(["uuid": .text($0), "actions": .list([.record(["action": .text("Yes"), "label": .text("")])])])
        })
    ]
    for event in [SDKEvent("onUserLoggedIn"), SDKEvent("onGetNotifications", data: data)] {
      machine.receive(.event(try machine.program.occurrence(of: event)), at: 0, into: &effects)
    }
    let question = try #require(machine.question(at: 0))
    guard case .answer(let first)? = script.response(to: question) else { throw NoAnswer() }
    machine.receive(.answer(first), at: 0, into: &effects)
    #expect(effects.refusal == .noSuchItem("notification"))
    #expect(script.misses.map(\.step) == ["inbox"])
    #expect(script.misses.first?.miss.help == "offered: 1 `n1:`, 2 `n3:`")
    effects.clear()
    guard case .answer(let second)? = script.response(to: question) else { throw NoAnswer() }
    #expect(second.values == ["notification": .int(2), "action": .int(1), "note": .text("y")])
    machine.receive(.answer(second), at: 0, into: &effects)
    #expect(effects.refusal == nil)
  }

  private struct NoAnswer: Error {}
}
