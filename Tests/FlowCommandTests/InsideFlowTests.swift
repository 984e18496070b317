// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

/// A flow that begins where another one has brought the SDK is judged where that one runs it.
@Suite("Flows that begin inside of others")
struct InsideFlowTests {
  private static let inside = """
    language: mfaflow/1
    flow: look
    version: 1.0.0
    sdk: relid
    start: fetch
    steps:
      fetch:
        call: getNotifications
        with: { recordCount: 0, startIndex: 1 }
        max: 3
        then: { onGetNotifications: list, exhausted: failed, else: failed }
      list:
        event: onGetNotifications
        choices: { finish: { to: done } }
        then: { else: failed }
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
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        then: { getPassword(verify): verify, else: failed }
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 2
        then: { onUserLoggedIn: home, 102: retry, exhausted: failed, else: failed }
      home:
        event: onUserLoggedIn
        choices: { look: { to: look }, finish: { to: done } }
        then: { else: failed }
      look: { run: look, then: { done: home2, failed: failed } }
      home2:
        wait: here
        choices: { again: { to: look }, finish: { to: done } }
        then: { else: failed }
    ends:
      done: { outcome: success }
      failed: { outcome: failure }
    messages: { here: Here. }

    """

  private static func codes(_ outcome: Outcome) -> Set<String> {
    Set(outcome.output.matches(of: /\[(MFA[0-9]+)\]/).map { String($0.1) })
  }

  @Test("alone, such a flow is told to start the SDK and to call nothing before; with the flow that runs it, it is not")
  func together() async throws {
    let desk = try Desk()
    try desk.put("look.yaml", Self.inside)
    try desk.put("outer.yaml", Self.outer)
    let alone = await desk.run("check", "@look.yaml")
    #expect(Self.codes(alone).isSuperset(of: ["MFA404", "MFA435"]), "\(alone)")
    let together = await desk.run("check", "@look.yaml", "@outer.yaml")
    #expect(Self.codes(together).isDisjoint(with: ["MFA314", "MFA403", "MFA404", "MFA433", "MFA435"]), "\(together)")
    #expect(together.code == .success, "\(together)")
  }

  @Test("a flow that a variant changes is judged as it is, but the variant may be what starts the SDK")
  func base() async throws {
    let desk = try Desk()
    try desk.put("look.yaml", Self.inside)
    try desk.put(
      "started.yaml",
      """
      language: mfaflow/1
      flow: started
      version: 1.0.0
      extends: look@1.0
      change: { start: initialize }
      add: { steps.initialize: { call: initialize, then: { getUser: failed, onGetNotifications: list, else: failed } } }

      """)
    let together = await desk.run("check", "@look.yaml", "@started.yaml")
    #expect(Self.codes(together).contains("MFA404"), "\(together)")
    #expect(!Self.codes(together).contains("MFA435"), "\(together)")
    try desk.put(
      "unstarted.yaml", "language: mfaflow/1\nflow: unstarted\nversion: 1.0.0\nextends: look@1.0\n")
    let unstarted = await desk.run("check", "@look.yaml", "@unstarted.yaml")
    #expect(Self.codes(unstarted).contains("MFA435"), "\(unstarted)")
  }

  @Test("what stands in a part of a part that has nothing else is there for variants and `show`")
  func partOfParts() async throws {
    let desk = try Desk()
    try desk.put(
      "inner.yaml",
      """
      part: inner
      sdk: relid
      needs: [done, failed]
      steps:
        list:
          event: onGetNotifications
          choices: { finish: { to: done } }
          then: { else: failed }

      """)
    try desk.put("outer.yaml", "part: outer\nsdk: relid\nuse: [inner]\nneeds: [done, failed]\n")
    try desk.put(
      "flow.yaml",
      """
      language: mfaflow/1
      flow: flow
      version: 1.0.0
      sdk: relid
      use: [outer]
      start: initialize
      steps:
        initialize: { call: initialize, then: { onGetNotifications: list, else: failed } }
      ends:
        done: { outcome: success }
        failed: { outcome: failure }

      """)
    let shown = await desk.run("show", "@flow.yaml")
    #expect(shown.output.contains("\n  list:\n"), "\(shown)")
    try desk.put(
      "variant.yaml",
      "language: mfaflow/1\nflow: variant\nversion: 1.0.0\nextends: flow@1.0\nadd: { steps.list.within: 1m }\n")
    let checked = await desk.run("check", "@variant.yaml")
    #expect(!Self.codes(checked).contains("MFA263"), "\(checked)")
  }

  @Test("a section that a flow gets from its parts alone is shown with the line of the part that has it")
  func sectionOfParts() async throws {
    let desk = try Desk()
    try desk.put(
      "inner.yaml",
      """
      part: inner
      sdk: relid
      needs: { done: required, failed: required, codes: 3 }
      steps:
        list:
          event: onGetNotifications
          choices: { finish: { to: done }, again: { call: getNotifications, with: { recordCount: 0, startIndex: 1 }, max: codes, then: { onGetNotifications: list } } }
          then: { else: failed }

      """)
    try desk.put(
      "flow.yaml",
      """
      language: mfaflow/1
      flow: flow
      version: 1.0.0
      sdk: relid
      use: [inner]
      start: initialize
      steps:
        initialize: { call: initialize, then: { onGetNotifications: list, else: failed } }
      ends:
        done: { outcome: success }
        failed: { outcome: failure }

      """)
    let shown = await desk.run("show", "--origin", "@flow.yaml")
    #expect(shown.output.contains(/inner\.yaml:3 +budgets:\n/), "\(shown)")
    #expect(shown.output.contains(/inner\.yaml:3 +codes: 3\n/), "\(shown)")
  }
}
