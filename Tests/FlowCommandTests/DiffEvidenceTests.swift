// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow diff: the runs that show what is found in one flow, or counted over all runs")
struct DiffEvidenceTests {
  private static let flow = """
    language: mfaflow/1
    flow: joining
    version: 1.0.0
    sdk: relid
    goal: aal1
    use: [parts/threats, parts/session]
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 3
        then: { getActivationCode: code, getPassword(verify): word, else: failed }
      code:
        challenge: getActivationCode
        ask: [activationCode]
        answer: setActivationCode
        tries: 3
        choices:
          resend: { call: resendActivationCode, max: 3, every: 30s, then: { getActivationCode: stay, else: failed } }
          cancel: { call: resetAuthState, max: 2, then: { getUser: identify, else: failed } }
        then: { getUserConsentForLDA(set): consent, 106: retry, else: failed }
      consent:
        challenge: getUserConsentForLDA(set)
        choices:
          accept: { call: setUserConsentForLDA, with: { shouldEnrollLDA: true } }
          decline: { call: setUserConsentForLDA, with: { shouldEnrollLDA: false } }
        then: { onUserLoggedIn: enrolled, else: failed }
      word:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 3
        then: { onUserLoggedIn: enrolled, 102: retry, else: failed }
      enrolled:
        event: onUserLoggedIn
        choices:
          go: { to: done }
          quit: { call: logOff, with: { userID: $user }, then: { onUserLoggedOff: left, else: failed } }
        then: { else: failed }
    ends:
      done: { outcome: success }
      left: { outcome: ended }
      signedOut: { outcome: ended }
      failed: { outcome: failure }

    """

  /// What is said of one difference, by words of its headline; empty where there is none.
  ///
  /// - Parameter threats: what is written in another way in the part of the threats.
  private static func told(
    _ words: String, from old: String = flow, _ changes: [(String, String)] = [], threats: (String, String)? = nil
  ) async throws -> String {
    var new = flow
    for (written, other) in changes {
      #expect(new.contains(written), "\(written)")
      new = new.replacing(written, with: other)
    }
    let desk = try Desk()
    for name in ["threats", "session"] { try desk.put("parts/\(name).yaml", ShippedFlows.text("parts/\(name).yaml")) }
    if let threats {
      let part = try ShippedFlows.text("parts/threats.yaml")
      #expect(part.contains(threats.0))
      try desk.put(
        "parts/others.yaml",
        part.replacing("part: threats", with: "part: others").replacing(threats.0, with: threats.1))
      new = new.replacing("parts/threats", with: "parts/others")
    }
    try desk.put("old.yaml", old)
    try desk.put("new.yaml", new)
    let outcome = await desk.run("diff", "--fail-on", "none", "@old.yaml", "@new.yaml")
    let items = outcome.output.components(separatedBy: "\n\n").dropFirst()
    let item = items.first { $0.prefix { $0 != "\n" }.contains(words) }
    #expect(item != nil, "\(outcome)")
    return item ?? ""
  }

  @Test("whoever stays signed in is shown by a run to that end, from where the old flow offers less")
  func leftOpen() async throws {
    let told = try await Self.told("(MFA447)", [("go: { to: done }", "go: { to: done }\n      away: { to: left }")])
    #expect(told.contains("after this run: step initialize") && told.contains("| ask enrolled: go, quit "), "\(told)")
    #expect(told.contains("| ask enrolled: go, away, quit"), "\(told)")
    #expect(told.contains("| then: answer enrolled: away, end left (ended)"), "\(told)")
  }

  @Test("a threat that is left undecided is shown by a run that leaves it")
  func undecided() async throws {
    let told = try await Self.told(
      "(MFA410)", threats: ("      exit:\n", "      quit: { to: secured }\n      exit:\n"))
    #expect(told.contains("after this run: step initialize") && told.contains("| offered: proceed, exit "), "\(told)")
    #expect(told.contains("| then: answer onUserConsentThreats: quit, end secured (failure)"), "\(told)")
  }

  private static let decline = (
    "      decline: { call: setUserConsentForLDA, with: { shouldEnrollLDA: false } }\n", ""
  )

