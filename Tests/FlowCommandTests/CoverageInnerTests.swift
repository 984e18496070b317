// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("The coverage of what a flow changes in a flow that it runs")
struct CoverageInnerTests {
  private static let inner = """
    language: mfaflow/1
    flow: inner
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
        then: { onUserLoggedIn: signedIn, 102: retry, else: failed }
      signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } }, then: { else: failed } }
    ends:
      done: { outcome: success }
      failed: { outcome: failure }

    """

  private static let outer = """
    language: mfaflow/1
    flow: outer
    version: 1.0.0
    sdk: relid
    goal: aal1
    start: signIn
    steps:
      signIn: { run: inner, then: { done: done, else: failed } }
    ends:
      done: { outcome: success }
      failed: { outcome: failure }

    """

  private static let scenarios = """
    world: { users: { bob: { password: horse-battery-1 } }, device: { lda: none } }
    scenarios:
      - name: right
        do:
          - signIn/identify: { userName: bob }
          - signIn/verify: { password: horse-battery-1 }
          - signIn/signedIn: finish
        expect: { end: done }
      - name: unknown
        do:
          - signIn/identify: { userName: nobody }
        expect: { end: failed }

    """

  /// A variant that adds a choice and a line to a step of the inner flow.
  private static let variant = """
    language: mfaflow/1
    flow: variant
    version: 1.0.0
    extends: outer@1.0
    add:
      steps.signIn/verify.choices.leave: { to: failed }
      steps.signIn/verify.then.getUser 141: { to: failed }

    """

  /// The lines of a report that say how much is taken of each flow, the named one first.
  private static func together(_ output: String, of count: Int = 1) -> [String] {
    output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
      .filter { $0.hasPrefix("together ") }.prefix(count).map(\.self)
  }

  private func desk(_ variant: String, of flow: String = "variant") throws -> Desk {
    let desk = try Desk()
    try desk.put("inner.yaml", Self.inner)
    try desk.put("outer.yaml", Self.outer)
    try desk.put("outer.scenarios.yaml", "flow: outer.yaml\n" + Self.scenarios)
    try desk.put("\(flow).yaml", variant)
    try desk.put("\(flow).scenarios.yaml", "flow: \(flow).yaml\n" + Self.scenarios)
    return desk
  }

  @Test("lines and choices that a variant adds inside count, and are not covered by what others took")
  func added() async throws {
    let desk = try desk(Self.variant)
    let outcome = await desk.run("test", "--own", "--coverage", "@variant.scenarios.yaml", "@outer.scenarios.yaml")
    #expect(Self.together(outcome.output) == ["together 3 of 5 60 %"], "\(outcome.output)")
    #expect(outcome.output.contains("variant.yaml:6:3  choice signIn/verify: leave\n"), "\(outcome.output)")
    #expect(outcome.output.contains("variant.yaml:7:3  branch signIn/verify: getUser 141\n"), "\(outcome.output)")
    let limited = await desk.run("test", "--own", "--min-coverage", "100", "@variant.scenarios.yaml")
    #expect(limited.code == .failure)
  }

  @Test("the flow that only runs the other one counts no line inside")
  func untouched() async throws {
    let outcome = await (try desk(Self.variant)).run("test", "@outer.scenarios.yaml")
    #expect(Self.together(outcome.output) == ["together 3 of 3 100 %"], "\(outcome.output)")
  }

  @Test("a scenario that takes them covers them")
  func taken() async throws {
    let desk = try desk(Self.variant)
    try desk.put(
      "variant.scenarios.yaml",
      "flow: variant.yaml\n" + Self.scenarios + """
          - name: leaves
            do:
              - signIn/identify: { userName: bob }
              - signIn/verify: leave
            expect: { end: failed }

        """)
    let outcome = await desk.run("test", "--coverage", "@variant.scenarios.yaml")
    #expect(Self.together(outcome.output) == ["together 4 of 5 80 %"], "\(outcome.output)")
    #expect(!outcome.output.contains("choice signIn/verify: leave"), "\(outcome.output)")
  }

  @Test("a line that a variant leads to another end of the inner flow counts")
  func ledElsewhere() async throws {
    let variant = """
      language: mfaflow/1
      flow: variant
      version: 1.0.0
      extends: outer@1.0
      change:
        steps.signIn/verify.then.102: failed

      """
    let outcome = await (try desk(variant)).run("test", "--coverage", "@variant.scenarios.yaml")
    #expect(Self.together(outcome.output) == ["together 3 of 4 75 %"], "\(outcome.output)")
    #expect(outcome.output.contains("variant.yaml:6:3  branch signIn/verify: getPassword 102\n"), "\(outcome.output)")
  }

  @Test("a flow without a base counts what it changes in its inner flow")
  func withoutBase() async throws {
    let flow =
      Self.outer.replacing("flow: outer", with: "flow: changing") + """
        add:
          steps.signIn/verify.choices.leave: { to: failed }

        """
    let desk = try desk(flow, of: "changing")
    let outcome = await desk.run("test", "--coverage", "@changing.scenarios.yaml")
    #expect(Self.together(outcome.output) == ["together 3 of 4 75 %"], "\(outcome.output)")
    #expect(outcome.output.contains("choice signIn/verify: leave\n"), "\(outcome.output)")
  }

  @Test("a variant of a variant counts what the one below it changes inside, and takes over what its scenarios take")
  func twoLevels() async throws {
    let desk = try desk(Self.variant)
    try desk.put(
      "upper.yaml", "language: mfaflow/1\nflow: upper\nversion: 1.0.0\nextends: variant@1.0\nsummary: As it is.\n")
    try desk.put("upper.scenarios.yaml", "flow: upper.yaml\n" + Self.scenarios)
    let outcome = await desk.run("test", "--coverage", "@upper.scenarios.yaml")
    #expect(Self.together(outcome.output) == ["together 3 of 5 60 %"], "\(outcome.output)")
  }

  @Test("the shortest ways there are written as scenarios")
  func missing() async throws {
    let desk = try desk(Self.variant)
    let outcome = await desk.run("test", "--write-missing", desk.root + "missing", "@variant.scenarios.yaml")
    #expect(outcome.errors.contains("variant.missing.scenarios.yaml has "), "\(outcome.errors)")
    let written = try String(contentsOfFile: desk.root + "missing/variant.missing.scenarios.yaml", encoding: .utf8)
    #expect(written.contains("signIn/verify: leave"), "\(written)")
  }
}
