// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// Scenarios of a base that are played on a variant which has a step in between.
@Suite struct DetourTests {
  private static let base = """
    language: mfaflow/1
    flow: door
    version: 1.0.0
    sdk: relid
    goal: aal1
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 3
        then: { getPassword(verify): verify, else: failed }
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 3
        choices: { leave: { to: left } }
        then: { onUserLoggedIn: signedIn, 102: retry, else: failed }
      signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } }, then: { else: failed } }
    ends:
      done: { outcome: success }
      left: { outcome: ended }
      failed: { outcome: failure }

    """
  private static let variant = """
    language: mfaflow/1
    flow: polite
    version: 1.0.0
    extends: door@1.0
    change:
      start: welcome
      steps.signedIn.choices.finish: { to: rules }
    add:
      steps.welcome: { wait: hello, choices: { enter: { to: initialize } }, then: { else: failed } }
      steps.rules: { wait: hello, choices: { agree: { to: done }, read: { to: rules } }, then: { else: failed } }
      messages.hello: Hello.

    """
  private static let scenarios = """
    flow: door.yaml
    world: { users: { bob: { password: horse-battery-1 } } }
    scenarios:
      - name: comes in
        do: [{ expect: { step: identify } }, { identify: { userName: bob } }, { verify: { password: horse-battery-1 } }, { signedIn: finish }]
        expect: { end: done, path: [initialize, identify, verify, signedIn], called: [initialize, setUser, setPassword] }
      - name: leaves
        do: [{ identify: { userName: bob } }, { verify: leave }]
        expect: { end: left }
      - name: waits
        do: [{ after: 5s }, { identify: { userName: bob } }]
        expect: { waiting: verify }

    """

  private static func desk(_ own: String) throws -> Desk {
    let desk = try Desk()
    try desk.put("door.yaml", base)
    try desk.put("polite.yaml", variant)
    try desk.put("door.scenarios.yaml", scenarios)
    try desk.put("polite.scenarios.yaml", "flow: polite.yaml\nextends: door.scenarios.yaml\n\(own)\nscenarios: []\n")
    return desk
  }

  private static let at = "at: { welcome: [{ welcome: enter }], rules: [{ expect: { say: hello } }, { rules: agree }] }"

  @Test("what `at` says is done at each step in between, and the step is no part of the way that is expected")
  func played() async throws {
    let desk = try Self.desk(Self.at)
    let outcome = await desk.run("test", "@polite.scenarios.yaml", "@door.scenarios.yaml")
    #expect(outcome.code == .success, "\(outcome)")
  }

  @Test("where `at` does not lead on, or says something else than the flow does, the scenario fails there")
  func failing() async throws {
    let desk = try Self.desk(Self.at.replacing("{ rules: agree }", with: "{ rules: read }"))
    let outcome = await desk.run("test", "@polite.scenarios.yaml")
    #expect(outcome.code == .failure && outcome.output.contains("3 scenarios, 2 passed, 1 failed"), "\(outcome)")
    let other = try Self.desk(Self.at.replacing("say: hello", with: "say: Hallo"))
    let said = await other.run("test", "@polite.scenarios.yaml")
    #expect(said.output.contains("--> polite.scenarios.yaml:3:"), "\(said)")
  }

  @Test("without it the step is named once, with how many scenarios stop there and what to write")
  func summary() async throws {
    let outcome = await (try Self.desk("")).run("test", "@polite.scenarios.yaml")
    #expect(outcome.code == .failure)
    let lines = outcome.output.split(separator: "\n").filter { $0.contains("that are taken over stop") }
    #expect(
      lines == ["3 scenarios that are taken over stop at `welcome`, which their own flow does not have:"], "\(outcome)")
    #expect(
      outcome.output.contains("say once in polite.scenarios.yaml what is done there: `at: { welcome: ["), "\(outcome)")
    // One of them is shown in full.
    #expect(outcome.output.components(separatedBy: "error[").count == 2, "\(outcome)")
    let half = await (try Self.desk("at: { welcome: [{ welcome: enter }] }")).run("test", "@polite.scenarios.yaml")
    #expect(half.output.contains("1 scenario that is taken over stops at `rules`, which"), "\(half)")
  }

  @Test("a variant of the variant takes over what its scenarios say there")
  func chain() async throws {
    let desk = try Self.desk(Self.at)
    try desk.put(
      "third.yaml",
      "language: mfaflow/1\nflow: third\nversion: 1.0.0\nextends: polite@1.0\nchange: { messages.hello: Hi. }\n")
    try desk.put("third.scenarios.yaml", "flow: third.yaml\nextends: polite.scenarios.yaml\nscenarios: []\n")
    let outcome = await desk.run("test", "@third.scenarios.yaml")
    #expect(outcome.code == .success && outcome.output.contains("3 scenarios, 3 passed"), "\(outcome)")
  }

  @Test(
    "a slip in it is one error",
    arguments: [
      ("at: { wellcome: [{ welcome: enter }] }", "MFA947", "did you mean `welcome`?"),
      ("at: { welcome: [{ welcome: entr }] }", "MFA", "enter"),
      ("at: { welcome: [] }", "MFA991", "nothing happens at `welcome` here"),
      ("at: { verify: [{ verify: leave }] }", "MFA991", "each scenario that is taken over knows the step `verify`"),
    ])
  func wrong(_ own: String, _ code: String, _ words: String) async throws {
    let outcome = await (try Self.desk(own)).run("test", "@polite.scenarios.yaml")
    #expect(outcome.code == .wrongInput, "\(outcome)")
    #expect(outcome.errors.contains("error[\(code)") && outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.errors.components(separatedBy: "error[").count == 2, "\(outcome.errors)")
  }
}
