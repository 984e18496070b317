// SPDX-License-Identifier: Apache-2.0

import Values

/// Passwords: proved at login, set at activation, changed when they have expired, are forgotten, or when the user likes.
extension Conversation {
  mutating func setPassword(_ arguments: Record) -> CallOutcome {
    guard case .password(let mode, let purpose) = device.stage, let user = device.user else { return misplaced() }
    if mode == .expired || mode == .update { return misplaced() }
    guard let password = arguments.secret("password") else { return .refused(.missingValue) }
    guard arguments.number("challengeMode") == mode.rawValue else { return .refused(.notEchoed) }
    switch mode {
    case .verify: return verify(password, of: user)
    case .set: return set(password, of: user, mode, for: purpose)
    case .authorize: return authorize(password, of: user)
    case .ldaEnable: return allowSwitchingOn(password, of: user)
    case .ldaDisable: return allowSwitchingOff(password, of: user)
    case .ldaSetPassword: return switchOff(user, settingPassword: password)
    case .expired, .update: return misplaced()
    }
  }

  /// The current password and a new one: after status 118, or when the user likes.
  mutating func updatePassword(_ arguments: Record) -> CallOutcome {
    guard case .password(let mode, let purpose) = device.stage, let user = device.user else { return misplaced() }
    guard mode == .expired || mode == .update else { return misplaced() }
    guard let current = arguments.secret("currentPassword"), let new = arguments.secret("newPassword") else {
      return .refused(.missingValue)
    }
    guard arguments.number("challengeMode") == mode.rawValue else { return .refused(.notEchoed) }
    switch server.accounts[user.index].tryPassword(current) {
    case .right where mode == .update: return .reply(replacePassword(of: user, by: new))
    case .right: return set(new, of: user, .expired, for: purpose)
    case .wrong: return .reply(askPassword(mode, user, for: purpose, status: .wrong))
    case .exhausted where mode == .update: return .reply(outcome(.attemptsExhausted, of: user))
    case .exhausted: return .reply(askUser(.suspended, blocked: user))
    }
  }

  mutating func forgotPassword() -> CallOutcome {
    guard case .password(.verify, _) = device.stage, let user = device.user else { return misplaced() }
    guard server.rules.offersForgotPassword else { return .refused(.notSupported) }
    return .reply(sendCode(to: user, for: .forgotPassword))
  }

  private mutating func verify(_ password: Secret, of user: AccountID) -> CallOutcome {
    switch server.accounts[user.index].tryPassword(password) {
    case .right:
      guard server[user].isPasswordExpired else { return .reply(finish(user)) }
      return .reply(askPassword(.expired, user, for: .login, status: .expired))
    case .wrong: return .reply(askPassword(.verify, user, for: .login, status: .wrong))
    case .exhausted: return .reply(askUser(.suspended, blocked: user))
    }
  }

  private mutating func set(
    _ password: Secret, of user: AccountID, _ mode: PasswordMode, for purpose: Purpose
  ) -> CallOutcome {
    switch change(password, of: user) {
    case .done: return .reply(finish(user))
    case .againstPolicy: return .reply(askPassword(mode, user, for: purpose, status: .againstPolicy))
    case .usedBefore: return .reply(askPassword(mode, user, for: purpose, status: .usedBefore))
    }
  }

  mutating func change(_ password: Secret, of user: AccountID) -> Account.PasswordChange {
    let history = server.rules.history
    var policy = server.rules.policy
    if !verdicts.isEmpty, let isFit = verdicts[password] {
      guard isFit else { return .againstPolicy }
      policy = .anything
    }
    return server.accounts[user.index].setPassword(password, policy: policy, history: history)
  }
}
