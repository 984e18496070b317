// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// A stand-in for the vendor's framework, which cannot be had here: the names that the vendor's public material shows, and
// nothing behind them but a script.

/// Who plays the SDK behind the stand-in.
public protocol RDNAScript: AnyObject {
  /// A method of the SDK was called.
  ///
  /// - Parameters:
  ///   - method: its base name, such as `setUser`.
  ///   - arguments: what it was given, in order.
  func called(_ method: String, _ arguments: [Any]) -> RDNAError
}

/// The SDK.
public final class RDNA {
  private static let shared = RDNA()

  public static func sharedInstance() -> RDNA { shared }

  /// Who plays it; nil for nobody, and then every call is refused.
  public weak var script: (any RDNAScript)?
  /// Who hears it, as long as somebody keeps the listener alive.
  public private(set) weak var callbacks: (any RDNACallbacks)?

  public init() {}

  private func pass(_ method: String, _ arguments: Any...) -> RDNAError {
    script?.called(method, arguments) ?? RDNAError(longErrorCode: 1, errorString: "this is a stand-in without a script")
  }

  /// The vendor's start takes a dozen settings more, which no public page shows.
  public func initialize(_ callbacks: any RDNACallbacks) -> RDNAError {
    self.callbacks = callbacks
    return pass("initialize")
  }

  public func setUser(_ userName: String) -> RDNAError { pass("setUser", userName) }

  public func setActivationCode(_ activationCode: String) -> RDNAError { pass("setActivationCode", activationCode) }

  public func resendActivationCode() -> RDNAError { pass("resendActivationCode") }

  public func setUserConsentForLDA(
    shouldEnrollLDA: Bool, challengeMode: RDNAChallengeOpMode, authenticationType: RDNALDACapabilities
  ) -> RDNAError {
    pass("setUserConsentForLDA", shouldEnrollLDA, challengeMode, authenticationType)
  }

  public func setPassword(_ password: String, challenge mode: RDNAChallengeOpMode) -> RDNAError {
    pass("setPassword", password, mode)
  }

  public func setDeviceName(_ deviceName: String) -> RDNAError { pass("setDeviceName", deviceName) }

  public func resetAuthState() -> RDNAError { pass("resetAuthState") }

  public func resetBlockedUserAccount() -> RDNAError { pass("resetBlockedUserAccount") }

  public func logOff(_ userID: String) -> RDNAError { pass("logOff", userID) }

  public func takeAction(on threats: [RDNAThreat]) -> RDNAError { pass("takeAction", threats) }

  public func extendSessionIdleTimeout() -> RDNAError { pass("extendSessionIdleTimeout") }

  public func performVerifyAuth(_ verifyAuthStatus: Bool) -> RDNAError { pass("performVerifyAuth", verifyAuthStatus) }

  public func fallbackNewDeviceActivationFlow() -> RDNAError { pass("fallbackNewDeviceActivationFlow") }

  public func getNotifications(
    _ recordCount: Int32, withEnterpriseID enterpriseID: String, withStart startIndex: Int32,
    withStartDate startDate: String, withEndDate endDate: String
  ) -> RDNAError {
    pass("getNotifications", recordCount, enterpriseID, startIndex, startDate, endDate)
  }

  public func updateNotification(_ notificationID: String, withResponse response: String) -> RDNAError {
    pass("updateNotification", notificationID, response)
  }
}
