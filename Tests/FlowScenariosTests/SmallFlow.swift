// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowRuntime
import FlowScenarios
import RELIDSimulator
import SDKContract
import Testing

/// A small flow, with scenarios that a test writes for it.
struct SmallFlow {
  let program: Program

  /// A flow of the REL-ID contract: a name, a code, an idle warning in between.
  static func relid() throws -> SmallFlow { try SmallFlow(relidText, nil) }

  /// A flow of a contract that nobody simulates.
  static func doorbell() throws -> SmallFlow {
    let read = ContractReader.read(SourceFile(path: "doorbell.yaml", text: contractText))
    let contract: Contract = try #require(read.value, "\(read.findings.map(\.message))")
    return try SmallFlow(doorbellText, contract)
  }

  init(_ text: String, _ contract: Contract? = nil) throws {
    let compilation = Compiler(contract: contract).compile(SourceFile(path: "small.yaml", text: text))
    let found = TextRenderer().render(compilation.findings, in: compilation.sources)
    program = Program(try #require(compilation.flow, "\(found)"))
  }

  /// Reads the items of one scenario.
  func read(_ items: String, end: String, head: String = "sdk: byHand") throws -> (SourceFile, ScenarioFile) {
    let file = SourceFile(
      path: "small.scenarios.yaml",
      text: "flow: small.yaml\n\(head)\nscenarios:\n  - name: a scenario\n    expect: \(end)\n    do:\n\(items)\n")
    let read = ScenarioReader.read(file, in: World.self)
    return (file, try #require(read.value, "\(read.findings.map(\.message))"))
  }

  /// Plays one scenario, whose items are indented by six blanks.
  func play(_ items: String, end: String, head: String = "sdk: byHand") async throws -> ScenarioResult {
    let file = try read(items, end: end, head: head).1
    let scenario = try #require(file.scenarios.first)
    return await ScenarioRunner([program], on: file.devices).run(scenario)
  }

  private static let relidText = """
    language: mfaflow/1
    flow: small
    version: 1.0.0
    sdk: relid
    start: initialize
    steps:
      initialize:
        call: initialize
        then: { getUser: identify, else: failed }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 5
        choices: { again: { to: again } }
        then: { getActivationCode: enterCode, else: failed }
      again:
        call: resetAuthState
        max: 2
        then: { getUser: identify, else: failed }
      enterCode:
        challenge: getActivationCode
        ask: [activationCode]
        answer: setActivationCode
        within: 10s
        choices: { giveUp: { confirm: sure, to: givenUp }, leave: { to: givenUp } }
        then: { getPassword(set): proved, 106: { retry: wrong }, timeout: { stay: wrong }, else: failed }
      proved:
        challenge: getPassword(set)
        choices: { close: { to: givenUp } }
        then: { else: failed }
    interrupts:
      onSessionTimeOutNotification:
        choices: { ignore: { resume: true } }
        then: { else: failed }
      onTerminateWithThreats:
        choices: { close: { to: failed } }
        then: { else: failed }
    ends:
      givenUp: { outcome: ended }
      failed: { outcome: failure }
    messages: { sure: Are you sure?, wrong: That is not right. }
    """ + "\n"

  private static let doorbellText = """
    language: mfaflow/1
    flow: doorbell
    version: 1.0.0
    sdk: doorbell
    start: ring
    steps:
      ring:
        call: ring
        then: { askName: name, else: failed }
      name:
        challenge: askName
        ask: [name]
        answer: sayName
        tries: 2
        then: { opened: hall, rejected: { stay: again }, else: failed }
      hall:
        event: opened
        choices: { enter: { to: inside } }
        then: { else: failed }
    ends:
      inside: { outcome: success }
      failed: { outcome: failure }
    messages: { again: Say that again. }
    """ + "\n"

  private static let contractText = """
    contract: doorbell
    version: 1.0.0
    patience: 30s
    success: [0]
    phases:
      closed: {}
      open: {}
    signedIn: open
    events:
      askName: { kind: challenge, enters: closed, fields: { floor: int }, source: given manual }
      opened: { kind: result, enters: open, source: given manual }
    calls:
      ring: { leadsTo: askName, source: given manual }
      sayName:
        answers: askName
        takes: { name: text }
        leadsTo: opened
        source: given manual
    """ + "\n"
}
