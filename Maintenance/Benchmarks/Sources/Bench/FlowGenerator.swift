// SPDX-License-Identifier: Apache-2.0

/// Makes sound flows of about 150 lines, no two alike, the same ones from the same seed.
///
/// Each is an activation with its own names, budgets, choices, wording and comments, and all interrupts of the SDK.
struct FlowGenerator {
  private var random: SplitMix64
  private var names: [String: String] = [:]

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private static let prefixes = ["ask", "enter", "give", "type", "prove", "show", "confirm", "state"]
  private static let places = [
    "Web", "Branch", "Phone", "Wallet", "Card", "Loan", "Staff", "Partner", "Kiosk", "Tablet",
  ]
  private static let subjects = [
    "accounts", "cards", "loans", "savings", "brokerage", "insurance", "payroll", "pensions", "merchants", "claims",
  ]

  /// The next flow of the row.
  mutating func flow(_ number: Int) -> String {
    let place = pick(Self.places)
    for step in ["identify", "code", "consent", "password"] {
      names[step] = pick(Self.prefixes) + step.prefix(1).uppercased() + step.dropFirst() + place
    }
    return [
      head(number), "steps:", initialize, identify(), code(), consent(), password(), interrupts(), ends(), messages(),
    ]
    .joined(separator: "\n") + "\n"
  }

  private mutating func pick<Item>(_ items: [Item]) -> Item { items[Int.random(in: 0..<items.count, using: &random)] }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private func name(_ step: String) -> String { names[step] ?? step }

  private mutating func head(_ number: Int) -> String {
    """
    # Flow \(number) of the benchmark: an activation for \(pick(Self.subjects)).
    language: mfaflow/1
    flow: activation-\(number)
    version: 1.\(self.number(0...20)).\(self.number(0...9))
    summary: A new user of \(pick(Self.subjects)) proves a code, then sets up this device.
    sdk: relid
    goal: aal1
    start: initialize
    """
  }

  private var initialize: String {
    """
      initialize:
        call: initialize
        then: { getUser: \(name("identify")), else: unavailable }
    """
  }

  private mutating func identify() -> String {
    """

      # Who is it? Before a proof, no wording may tell who exists.
      \(name("identify")):
        challenge: getUser
        say: who-are-you
        ask: [userName]
        answer: setUser
        tries: \(number(3...6))
        then:
          getActivationCode: \(name("code"))
          101: { retry: check-your-details }
          138: { retry: check-your-details }
          141: { retry: check-your-details }
          getUser 166: { retry: check-your-details }
          else: failed
    """
  }

  private mutating func code() -> String {
    let notice = pick([
      "The code came by letter.", "The code came by message.", "The code was handed over at the desk.",
    ])
    return """

        # \(notice)
        \(name("code")):
          challenge: getActivationCode
          say: enter-the-code
          ask: [activationCode]
          answer: setActivationCode
          choices:
            resend:
              call: resendActivationCode
              max: \(number(2...4))
              every: \(number(3...30))s
              then: { getActivationCode: stay }
            cancel:
              call: resetAuthState
              max: \(number(2...5))
              then: { getUser: \(name("identify")) }
          then:
            getUserConsentForLDA(set): \(name("consent"))
            getPassword(set): \(name("password"))
            106: { retry: wrong-code }
            getUser 138: blocked
            else: failed
      """
  }

  private func consent() -> String {
    """

      \(name("consent")):
        challenge: getUserConsentForLDA(set)
        say: use-the-device-check
        choices:
          approve: { call: setUserConsentForLDA, with: { shouldEnrollLDA: true } }
          decline: { call: setUserConsentForLDA, with: { shouldEnrollLDA: false } }
        then:
          onUserLoggedIn: done
          getPassword(set): \(name("password"))
          else: failed
    """
  }

  private mutating func password() -> String {
    """

      \(name("password")):
        challenge: getPassword(set)
        say: choose-a-password
        tries: \(number(3...6))
        ask:
          newPassword: secret
          confirmPassword: secret
        require:
          - check: newPassword == confirmPassword
            say: passwords-differ
        answer:
          call: setPassword
          with: { password: $newPassword }
        then:
          onUserLoggedIn: done
          164: { retry: password-used-before }
          190: { retry: password-policy }
          else: failed
    """
  }

