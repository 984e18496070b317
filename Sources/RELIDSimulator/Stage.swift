// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// What the SDK on a device waits for: which calls make sense now.
///
/// It changes when an event is delivered.
enum Stage: Sendable, Equatable {
  /// Not initialized.
  case off
  /// It has asked who signs in; after status 141, whose password block may be lifted.
  case user(blocked: AccountID?)
  case activationCode(Purpose)
  /// It has asked how this device becomes one of the user's; also while an approval is awaited.
  case newDevice
  case consent(Purpose)
  case password(PasswordMode, Purpose)
  case deviceName
  case signedIn
  /// Before login, and nothing is asked.
  case idle
  /// It has shut itself down.
  case dead

  var isBeforeLogin: Bool {
    switch self {
    case .off, .signedIn, .dead: false
    default: true
    }
  }
}

/// Why a user proves a code or sets a password.
enum Purpose: Sendable, Equatable {
  case activation
  case newDevice
  case login
  case forgotPassword
  case unblock
}

/// The challenge modes of a password, as the SDK numbers them.
enum PasswordMode: Int, Sendable {
  case verify = 0
  case set = 1
  case expired = 4
}

extension Stage {
  /// What a device waits for after an event that a script made; nil if the event changes nothing.
  ///
  /// - Parameter user: who is at the device; nil if nobody is named.
  static func opened(by event: SDKEvent, user: AccountID?) -> Stage? {
    switch event.name {
    case "getUser": return .user(blocked: event.status == 141 ? user : nil)
    case "getActivationCode": return .activationCode(.activation)
    case "getAddNewDeviceOptions": return .newDevice
    case "getUserConsentForLDA": return .consent(.activation)
    case "getPassword":
      guard let mode = event.data.number("challengeMode").flatMap(PasswordMode.init) else { return .idle }
      return .password(mode, mode == .verify ? .login : .activation)
    case "getDeviceName": return .deviceName
    case "onUserLoggedIn": return .signedIn
    case "onUserLoggedOff": return .idle
    case "onSessionTimeout": return .off
    case "onTerminateWithThreats": return .dead
    default: return nil
    }
  }
}
