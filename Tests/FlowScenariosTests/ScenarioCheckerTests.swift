// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import FlowScenarios
import RELIDSimulator
import Testing

/// Names in a scenario that the flow does not have are found before anything is played.
@Suite struct ScenarioCheckerTests {
  struct Slip: Sendable, CustomTestStringConvertible {
    let items: String
    let end: String
    let message: String
    let at: String

    init(_ items: String, end: String = "{ end: failed }", _ message: String, at: String) {
      (self.items, self.end, self.message, self.at) = (items, end, message, at)
    }

    var testDescription: String { message }
  }

  static let slips = [
    Slip("enterCodes: { activationCode: x }", "`enterCodes` is no step of `small`", at: "enterCodes"),
    Slip("expect: { step: enterCodes }", "`enterCodes` is no step of `small`", at: "enterCodes"),
    Slip("expect: { path: [initialize, identity] }", "`identity` is no step of `small`", at: "identity"),
    Slip("expect: { step: enterCode, offered: [giveup] }", "`giveup` is no choice of `enterCode`", at: "giveup"),
    Slip("expect: { offered: [cancel] }", "`cancel` is no choice of `small`", at: "cancel"),
    Slip("enterCode: { choice: give, confirm: no }", "`give` is no choice of `enterCode`", at: "give"),
    Slip("reject: { call: setUsers, code: 500 }", "`setUsers` is no call of `relid`", at: "setUsers"),
    Slip(
      "{ identify: { userName: a }, during: [{ enterCodes: x }] }", "`enterCodes` is no step of `small`",
      at: "enterCodes"),
    Slip("event: getUser", end: "{ end: fail }", "`fail` is no end of `small`", at: "fail"),
    Slip("event: getUser", end: "{ waiting: proofed }", "`proofed` is no step of `small`", at: "proofed"),
    Slip("event: getUser", end: "{ path: [proofed] }", "`proofed` is no step of `small`", at: "proofed"),
  ]

  @Test("a name that the flow does not have is found at its place, with a cure", arguments: slips)
  func finds(_ slip: Slip) throws {
    let flow = try SmallFlow.relid()
    let (file, scenarios) = try flow.read("      - \(slip.items)", end: slip.end)
    let findings = ScenarioChecker.check(scenarios, for: [flow.program.flow])
    #expect(findings.map(\.message) == [slip.message])
    #expect(findings.map(\.code.id) == ["MFA947"])
    #expect(findings.first?.words(in: file) == slip.at)
    #expect(findings.first?.help != nil)
  }

  @Test(
    "an event is held against the contract before anything is played",
    arguments: [
      ("event: onUserConsentThreat", "MFA953", "onUserConsentThreat"),
      ("{ event: onUserConsentThreats, with: { threat: [] } }", "MFA954", "threat"),
      ("{ event: onUserConsentThreats, with: { threats: [{ threatID: 7 }] } }", "MFA954", "threatID"),
      ("{ event: onUserConsentThreats, with: { threats: { threatId: 7 } } }", "MFA955", "{ threatId: 7 }"),
      ("{ event: getUser, with: { recentlyLoggedInUser: 7 } }", "MFA955", "7"),
      ("{ event: getUser, unknown: true }", "MFA956", "true"),
    ])
  func findsInEvents(items: String, code: String, at: String) throws {
    let flow = try SmallFlow.relid()
    let (file, scenarios) = try flow.read("      - \(items)", end: "{ end: failed }")
    let findings = ScenarioChecker.check(scenarios, for: [flow.program.flow])
    #expect(findings.map(\.code.id) == [code])
    #expect(findings.first?.words(in: file) == at)
    #expect(findings.first?.help != nil)
    #expect(findings.allSatisfy { $0.message.count <= 90 })
  }

  @Test(
    "an event with its mode or its code, as a flow names it, is told how a scenario names it",
    arguments: [
      ("getPassword(verify)", "write `event: getPassword` and `with: { challengeMode: 0 }`"),
      ("getUser 101", "write `event: getUser` and `status: 101`"),
      ("getPassword(set) 190", "write `event: getPassword`, `with: { challengeMode: 1 }` and `status: 190`"),
    ])
  func eventOfFlow(event: String, help: String) throws {
    let flow = try SmallFlow.relid()
    let (_, scenarios) = try flow.read("      - event: \(event)", end: "{ end: failed }")
    let findings = ScenarioChecker.check(scenarios, for: [flow.program.flow])
    #expect(findings.map(\.code.id) == ["MFA953"] && findings.first?.help == help, "\(findings.first?.help ?? "")")
  }

  @Test(
    "what is to be unknown is no error",
    arguments: [
      "{ event: getSomethingNew, unknown: true }", "{ event: getUser, with: { colour: red }, unknown: true }",
      "{ event: onUserConsentThreats, with: { threats: [{ threatId: 7 }] } }",
    ])
  func unknownOnPurpose(items: String) throws {
    let flow = try SmallFlow.relid()
    let (_, scenarios) = try flow.read("      - \(items)", end: "{ end: failed }")
    #expect(ScenarioChecker.check(scenarios, for: [flow.program.flow]) == [])
  }

