// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import FlowEditing

@Suite("Names in what scenarios expect without naming the step")
struct ExpectedNameTests {
  /// Two steps offer `leave`, and a name is refused.
  static let flow = Samples.flow(
    replacing: "    tries: 3\n",
    by: "    require: [{ check: 'userName != \"x\"', say: not-a-name }]\n    tries: 3\n"
  )
  .replacingOccurrences(of: "finish: { to: done } }", with: "finish: { to: done }, leave: { to: failed } }")
  .replacingOccurrences(of: "messages:\n", with: "messages:\n  not-a-name: That is no name.\n")

  private func desk(_ happens: [String], end: String = "{ waiting: signedIn }") throws -> EditingDesk {
    let items = happens.map { "      - \($0)\n" }.joined()
    return try EditingDesk([
      "a.yaml": Self.flow,
      "a.scenarios.yaml": """
      flow: a.yaml
      world: { users: { carol: { lda: true } }, device: { lda: face } }
      scenarios:
        - name: Carol signs in
          do:
      \(items)    expect: \(end)

      """,
    ])
  }

  /// Renames what begins a word of the flow, and gives the scenarios with the new name.
  private func renamed(_ desk: EditingDesk, _ word: String, after: String = "", to new: String) throws -> String? {
    desk.workspace.settle()
    let begin = try #require(Self.flow.range(of: after.isEmpty ? word : after))
    let range = try #require(Self.flow.range(of: word, range: begin.lowerBound..<Self.flow.endIndex))
    let edits = try desk.workspace.renaming(
      at: Self.flow[..<range.lowerBound].utf8.count + 1, in: desk.path("a.yaml"), to: new)
    return desk.applied(edits, to: "a.scenarios.yaml")
  }

  @Test("a choice that is offered is one of the step that is answered next, or at which the run waits in the end")
  func offered() throws {
    let desk = try desk([
      "expect: { offered: [leave] } # first", "expect: { status: 100 }", "identify: { userName: carol }",
      "expect: { offered: [finish, leave] } # second",
    ])
    #expect(desk.codes("a.yaml") == [] && desk.codes("a.scenarios.yaml") == [])
    let first = try #require(try renamed(desk, "leave:", to: "goAway"))
    #expect(first.contains("offered: [goAway] } # first") && first.contains("[finish, leave] } # second"))
    let second = try #require(try renamed(desk, "leave:", after: "signedIn: { event", to: "goAway"))
    #expect(second.contains("offered: [leave] } # first") && second.contains("[finish, goAway] } # second"))
    #expect(try renamed(desk, "finish:", to: "close")?.contains("[close, leave] } # second") == true)
  }

  @Test(
    "a choice is renamed if no other step has one of its name; otherwise whoever renames it hears which line does not tell"
  )
  func undecided() throws {
    let desk = try desk(
      [
        "identify: { userName: carol }", "expect: { offered: [finish, leave] }", "after: 1s", "signedIn: finish",
      ], end: "{ end: done }")
    #expect(try renamed(desk, "finish:", to: "close")?.contains("offered: [close, leave]") == true)
    do {
      _ = try renamed(desk, "leave:", to: "goAway")
      Issue.record("`leave` was renamed")
    } catch let problem as RenamingProblem {
      #expect(
        problem.words
          == "line 7 of `a.scenarios.yaml` does not say which step offers `leave`: write `step:` there first")
    }
  }

  @Test("names in the words of a refusal are those of the step that refused")
  func refused() throws {
    let desk = try desk([
      "identify: { userName: x }", "expect: { refused: \"a check failed [not-a-name]\", say: not-a-name }",
      "identify: finish", "expect: { refused: \"`leave` is not offered now\" }", "identify: { userName: carol }",
    ])
    let message = try #require(try renamed(desk, "not-a-name:", to: "no-name"))
    #expect(message.contains("\"a check failed [no-name]\", say: no-name }"))
    #expect(try renamed(desk, "leave:", to: "goAway")?.contains("\"`goAway` is not offered now\"") == true)
  }

  @Test("a pick is renamed also where another one takes its items from it, and in the words of a refusal")
  func picks() throws {
    let flow = """
      language: mfaflow/1
      steps:
        inbox:
          event: onGetNotifications
          pick:
            notification: { from: event.notifications, where: has(notification.subject), show: "{subject}" }
            action: { from: notification.actions, show: "{label}" }
          answer: { call: updateNotification, with: { notificationID: $notification.uuid, response: $action.action } }

      """
    let desk = try EditingDesk(["a.yaml": flow])
    let offset = try #require(flow.range(of: "notification:").map { flow[..<$0.lowerBound].utf8.count })
    let path = desk.path("a.yaml")
    let place = try #require(desk.workspace.name(at: offset, in: path))
    #expect(desk.workspace.occurrences(of: place, in: path).count == 4)
    #expect(
      RefusalName(in: "`action` is none of the items that are offered", of: "inbox")?.kind == .input(of: "inbox"))
  }
}
