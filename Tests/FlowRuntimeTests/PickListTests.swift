// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import Testing
import Values

@testable import FlowRuntime

@Suite("What a pick shows")
struct PickListTests {
  private static let words = """
    notification:
      from: event.notifications
      where:
        - check: notification.uuid != "hidden"
        - { check: notification.actionPerformed == "", say: answered }
        - { check: size(notification.actions) > 0, say: nothing-to-do }
      order: descending uuid
      show: "{uuid}: {subject}"
      none: nothing-waits
    action: { from: notification.actions, show: "{label}" }
    """
  private static let messages =
    #"answered: "answered already: {actionPerformed}", nothing-to-do: nothing to do, nothing-waits: "Nothing of {total} waits.""#

  private static func list(_ items: [Value]?, _ picks: String = words, after places: [Int] = []) throws -> PickList {
    let program = try PickTests.program(picks: picks, messages: messages)
    let question = try #require(try PickTests.run(program, items).question)
    return question.list(of: places.isEmpty ? "notification" : "action", after: places)
  }

  private static func shown(_ list: PickList) -> [String] {
    list.items.map { "\($0.place.map(String.init) ?? "-") \($0.text ?? "?")\($0.reason.map { " (\($0))" } ?? "")" }
  }

  @Test("what cannot be picked stands in its place, without a number and with the words of the first check that fails")
  func unavailable() throws {
    let list = try Self.list([
      PickTests.item("n1", ["Yes"]), PickTests.item("n3", []), PickTests.item("n2", [], performed: "Yes"),
      PickTests.item("hidden", ["Yes"], performed: "Yes"), PickTests.item("n4", ["Yes"], performed: "No"),
      PickTests.item("n5", ["No"]),
    ])
    #expect(
      Self.shown(list) == [
        "1 n5: subject of n5", "- n4: subject of n4 (answered already: No)", "- n3: subject of n3 (nothing to do)",
        "- n2: subject of n2 (answered already: Yes)", "2 n1: subject of n1",
      ])
    #expect(list.none == nil)
  }

  @Test("a check that errs hides its item, whatever the checks behind it say")
  func flawed() throws {
    let list = try Self.list([PickTests.item("n1", [], performed: nil), PickTests.item("n2", ["Yes"])])
    #expect(Self.shown(list) == ["1 n2: subject of n2"])
  }

  @Test("what cannot be picked is never taken, by no number and not as it is")
  func refused() throws {
    let taken = PickTests.item("n2", ["Yes"], performed: "Yes")
    let program = try PickTests.program(picks: Self.words, messages: Self.messages)
    for named in [Value.int(0), .int(2), taken] {
      var run = try PickTests.run(program, [PickTests.item("n1", ["Yes"]), taken])
      let question = try #require(run.question)
      run.feed(.answer(Answer(to: question, values: ["notification": named, "action": .int(1)])))
      #expect(run.entries.last?.text.contains("none of the items that are offered") ?? false, "\(named)")
    }
  }

  @Test("the items of a later pick have texts, too")
  func later() throws {
    #expect(Self.shown(try Self.list([PickTests.item("n1", ["Yes", "No"])], after: [1])) == ["1 yes", "2 no"])
    #expect(try Self.list([PickTests.item("n1", ["Yes", "No"])], after: [2]) == PickList(items: [], none: nil))
  }

  @Test("a list with nothing to show has words of its own", arguments: [nil, [], [PickTests.item("hidden", ["Yes"])]])
  func empty(items: [Value]?) throws {
    #expect(try Self.list(items) == PickList(items: [], none: "Nothing of  waits."))
  }

  @Test("those words are for a list that shows nothing, not for one in which nothing can be picked")
  func allUnavailable() throws {
    let list = try Self.list([PickTests.item("n1", [])])
    #expect(Self.shown(list) == ["- n1: subject of n1 (nothing to do)"] && list.none == nil)
  }

  @Test("at most a hundred items are shown that cannot be picked, and all that can")
  func bounded() throws {
    let list = try Self.list(
      (1...150).map { PickTests.item("a\($0)", []) } + (1...150).map { PickTests.item("b\($0)", ["Yes"]) })
    #expect(list.items.count { $0.place == nil } == 100)
    #expect(list.items.compactMap(\.place) == Array(1...150))
  }

  @Test("without words a pick shows what it offers, and leaves the text to the screen")
  func plain() throws {
    let picks = """
      notification: { from: event.notifications, where: notification.actionPerformed == "" }
      action: { from: notification.actions }
      """
    let taken = PickTests.item("n2", ["Yes"], performed: "Yes")
    let list = try Self.list([taken, PickTests.item("n1", ["Yes"])], picks)
    #expect(Self.shown(list) == ["1 ?"] && list.items.first?.value == PickTests.item("n1", ["Yes"]))
    #expect(try Self.list([], picks) == PickList(items: [], none: nil))
  }

  @Test("items without fields are shown in an order of their own", arguments: ["ascending", "descending"])
  func plainOrder(order: String) throws {
    let text = """
      language: mfaflow/1
      flow: names
      version: 1.0.0
      sdk: relid
      start: initialize
      steps:
        initialize: { call: initialize, then: { getUser: identify, else: failed } }
        identify:
          challenge: getUser
          pick: { userName: { from: event.userNames, show: "{item}", order: \(order) } }
          answer: setUser
          tries: 2
          choices: { leave: { to: failed } }
          then: { else: failed }
      ends: { failed: { outcome: failure } }
      """
    let made = Compiler().compile(SourceFile(path: "names.yaml", text: text))
    let program = Program(try #require(made.flow, "\(made.findings.map(\.message))"))
    var run = try Diagram.run(program, "start\nok")
    let names = ["max", "Zoe", "ann", "max2"]
    let data: Record = ["userNames": .list(names.map { .text($0) })]
    run.feed(.event(try program.occurrence(of: SDKEvent("getUser", data: data))))
    let list = try #require(run.question).list(of: "userName", after: [])
    let sorted = ["Zoe", "ann", "max", "max2"]
    #expect(list.items.compactMap(\.text) == (order == "ascending" ? sorted : sorted.reversed()))
  }
}