  @Test("a fault that sends an event which the contract does not know is found, once for all scenarios")
  func findsInFaults() throws {
    let flow = try SmallFlow.relid()
    let text = """
      flow: f.yaml
      world: { faults: [{ call: setUser, event: onUserLoggedInn }] }
      scenarios: [{ name: a, expect: { end: failed } }, { name: b, expect: { end: failed } }]
      """
    let scenarios = try #require(ScenarioReader.read(SourceFile(path: "s.yaml", text: text), in: World.self).value)
    let findings = ScenarioChecker.check(scenarios, for: [flow.program.flow])
    #expect(findings.map(\.code.id) == ["MFA953"])
    #expect(findings.first?.help?.hasPrefix("did you mean `onUserLoggedIn`?") == true)
  }

  @Test(
    "a choice or an input that the step does not have is found before anything is played, with a cure and no value",
    arguments: [
      ("enterCode: giveup", "MFA922", "giveup", "did you mean `giveUp`?"),
      (
        "enterCode: \"493021\"", "MFA922", "\"493021\"",
        "its choices are `giveUp`, `leave`; to answer what it asks for, write `enterCode: { activationCode: … }`"
      ),
      ("enterCode: { activationCod: \"493021\" }", "MFA923", "activationCod", "did you mean `activationCode`?"),
      ("enterCode: { leave: yes }", "MFA923", "leave", "`leave` is a choice: write `- enterCode: leave`"),
      ("{ enterCode: giveup, during: [{ after: 1s }] }", "MFA922", "giveup", "did you mean `giveUp`?"),
    ])
  func findsInAnswers(items: String, code: String, at: String, help: String) throws {
    let flow = try SmallFlow.relid()
    let (file, scenarios) = try flow.read("      - \(items)", end: "{ end: failed }")
    let findings = ScenarioChecker.check(scenarios, for: [flow.program.flow])
    #expect(findings.map(\.code.id) == [code])
    #expect(findings.first?.words(in: file) == at)
    #expect(findings.first?.help == help)
    #expect(!findings.contains { ($0.message + ($0.help ?? "")).contains("493021") })
  }

  @Test("a yes where nobody asks for a confirmation is told before anything is played")
  func nothingToConfirm() throws {
    let flow = try SmallFlow.relid()
    let scenarios = try flow.read("      - enterCode: { choice: leave, confirm: yes }", end: "{ end: givenUp }").1
    #expect(ScenarioChecker.check(scenarios, for: [flow.program.flow]).map(\.code.id) == ["MFA920"])
  }

  @Test("modules of a flow that asks none are found at their place; no modules are none")
  func modulesNotAsked() throws {
    let flow = try SmallFlow.relid()
    for (modules, codes) in [("{ root-check: allow }", ["MFA939"]), ("{}", [])] {
      let (file, scenarios) = try flow.read(
        "      - event: getUser", end: "{ waiting: identify }", head: "sdk: byHand\nmodules: \(modules)")
      let findings = ScenarioChecker.check(scenarios, for: [flow.program.flow])
      #expect(findings.map(\.code.id) == codes)
      if let finding = findings.first { #expect(finding.words(in: file) == modules) }
    }
  }

  @Test("what is expected to be refused may be anything")
  func expectedRefusal() throws {
    let flow = try SmallFlow.relid()
    let items = "      - enterCode: restart\n      - expect: { refused: there is no such choice }"
    let (_, scenarios) = try flow.read(items, end: "{ end: failed }")
    #expect(ScenarioChecker.check(scenarios, for: [flow.program.flow]).isEmpty)
    let (_, others) = try flow.read(
      items.replacing("refused: there is no such choice", with: "step: enterCode"), end: "{ end: failed }")
    #expect(ScenarioChecker.check(others, for: [flow.program.flow]).count == 1)
  }

  @Test("ends of the language are ends of every flow", arguments: ["unhandled", "goal-not-reached", "givenUp"])
  func endsOfLanguage(_ end: String) throws {
    let flow = try SmallFlow.relid()
    let (_, scenarios) = try flow.read("      - event: getUser", end: "{ end: \(end) }")
    #expect(ScenarioChecker.check(scenarios, for: [flow.program.flow]).isEmpty)
  }

  @Test("a flow for an SDK that nobody simulates needs events by hand; that is told once")
  func notSimulated() throws {
    let flow = try SmallFlow.doorbell()
    let (_, simulated) = try flow.read("      - event: askName", end: "{ waiting: name }", head: "sdk: simulated")
    let findings = ScenarioChecker.check(simulated, for: [flow.program.flow])
    #expect(findings.map(\.code.id) == ["MFA949"])
    #expect(findings.first?.message == "there is no simulated `doorbell`")
    let (_, byHand) = try flow.read("      - event: askName", end: "{ waiting: name }")
    #expect(ScenarioChecker.check(byHand, for: [flow.program.flow]).isEmpty)
  }

  @Test(
    "the scenarios of the product's flows name nothing that their flows do not have", arguments: FlowFolder.scenarios)
  func shipped(_ text: ScenarioText) throws {
    let play = try text.play()
    #expect(ScenarioChecker.check(play.scenarios, for: play.programs.map(\.flow)).map(\.message) == [])
  }
}
