// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Texts for tests: a flow without findings, and what it needs to run.
enum Samples {
  /// A flow in which one step has no `else`, so that some interrupts end a run there as unhandled.
  static let bare = """
    language: mfaflow/1
    flow: bare
    version: 1.0.0
    sdk: relid
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: name, else: failed } }
      name: { challenge: getUser, ask: [userName], answer: setUser, tries: 3, then: { onUserLoggedIn: in, else: failed } }
      in: { event: onUserLoggedIn, choices: { finish: { to: done } } }
    ends: { done: { outcome: success }, failed: { outcome: failure } }

    """

  /// A contract for an SDK of one call, which no simulator plays.
  static let bell = """
    contract: bell
    version: 1.0.0
    patience: 30s
    success: [0]
    phases: { closed: {}, open: {} }
    signedIn: open
    events:
      opened: { kind: result, enters: open, source: given manual }
    calls:
      ring: { leadsTo: opened, source: given manual }

    """

  /// A flow for that SDK, with the contract at a path.
  static func ring(contract path: String) -> String {
    """
    language: mfaflow/1
    flow: ring
    version: 1.0.0
    sdk: \(path)
    start: ring
    steps:
      ring: { call: ring, then: { opened: inside, else: failed } }
      inside: { event: opened, choices: { leave: { to: gone } }, then: { else: failed } }
    ends:
      gone: { outcome: ended }
      failed: { outcome: failure }

    """
  }

  /// Signing in with a name alone.
  static let signIn = """
    language: mfaflow/1
    flow: sign-in
    version: 1.0.0
    sdk: relid
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 3
        then: { onUserLoggedIn: signedIn, 101: retry, else: failed, 138: retry, getUser 166: retry }
      signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } } }
    ends:
      done: { outcome: success, require: { kinds: 1 } }
      failed: { outcome: failure }
    """

  /// Signing in with a password, of which so many tries are taken.
  ///
  /// - Parameters:
  ///   - head: lines of the flow itself, such as its languages.
  ///   - message: what a wrong password is answered with.
  static func password(tries: Int = 3, head: String = "", message: String = "Not right.") -> String {
    """
    language: mfaflow/1
    flow: small
    version: 1.0.0
    sdk: relid
    \(head)
    start: initialize
    steps:
      initialize: { call: initialize, then: { getPassword(verify): verify, else: failed } }
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: \(tries)
        then: { onUserLoggedIn: done, 102: { retry: wrong }, else: failed }
    ends: { done: { outcome: success, require: { kinds: 1 } }, failed: { outcome: failure } }
    messages:
      wrong: \(message)

    """
  }

  /// A contract for ``touched(choices:)``: a key is shown by a touch, and nothing else happens but a `ping`.
  static let touchContract = """
    contract: c
    version: 1.0.0
    patience: 30s
    success: [0]
    phases: { out: {}, in: {} }
    signedIn: in
    authenticators: { key: { channel: device } }
    events:
      ask: { kind: challenge, source: chosen }
      other: { kind: result, source: chosen }
      open: { kind: result, enters: in, source: chosen }
    calls:
      begin: { phases: out, leadsTo: [ask], source: chosen }
      ping: { answers: ask, leadsTo: [other], source: chosen }
      touch: { answers: ask, leadsTo: { open: { earns: { possession: key } } }, source: chosen }

    """

  /// A flow for the contract in `c.yaml` beside it.
  ///
  /// - Parameter choices: those of its one step, beside `leave`.
  static func touched(choices: String) -> String {
    """
    language: mfaflow/1
    flow: p
    version: 1.0.0
    sdk: ./c.yaml
    goal: aal1
    start: begin
    steps:
      begin: { call: begin, then: { ask: ask, else: failed } }
      ask:
        challenge: ask
        choices: { \(choices), leave: { to: failed } }
        then: { open: done, else: failed }
    ends: { done: { outcome: success }, failed: { outcome: failure } }

    """
  }

  static let flow = """
    language: mfaflow/1
    flow: sample
    version: 1.0.0
    sdk: relid
    start: initialize
    steps:
      initialize:
        call: initialize
        then: { getUser: identify, else: failed }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 5
        then:
          { getActivationCode: enterCode, 101: { retry: check-your-details },
          138: { retry: check-your-details }, getUser 166: { retry: check-your-details },
          else: failed }
      enterCode:
        challenge: getActivationCode
        ask: [activationCode]
        answer: setActivationCode
        choices:
          resend: { call: resendActivationCode, max: 3, every: 3s, then: { getActivationCode: stay } }
          cancel: { confirm: really-cancel, to: cancelled }
        then:
          getPassword(set): createPassword
          106: { retry: wrong-code }
          else: failed
      createPassword:
        challenge: getPassword(set)
        tries: 5
        ask: { newPassword: secret, confirmPassword: secret }
        require:
          - check: newPassword == confirmPassword
            say: passwords-differ
        answer: { call: setPassword, with: { password: $newPassword } }
        then:
          onUserLoggedIn: done
          190: { retry: password-policy }
          else: failed
    interrupts:
      getDeviceName:
        auto: name
        choices:
          name: { call: setDeviceName, with: { deviceName: $event.deviceName }, then: { accepted: resume, else: failed } }
    ends:
      done: { outcome: success, require: { kinds: 1 } }
      cancelled: { outcome: ended }
      failed: { outcome: failure, say: something-went-wrong }
    messages:
      check-your-details: Check what you typed and try again.
      wrong-code: "That code is not right. Attempts left: {attemptsLeft}."
      really-cancel: Do you want to stop here?
      passwords-differ: The two passwords are not the same.
      password-policy: Choose another password.
      something-went-wrong: Something went wrong.
    """ + "\n"

  /// The flow with an error: a step that nobody wrote.
  static let brokenFlow = flow.replacing("onUserLoggedIn: done", with: "onUserLoggedIn: dome")

  /// A flow with an error that only a run shows: nothing limits how often the user starts again.
  static let flowWithCycle = """
    language: mfaflow/1
    flow: round
    version: 1.0.0
    sdk: relid
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        then: { "getPassword(verify)": verify, else: failed }
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        choices: { anew: { call: resetAuthState, then: { getUser: identify } } }
        then: { onUserLoggedIn: done, else: failed }
    ends: { done: { outcome: success, require: { kinds: 1 } }, failed: { outcome: failure } }
    """ + "\n"

  /// The flow with an error that speaks of two places: a step and an end of one name.
  static let flowWithNameTwice = flow.replacing("failed: {", with: "identify: { outcome: failure }\n  failed: {")

  static let world = """
    users:
      alice: { activationCode: "493021" }
    """ + "\n"

  static let answers = """
    answers:
      - identify: { userName: alice }
      - enterCode: { activationCode: "493021" }
      - createPassword: { newPassword: "Correct-horse-7", confirmPassword: "Correct-horse-7" }
    """ + "\n"
}

extension Desk {
  /// A desk with the sample flow, its world and its answers on it.
  static func sample() throws -> Desk {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    try desk.put("world.yaml", Samples.world)
    try desk.put("answers.yaml", Samples.answers)
    return desk
  }
}

extension String {
  fileprivate func replacing(_ word: String, with other: String) -> String {
    guard let range = self.range(of: word) else { return self }
    return replacingCharacters(in: range, with: other)
  }
}
