// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

/// The short number of an error.
public struct RDNAErrorID: RawRepresentable {
  public let rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }
}

public final class RDNAError {
  public let longErrorCode: Int64
  public let errorCode: RDNAErrorID
  public let errorString: String?

  public init(longErrorCode: Int64 = 0, errorString: String? = nil) {
    self.longErrorCode = longErrorCode
    errorCode = RDNAErrorID(rawValue: Int32(truncatingIfNeeded: longErrorCode))
    self.errorString = errorString
  }
}

/// What a challenge asks for, as a number.
public struct RDNAChallengeOpMode: RawRepresentable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let CHALLENGE_OP_VERIFY = RDNAChallengeOpMode(rawValue: 0)
  public static let CHALLENGE_OP_SET = RDNAChallengeOpMode(rawValue: 1)
}

/// What the device can check by itself, as a number.
public struct RDNALDACapabilities: RawRepresentable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let RDNA_LDA_INVALID = RDNALDACapabilities(rawValue: 0)
  public static let RDNA_LDA_FINGERPRINT = RDNALDACapabilities(rawValue: 1)
  public static let RDNA_LDA_FACE = RDNALDACapabilities(rawValue: 2)
  public static let RDNA_LDA_DEVICE_PASSCODE = RDNALDACapabilities(rawValue: 8)
  public static let RDNA_LDA_BIOMETRIC = RDNALDACapabilities(rawValue: 10)
}

public enum RDNASessionType: Int, Sendable {
  case APP_SESSION
  case USER_SESSION
  case INVALID_SESSION
}

public final class RDNARequestStatus {
  public let statusCode: Int
  public let statusMessage: String

  public init(statusCode: Int = 100, statusMessage: String = "") {
    self.statusCode = statusCode
    self.statusMessage = statusMessage
  }
}

public final class RDNASessionInfo {
  public let sessionID: String
  public let sessionType: RDNASessionType

  public init(sessionID: String = "", sessionType: RDNASessionType = .INVALID_SESSION) {
    self.sessionID = sessionID
    self.sessionType = sessionType
  }
}

public final class RDNAChallengeInfo {
  public let key: String
  public let value: String

  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}

public final class RDNAChallengeResponse {
  public let status: RDNARequestStatus
  public let sessionInfo: RDNASessionInfo
  public let info: [RDNAChallengeInfo]

  public init(
    status: RDNARequestStatus = RDNARequestStatus(), sessionInfo: RDNASessionInfo = RDNASessionInfo(),
    info: [RDNAChallengeInfo] = []
  ) {
    self.status = status
    self.sessionInfo = sessionInfo
    self.info = info
  }
}

public final class RDNAGeneralInfo {
  public init() {}
}

public final class RDNANetworkInfo {
  public var bssid = ""
  public var ssid = ""
  public var maliciousAddress = ""
  public var maliciousMacAddress = ""

  public init() {}
}

public final class RDNAAppInfo {
  public var appName = ""
  public var appSha256 = ""
  public var packageName = ""

  public init() {}
}

public final class RDNAThreat {
  public var threatName = ""
  public var threatMsg = ""
  public var threatId: Int32 = 0
  public var threatCategory = ""
  public var threatSeverity = ""
  public var threatReason = ""
  public var networkInfo = RDNANetworkInfo()
  public var appInfo = RDNAAppInfo()
  public var shouldProceedWithThreats = false
  public var rememberActionForSession = false

  public init(id: Int32) { threatId = id }
}
