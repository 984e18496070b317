// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("the order of differences")
struct DiffOrderTests {
  /// A login whose screen `word` and whose threats are given.
  private static func put(_ name: String, in desk: Desk, threats: String? = nil, _ changes: [(String, String)]) throws {
    for part in ["threats", "session"] {
      var text = try ShippedFlows.text("parts/\(part).yaml")
      if part == "threats", let threats {
        text = text.replacing(#"event.threats.all(t, t.threatSeverity == "LOW")"#, with: threats)
      }
      try desk.put("\(name)/parts/\(part).yaml", text)
    }
    try desk.put("\(name)/login.yaml", changes.reduce(DiffTests.login) { $0.replacing($1.0, with: $1.1) })
  }

  /// The lines that a summary shows of `old/login.yaml` and a changed `new/login.yaml`.
  private func summary(
    threats: String? = nil, _ changes: [(String, String)], _ options: [String] = []
  ) async throws -> [String] {
    let desk = try Desk()
    try Self.put("old", in: desk, [])
    try Self.put("new", in: desk, threats: threats, changes)
    let told = await desk.run(["diff", "--summary"] + options + ["old/login.yaml", "new/login.yaml"])
    return told.output.split(separator: "\n").map(String.init)
  }

  /// Changes that make a flow safer in many lines, and one that says something else.
  private static let safer = [
    ("tries: 3", "tries: 1"), ("tries: 5", "tries: 2"), ("require: { kinds: 1 }", "goal: aal1"),
    ("Your password, please.", "The password of this device, please."),
  ]

  @Test("what no run decides and might be weaker stands before what is stronger, changed, and said otherwise")
  func undecidedFirst() async throws {
    let lines = try await summary(threats: #"event.threats.all(t, t.threatCategory == "APP")"#, Self.safer)
    #expect(lines.first?.contains(": not decided (") == true)
    #expect(lines.count <= 10)
    let shown = lines.dropFirst(2)
    #expect(shown.first?.hasPrefix("  not decided: `onUserConsentThreats`") == true)
    #expect(shown.contains { $0.hasPrefix("  stronger: ") })
  }

  @Test("what is weaker stands before what might be")
  func weakerFirst() async throws {
    let lines = try await summary(
      threats: #"event.threats.all(t, t.threatCategory == "APP")"#,
      [("tries: 3", "tries: 9"), ("Your password, please.", "The password of this device, please.")])
    let weaker = try #require(lines.lastIndex { $0.hasPrefix("  weaker: ") })
    let undecided = try #require(lines.firstIndex { $0.hasPrefix("  not decided: ") })
    #expect(weaker < undecided)
  }

  @Test("what is allowed stands behind what is not, be it only words")
  func allowedLast() async throws {
    let lines = try await summary(
      [("tries: 5", "tries: 6"), ("Your password, please.", "The password of this device, please.")],
      ["--allow", "`name`: `tries` is 6 instead of 5 because the law wants it"])
    let words = try #require(lines.lastIndex { $0.hasPrefix("  wording: ") })
    let allowed = try #require(lines.firstIndex { $0.contains("(allowed: the law wants it)") })
    #expect(words < allowed)
  }
}
