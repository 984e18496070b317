// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// The device's own authentication, switched on and off by the user who is signed in.
extension Conversation {
  /// What is so already is said at once; everything else takes the password.
  mutating func manageDeviceAuthenticationModes(_ arguments: Record) -> CallOutcome {
    guard let user = signedInUser else { return notSignedIn() }
    guard let isOn = arguments.flag("isEnabled"), let type = arguments.number("authenticationType") else {
      return .refused(.missingValue)
    }
    guard device.authentication != .none else { return .refused(.noBiometric) }
    guard type == device.authentication.rawValue else { return .refused(.notEchoed) }
    guard isOn != device.authenticates(user) else { return .reply(status(of: user)) }
    let hasPassword = server[user].password != nil
    let mode = isOn ? PasswordMode.ldaEnable : hasPassword ? .ldaDisable : .ldaSetPassword
    return .reply(askPassword(mode, user, for: .session))
  }

  mutating func allowSwitchingOn(_ password: Secret, of user: AccountID) -> CallOutcome {
    attempt(password, of: user, .ldaEnable) { $0.askConsent(user, for: .session) }
  }

  mutating func allowSwitchingOff(_ password: Secret, of user: AccountID) -> CallOutcome {
    attempt(password, of: user, .ldaDisable) { $0.askPassword(.ldaSetPassword, user, for: .session) }
  }

  mutating func switchOn(_ user: AccountID, isWanted: Bool) -> CallOutcome {
    guard isWanted, device.biometric.next() == .accept else {
      return .reply(status(of: user, error: LDAError.cancelled))
    }
    device.enrol(user)
    return .reply(status(of: user))
  }

  mutating func switchOff(_ user: AccountID, settingPassword password: Secret) -> CallOutcome {
    switch change(password, of: user) {
    case .done:
      device.withdraw(user)
      return .reply(status(of: user))
    case .againstPolicy: return .reply(askPassword(.ldaSetPassword, user, for: .session, status: .againstPolicy))
    case .usedBefore: return .reply(askPassword(.ldaSetPassword, user, for: .session, status: .usedBefore))
    }
  }

  private mutating func attempt(
    _ password: Secret, of user: AccountID, _ mode: PasswordMode, then next: (Conversation) -> Delivery
  ) -> CallOutcome {
    switch server.accounts[user.index].tryPassword(password) {
    case .right: .reply(next(self))
    case .wrong: .reply(askPassword(mode, user, for: .session, status: .wrong))
    case .exhausted: .reply(status(of: user, error: LDAError.attemptsExhausted))
    }
  }

  private func status(of user: AccountID, error: Int = 0) -> Delivery {
    Delivery(
      .onDeviceAuthManagementStatus(
        of: server[user], isOn: device.authenticates(user), device.authentication, error: error),
      opens: .signedIn)
  }
}

/// Errors about the device's own authentication.
///
/// 131 and 217 are the real SDK's; 913 is our own.
enum LDAError {
  /// The user did not let the device check, and has no password instead.
  static let stepUpCancelled = 131
  static let cancelled = 217
  /// Too many wrong passwords, so that the SDK logs the user off.
  static let attemptsExhausted = 913
}
