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

  /// Where between its start and its end the SDK is.
  var phase: SDKPhase {
    switch self {
    case .off: .off
    case .dead: .dead
    case .signedIn, .consent(.session), .password(_, .session): .signedIn
    default: .beforeLogin
    }
  }
}

/// Where between its start and its end the SDK is.
enum SDKPhase: Sendable {
  case off
  case beforeLogin
  case signedIn
  case dead
}

/// Why a user proves a code, sets a password or lets the device authenticate.
enum Purpose: Sendable, Equatable {
  case activation
  case newDevice
  case login
  case forgotPassword
  case unblock
  /// The user is signed in, and does something for which it is needed.
  case session
}

/// The challenge modes of a password, as the SDK numbers them.
enum PasswordMode: Int, Sendable {
  case verify = 0
  case set = 1
  case update = 2
  case authorize = 3
  case expired = 4
  case ldaEnable = 5
  case ldaSetPassword = 14
  case ldaDisable = 15

  /// Whether a new password is asked for, so that the event tells the policy.
  var asksNew: Bool {
    switch self {
    case .set, .update, .expired, .ldaSetPassword: true
    case .verify, .authorize, .ldaEnable, .ldaDisable: false
    }
  }

  /// Why it is asked for when a script asks.
  fileprivate var purpose: Purpose {
    switch self {
    case .verify: .login
    case .set, .expired: .activation
    case .update, .authorize, .ldaEnable, .ldaSetPassword, .ldaDisable: .session
    }
  }
}

/// The challenge modes in which the device's own authentication is offered, as the SDK numbers them.
enum ConsentMode {
  static let setUp = 1
  static let session = 16

  static func number(for purpose: Purpose) -> Int { purpose == .session ? session : setUp }
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
    case "getUserConsentForLDA":
      return .consent(event.data.number("challengeMode") == ConsentMode.session ? .session : .activation)
    case "getPassword":
      guard let mode = event.data.number("challengeMode").flatMap(PasswordMode.init) else { return .idle }
      return .password(mode, mode.purpose)
    case "getDeviceName": return .deviceName
    case "onUserLoggedIn": return .signedIn
    case "onUserLoggedOff": return .idle
    case "onSessionTimeout": return .off
    case "onTerminateWithThreats": return .dead
    default: return nil
    }
  }
}
