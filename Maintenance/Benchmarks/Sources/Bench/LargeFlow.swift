// SPDX-License-Identifier: Apache-2.0

/// A sound flow as large as the language allows: names and codes in turn, and ways on and back.
enum LargeFlow {
  /// - Parameter steps: how many, the first one included.
  static func text(steps: Int) -> String {
    var text = """
      language: mfaflow/1
      flow: large
      version: 1.0.0
      sdk: relid
      start: initialize
      steps:
        initialize: { call: initialize, then: { getUser: s1, else: failed } }

      """
    for number in 1..<(steps - 1) { text += number % 2 == 1 ? name(number, of: steps) : code(number, of: steps) }
    return text + """
        password:
          challenge: getPassword(set)
          tries: 3
          ask: { newPassword: secret }
          answer: { call: setPassword, with: { password: $newPassword } }
          then: { onUserLoggedIn: done, 190: retry, else: failed }
      ends:
        done: { outcome: success }
        failed: { outcome: failure }

      """
  }

  private static func name(_ number: Int, of steps: Int) -> String {
    let next = number + 1 < steps - 1 ? "getActivationCode: s\(number + 1)" : "getPassword(set): password"
    return """
        s\(number):
          challenge: getUser
          ask: [userName]
          answer: setUser
          tries: 3
          then: { \(next), 101: retry, else: failed }

      """
  }

  /// Goes on to the next name, back to the last one, or to the password.
  private static func code(_ number: Int, of steps: Int) -> String {
    let on = number + 1 < steps - 1 ? "s\(number + 1)" : "s\(number - 1)"
    return """
        s\(number):
          challenge: getActivationCode
          ask: [activationCode]
          answer: setActivationCode
          tries: 3
          choices:
            on: { call: resetAuthState, max: 3, then: { getUser: \(on) } }
            back: { call: resetAuthState, max: 3, then: { getUser: s\(number - 1) } }
          then: { getPassword(set): password, 106: retry, else: failed }

      """
  }
}
