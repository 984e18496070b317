// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

/// Of several arrows from a place to itself Mermaid shows one alone.
@Suite("Arrows from a place to itself, in Mermaid")
struct MermaidLoopTests {
  private static func chart(_ words: String...) async throws -> [String] {
    let desk = try Desk()
    try desk.put("flow.yaml", LateLineTests.flow)
    try desk.put(
      "flow.scenarios.yaml",
      """
      flow: flow.yaml
      world: { users: { bob: { password: horse-battery-1 } } }
      scenarios:
        - name: wrong
          do:
            - identify: { userName: eve }
          expect: { waiting: identify }

      """)
    let drawn = await desk.run(["graph", "@flow.yaml", "--format", "mermaid", "--level", "all"] + words)
    #expect(drawn.code == .success, "\(drawn.errors)")
    return drawn.output.split(separator: "\n").map { $0.drop { $0 == " " } }.map(String.init)
  }

  private static func loops(_ lines: [String]) -> [String] {
    lines.filter { $0.wholeMatch(of: /([a-z]\d+) \S+\|.*\| ([a-z]\d+)/).map { $0.1 == $0.2 } ?? false }
  }

  @Test("they are one, with a row for each, and an arrow of several kinds has the colour of none")
  func joins() async throws {
    let lines = try await Self.chart()
    #expect(
      Self.loops(lines) == [
        "s1 -->|\"getUser 101 user-not-valid, again: 3 tries<br>getUser 138 user-blocked, again: 3 tries<br>"
          + "getUser 166 account-locked, again: 3 tries\"| s1",
        "s2 -->|\"getPassword 102 wrong-password, again: 3 tries<br>timeout 10 s, or 1 min without a reply, stays\"| s2",
      ])
    let arrows = lines.count { $0.contains(/\ (?:-->|-\.->|--x)/) }
    let styled = lines.filter { $0.hasPrefix("linkStyle") }.flatMap { line in
      line.split(separator: " ")[1].split(separator: ",").compactMap { Int($0) }
    }
    #expect(styled.allSatisfy { $0 < arrows } && Set(styled).count == styled.count && styled.count == arrows - 1)
  }

  @Test("where only some of them are set off, the words say which")
  func marks() async throws {
    let loop = try #require(Self.loops(try await Self.chart("--scenarios", "@flow.scenarios.yaml")).first)
    #expect(
      loop == "s1 -->|\"getUser 101 user-not-valid, again: 3 tries<br>getUser 138 user-blocked, again: 3 tries<br>"
        + "(taken by no scenario)<br>getUser 166 account-locked, again: 3 tries<br>(taken by no scenario)\"| s1")
  }
}
