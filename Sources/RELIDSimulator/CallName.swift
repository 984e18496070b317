// SPDX-License-Identifier: Apache-2.0

/// The calls that the simulated SDK understands, by the names they have on iOS.
enum CallName: String, Sendable, CaseIterable {
  case initialize
  case terminate
  case setUser
  case setActivationCode
  case resendActivationCode
  case setUserConsentForLDA
  case setPassword
  case updatePassword
  case forgotPassword
  case setDeviceName
  case performVerifyAuth
  case fallbackNewDeviceActivationFlow
  case resetBlockedUserAccount
  case resetAuthState
  case logOff
  case takeActionOnThreats
  case extendSessionIdleTimeout
  case getNotifications
  case updateNotification
  case getAllChallenges
  case initiateUpdateFlowForCredential
  case getDeviceAuthenticationDetails
  case manageDeviceAuthenticationModes
  case setDeviceToken
  case getSDKVersion

  /// Nil for a call that the simulated SDK does not know.
  static func named(_ name: String) -> CallName? {
    let length = name.utf8.count
    guard byLength.indices.contains(length) else { return nil }
    for call in byLength[length] where call.name == name { return call.call }
    return nil
  }

  /// Calls by how long their names are: few are as long as another, which costs less than a dictionary.
  private static let byLength: [[(name: String, call: CallName)]] = {
    let longest = allCases.map(\.rawValue.utf8.count).max() ?? 0
    return (0...longest).map { length in
      allCases.filter { $0.rawValue.utf8.count == length }.map { ($0.rawValue, $0) }
    }
  }()

  /// Whether it may be made while the reply to another call is under way.
  var mayInterrupt: Bool {
    switch self {
    case .initialize, .terminate, .fallbackNewDeviceActivationFlow, .resetAuthState, .logOff, .takeActionOnThreats,
      .extendSessionIdleTimeout, .setDeviceToken, .getSDKVersion, .getDeviceAuthenticationDetails:
      true
    default: false
    }
  }

  /// Whether the SDK's accepting it takes back the replies that are under way.
  var dropsReplies: Bool {
    switch self {
    case .terminate, .fallbackNewDeviceActivationFlow, .resetAuthState, .logOff: true
    default: false
    }
  }
}
