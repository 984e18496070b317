// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import FlowScenarios
import Testing

/// What happens between a call and its reply, while time passes, and before a choice is confirmed.
@Suite struct MeanwhileTests {
  private static let world = #"world: { users: { alice: { activationCode: "493021" } } }"#

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let items: String
    let end: String
    /// Nil for a scenario that passes.
    let failure: String?

    init(_ what: String, _ items: [String], end: String = "{ waiting: enterCode }", failure: String? = nil) {
      testDescription = what
      self.items = items.map { "      \($0)" }.joined(separator: "\n")
      self.end = end
      self.failure = failure
    }
  }

  static let cases = [
    Case(
      "an interrupt is answered before the reply comes",
      [
        "- identify: { userName: alice }", "  during:",
        "    - { event: onSessionTimeOutNotification, with: { timeLeftInSeconds: 60 } }",
        "    - expect: { step: onSessionTimeOutNotification, data: { timeLeftInSeconds: 60 } }",
        "    - after: 5s", "    - onSessionTimeOutNotification: ignore",
        "- expect: { step: enterCode, path: [initialize, identify, onSessionTimeOutNotification, enterCode] }",
      ]),
    Case(
      "the reply comes below an interrupt that is still open",
      [
        "- identify: { userName: alice }", "  during: [{ event: onSessionTimeOutNotification }]",
        "- expect: { step: onSessionTimeOutNotification }", "- onSessionTimeOutNotification: ignore",
        "- expect: { step: enterCode }",
      ]),
    Case(
      "the run ends before the reply: nothing is left over",
      [
        "- identify: { userName: alice }",
        "  during: [{ event: onTerminateWithThreats }, { onTerminateWithThreats: close }]",
      ], end: "{ end: failed }"),
    Case(
      "the call itself is refused",
      [
        "- reject: { call: setUser, code: 500 }", "- identify: { userName: alice }",
        "  during: [{ event: onSessionTimeOutNotification }, { onSessionTimeOutNotification: ignore }]",
      ], failure: "nothing is under way during this answer"),
    Case(
      "a choice makes no call",
      [
        "- identify: { userName: alice }", "- enterCode: { choice: giveUp, confirm: no }",
        "  during: [{ event: onSessionTimeOutNotification }]",
      ], failure: "nothing is under way during this answer"),
    Case(
      "an answer that the run refuses makes no call",
      ["- identify: { userName: \"\" }", "  during: [{ expect: { refused: \"`userName` is empty\" } }]"],
      failure: "nothing is under way during this answer"),
    Case(
      "a choice that goes to a step with a call makes that call",
      [
        "- identify: again",
        "  during: [{ event: onSessionTimeOutNotification }, { onSessionTimeOutNotification: ignore }]",
        "- expect: { path: [initialize, identify, again, onSessionTimeOutNotification, identify] }",
      ], end: "{ waiting: identify }"),
    Case(
      "an item that comes too early is told",
      ["- identify: { userName: alice }", "  during: [{ enterCode: { activationCode: x } }]"],
      failure: "the run was over before this could happen"),
    Case(
      "time passes as it is written, whatever happens in it",
      [
        "- identify: { userName: alice }", "- after: 12s", "- expect: { step: enterCode, say: That is not right. }",
        "- after: 1s", "- expect: { step: enterCode }",
      ]),
    Case(
      "in the background time passes too",
      [
        "- identify: { userName: alice }", "- background: 12s",
        "- expect: { step: enterCode, say: That is not right. }",
      ]),
    Case(
      "a choice that is not confirmed changes nothing",
      [
        "- identify: { userName: alice }", "- enterCode: { choice: giveUp, confirm: no }",
        "- expect: { step: enterCode, offered: [giveUp, leave] }",
      ]),
    Case(
      "a choice that is confirmed is made",
      ["- identify: { userName: alice }", "- enterCode: { choice: giveUp, confirm: yes }"], end: "{ end: givenUp }"),
    Case(
      "where nobody asks for a confirmation there is no no",
      ["- identify: { userName: alice }", "- enterCode: { choice: leave, confirm: no }"],
      failure: "`leave` asks for no confirmation"),
    Case(
      "what is offered is exactly what is written, in any order",
      ["- identify: { userName: alice }", "- expect: { offered: [leave, giveUp] }"]),
    Case(
      "what is written twice is expected twice",
      ["- identify: { userName: alice }", "- expect: { offered: [leave, giveUp, leave] }"],
      failure: "offered: expected leave, giveUp, leave, found giveUp, leave"),
    Case(
      "a kind of proof is there once",
      [
        "- identify: { userName: alice }", "- enterCode: { activationCode: \"493021\" }",
        "- expect: { proofs: [possession, possession] }",
      ], failure: "proofs: expected possession, possession, found possession"),
    Case(
      "proofs are told in the midst of a run",
      [
        "- identify: { userName: alice }", "- expect: { proofs: [] }",
        "- enterCode: { activationCode: \"493021\" }", "- expect: { step: proved, proofs: [possession], enrolled: [] }",
      ], end: "{ waiting: proved }"),
    Case(
      "proofs that are not there are a failure",
      ["- identify: { userName: alice }", "- expect: { proofs: [possession] }"],
      failure: "proofs: expected possession, found none"),
    Case(
      "of data, each field that is not as expected is a failure",
      ["- identify: { userName: alice }", "- expect: { data: { userID: bob } }"],
      failure: "data.userID: expected `bob`, found `alice`"),
    Case(
      "data that an event does not have are a failure",
      ["- identify: { userName: alice }", "- expect: { data: { floor: 3 } }"],
      failure: "data.floor: expected `3`, found none"),
    Case(
      "a number is not a record",
      ["- identify: { userName: alice }", "- expect: { data: { attemptsLeft: { of: 3 } } }"],
      failure: "data.attemptsLeft: expected `{of: 3}`, found `3`"),
  ]

  @Test(
    "where nothing is under way, the failure stands at `during` and says why",
    arguments: [
      ("reject: { call: setUser, code: 500 }", "identify: { userName: alice }", "the SDK refused `setUser` at once"),
      ("identify: { userName: alice }", "enterCode: { choice: giveUp, confirm: no }", "the answer makes no call"),
    ])
  func nothingUnderWay(first: String, second: String, why: String) async throws {
    let flow = try SmallFlow.relid()
    let items = "      - \(first)\n      - \(second)\n        during: [{ event: onSessionTimeOutNotification }]"
    let file = try flow.read(items, end: "{ waiting: enterCode }", head: Self.world).0
    for head in [Self.world, "sdk: byHand"] where head == Self.world || first.hasPrefix("reject") {
      let wake = head == Self.world ? "" : "      - event: getUser\n"
      let result = try await flow.play(wake + items, end: "{ waiting: enterCode }", head: head)
      #expect(result.failures.map(\.code.id) == ["MFA959"])
      #expect(result.failures.first?.help?.hasPrefix(why) == true)
      if head == Self.world { #expect(result.failures.first?.words(in: file) == "during") }
    }
  }

  @Test("it comes about as the scenario says", arguments: cases)
  func plays(_ item: Case) async throws {
    let result = try await SmallFlow.relid().play(item.items, end: item.end, head: Self.world)
    #expect(result.failures.map(\.message) == [item.failure].compactMap { $0 }, "\(result.lines)")
  }
}
