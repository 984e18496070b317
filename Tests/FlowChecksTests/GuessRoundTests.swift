// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowCompiler
import Testing

@Suite("How often a secret can be guessed for one account, and over accounts")
struct GuessRoundTests {
  /// A flow with these steps, its guesses at a password; `most, account, until refill`.
  private func password(_ steps: String, interrupts: String = "", messages: String = "") throws -> String {
    let text = """
      language: mfaflow/1
      flow: a
      version: 1.0.0
      sdk: relid
      start: initialize
      steps:
        initialize: { call: initialize, then: { getUser: identify, else: failed } }

      """
    let end = "ends: { done: { outcome: success }, failed: { outcome: failure } }\n"
    let compilation = Compiler(countsGuesses: true).compile(
      .init(path: "a.yaml", text: text + steps + interrupts + end + messages))
    let secret = try #require(compilation.guesses?.first { $0.secret == "password" }, "\(compilation.findings)")
    return "\(secret.most.words), \(secret.account.words), \(secret.untilRefill.words)"
  }

  private func identify(_ tries: Int, _ more: String = "") -> String {
    """
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: \(tries)
        then: { getPassword(verify): verify, 101: retry, \(more)else: failed }

    """
  }

  private func verify(_ then: String, _ keys: String = "") -> String {
    """
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        \(keys)
        then: { \(then), else: failed }

    """
  }

  private static let inside = """
      inside:
        event: onUserLoggedIn
        choices:
          finish: { to: done }
          leave: { call: logOff, with: { userID: $event.userID }, max: 5, then: { onUserLoggedOff: signedOff } }
        then: { else: failed }
      signedOff: { event: onUserLoggedOff, then: { getUser: identify, else: failed } }

    """

  private let reset = "choices: { other: { call: resetAuthState, max: 12, then: { getUser: identify } } }"

  @Test("after each reset another user can be named, and the SDK counts each on their own")
  func spraying() throws {
    let found = try password(identify(40) + verify("onUserLoggedIn: done, 102: retry", reset))
    #expect(found == "39, 3, 3")
  }

  @Test("a budget of the guess, or of the name, bounds all accounts together")
  func budgets() throws {
    #expect(
      try password(identify(40) + verify("onUserLoggedIn: done, 102: retry", "tries: 20\n    \(reset)")) == "20, 3, 3")
    #expect(try password(identify(4) + verify("onUserLoggedIn: done, 102: retry", reset)) == "12, 3, 3")
  }

  @Test("who is blocked may name another user")
  func blockedToName() throws {
    let found = try password(identify(6) + verify("onUserLoggedIn: done, 102: retry, getUser 141: identify"))
    #expect(found == "18, 3, 3")
  }

  @Test("each right answer begins the count again for the same user")
  func rightAnswers() throws {
    let found = try password(identify(9) + verify("onUserLoggedIn: inside, 102: retry") + Self.inside)
    #expect(found == "18, 18, 3")
  }

  @Test("a sign-in without the password begins it again, too")
  func otherSignIn() throws {
    let found = try password(
      identify(4, "onUserLoggedIn: inside, ") + verify("onUserLoggedIn: done, 102: retry", reset) + Self.inside)
    #expect(found == "12, 6, 3")
  }

  @Test("a log-off leads back as often as it likes, and the name bounds it")
  func logOff() throws {
    let signedOff = "  signedOff: { event: onUserLoggedOff, then: { getUser: identify, else: failed } }\n"
    let back = "interrupts:\n  onUserLoggedOff: { to: signedOff }\n"
    let verify = verify("onUserLoggedIn: done, 102: retry")
    #expect(try password(identify(4) + verify + signedOff, interrupts: back) == "12, 12, 3")
    let endless = identify(4).replacing("    tries: 4\n", with: "")
    #expect(try password(endless + verify + signedOff, interrupts: back) == "unbounded, unbounded, 3")
  }

  @Test("an unblocking begins it again as often as its budget says")
  func renewals() throws {
    let steps = """
        suspended:
          challenge: getUser 141
          choices: { unblock: { call: resetBlockedUserAccount, max: 2, every: 30s, then: { getActivationCode: again } } }
          then: { else: failed }
        again:
          challenge: getActivationCode
          choices: { back: { call: resetAuthState, max: 9, then: { getUser: identify } } }
          then: { else: failed }

      """
    let verify = verify("onUserLoggedIn: done, 102: retry, getUser 141: suspended")
    #expect(try password(identify(4) + verify + steps) == "9, 9, 3")
    #expect(try password(identify(2) + verify + steps) == "6, 6, 3")
  }

  @Test("an answer that was right resets the count, though the step asks again before it hears of it")
  func lateStaying() throws {
    let then = "onUserLoggedIn: done, 102: retry"
    #expect(try password(identify(5) + verify(then, "tries: 20")) == "3, 3, 3")
    let late = verify("\(then), timeout: stay", "tries: 20\n    within: 60s")
    #expect(try password(identify(5) + late) == "20, 20, 3")
  }

  @Test("and so does one that is not heard of since the flow has gone on")
  func lateLeaving() throws {
    let late = verify("onUserLoggedIn: done, 102: retry, timeout: again", "tries: 20\n    within: 60s")
    let again = """
        again: { wait: soon, choices: { back: { call: resetAuthState, max: 2, then: { getUser: identify } } }, then: { else: failed } }

      """
    #expect(try password(identify(5) + late + again, messages: "messages: { soon: Wait. }\n") == "9, 9, 3")
  }
}
