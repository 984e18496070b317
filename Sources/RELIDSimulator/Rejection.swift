// SPDX-License-Identifier: Apache-2.0

import FlowRuntime

/// Why the simulated SDK refuses a call at once, by the number that it gives.
///
/// 88, 170, 179 and 404 are the real SDK's. It documents no number for the others, so those from 901 are our own.
public enum Rejection: Int, Sendable, CaseIterable {
  /// `initialize` a second time.
  case alreadyInitialized = 88
  /// `forgotPassword` where the server does not offer it.
  case notSupported = 170
  /// `initialize` while an earlier one is under way.
  case stillInitializing = 179
  /// `manageDeviceAuthenticationModes` on a device that cannot authenticate anybody.
  case noBiometric = 404
  /// Any call before `initialize`, or after the SDK has shut itself down.
  case notInitialized = 901
  /// A call of the time before login when somebody is signed in, or the other way round.
  case wrongPhase = 902
  /// A call that does not answer what the SDK asks now.
  case wrongChallenge = 903
  /// A challenge mode, an authentication type, a user or a threat that is not the one of the event.
  case notEchoed = 904
  /// An argument that is missing, empty, or of another type.
  case missingValue = 905
  /// More resent codes than the server allows.
  case tooManyResends = 906
  /// A call that the simulated SDK does not know.
  case unknownCall = 907
  /// A call while the reply to the one before is under way.
  case busy = 908
  /// Any call but `takeActionOnThreats` while the user has not decided about threats.
  case undecidedThreats = 909
  /// `extendSessionIdleTimeout` for a session that cannot be extended, or not any more.
  case notExtendable = 911

  /// What the SDK says, for traces.
  public var message: String {
    switch self {
    case .alreadyInitialized: "already initialized"
    case .notSupported: "not supported"
    case .stillInitializing: "initialization is under way"
    case .noBiometric: "no biometric on this device"
    case .notInitialized: "not initialized"
    case .wrongPhase: "not allowed in this phase"
    case .wrongChallenge: "not what the challenge asks for"
    case .notEchoed: "not what the event said"
    case .missingValue: "a value is missing"
    case .tooManyResends: "no more codes are sent"
    case .unknownCall: "unknown call"
    case .busy: "another call is under way"
    case .undecidedThreats: "threats wait for a decision"
    case .notExtendable: "the session cannot be extended"
    }
  }

  var answer: SDKAnswer { .rejected(code: rawValue, message: message) }
}
