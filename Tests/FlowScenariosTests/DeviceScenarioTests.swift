// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import FlowScenarios
import RELIDSimulator
import Testing

/// Several devices in one scenario: one server, one time, and each device with a flow of its own.
@Suite struct DeviceScenarioTests {
  @Test("what one device approves lets the other go on")
  func approved() async throws {
    let result = try await TwoDevices(
      TwoDevices.asking + TwoDevices.signingIn + TwoDevices.answering("Approve") + """
              - on: tablet
                do:
                  - expect: { step: consent, proofs: [possession] }
                  - consent: approve
              - on: phone
                do: [{ expect: { step: answered, status: 100 } }, { answered: finish }]
              - on: tablet
                do: [{ enrolled: finish }]
        """,
      expect: "{ tablet: { end: setUp, proofs: [possession], enrolled: [inherence] }, phone: { end: done } }"
    ).run()
    #expect(result.failures.map(\.message) == [], "\(result.lines.joined(separator: "\n"))")
    #expect(result.lines.contains { $0.hasPrefix("tablet  ") } && result.lines.contains { $0.hasPrefix("phone   ") })
  }

  @Test("what one device rejects ends the wait of the other")
  func rejected() async throws {
    let result = try await TwoDevices(
      TwoDevices.asking + TwoDevices.signingIn + TwoDevices.answering("Reject"),
      expect: "{ tablet: { waiting: identify, proofs: [] }, phone: { waiting: answered } }"
    ).run()
    #expect(result.failures.map(\.message) == [], "\(result.lines.joined(separator: "\n"))")
  }

  @Test("time passes on all devices alike: a request that has expired on the one cannot be answered on the other")
  func time() async throws {
    let result = try await TwoDevices(
      TwoDevices.asking + TwoDevices.signingIn + "      - after: 2m\n" + """
              - on: tablet
                do: [{ expect: { step: identify, error: 912, say: This device was not approved. } }]

        """ + TwoDevices.answering("Approve"), expect: "{ tablet: { waiting: identify }, phone: { end: failed } }",
      world: "approvalExpires: 2m"
    ).run()
    #expect(result.failures.map(\.message) == [], "\(result.lines.joined(separator: "\n"))")
    #expect(result.runs.allSatisfy { $0.trace.map(\.time) == $0.trace.map(\.time).sorted() })
  }

  @Test("a deadline of one device takes effect at its time, whichever device acts")
  func deadlines() async throws {
    let result = try await TwoDevices(
      TwoDevices.asking + TwoDevices.signingIn + "      - after: 4m\n" + """
              - on: phone
                do:
                  - expect: { step: onSessionTimeOutNotification }
                  - onSessionTimeOutNotification: ignore
              - on: tablet
                do: [{ expect: { step: approval, say: Nobody has answered yet. You can use a code instead. } }]
        """, expect: "{ tablet: { waiting: approval }, phone: { waiting: onSessionTimeout } }",
      world: "session: { idle: 5m, warning: 1m }"
    ).run()
    #expect(result.failures.map(\.message) == [], "\(result.lines.joined(separator: "\n"))")
    #expect(result.lines.contains { $0.hasPrefix("tablet    180.000  timeout") }, "\(result.lines)")
  }

  @Test("the same scenario always plays in the same way")
  func isDeterministic() async throws {
    let items = TwoDevices.asking + TwoDevices.signingIn + TwoDevices.answering("Approve")
    let play = try TwoDevices(items, expect: "{ tablet: { waiting: consent }, phone: { waiting: answered } }")
    let first = try await play.run()
    #expect(first.passed)
    for _ in 0..<20 { #expect(try await play.run().lines == first.lines) }
  }

  @Test("each device has its own events, refusals and held replies, by hand and simulated")
  func ownEvents() async throws {
    let byHand = try await TwoDevices(
      """
            - on: phone
              do: [{ event: getUser }, { identify: { userName: dave } }]
            - on: tablet
              do: [{ event: getUser }, { reject: { call: setUser, code: 7 } }, { identify: { userName: dave } }]
            - on: phone
              do: [{ event: getPassword, with: { userID: dave, challengeMode: 0, attemptsLeft: 3 } }]
            - on: tablet
              do: [{ expect: { step: identify, rejected: 7 } }]
      """, expect: "{ tablet: { waiting: identify }, phone: { waiting: verify } }", sdk: "sdk: byHand"
    ).run()
    #expect(byHand.failures.map(\.message) == [], "\(byHand.lines.joined(separator: "\n"))")
    let held = try await TwoDevices(
      """
            - on: tablet
              do: [{ hold: replies }, { identify: { userName: dave } }]
            - on: phone
              do: [{ identify: { userName: dave } }, { expect: { step: verify } }]
            - on: tablet
              do: [{ release: replies }, { expect: { step: approval } }]
      """, expect: "{ tablet: { waiting: approval }, phone: { waiting: verify } }"
    ).run()
    #expect(held.failures.map(\.message) == [], "\(held.lines.joined(separator: "\n"))")
  }

  struct Slip: Sendable, CustomTestStringConvertible {
    let items: String
    var end = "{ tablet: { waiting: approval }, phone: { waiting: identify } }"
    let message: String

    var testDescription: String { message }
  }

  @Test(
    "a slip on one device fails the scenario, and stops the others",
    arguments: [
      Slip(
        items: TwoDevices.asking + "      - on: phone\n        do: [{ expect: { step: verify } }]\n",
        message: "step: expected `verify`, found `identify`"),
      Slip(
        items: TwoDevices.asking + "      - on: phone\n        do: [{ verify: { password: x } }]\n",
        message: "`verify` does not ask here; `identify` does"),
      Slip(
        items: "      - on: phone\n        do: [{ identify: { userName: \"\" } }]\n" + TwoDevices.asking,
        message: "this answer was refused: `userName` is empty"),
      Slip(
        items: "      - on: phone\n        do: [{ identify: { userName: nobody } }, { identify: { userName: x } }]\n"
          + TwoDevices.asking, message: "the run was over before this could happen"),
      Slip(
        items: TwoDevices.asking, end: "{ tablet: { waiting: identify }, phone: { waiting: verify } }",
        message: "waiting: expected `identify`, found `approval`"),
    ])
  func fails(_ slip: Slip) async throws {
    let result = try await TwoDevices(slip.items, expect: slip.end).run()
    #expect(result.failures.first?.message == slip.message, "\(result.failures.map(\.message))")
  }

  @Test("each device is held against its own flow")
  func checked() throws {
    let play = try TwoDevices(
      "      - on: phone\n        do: [{ chooseWay: verify }]\n",
      expect: "{ tablet: { end: tooLate }, phone: { end: done } }")
    #expect(
      play.check().map(\.message) == [
        "`tooLate` is no end of `additional-device`", "`chooseWay` is no step of `answer`",
      ])
  }

