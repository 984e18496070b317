// SPDX-License-Identifier: Apache-2.0

import FlowRuntime

/// What the SDK asks, and how a login ends: what calls of several topics lead to.
extension Conversation {
  /// Asks again who signs in.
  func askUser(_ status: UserStatus = .ok, error: Int = 0, blocked: AccountID? = nil) -> Delivery {
    let event = SDKEvent.getUser(on: device, server.rules.remembering, status: status, error: error)
    return Delivery(event, opens: .user(blocked: blocked))
  }

  /// Sends a code and asks for it.
  mutating func sendCode(to user: AccountID, for purpose: Purpose) -> Delivery {
    server.accounts[user.index].sendCode(at: now)
    return askCode(user, for: purpose)
  }

  mutating func askCode(_ user: AccountID, for purpose: Purpose, _ status: CodeStatus = .ok) -> Delivery {
    let event = SDKEvent.getActivationCode(
      of: server[user].name, key: server.drawKey(), attemptsLeft: server[user].codeAttemptsLeft,
      canResend: server[user].canResend, status: status)
    return Delivery(event, opens: .activationCode(purpose))
  }

  func askPassword(
    _ mode: PasswordMode, _ user: AccountID, for purpose: Purpose, status: PasswordStatus = .ok
  ) -> Delivery {
    Delivery(
      .getPassword(mode, of: server[user], server.rules, status: status),
      opens: .password(mode, purpose))
  }

  func askConsent(_ user: AccountID, for purpose: Purpose) -> Delivery {
    let mode = ConsentMode.number(for: purpose)
    return Delivery(
      .getUserConsentForLDA(of: server[user].name, device.authentication, mode: mode), opens: .consent(purpose))
  }

  /// What follows once it is proved that the user may use this device: the device's own authentication if it has one,
  /// else a password.
  func askSetUp(_ user: AccountID, for purpose: Purpose) -> Delivery {
    device.authentication == .none ? askPassword(.set, user, for: purpose) : askConsent(user, for: purpose)
  }

  /// Ends a login, or an activation: a device that is new to the user is registered, and asks for its name first.
  mutating func finish(_ user: AccountID) -> Delivery {
    let isNew = !server[user].devices.contains(device.id)
    if isNew { server.accounts[user.index].register(device.id) }
    guard isNew, device.asksName else { return signIn(user) }
    return Delivery(.getDeviceName(of: server[user].name, proposing: device.name), opens: .deviceName)
  }

  mutating func signIn(_ user: AccountID) -> Delivery {
    if server.rules.remembering != .none { device.remember(server[user].name) }
    return Delivery(.onUserLoggedIn(server[user].name, session: server.drawKey()), opens: .signedIn)
  }

  /// Whether the device's own prompt lets its owner pass; if not, what the SDK says.
  mutating func promptOwner() -> Delivery? {
    device.letOwnerIn = device.biometric.next() == .accept
    return device.letOwnerIn ? nil : askUser(error: device.biometricError)
  }
}
