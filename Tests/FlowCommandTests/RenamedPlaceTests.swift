// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// The names of steps and their order are no difference, and the names of inputs are one, since the app uses them.
@Suite("mfaflow diff: other names, in another order")
struct RenamedPlaceTests {
  private static let head = """
    language: mfaflow/1
    flow: screens
    version: 1.0.0
    sdk: relid
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        require: [{ check: size(userName) > 3, say: longer }]
        answer: setUser
        tries: 5
        then: { getPassword(verify): verify, 101: retry, else: failed }
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 3
        then: { onUserLoggedIn: home, 102: retry, else: failed }
      home:
        event: onUserLoggedIn
        choices: { help: { to: help }, finish: { to: done } }
        then: { else: failed }

    """
  private static let help = """
      help:
        wait: how-it-works
        choices: { more: { to: more }, finish: { to: done } }
        then: { else: failed }

    """
  private static let more = """
      more:
        wait: and-more
        choices: { on: { to: third }, finish: { to: done } }
        then: { else: failed }

    """
  private static let third = """
      third:
        wait: how-it-works
        choices: { back: { to: help }, finish: { to: done } }
        then: { else: failed }

    """
  private static let ends = """
    ends: { done: { outcome: success }, failed: { outcome: failure } }
    messages: { how-it-works: This is how it works., and-more: And more., longer: Longer. }

    """
  private static let flow = head + help + more + third + ends

  private func diff(_ new: String) async throws -> [Outcome] {
    let desk = try Desk()
    try desk.put("old.yaml", Self.flow)
    try desk.put("new.yaml", new)
    return [
      await desk.run("diff", "--summary", "@old.yaml", "@new.yaml"),
      await desk.run("diff", "--summary", "@new.yaml", "@old.yaml"),
    ]
  }

  private static func renamed(_ text: String) -> String {
    ["identify", "verify", "home", "help", "more", "third"].reduce(text) { text, name in
      text.replacing("  \(name):\n", with: "  q\(name):\n").replacing("  \(name): {", with: "  q\(name): {")
        .replacing("to: \(name) ", with: "to: q\(name) ").replacing("): \(name),", with: "): q\(name),")
        .replacing("start: \(name)", with: "start: q\(name)").replacing(": \(name),", with: ": q\(name),")
    }
  }

  @Test(
    "steps that do the same are equal, whatever their names and their order",
    arguments: [
      head + third + more + help + ends, renamed(flow), renamed(head + third + more + help + ends),
      renamed(head + more + third + help + ends), renamed(head + help + third + more + ends),
      // Two names have changed places.
      head.replacing("to: help }", with: "to: third }")
        + (help + more + third).replacing("third", with: "other").replacing("help", with: "third")
        .replacing("other", with: "help") + ends,
    ])
  func equal(new: String) async throws {
    for told in try await diff(new) { #expect(told.output.contains(": equal ("), "\(told)\n\(new)") }
  }

  @Test("one of them that leads elsewhere, or says something else, is a difference")
  func different() async throws {
    let other = Self.renamed(Self.head + Self.third + Self.more + Self.help + Self.ends)
    for (old, new, verdict) in [
      ("back: { to: qhelp }", "back: { to: qmore }", "changed"),
      ("back: { to: qhelp }", "back: { to: failed }", "changed"),
      ("And more.", "And so on.", "wording"),
    ] {
      #expect(other.contains(old))
      for told in try await diff(other.replacing(old, with: new)) {
        #expect(told.output.contains(": \(verdict) ("), "\(new): \(told)")
      }
    }
  }

  @Test("an input of another name is one difference, which says that the app hands it in under that name")
  func input() async throws {
    let new = Self.flow.replacing("ask: [userName]", with: "ask: { who: text }")
      .replacing("size(userName) > 3", with: "size(who) > 3")
      .replacing("answer: setUser", with: "answer: { call: setUser, with: { userName: $who } }")
    let told = try await diff(new)
    let words =
      "changed: `identify`: the input `userName` is now called `who`: the app must hand it in under the new name\n"
    #expect(told[0].code == .success && told[0].output.contains("  1 changed\n  \(words)"), "\(told)")
    #expect(told[1].output.contains("the input `who` is now called `userName`"), "\(told)")
    // What is checked less is told beside it.
    let looser = try await diff(new.replacing("    require: [{ check: size(who) > 3, say: longer }]\n", with: ""))
    #expect(looser[0].code == .failure && looser[0].output.contains("`identify`: `check` is gone"), "\(looser)")
    // And what is checked otherwise, with its own verdict, and a run on which both flows are handed the same.
    for (check, verdicts) in [("size(who) > 2", ["weaker", "stronger"]), ("size(who) > 4", ["stronger", "weaker"])] {
      let other = try await diff(new.replacing("size(who) > 3", with: check))
      for (outcome, verdict) in zip(other, verdicts) {
        #expect(
          outcome.output.contains("  1 \(verdict), 1 changed\n  \(verdict): `identify`: `check` has "), "\(outcome)")
        #expect(outcome.output.contains("is now called "), "\(outcome)")
      }
    }
  }
}