  private mutating func interrupts() -> String {
    """

    interrupts:
      onUserConsentThreats:
        say: threats-found
        choices:
          proceed:
            when: event.threats.all(t, t.threatSeverity in ["LOW"\(pick(["", ", \"MEDIUM\""]))])
            confirm: proceed-despite-threats
            call: takeActionOnThreats
            with: { shouldProceedWithThreats: true, rememberActionForSession: true }
            then: { accepted: resume, rejected: { stay: not-accepted } }
          leave:
            confirm: leave-the-app
            call: takeActionOnThreats
            with: { shouldProceedWithThreats: false, rememberActionForSession: true }
            within: \(number(5...30))s
            then: { onTerminateWithThreats: secured, timeout: secured, rejected: { stay: not-accepted } }
        then: { else: secured }
      onTerminateWithThreats:
        say: close-the-app
        choices: { close: { to: secured } }
        then: { else: secured }
      onSessionTimeOutNotification:
        say: session-ends-soon
        countdown: $event.timeLeftInSeconds
        choices:
          extend:
            when: event.sessionCanBeExtended
            call: extendSessionIdleTimeout
            max: \(number(1...3))
            then: { onSessionExtensionResponse: resume, else: { stay: not-extended } }
          ignore: { resume: true }
        then: { else: expired }
      onSessionTimeout:
        say: session-expired
        choices: { ok: { to: expired } }
        then: { else: expired }
      onUserLoggedOff: { to: signedOut }
      getDeviceName:
        auto: name
        choices:
          name: { call: setDeviceName, with: { deviceName: $event.deviceName }, then: { accepted: resume, else: failed } }
        then: { else: failed }
    """
  }

  private mutating func ends() -> String {
    """

    ends:
      done: { outcome: success, say: welcome }
      signedOut: { outcome: ended }
      blocked: { outcome: failure, say: account-blocked }
      unavailable: { outcome: failure, say: try-again-later }
      failed: { outcome: failure, say: something-went-wrong }
      secured: { outcome: failure, say: closed-for-your-safety }
      expired: { outcome: failure, say: session-expired }
    """
  }

  private mutating func messages() -> String {
    """

    messages:
      who-are-you: Tell us your user name for \(pick(Self.subjects)).
      enter-the-code: Enter the activation code.
      use-the-device-check: Shall this device sign you in from now on?
      choose-a-password: Choose a password for \(pick(Self.subjects)).
      check-your-details: Check what you typed and try again.
      wrong-code: "That code is not right. Attempts left: {attemptsLeft}."
      passwords-differ: The two passwords are not the same.
      password-used-before: You have used this password before.
      password-policy: "Choose another password. {passwordPolicy.msg}"
      threats-found: Something on this device is not safe.
      proceed-despite-threats: Go on all the same?
      leave-the-app: Close the app?
      close-the-app: The app must close.
      not-accepted: That did not work. Try again.
      not-extended: The session could not be extended.
      session-ends-soon: Your session ends soon.
      session-expired: Your session has ended.
      welcome: Welcome to \(pick(Self.subjects)).
      account-blocked: Call us at 0800 \(number(100...999)) \(number(100...999)).
      try-again-later: Try again later.
      something-went-wrong: Something went wrong.
      closed-for-your-safety: The app was closed for your safety.
    """
  }

  /// A sound flow whose run goes through `count` steps, one press each.
  static func chain(of count: Int) -> String {
    var text = """
      language: mfaflow/1
      flow: chain
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
          then: { getActivationCode: s0, 101: failed, else: failed }

      """
    for index in 0..<count {
      let next = index + 1 < count ? "s\(index + 1)" : "left"
      text += "  s\(index):\n    challenge: getActivationCode\n    choices:\n"
      text += "      next: { call: resendActivationCode, then: { getActivationCode: \(next) } }\n"
      text += "    then: { else: failed }\n"
    }
    return text + "ends:\n  left: { outcome: ended }\n  failed: { outcome: failure }\n"
  }
}
