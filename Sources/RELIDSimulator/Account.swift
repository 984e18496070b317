// SPDX-License-Identifier: Apache-2.0

import Values

/// A user of the simulated server, as an index.
struct AccountID: Sendable, Hashable {
  let index: Int
}

/// What the server knows of a user: which codes and passwords are right, how many attempts are left, which devices
/// are the user's.
struct Account: Sendable {
  /// Why nothing but an administrator or an unblocking lets the user in.
  enum Block: String, Sendable, CaseIterable {
    /// Too many wrong codes.
    case code
    /// Too many wrong passwords; the user may lift it with a code.
    case password
    case admin
  }

  /// How a password turned out.
  enum Verdict {
    case right
    case wrong(attemptsLeft: Int)
    /// Wrong, and the account is blocked now.
    case exhausted
  }

  /// How a code turned out that nobody may try any number of times.
  enum CodeVerdict {
    case right
    /// Right, and too old; it costs no attempt.
    case expired
    case wrong
    /// Wrong, and the account is blocked now.
    case exhausted
  }

  /// How a new password turned out.
  enum PasswordChange {
    case done
    case againstPolicy
    case usedBefore
  }

  let name: String
  var isActivated = false
  var block: Block?
  /// The ids of the user's devices.
  var devices: [String] = []

  /// The code that is right now, then those that a resend moves on to; empty if no code is right.
  var codes: [Credential] = []
  /// How many wrong codes block the account.
  var codeAttempts = 3
  /// How many codes may be resent until one is right; nil for any number.
  var resendLimit: Int?

  var password: Credential?
  /// Former passwords, the latest first.
  var formerPasswords: [Credential] = []
  /// How many wrong passwords block the account.
  var passwordAttempts = 3
  var isPasswordExpired = false

  private var currentCode = 0
  private var resends = 0
  /// When the code that is right now was sent, since the start of the run.
  private var codeSent = Duration.zero
  private var wrongCodes = 0
  private var wrongPasswords = 0

  init(name: String) { self.name = name }

  var codeAttemptsLeft: Int { codeAttempts - wrongCodes }
  var passwordAttemptsLeft: Int { passwordAttempts - wrongPasswords }

  var canResend: Bool { resends < resendLimit ?? .max }

  /// - Parameter validity: how long a code can be used once it was sent; nil for ever.
  mutating func tryCode(_ code: Secret, at now: Duration, for validity: Duration?) -> CodeVerdict {
    if codes.indices.contains(currentCode), codes[currentCode].matchesTrimmed(code) {
      if let validity, now - codeSent >= validity { return .expired }
      wrongCodes = 0
      resends = 0
      return .right
    }
    wrongCodes += 1
    guard codeAttemptsLeft <= 0 else { return .wrong }
    block = .code
    return .exhausted
  }

  /// Moves on to the next code, and stays with the last one; false if no more may be sent.
  mutating func resendCode(at now: Duration) -> Bool {
    guard canResend else { return false }
    resends += 1
    if currentCode + 1 < codes.count { currentCode += 1 }
    codeSent = now
    return true
  }

  /// A code is sent, of which the user has heard before.
  mutating func sendCode(at now: Duration) { codeSent = now }

  mutating func tryPassword(_ attempt: Secret) -> Verdict {
    if let password, password.matches(attempt) {
      wrongPasswords = 0
      return .right
    }
    wrongPasswords += 1
    guard passwordAttemptsLeft <= 0 else { return .wrong(attemptsLeft: passwordAttemptsLeft) }
    block = .password
    return .exhausted
  }

  /// Sets a password, which also lifts a password block.
  ///
  /// - Parameter history: how many of the last passwords, the current one included, may not come again.
  mutating func setPassword(_ new: Secret, policy: PasswordPolicy, history: Int) -> PasswordChange {
    guard policy.allows(new, of: name) else { return .againstPolicy }
    if let password, history > 0 {
      let isUsed = password.matches(new) || formerPasswords.prefix(history - 1).contains { $0.matches(new) }
      guard !isUsed else { return .usedBefore }
      formerPasswords.insert(password, at: 0)
      if formerPasswords.count >= history { formerPasswords.removeLast(formerPasswords.count - history + 1) }
    }
    password = Credential(new)
    isPasswordExpired = false
    wrongPasswords = 0
    if block == .password { block = nil }
    return .done
  }

  /// Puts a credential that no secret is in the place of a password, former or not.
  mutating func forget(_ forgotten: Secret) {
    if password?.matches(forgotten) ?? false { password = .unknown }
    formerPasswords = formerPasswords.map { $0.matches(forgotten) ? .unknown : $0 }
  }

  /// Makes a device one of the user's; nothing changes if it is already.
  mutating func register(_ device: String) {
    isActivated = true
    if !devices.contains(device) { devices.append(device) }
  }
}