  @Test("answers on any device are covered where the file is shown")
  func covered() throws {
    let play = try TwoDevices(
      TwoDevices.asking + TwoDevices.signingIn, expect: "{ tablet: { end: setUp }, phone: { end: done } }")
    let shown = String(decoding: play.scenarios.shown(play.file, for: play.programs.map(\.flow)).bytes, as: UTF8.self)
    #expect(!shown.contains("battery-1") && !shown.contains("550011") && shown.contains("userName: dave"))
  }

  static let head = "devices: { a: { flow: f.yaml }, b: { flow: g.yaml } }\n"
  static let end = "expect: { a: { end: x }, b: { end: y } }"

  struct Bad: Sendable, CustomTestStringConvertible {
    let text: String
    let message: String
    let code: String

    init(_ text: String, _ message: String, _ code: String = "MFA951") {
      (self.text, self.message, self.code) = (text, message, code)
    }

    init(item: String, _ message: String, _ code: String = "MFA951") {
      self.init(
        "\(DeviceScenarioTests.head)scenarios: [{ name: a, \(DeviceScenarioTests.end), do: [\(item)] }]", message, code)
    }

    var testDescription: String { message }
  }

  @Test(
    "what is not written well is found",
    arguments: [
      Bad("flow: f.yaml\n\(head)scenarios: []", "a file has either `flow` or `devices`"),
      Bad("devices: { a: { flow: f.yaml } }\nscenarios: []", "`devices` is for several devices"),
      Bad(
        "devices: { 'true': { flow: f.yaml }, b: { flow: g.yaml } }\nscenarios: []",
        "`true` is a word of the language and cannot name a device"),
      Bad("devices: [a, b]\nscenarios: []", "`devices` must be a map, not a list", "MFA122"),
      Bad(
        "devices: { a: f.yaml, b: { flow: g.yaml } }\nscenarios: []", "a device must be a map, not `f.yaml`", "MFA122"),
      Bad("devices: { a: {}, b: { flow: g.yaml } }\nscenarios: []", "the device must have the key `flow`", "MFA121"),
      Bad("\(head)scenarios: [{ name: a, expect: { a: { end: x } } }]", "`expect` must have the key `b`", "MFA121"),
      Bad("\(head)scenarios: [{ name: a, expect: { end: x } }]", "`expect` has no key `end`", "MFA120"),
      Bad(item: "{ identify: { userName: x } }", "this does not say on which device it happens"),
      Bad(item: "{ on: c, do: [{ event: e }] }", "`on` cannot be `c`", "MFA946"),
      Bad(item: "{ on: a, do: [] }", "nothing happens on this device here"),
      Bad(item: "{ on: a }", "the item must have the key `do`", "MFA121"),
      Bad(item: "{ on: a, event: e, do: [{ event: e }] }", "an item has no key `event`", "MFA120"),
      Bad(item: "{ on: a, do: [{ on: b, do: [{ event: e }] }] }", "a device has no device of its own"),
    ])
  func finds(_ bad: Bad) {
    let read = ScenarioReader.read(SourceFile(path: "s.yaml", text: bad.text), in: World.self)
    #expect(read.value == nil)
    #expect(read.findings.first?.message == bad.message, "\(read.findings.map(\.message))")
    #expect(read.findings.first?.code.id == bad.code)
    #expect(read.findings.first?.help != nil)
  }
}
