// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow diff: what steps say, and outcomes that lead elsewhere together")
struct DiffTextTests {
  private static let flow = """
    language: mfaflow/1
    flow: short
    version: 1.0.0
    sdk: relid
    require: { kinds: 1 }
    use: [parts/threats, parts/session]
    start: begin
    steps:
      begin:
        call: initialize
        then: { getUser: name, getPassword(verify): word, else: failed }
      name:
        challenge: getUser
        ask: [userName]
        require: [{ check: size(userName) > 3, say: too-short }, { check: size(userName) < 90, say: too-long }]
        answer: setUser
        tries: 5
        then: { getPassword(verify): word, getUser: retry, else: failed }
      word:
        challenge: getPassword(verify)
        say: your-word
        ask: [password]
        answer: setPassword
        tries: 3
        choices:
          leave: { confirm: leave-now, to: left, say: bye }
          forgot: { confirm: forgot-now, call: forgotPassword, max: 2, then: { accepted: { stay: sent }, else: failed } }
        then: { onUserLoggedIn: done, getPassword(verify) 102: { retry: wrong }, else: failed }
    ends:
      done: { outcome: success }
      left: { outcome: ended }
      signedOut: { outcome: ended }
      failed: { outcome: failure }
    messages:
      your-word: Your password, please.
      too-short: That is too short.
      too-long: That is too long.
      leave-now: Leave now?
      bye: Goodbye.
      forgot-now: Have you forgotten it?
      sent: Look into your mail.
      wrong: That is not right.

    """

  private func outcome(_ changes: (String, String)...) async throws -> Outcome {
    let desk = try Desk()
    let parts = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "flows/parts")
    for name in ["threats", "session"] {
      let text = try String(contentsOf: parts.appending(path: name + ".yaml"), encoding: .utf8)
      try desk.put("parts/\(name).yaml", text)
    }
    try desk.put("old.yaml", Self.flow)
    var text = Self.flow
    for (old, new) in changes {
      #expect(text.contains(old))
      text = text.replacing(old, with: new)
    }
    try desk.put("new.yaml", text)
    return await desk.run("diff", "--fail-on", "never", "@old.yaml", "@new.yaml")
  }

  @Test("the texts of a choice that is gone or new are told with it, and are no difference of their own")
  func textsOfChoices() async throws {
    let leave = "      leave: { confirm: leave-now, to: left, say: bye }\n"
    let gone = try await outcome((leave, ""), ("  leave-now: Leave now?\n", ""), ("  bye: Goodbye.\n", ""))
    #expect(gone.output.contains("  1 changed\n"), "\(gone)")
    #expect(gone.output.contains("`leave`, says: Leave now? / Goodbye.\n"), "\(gone)")
    let new = try await outcome(
      (leave, leave + "      help: { confirm: help-now, to: left }\n"),
      ("messages:\n", "messages:\n  help-now: Call us?\n"))
    #expect(new.output.contains("  1 changed\n"), "\(new)")
    #expect(new.output.contains("`help`, says: Call us?\n"), "\(new)")
    // What a call of a choice is answered with goes with the choice, too.
    let call = try await outcome(
      (
        "      forgot: { confirm: forgot-now, call: forgotPassword, max: 2, then: { accepted: { stay: sent }, else: failed } }\n",
        ""
      ),
      ("  forgot-now: Have you forgotten it?\n", ""), ("  sent: Look into your mail.\n", ""))
    #expect(call.output.contains("`forgot`, says: Have you forgotten it? / Look into your mail.\n"), "\(call)")
    #expect(!call.output.contains("wording"), "\(call)")
  }

  @Test("other words of a choice that is still there, and of its step, are a difference")
  func textsThatStay() async throws {
    let confirmed = try await outcome(("Leave now?", "Really leave?"))
    #expect(confirmed.output.contains("  1 wording\n"), "\(confirmed)")
    #expect(confirmed.output.contains("Leave now?\n"), "\(confirmed)")
    let both = try await outcome(
      ("      leave: { confirm: leave-now, to: left, say: bye }\n", ""), ("  leave-now: Leave now?\n", ""),
      ("  bye: Goodbye.\n", ""), ("Your password, please.", "Your password!"))
    #expect(both.output.contains("  1 changed, 1 wording\n"), "\(both)")
    let renamed = try await outcome(("      leave:", "      goAway:"), ("Leave now?", "Really leave?"))
    #expect(renamed.output.contains("  1 wording\n"), "\(renamed)")
  }

  @Test("the text of a line that leads elsewhere, and of a check that is gone, is told with that")
  func textsOfLines() async throws {
    let line = try await outcome(
      (", getPassword(verify) 102: { retry: wrong }", ""), ("  wrong: That is not right.\n", ""))
    #expect(line.output.contains("says: That is not right.\n"), "\(line)")
    #expect(!line.output.contains("wording"), "\(line)")
    let check = try await outcome(
      (", { check: size(userName) < 90, say: too-long }", ""), ("  too-long: That is too long.\n", ""))
    #expect(check.output.contains(", says: That is too long.\n"), "\(check)")
    #expect(!check.output.contains("wording"), "\(check)")
    // Where a line leads is the same, and its text alone is gone.
    let alike = try await outcome(("102: { retry: wrong }", "102: retry"), ("  wrong: That is not right.\n", ""))
    #expect(alike.output.contains("  1 wording\n"), "\(alike)")
  }

  @Test("up to three outcomes that go another way together are named, and the others counted")
  func namedOutcomes() async throws {
    let some = try await outcome(
      ("getUser: retry, else: failed }", "getUser: retry, else: broken }"),
      ("ends:\n", "ends:\n  broken: { outcome: failure }\n"))
    let line = some.output.split(separator: "\n").first { $0.contains(" more lead to the end `broken`") } ?? ""
    #expect(line.split(separator: "`, `").count == 3, "\(line)")
  }
}
