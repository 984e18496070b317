// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

/// Flows that are sound but huge: what has no place in a machine is a finding, and all else runs.
@Suite("Hostile flows", .timeLimit(.minutes(30)))
struct HostileFlowTests {
  struct Huge: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let body: String
    /// What the finding says; nil if the flow is not too large.
    let excess: String?
  }

  private static func list(_ count: Int, _ item: (Int) -> String) -> String {
    (0..<count).map(item).joined(separator: ", ")
  }

  /// A first step that is called, and one that asks.
  private static func asking(_ more: String, then: String = "onUserLoggedIn: done") -> String {
    """
    steps:
      first: { call: initialize, then: { getUser: second, else: failed } }
      second:
        challenge: getUser
        \(more)
        then: { \(then), else: failed }

    """
  }

  private static let answer = "ask: [userName]\n    answer: setUser\n    tries: 5"
  private static func chain(_ count: Int, _ step: (Int) -> String) -> String {
    "steps:\n  first: { call: initialize, then: { getUser: s0, else: failed } }\n"
      + (0..<count).map { "  s\($0): \(step($0))\n" }.joined()
  }

  static let flows: [Huge] = [
    Huge(
      testDescription: "201 inputs", body: asking("ask: [\(list(201) { "i\($0)" })]\n    answer: setUser"),
      excess: "a step may have at most 200 inputs"),
    Huge(
      testDescription: "201 requirements",
      body: asking(answer + "\n    require: [\(list(201) { "{ check: \"userName != 'a\($0)'\" }" })]"),
      excess: "a step may have at most 200 requirements"),
    Huge(
      testDescription: "200 requirements",
      body: asking(answer + "\n    require: [\(list(200) { "{ check: \"userName != 'a\($0)'\" }" })]"), excess: nil),
    Huge(
      testDescription: "201 choices", body: asking("choices: { \(list(201) { "c\($0): { to: done }" }) }"),
      excess: "a step may have at most 200 choices"),
    Huge(
      testDescription: "200 choices, of which the last is made by itself",
      body: asking("auto: c199\n    choices: { \(list(200) { "c\($0): { to: done }" }) }"), excess: nil),
    Huge(
      testDescription: "1,001 lines", body: asking(answer, then: list(1001) { "rejected \($0 + 1): failed" }),
      excess: "a `then:` may have at most 1000 lines"),
    Huge(
      testDescription: "900 error numbers", body: asking(answer, then: list(900) { "error \($0 + 10_001): failed" }),
      excess: nil),
    Huge(
      testDescription: "20,001 messages",
      body: asking(answer) + "messages:\n" + (0..<20_001).map { "  m\($0): x\n" }.joined(),
      excess: "a flow may have at most 20000 messages"),
    Huge(
      testDescription: "20,001 steps", body: chain(20_000) { _ in "{ wait: m }" },
      excess: "a flow may have at most 20000 steps"),
    Huge(
      testDescription: "many calls that many `wait:` steps may inherit",
      body: chain(400) { index in
        "{ wait: m, choices: { a: { call: resetAuthState, max: 1, then: { accepted: s\((index + 1) % 400) } } }, "
          + "then: { getUser: failed, else: failed } }"
      }.replacing("getUser: s0", with: "accepted: s0, getUser: failed") + "messages: { m: x }\n",
      excess: "a flow may have at most 60000 places where a run can wait"),
    Huge(
      testDescription: "many outcomes at many steps",
      body: chain(2_000) { index in
        "{ call: initialize, max: 2, then: { getUser: s\((index + 1) % 2_000), \(list(25) { "error \(index * 25 + $0 + 10_001): failed" }), "
          + "else: failed } }"
      },
      excess: "too much may come back at the steps of this flow"),
  ]

  @Test("has room or is told so", arguments: flows)
  func size(_ flow: Huge) async throws {
    let desk = try Desk()
    let head = "language: mfaflow/1\nflow: huge\nversion: 1.0.0\nsdk: relid\nstart: first\n"
    let ends = "ends: { done: { outcome: ended }, failed: { outcome: failure } }\n"
    try desk.put("flow.yaml", head + flow.body + ends)
    try desk.put("world.yaml", Samples.world)
    let run = await desk.run("run", "@flow.yaml", "--world", "@world.yaml", "--quiet")
    if let excess = flow.excess {
      #expect(run.code == .wrongInput)
      #expect(run.errors.contains("error[MFA224]: \(excess)"), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count { $0.hasPrefix("error") } == 1, "\(run.errors)")
    } else {
      #expect([.success, .failure].contains(run.code), "\(run.errors)")
    }
  }
}
