// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import SDKContract
import Testing
import Values

@testable import FlowRuntime

@Suite("Picking from lists")
struct PickTests {
  private static let picks = """
    notification:
      from: event.notifications
      where: notification.actionPerformed == "" && notification.uuid != "hidden"
    action: { from: notification.actions }
    """
  private static let with = "{ notificationID: $notification.uuid, response: $action.action }"

  /// A flow whose user opens a list, at an SDK that has let the user in.
  static func program(
    picks: String = picks, with: String = with, choices: String = "choices: { close: { to: gone } }", more: String = "",
    messages: String = "no: That cannot be."
  ) throws -> Program {
    let text = """
      language: mfaflow/1
      flow: picks
      version: 1.0.0
      sdk: relid
      start: home
      steps:
        home:
          event: onUserLoggedIn
          choices:
            open: { call: getNotifications, max: 9, then: { onGetNotifications: inbox } }
            finish: { to: done }
          then: { else: failed }
        inbox:
          event: onGetNotifications
          pick:
      \(picks.shifted(by: 6))
          \(more)
          answer: { call: updateNotification, with: \(with) }
          tries: 9
          \(choices)
          then: { onUpdateNotification: home2, exhausted: spent, else: failed }
        home2:
          event: onUpdateNotification
          choices: { finish: { to: done } }
      ends:
        done: { outcome: ended }
        gone: { outcome: ended }
        spent: { outcome: failure }
        failed: { outcome: failure }
      messages: { \(messages) }
      """
    let made = Compiler().compile(SourceFile(path: "picks.yaml", text: text))
    let found = made.findings.map { "\($0.range.start.line): \($0.code) \($0.message)" }
    return Program(try #require(made.flow, "\(found.joined(separator: "\n"))"))
  }

  static func item(_ id: String, _ actions: [String], performed: String? = "") -> Value {
    var record = Record([.init("uuid", .text(id)), .init("subject", .text("subject of \(id)"))])
    record["actionPerformed"] = performed.map { .text($0) }
    record["actions"] = .list(actions.map { .record(["action": .text($0), "label": .text($0.lowercased())]) })
    return .record(record)
  }

  /// A run that shows this list.
  static func run(_ program: Program, _ items: [Value]?) throws -> Diagram {
    var run = try Diagram.run(program, "start")
    run.feed(.event(try program.occurrence(of: SDKEvent("onUserLoggedIn", data: ["userID": .text("bob")]))))
    try run.play("> open | answer call\nok | accepted")
    var data = Record()
    data["notifications"] = items.map { .list($0) }
    run.feed(.event(try program.occurrence(of: SDKEvent("onGetNotifications", data: data))))
    return run
  }

  private static func ids(_ values: [Value]) -> [String] {
    values.compactMap { value in
      guard case .record(let record) = value, case .text(let text)? = record["uuid"] ?? record["action"] else {
        return nil
      }
      return text
    }
  }

  private static let list = [
    item("n1", ["Yes", "Deny"]), item("n2", ["Yes"], performed: "Yes"), item("n3", []), item("hidden", ["Yes"]),
    item("n5", ["Later"]), item("n6", ["Yes"], performed: nil),
  ]

  /// What the trace says of an answer that picks.
  static func entries() throws -> [TraceEntry] {
    var run = try Self.run(Self.program(), Self.list)
    run.feed(.answer(Answer(to: run.question?.request ?? 0, values: ["notification": .int(1), "action": .int(2)])))
    return run.entries
  }

  @Test("what is offered stands in the order of the list, and holds nothing that could not be picked to the end")
  func offered() throws {
    let run = try Self.run(Self.program(), Self.list)
    let question = try #require(run.question)
    // n2 is answered, n3 has no action, n6 has no `actionPerformed`, so that its `where` errs.
    #expect(Self.ids(question.items(of: "notification")) == ["n1", "n5"])
    #expect(Self.ids(question.items(of: "action", after: [1])) == ["Yes", "Deny"])
    #expect(Self.ids(question.items(of: "action", after: [2])) == ["Later"])
    #expect(question.items(of: "action").isEmpty)
    #expect(question.items(of: "action", after: [3]).isEmpty)
    #expect(question.items(of: "nothing").isEmpty)
    #expect(question.inputs.map(\.name) == ["notification", "action"])
    #expect(run.offered == ["?", "close"])
    #expect(run.entries.suffix(4).map(\.kind) == ["step", "guard", "offer", "ask"])
    #expect(run.entries.dropLast().last?.json.contains(#""input":"notification","items":2}"#) ?? false)
  }

  @Test(
    "an answer names items by their places, or as they are",
    arguments: [
      (Value.int(1), Value.int(2), "n1", "Deny"), (.int(2), .int(1), "n5", "Later"), (list[4], .int(1), "n5", "Later"),
    ])
  func picked(_ first: Value, _ second: Value, _ id: String, _ action: String) throws {
    var run = try Self.run(Self.program(), Self.list)
    let request = try #require(run.question?.request)
    let marks = run.feed(.answer(Answer(to: request, values: ["action": second, "notification": first])))
    #expect(marks.map(\.kind) == ["answer", "pick", "pick", "call"])
    #expect(run.calls.last?.arguments == ["notificationID": .text(id), "response": .text(action)])
    // Names, places and counts, and nothing of what the items say.
    #expect(!marks.contains { $0.text.contains(id) || $0.json.contains(action) })
  }

  @Test("the trace tells the place of what was picked, and of how many")
  func traced() throws {
    var run = try Self.run(Self.program(), Self.list)
    let request = try #require(run.question?.request)
    let marks = run.feed(.answer(Answer(to: request, values: ["notification": .int(1), "action": .int(2)])))
    #expect(marks[1].text.hasSuffix("inbox: notification 1 of 2"))
    #expect(marks[2].json == #"{"time":0,"kind":"pick","step":"inbox","input":"action","place":2,"items":2}"#)
  }

  @Test(
    "what is not offered is refused, traced, and changes nothing",
    arguments: [
      (Value.int(0), Value.int(1), Refusal.noSuchItem("notification")), (.int(3), .int(1), .noSuchItem("notification")),
      (.int(.min), .int(1), .noSuchItem("notification")), (.int(.max), .int(1), .noSuchItem("notification")),
      (.text("n1"), .int(1), .noSuchItem("notification")), (list[1], .int(1), .noSuchItem("notification")),
      (list[5], .int(1), .noSuchItem("notification")), (.list([]), .int(1), .noSuchItem("notification")),
      (.int(2), .int(2), .noSuchItem("action")), (.int(1), .int(3), .noSuchItem("action")),
      (.int(2), .record(["action": .text("Yes"), "label": .text("yes")]), .noSuchItem("action")),
    ])
  func notOffered(_ first: Value, _ second: Value, _ why: Refusal) throws {
    var run = try Self.run(Self.program(), Self.list)
    let request = try #require(run.question?.request)
    let marks = run.feed(.answer(Answer(to: request, values: ["notification": first, "action": second])))
    #expect(marks.map(\.kind) == ["refuse"])
    #expect(run.effects.refusal == why)
    #expect(run.question?.request == request)
    #expect(run.calls.count == 1)
  }

  @Test("a pick that is missing, or one that nobody asked for, is refused")
  func misfits() throws {
    var run = try Self.run(Self.program(), Self.list)
    let request = try #require(run.question?.request)
    run.feed(.answer(Answer(to: request, values: ["notification": .int(1)])))
    #expect(run.effects.refusal == .missingValue("action"))
    run.feed(.answer(Answer(to: request, values: ["notification": .int(1), "action": .int(1), "more": .int(1)])))
    #expect(run.effects.refusal == .unknownValue(nil))
  }

  @Test(
    "with nothing to pick the answer is not offered, and the choices are", arguments: [nil, [], [list[1], list[2]]])
  func nothing(_ items: [Value]?) throws {
    var run = try Self.run(Self.program(), items)
    #expect(run.offered == ["close"])
    let request = try #require(run.question?.request)
    run.feed(.answer(Answer(to: request, values: ["notification": .int(1), "action": .int(1)])))
    #expect(run.effects.refusal == .nothingToSubmit)
    try run.play("> close")
    #expect(run.end == "gone")
  }

  @Test("with nothing to pick and no choice the step is exhausted")
  func exhausted() throws {
    let run = try Self.run(Self.program(choices: ""), [])
    #expect(run.end == "spent")
    #expect(run.entries.contains { $0.kind == "exhausted" })
  }

  @Test("an item that lacks what the call needs makes no call, and the step goes to `else`")
  func lacking() throws {
    let nameless = Value.record(["actionPerformed": .text(""), "actions": .list([.record(["label": .text("x")])])])
    let where_ = "notification: { from: event.notifications }\naction: { from: notification.actions }"
    var run = try Self.run(Self.program(picks: where_), [nameless])
    let request = try #require(run.question?.request)
    let marks = run.feed(.answer(Answer(to: request, values: ["notification": .int(1), "action": .int(1)])))
    #expect(marks.contains { $0.kind == "unmade" })
    #expect(run.end == "failed")
  }

  @Test("a check sees what was picked, and a later `where` what was picked before")
  func guards() throws {
    let picks = """
      notification: { from: event.notifications }
      action:
        from: notification.actions
        where: action.label != notification.subject && size(event.notifications) > 1
      """
    let program = try Self.program(picks: picks, more: "require: [{ check: action.action != \"Deny\", say: no }]")
    var run = try Self.run(program, [Self.item("n1", ["Deny", "subject of n1", "Yes"]), Self.item("n2", ["Ok"])])
    #expect(Self.ids(try #require(run.question).items(of: "action", after: [1])) == ["Deny", "Yes"])
    let request = try #require(run.question?.request)
    run.feed(.answer(Answer(to: request, values: ["notification": .int(1), "action": .int(1)])))
    #expect(run.effects.refusal == .failedCheck("no"))
    #expect(run.question?.message == "That cannot be.")
  }

  @Test("items of a list of texts are passed on as they are, also without being named below `with`")
  func texts() throws {
    let text = """
      language: mfaflow/1
      flow: who
      version: 1.0.0
      sdk: relid
      start: identify
      steps:
        identify:
          challenge: getUser
          pick: { userName: { from: event.userNames, where: userName != "eve" } }
          answer: setUser
          tries: 2
          then: { getPassword(verify): verify, else: failed }
        verify:
          challenge: getPassword(verify)
          choices: { end: { to: failed } }
      ends: { failed: { outcome: failure } }
      """
    let made = Compiler().compile(SourceFile(path: "who.yaml", text: text))
    let program = Program(try #require(made.flow, "\(made.findings.map(\.message))"))
    var run = try Diagram.run(program, "start")
    let names = Value.list([.text("bob"), .text("eve"), .text("42")])
    run.feed(.event(try program.occurrence(of: SDKEvent("getUser", data: ["userNames": names]))))
    let question = try #require(run.question)
    #expect(question.items(of: "userName") == [.text("bob"), .text("42")])
    run.feed(.answer(Answer(to: question, values: ["userName": .text("eve")])))
    #expect(run.effects.refusal == .noSuchItem("userName"))
    run.feed(.answer(Answer(to: question, values: ["userName": .int(2)])))
    #expect(run.calls.last?.arguments == ["userName": .text("42")])
  }
}

extension String {
  fileprivate func shifted(by blanks: Int) -> String {
    split(separator: "\n").map { String(repeating: " ", count: blanks) + $0 }.joined(separator: "\n")
  }
}
