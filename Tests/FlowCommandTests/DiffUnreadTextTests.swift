// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("mfaflow diff: texts of ends that nobody reads, since all that lead there say something themselves")
struct DiffUnreadTextTests {
  private static let head = "language: mfaflow/1\nversion: 1.0.0\nsdk: relid\ngoal: aal1\n"
  /// What it says when the tries are spent stands at the line, and not at the end.
  private static let flow =
    head + """
      flow: inner
      start: begin
      steps:
        begin: { call: initialize, then: { getUser: name, else: failed } }
        name:
          challenge: getUser
          ask: [userName]
          answer: setUser
          tries: 5
          then: { onUserLoggedIn: done, getUser: retry, exhausted: { to: spent, say: too-many }, else: failed }
      ends:
        done: { outcome: success }
        spent: { outcome: failure, say: unread }
        failed: { outcome: failure }
      messages: { too-many: Too many tries., unread: Nobody reads this. }

      """

  /// What is told of two flows that stand beside others.
  private func diff(_ old: String, _ new: String, beside others: [String: String] = [:]) async throws -> Outcome {
    let desk = try Desk()
    for (name, text) in others { try desk.put(name, text) }
    try desk.put("old.yaml", old)
    try desk.put("new.yaml", new)
    return await desk.run("diff", "--summary", "--fail-on", "any", "@old.yaml", "@new.yaml")
  }

  private func expectEqual(_ outcome: Outcome) {
    #expect(outcome.code == .success && outcome.output.contains(": equal ("), "\(outcome)")
  }

  @Test("what an outer end says is no difference where the end inside has words of its own", arguments: [false, true])
  func outerEnd(isBack: Bool) async throws {
    let outer =
      Self.head + "flow: outer\nstart: in\n"
      + "steps: { in: { run: inner, then: { done: done, spent: spent, else: failed } } }\n"
      + "ends: { done: { outcome: success }, spent: { outcome: failure }, failed: { outcome: failure } }\n"
    let saying =
      outer.replacing("spent: { outcome: failure }", with: "spent: { outcome: failure, say: later }")
      + "messages: { later: Come back later. }\n"
    let (old, new) = isBack ? (saying, outer) : (outer, saying)
    expectEqual(try await diff(old, new, beside: ["inner.yaml": Self.flow]))
  }

  @Test(
    "an end may say nothing, the same or something else there, and so may the message that it names",
    arguments: [
      (", say: unread", ""), ("failure, say: unread", "failure, say: too-many"),
      ("Nobody reads this.", "Nobody reads that."),
    ])
  func ownEnd(written: String, other: String) async throws {
    let changed = Self.flow.replacing(written, with: other)
    #expect(changed != Self.flow)
    for (old, new) in [(Self.flow, changed), (changed, Self.flow)] { expectEqual(try await diff(old, new)) }
  }

  @Test("where only one flow has such an end, what users read after each line is told", arguments: [false, true])
  func readInOne(isBack: Bool) async throws {
    let read = Self.flow.replacing("exhausted: { to: spent, say: too-many }", with: "exhausted: spent")
      .replacing("Nobody reads this.", with: "That was enough.")
    let (old, new) = isBack ? (read, Self.flow) : (Self.flow, read)
    let told = try await diff(old, new)
    #expect(told.code == .failure && told.output.contains("  1 wording\n"), "\(told)")
    #expect(told.output.contains("  wording: `name` says something else\n"), "\(told)")
  }
}