  @Test("a question that can only be accepted is shown side by side with the one before")
  func oneAnswerOnly() async throws {
    let told = try await Self.told("(MFA442)", [Self.decline])
    #expect(told.contains("after this run: ") && told.contains("answer code: activationCode\n"), "\(told)")
    #expect(told.contains("| ask consent: accept, decline ") && told.contains("| ask consent: accept"), "\(told)")
  }

  @Test("where people can come to no end is shown by a run to that step")
  func stranded() async throws {
    let told = try await Self.told("(MFA408)", [Self.decline])
    #expect(told.contains("after this run: ") && told.contains("| ask consent: accept, decline "), "\(told)")
  }

  private static let again = (
    "      cancel: { call: reset",
    "      again: { call: resendActivationCode, max: 3, every: 30s, then: { getActivationCode: stay, else: failed } }\n"
      + "      cancel: { call: reset"
  )

  @Test("a second choice that need not wait is shown where the first one has to")
  func inTurn() async throws {
    let told = try await Self.told("whoever uses both in turn waits less than `every` says", [Self.again])
    #expect(told.contains("after this run: ") && told.contains("code: resend"), "\(told)")
    #expect(told.contains("| ask code: activationCode, resend, cancel "), "\(told)")
    #expect(told.contains("| ask code: activationCode, resend, again, cancel"), "\(told)")
  }

  @Test("calls that can be made more often are shown by a run that makes one more than the old flow can")
  func counted() async throws {
    let told = try await Self.told("calls of `resendActivationCode` in a run: 6 instead of 3", [Self.again])
    #expect(told.contains("after this run: ") && told.contains("again"), "\(told)")
  }

  @Test("tries that a step and its copy add up to are shown by a run that uses them")
  func guessed() async throws {
    let second = """
        second:
          challenge: getPassword(verify)
          ask: [password]
          answer: setPassword
          tries: 3
          then: { onUserLoggedIn: enrolled, 102: retry, else: failed }
        enrolled:

      """
    let told = try await Self.told(
      "`tries` is counted on its own, beside that of `second`: 4 together instead of 3",
      [("enrolled, 102: retry, else: failed }\n  enrolled:\n", "enrolled, 102: second, else: failed }\n\(second)")])
    #expect(told.contains("after this run: ") && told.contains("answer word: password"), "\(told)")
  }

  private static let noPassword = ("getPassword(verify): word,", "getPassword(verify): word, onUserLoggedIn: enrolled,")

  @Test("a way to success that takes less is shown by a run that goes it")
  func enough() async throws {
    let told = try await Self.told("enough to get through now", [Self.noPassword])
    #expect(told.contains("after this run: ") && told.contains("answer identify: userName\n"), "\(told)")
    #expect(told.contains("| end failed (failure)"), "\(told)")
    #expect(told.contains("| then: answer enrolled: go, end done (success)"), "\(told)")
  }

  @Test("a goal that is gone, and that is reached all the same, has no run, and the reason is told")
  func goal() async throws {
    let told = try await Self.told("the goal: nothing instead of aal1", [("goal: aal1\n", "")])
    #expect(
      told.contains("   no run shows it: none was found that succeeds with less than the old flow asks for"), "\(told)")
  }

  /// Without the way by an activation code, by which one kind of factor is enough.
  private static var strict: String {
    let parts = flow.components(separatedBy: "  code:\n")
    let word = parts[1].components(separatedBy: "  word:\n")[1]
    return "\(parts[0])  word:\n\(word)".replacing("goal: aal1", with: "goal: aal2")
      .replacing("getActivationCode: code, ", with: "")
  }

  @Test(
    "a success with less than the old flow asks for is shown where the old flow refuses it, and so is a call that accepts",
    arguments: [
      ("the goal: aal1 instead of aal2", "end done (success)"),
      ("and so accepts what it answers, and did not before", "step consent, answer consent: accept"),
    ])
  func less(words: String, way: String) async throws {
    let told = try await Self.told(words, from: Self.strict)
    #expect(told.contains("after this run: ") && told.contains("answer identify: userName\n"), "\(told)")
    #expect(told.contains("| go else → failed ") && told.contains("| then: answer code: activationCode"), "\(told)")
    #expect(told.contains(way), "\(told)")
  }
}
