// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
@preconcurrency import RELID
import RELIDAdapter
import Values

extension SDKEvent {
  /// Calls the vendor's callback for an event of the simulated SDK; one for which no callback is published is handed in as
  /// an app would.
  func call(_ listener: RELIDListener) {
    switch name {
    case "onInitialized": listener.onInitialized(response)
    case "onUserConsentThreats": listener.onUserConsentThreats(threats)
    case "onTerminateWithThreats": listener.onTerminate(with: threats)
    case "getUser":
      listener.getUser(
        texts("userNames"), recentlyLoggedInUser: text("recentlyLoggedInUser"), response: response, error: rdnaError)
    case "getActivationCode":
      listener.getActivationCode(
        text("userID"), verificationKey: text("verificationKey"), attemptsLeft: attempts, response: response,
        error: rdnaError)
    case "getUserConsentForLDA":
      listener.getUserConsentForLDA(
        userID: text("userID"), challengeMode: mode,
        authenticationType: RDNALDACapabilities(rawValue: number("authenticationType")), response: response,
        error: rdnaError)
    case "getPassword":
      listener.getPassword(
        text("userID"), challenge: mode, attemptsLeft: attempts, response: response, error: rdnaError)
    case "getDeviceName":
      listener.getDeviceName(text("userID"), deviceName: text("deviceName"), response: response, error: rdnaError)
    case "onUserLoggedIn":
      listener.onUserLogged(in: text("userID"), challengeResponse: response, error: rdnaError)
    case "onUserLoggedOff": listener.onUserLoggedOff(response, error: rdnaError)
    case "onSessionTimeout": listener.onSessionTimeout(text("message"))
    case "onSessionTimeOutNotification":
      listener.onSessionTimeOutNotification(
        text("userID"), message: text("message"), timeLeftInSecond: Int32(number("timeLeftInSeconds")),
        sessionCanBeExtended: Int32(number("sessionCanBeExtended")), info: RDNAGeneralInfo())
    case "onSessionExtensionResponse":
      listener.onSessionExtensionResponse(
        text("userID"), info: RDNAGeneralInfo(), status: response.status, error: rdnaError)
    case "getAddNewDeviceOptions":
      listener.getAddNewDeviceOptions(
        text("userID"), newDeviceOptions: texts("newDeviceOptions"), challengeInfo: [])
    case "onGetNotifications" where error == 0 && status == 100:
      listener.onGetNotifications(RDNAStatusGetNotifications(RDNANotificationResponse(notifications)))
    case "onUpdateNotification" where error == 0:
      listener.onUpdateNotification(
        RDNAStatusUpdateNotification(statusCode: status ?? 100, statusMessage: statusMessage))
    default: listener.post(self)
    }
  }

  private var rdnaError: RDNAError { RDNAError(longErrorCode: Int64(error), errorString: errorMessage) }

  private var mode: RDNAChallengeOpMode { RDNAChallengeOpMode(rawValue: number("challengeMode")) }

  private var attempts: Int32 { data["attemptsLeft"] == nil ? -1 : Int32(number("attemptsLeft")) }

  private var response: RDNAChallengeResponse {
    let info = [
      ("rememberMode", "SDK_CHLNG_MODE"), ("resendEnabled", "ENABLE_RESEND_ACTIVATION_CODE"),
      ("forgotPasswordEnabled", "ENABLE_FORGOT_PASSWORD"), ("currentWorkFlow", "currentWorkFlow"),
    ].compactMap { field, key in data[field].map { RDNAChallengeInfo(key: key, value: $0.description) } }
    let type = RDNASessionType(rawValue: number("sessionType")) ?? .INVALID_SESSION
    return RDNAChallengeResponse(
      status: RDNARequestStatus(statusCode: status ?? 100, statusMessage: statusMessage ?? ""),
      sessionInfo: RDNASessionInfo(sessionID: text("sessionID"), sessionType: type), info: info + policy)
  }

  /// As the server sends it: JSON in which some numbers and flags are texts.
  private var policy: [RDNAChallengeInfo] {
    guard case .record(let policy)? = data["passwordPolicy"] else { return [] }
    let members = policy.fields.map { field in
      switch field.value {
      case .flag(let flag): "\"\(field.name)\":\"\(flag)\""
      case .int(let number): "\"\(field.name)\":\(number)"
      default: "\"\(field.name)\":\"\(field.value)\""
      }
    }
    return [RDNAChallengeInfo(key: "RELID_PASSWORD_POLICY", value: "{\(members.joined(separator: ","))}")]
  }

  private func text(_ name: String) -> String { data[name]?.description ?? "" }

  private func texts(_ name: String) -> [String] {
    if case .list(let values)? = data[name] { values.map(\.description) } else { [] }
  }

  /// A flag counts as 0 or 1, as in the vendor's callbacks.
  private func number(_ name: String) -> Int {
    switch data[name] {
    case .int(let number): number
    case .flag(let flag): flag ? 1 : 0
    default: 0
    }
  }

  private func records(_ name: String) -> [Record] {
    guard case .list(let values)? = data[name] else { return [] }
    return values.compactMap { if case .record(let record) = $0 { record } else { nil } }
  }

  private var threats: [RDNAThreat] {
    records("threats").map { record in
      func text(_ name: String) -> String { record[name]?.description ?? "" }
      let threat = RDNAThreat(id: Int32(text("threatId")) ?? 0)
      (threat.threatName, threat.threatMsg) = (text("threatName"), text("threatMsg"))
      (threat.threatReason, threat.threatCategory) = (text("threatReason"), text("threatCategory"))
      threat.threatSeverity = text("threatSeverity")
      return threat
    }
  }

  private var notifications: [RDNANotification]? {
    guard data["notifications"] != nil else { return nil }
    return records("notifications").map { record in
      let notification = RDNANotification()
      notification.notification_uuid = record["uuid"]?.description
      notification.body = [
        RDNANotificationBody(subject: record["subject"]?.description, message: record["message"]?.description)
      ]
      notification.create_ts = record["createdAt"]?.description
      if case .int(let epoch)? = record["createdAtEpoch"] { notification.create_ts_epoch = Double(epoch) }
      notification.expiry_timestamp = record["expiresAt"]?.description
      notification.action_performed = record["actionPerformed"]?.description
      if case .list(let actions)? = record["actions"] {
        notification.actions = actions.compactMap { action in
          guard case .record(let action) = action else { return nil }
          return RDNANotificationAction(
            action: action["action"]?.description, label: action["label"]?.description)
        }
      }
      return notification
    }
  }
}
