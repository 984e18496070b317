// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow diff: limits that count for each user")
struct DiffUserLimitTests {
  /// - Parameters:
  ///   - tries: how many passwords may be tried.
  ///   - max: how many codes may be sent.
  private static func flow(tries: String = "3", max: String = "2") -> String {
    """
    language: mfaflow/1
    flow: small
    version: 1.0.0
    sdk: relid
    start: begin
    steps:
      begin: { call: initialize, then: { getUser: who, else: failed } }
      who:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 5
        then: { getPassword(verify): prove, getActivationCode: code, 101: retry, 138: retry, getUser 166: retry, else: failed }
      prove:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: \(tries)
        choices: { back: { call: resetAuthState, max: 4, then: { getUser: who, else: failed } } }
        then: { onUserLoggedIn: inside, 102: retry, else: failed }
      code:
        challenge: getActivationCode
        ask: [activationCode]
        answer: setActivationCode
        tries: 3
        choices:
          resend: { call: resendActivationCode, max: \(max), every: 3s, then: { getActivationCode: stay, else: failed } }
          back: { call: resetAuthState, max: 4, then: { getUser: who, else: failed } }
        then: { 106: retry, else: failed }
      inside: { event: onUserLoggedIn, choices: { finish: { to: done } }, then: { else: failed } }
    ends: { done: { outcome: success }, failed: { outcome: failure } }

    """
  }

  private static func differences(_ old: String, _ new: String) async throws -> String {
    let desk = try Desk()
    try desk.put("old.yaml", old)
    try desk.put("new.yaml", new)
    return await desk.run("diff", "--fail-on", "none", "@old.yaml", "@new.yaml").output
  }

  @Test("a run with another user shows what only one flow counts for each user")
  func oneFlowCountsUsers() async throws {
    let whole = Self.flow()
    let flows = [
      (Self.flow(tries: "{ count: 3, per: user }"), "`prove`: `tries` is 3 per user instead of 3", "exhausted prove"),
      (
        Self.flow(max: "{ count: 2, per: user }"), "`code`: the choice `resend`: `max` is 2 per user instead of 2",
        "offered: activationCode, back"
      ),
    ]
    for (new, words, shown) in flows {
      let told = try await Self.differences(whole, new)
      #expect(told.contains("  weaker: \(words)\n"), "\(told)")
      #expect(!told.contains("not decided"), "\(told)")
      // Somebody says twice who it is, and what was used up for the first user is there again for the second.
      let run = told.components(separatedBy: "\n\n").last { $0.contains(words) } ?? ""
      #expect(run.components(separatedBy: "answer who: userName").count == 3, "\(told)")
      #expect(run.contains(shown), "\(told)")
    }
  }

  @Test("the same the other way round is stronger, and shown by such a run")
  func taken() async throws {
    let told = try await Self.differences(Self.flow(tries: "{ count: 3, per: user }"), Self.flow())
    #expect(told.contains("  stronger: `prove`: `tries` is 3 instead of 3 per user\n"), "\(told)")
    #expect(!told.contains("not decided"), "\(told)")
  }

  @Test("more calls than before are shown by a run over several users, where each has a limit of their own")
  func callsOverUsers() async throws {
    let told = try await Self.differences(Self.flow(), Self.flow(max: "{ count: 2, per: user }"))
    let run = told.components(separatedBy: "\n\n").last { $0.contains("calls of `resendActivationCode`") } ?? ""
    #expect(run.contains("calls of `resendActivationCode` in a run: 10 instead of 2"), "\(told)")
    #expect(run.contains("after this run: "), "\(told)")
  }

  @Test("another number for each user is shown by one user alone")
  func bothCountUsers() async throws {
    let told = try await Self.differences(
      Self.flow(tries: "{ count: 3, per: user }"), Self.flow(tries: "{ count: 4, per: user }"))
    let run = told.components(separatedBy: "\n\n").last { $0.contains("`tries` is 4 per user") } ?? ""
    #expect(run.components(separatedBy: "answer who: userName").count == 2, "\(told)")
    #expect(!told.contains("not decided"), "\(told)")
  }
}
