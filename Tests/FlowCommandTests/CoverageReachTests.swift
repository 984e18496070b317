// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("The coverage of a flow, and lines that no run can take")
struct CoverageReachTests {
  /// Three of its lines can never be taken; what the contract does not let come is named by a line, which can.
  private static let flow = """
    language: mfaflow/1
    flow: signing
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
        tries: 5
        then: { getPassword(verify): verify, 101: retry, else: failed }
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 3
        choices:
          leave: { call: resetAuthState, then: { getUser: identify, exhausted: failed } }
        then:
          onUserLoggedIn: signedIn
          102: retry
          getPassword(verify) 166: failed
          getPassword 166: failed
          onUpdateCredentialResponse: failed
          else: failed
      signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } }, then: { timeout: failed, else: failed } }
    ends:
      done: { outcome: success }
      failed: { outcome: failure }

    """

  private static let scenarios = """
    flow: signing.yaml
    world: { users: { bob: { password: horse-battery-1 } } }
    scenarios:
      - name: In
        do: [{ identify: { userName: bob } }, { verify: { password: horse-battery-1 } }, { signedIn: finish }]
        expect: { end: done }

    """

  private static func desk(_ flow: String = flow, _ scenarios: String = scenarios) throws -> Desk {
    let desk = try Desk()
    try desk.put("signing.yaml", flow)
    try desk.put("signing.scenarios.yaml", scenarios)
    return desk
  }

  @Test("they are not counted, and a line of the report says so")
  func notCounted() async throws {
    let outcome = await (try Self.desk()).run("test", "@signing.scenarios.yaml")
    let coverage = outcome.output.components(separatedBy: "\n\n").last
    #expect(
      coverage == """
        coverage of signing.yaml
          steps        4 of  4  100 %
          interrupts   0 of  0  100 %
          branches     3 of 12   25 %
          choices      1 of  2   50 %
          together     8 of 18   44 %
          3 lines that no run can take are not counted

        """)
  }

  @Test("they are listed with what is not taken, and have a field of their own for programs")
  func listed() async throws {
    let desk = try Self.desk()
    let outcome = await desk.run("test", "--coverage", "@signing.scenarios.yaml")
    #expect(
      outcome.output.hasSuffix(
        """
          3 lines that no run can take are not counted:
            signing.yaml:21:65  branch verify: exhausted
            signing.yaml:26:7  branch verify: getPassword 166
            signing.yaml:29:81  branch signedIn: timeout

        """), "\(outcome.output)")
    #expect(outcome.output.contains("    signing.yaml:27:7  branch verify: onUpdateCredentialResponse\n"))
    let json = await desk.run("test", "--format", "json", "@signing.scenarios.yaml")
    let line = try #require(json.output.split(separator: "\n").first { $0.contains(#""kind":"coverage""#) })
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let left = try #require(object["notCounted"] as? [[String: Any]])
    #expect(left.compactMap { $0["line"] as? Int } == [21, 26, 29])
    #expect((object["untaken"] as? [[String: Any]])?.count == 10)
    #expect((object["together"] as? [String: Int])?["all"] == 18)
  }

  @Test("no scenario is looked for that would take them, and nothing is told of that")
  func missing() async throws {
    let desk = try Self.desk()
    let outcome = await desk.run("test", "--write-missing", desk.root + "missing", "@signing.scenarios.yaml")
    #expect(outcome.errors.contains("signing.missing.scenarios.yaml has 9 scenarios"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("no way was found"), "\(outcome.errors)")
    let played = await desk.run(
      "test", "--min-coverage", "100", "@signing.scenarios.yaml", desk.root + "missing/signing.missing.scenarios.yaml")
    #expect(!played.errors.contains("is covered to"), "\(played.errors)")
    #expect(played.output.contains("3 lines that no run can take are not counted"), "\(played.output)")
  }

  @Test("a line that a scenario takes against the contract counts all the same")
  func taken() async throws {
    let scenarios = """
      flow: signing.yaml
      sdk: byHand
      scenarios:
        - name: Another mode
          do:
            - event: getUser
            - identify: { userName: bob }
            - { event: getPassword, with: { challengeMode: 0 } }
            - verify: { password: horse-battery-1 }
            - { event: getPassword, with: { challengeMode: 1 }, status: 166 }
          expect: { end: failed }

      """
    let outcome = await (try Self.desk(Self.flow, scenarios)).run("test", "@signing.scenarios.yaml")
    #expect(outcome.output.contains("  branches     3 of 13   23 %\n"), "\(outcome.output)")
    #expect(outcome.output.contains("  2 lines that no run can take are not counted\n"), "\(outcome.output)")
  }

  @Test(
    "without one of them there is one less, and as many are counted",
    arguments: [
      ("timeout: failed, else", "else"), (", exhausted: failed }", " }"), ("      getPassword 166: failed\n", ""),
    ])
  func without(removed: (String, String)) async throws {
    let outcome = await (try Self.desk(Self.flow.replacing(removed.0, with: removed.1)))
      .run("test", "@signing.scenarios.yaml")
    #expect(outcome.output.contains("  branches     3 of 12   25 %\n"), "\(outcome.output)")
    #expect(outcome.output.contains("  2 lines that no run can take are not counted\n"), "\(outcome.output)")
  }

  @Test(
    "the same lines count where something runs out",
    arguments: [
      ("choices: { finish", "within: 30s, choices: { finish"),
      ("getPassword(verify) 166: failed\n      getPassword 166: failed", "getPassword 166: failed"),
      (", exhausted: failed } }\n    then:", " } }\n    then:\n      exhausted: failed"),
    ])
  func inReach(changed: (String, String)) async throws {
    let flow = Self.flow.replacing(changed.0, with: changed.1)
    #expect(flow != Self.flow)
    let outcome = await (try Self.desk(flow)).run("test", "@signing.scenarios.yaml")
    #expect(outcome.output.contains("  2 lines that no run can take are not counted\n"), "\(outcome.output)")
  }

  @Test("a step to which only such a line leads is not counted, nor are its lines and choices")
  func behind() async throws {
    let late = "  late: { challenge: getPassword(verify), choices: { go: { to: failed } }, then: { else: failed } }\n"
    let flow = Self.flow.replacing("      getPassword 166: failed", with: "      getPassword 166: late")
      .replacing("ends:\n", with: late + "ends:\n")
    let outcome = await (try Self.desk(flow)).run("test", "--coverage", "@signing.scenarios.yaml")
    #expect(outcome.output.contains("  steps        4 of  4  100 %\n"), "\(outcome.output)")
    #expect(
      outcome.output.hasSuffix(
        """
          6 steps, lines and choices that no run can take are not counted:
            signing.yaml:21:65  branch verify: exhausted
            signing.yaml:26:7  branch verify: getPassword 166
            signing.yaml:29:81  branch signedIn: timeout
            signing.yaml:30:3  step late
            signing.yaml:30:54  choice late: go
            signing.yaml:30:84  branch late: else

        """), "\(outcome.output)")
  }

  @Test("nothing is said where every line can be taken")
  func sound() async throws {
    let flow = Self.flow.replacing("timeout: failed, else", with: "else").replacing(", exhausted: failed }", with: " }")
      .replacing("      getPassword 166: failed\n", with: "")
    let outcome = await (try Self.desk(flow)).run("test", "--coverage", "@signing.scenarios.yaml")
    #expect(outcome.output.contains("coverage of signing.yaml"))
    #expect(!outcome.output.contains("no run can take"), "\(outcome.output)")
  }
}
