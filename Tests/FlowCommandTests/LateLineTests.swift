// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// Lines that no reply of an open call takes: they have no arrow, and a run may take them all the same.
@Suite("Lines that only a late reply takes, as they are drawn")
struct LateLineTests {
  static let flow = """
    language: mfaflow/1
    flow: late
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
        then: { getPassword(verify): verify, 101: retry, 138: retry, getUser 166: retry, else: failed }
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        within: 10s
        tries: 3
        then: { onUserLoggedIn: signedIn, 102: retry, timeout: stay, else: failed }
      signedIn:
        event: onUserLoggedIn
        choices: { finish: { to: done } }
        then: { else: oops }
    interrupts:
      onUserConsentThreats: { to: failed }
      onTerminateWithThreats: { to: failed }
      onSessionTimeout: { to: failed }
      onUserLoggedOff: { to: failed }
      onSessionTimeOutNotification: { choices: { ok: { resume: true } } }
    ends:
      done: { outcome: success }
      oops: { outcome: ended }
      failed: { outcome: failure }

    """

  @Test("such a line is counted at every level, and where it leads says how a run comes there")
  func tells() async throws {
    let desk = try Desk()
    try desk.put("late.yaml", Self.flow)
    for level in ["overview", "normal", "all"] {
      let dot = await desk.run("graph", "@late.yaml", "--level", level)
      #expect(dot.output.contains("1 line that only a late reply may take"), "\(dot)")
      #expect(dot.output.contains("only a late reply leads here"), "\(dot)")
      #expect(!dot.output.contains("no run comes here"), "\(dot)")
    }
    let json = await desk.run("graph", "@late.yaml", "--format", "json")
    #expect(json.output.components(separatedBy: "\"reachedLate\":true").count == 2, "\(json)")
    let page = await desk.run("page", "@late.yaml").output
    #expect(page.contains("<th scope=\"row\">else<td>") && page.contains("<td>only by a late reply"))
    #expect(page.contains(": else, only by a late reply") && !page.contains("Nobody comes here."))
  }

  @Test("a step behind such an end says it, too, and one to which nothing leads still says so")
  func tellsWhatFollows() async throws {
    let desk = try Desk()
    let behind = "  closing: { call: resetAuthState, then: { getUser: failed, else: oops } }\n"
    try desk.put(
      "late.yaml",
      Self.flow.replacing("{ else: oops }", with: "{ else: closing }").replacing(
        "  signedIn:\n", with: behind + "  signedIn:\n"
      )
      .replacing("  oops:", with: "  lost: { outcome: ended }\n  oops:"))
    let dot = await desk.run("graph", "@late.yaml").output
    #expect(dot.components(separatedBy: "only a late reply leads here").count == 3, "\(dot)")
    #expect(dot.components(separatedBy: "no run comes here").count == 2, "\(dot)")
  }

  @Test("a line that does nothing is not taken for one", arguments: ["exhausted: oops, else: failed", "timeout: oops"])
  func leavesOthersOut(lines: String) async throws {
    let desk = try Desk()
    try desk.put("late.yaml", Self.flow.replacing("{ else: oops }", with: "{ \(lines) }"))
    let dot = await desk.run("graph", "@late.yaml", "--level", "all").output
    #expect(dot.contains("no run comes here") && !dot.contains("only a late reply leads here"), "\(dot)")
    #expect(dot.contains("1 line that only a late reply may take") == lines.contains("else"), "\(dot)")
  }
}
