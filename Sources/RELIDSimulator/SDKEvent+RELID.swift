// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// The events of REL-ID, with the names and fields they have on iOS.
extension SDKEvent {
  static func onInitialized(session: String) -> SDKEvent {
    SDKEvent(
      "onInitialized", data: Record([.init("sessionID", .text(session)), .init("sessionType", .int(0))]), status: 100)
  }

  static func onTerminate() -> SDKEvent { SDKEvent("onTerminate", status: 100) }

  static func getUser(
    on device: SimulatedDevice, _ mode: Remembering, status: UserStatus, error: Int
  ) -> SDKEvent {
    SDKEvent(
      "getUser",
      data: Record([
        .init("userNames", .list(device.remembered)), .init("recentlyLoggedInUser", .text(device.recent)),
        .init("rememberMode", .text(mode.sdkWord)),
      ]), status: status.rawValue, statusMessage: status.message, error: error)
  }

  static func getActivationCode(
    of user: String, key: String, attemptsLeft: Int, canResend: Bool, status: CodeStatus
  ) -> SDKEvent {
    SDKEvent(
      "getActivationCode",
      data: Record([
        .init("userID", .text(user)), .init("verificationKey", .text(key)),
        .init("attemptsLeft", .int(attemptsLeft)), .init("resendEnabled", .flag(canResend)),
      ]), status: status.rawValue, statusMessage: status.message)
  }

  static func getUserConsentForLDA(
    of user: String, _ authentication: LocalAuthentication, mode: Int
  ) -> SDKEvent {
    SDKEvent(
      "getUserConsentForLDA",
      data: Record([
        .init("userID", .text(user)), .init("challengeMode", .int(mode)),
        .init("authenticationType", .int(authentication.rawValue)),
      ]), status: 100)
  }

  static func getPassword(
    _ mode: PasswordMode, of account: Account, _ rules: ServerRules, status: PasswordStatus
  ) -> SDKEvent {
    let provesOld = mode != .set && mode != .ldaSetPassword
    var fields: [Record.Field] = [
      .init("userID", .text(account.name)), .init("challengeMode", .int(mode.rawValue)),
      .init("attemptsLeft", .int(provesOld ? account.passwordAttemptsLeft : account.passwordAttempts)),
    ]
    if mode == .verify { fields.append(.init("forgotPasswordEnabled", .flag(rules.offersForgotPassword))) }
    if mode.asksNew { fields.append(.init("passwordPolicy", rules.policyRecord)) }
    return SDKEvent(
      "getPassword", data: Record(fields), status: status.rawValue, statusMessage: status.message)
  }

  static func getAddNewDeviceOptions(of account: Account, _ options: Value) -> SDKEvent {
    SDKEvent(
      "getAddNewDeviceOptions",
      data: Record([.init("userID", .text(account.name)), .init("newDeviceOptions", options)]))
  }

  static func getDeviceName(of user: String, proposing name: String) -> SDKEvent {
    SDKEvent(
      "getDeviceName",
      data: Record([.init("userID", .text(user)), .init("deviceName", .text(name))]), status: 100)
  }

  static func onUserLoggedIn(_ user: String, session: String) -> SDKEvent {
    SDKEvent(
      "onUserLoggedIn",
      data: Record([
        .init("userID", .text(user)), .init("sessionID", .text(session)), .init("sessionType", .int(1)),
      ]), status: 100)
  }

  static func onUserLoggedOff(_ account: Account) -> SDKEvent {
    SDKEvent("onUserLoggedOff", data: Record([.init("userID", .text(account.name))]), status: 100)
  }

  static func onUserConsentThreats(_ threats: [Value]) -> SDKEvent {
    SDKEvent("onUserConsentThreats", data: Record([.init("threats", .list(threats))]))
  }

  static func onTerminateWithThreats(_ threats: [Value]) -> SDKEvent {
    SDKEvent("onTerminateWithThreats", data: Record([.init("threats", .list(threats))]))
  }

  /// - Parameter account: nil while nobody is signed in.
  static func onSessionExtensionResponse(of account: Account?) -> SDKEvent {
    let fields = account.map { [Record.Field("userID", .text($0.name))] } ?? []
    return SDKEvent("onSessionExtensionResponse", data: Record(fields), status: 100)
  }
}

/// How `getUser` comes, by the server's status.
enum UserStatus: Int {
  case ok = 100
  case notValid = 101
  /// By wrong codes or by an administrator.
  case blocked = 138
  /// By wrong passwords.
  case suspended = 141

  init(_ block: Account.Block) { self = block == .password ? .suspended : .blocked }

  var message: String? {
    switch self {
    case .ok: nil
    case .notValid: "user not valid"
    case .blocked: "user blocked"
    case .suspended: "user suspended"
    }
  }
}

/// How `getActivationCode` comes, by the server's status.
enum CodeStatus: Int {
  case ok = 100
  case wrong = 106
  case expired = 925

  var message: String? {
    switch self {
    case .ok: nil
    case .wrong: "wrong activation code"
    case .expired: "activation code expired"
    }
  }
}

/// How `getPassword` comes, by the server's status.
enum PasswordStatus: Int {
  case ok = 100
  case wrong = 102
  case expired = 118
  case usedBefore = 164
  case againstPolicy = 190

  var message: String? {
    switch self {
    case .ok: nil
    case .wrong: "wrong password"
    case .expired: "password expired"
    case .usedBefore: "password used before"
    case .againstPolicy: "password against policy"
    }
  }
}
