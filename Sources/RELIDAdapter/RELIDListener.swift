// SPDX-License-Identifier: Apache-2.0

public import FlowRuntime
@preconcurrency public import RELID
import Values

#if canImport(ObjectiveC)
  public import ObjectiveC

  /// Hears the SDK, from any thread, and keeps what it says until the run listens.
  ///
  /// Each callback of the vendor becomes one event of the contract, on the thread on which it came: of two that come one
  /// after the other, the first is heard first.
  public final class RELIDListener: NSObject, Sendable {
    let queue = CallbackQueue()
    let keepsakes = Keepsakes()
    let deviceName: String

    init(deviceName: String) {
      self.deviceName = deviceName
      super.init()
    }
  }
#else
  /// Hears the SDK, from any thread, and keeps what it says until the run listens.
  ///
  /// Each callback of the vendor becomes one event of the contract, on the thread on which it came: of two that come one
  /// after the other, the first is heard first.
  public final class RELIDListener: Sendable {
    let queue = CallbackQueue()
    let keepsakes = Keepsakes()

    let deviceName: String

    init(deviceName: String) { self.deviceName = deviceName }
  }
#endif

extension RELIDListener {
  /// Takes an event that this adapter does not know: an app whose SDK calls back more than is published hands it in here.
  public func post(_ event: SDKEvent) { queue.put(event) }
}

// Start, end and threats.
extension RELIDListener: RDNACallbacks {
  /// The SDK runs; the next challenge follows by itself.
  public func onInitialized(_ response: RDNAChallengeResponse) {
    post(
      SDKEvent(
        "onInitialized", data: Record(response.sessionFields), status: number(response.status.statusCode),
        statusMessage: spoken(response.status.statusMessage)))
  }

  /// The user decides on threats; they are kept until the SDK has taken the decision.
  public func onUserConsentThreats(_ threats: [RDNAThreat]) {
    keepsakes.keep(threats)
    post(SDKEvent("onUserConsentThreats", data: Record([.init("threats", .list(threats.map(\.record)))])))
  }

  /// The SDK has shut itself down.
  public func onTerminate(with threats: [RDNAThreat]) {
    keepsakes.clear()
    post(SDKEvent("onTerminateWithThreats", data: Record([.init("threats", .list(threats.map(\.record)))])))
  }

  /// The SDK asks who it is.
  public func getUser(
    _ userNames: [String], recentlyLoggedInUser: String, response: RDNAChallengeResponse, error: RDNAError
  ) {
    var fields = [Record.Field("userNames", .list(userNames.map { .text($0) }))]
    if let recent = spoken(recentlyLoggedInUser) { fields.append(.init("recentlyLoggedInUser", .text(recent))) }
    if let mode = response.said(under: "SDK_CHLNG_MODE") { fields.append(.init("rememberMode", .text(mode))) }
    post(SDKEvent("getUser", fields, response, error))
  }

  /// The code that the user was sent.
  public func getActivationCode(
    _ userID: String, verificationKey: String, attemptsLeft: Int32, response: RDNAChallengeResponse, error: RDNAError
  ) {
    var fields = Self.user(userID)
    if let key = spoken(verificationKey) { fields.append(.init("verificationKey", .text(key))) }
    fields += Self.attempts(attemptsLeft)
    if let isOffered = response.flag(under: "ENABLE_RESEND_ACTIVATION_CODE") {
      fields.append(.init("resendEnabled", .flag(isOffered)))
    }
    post(SDKEvent("getActivationCode", fields, response, error))
  }

  /// The SDK asks whether the device's own check may sign the user in.
  public func getUserConsentForLDA(
    userID: String, challengeMode: RDNAChallengeOpMode, authenticationType: RDNALDACapabilities,
    response: RDNAChallengeResponse, error: RDNAError
  ) {
    keepsakes.keep(challengeMode)
    keepsakes.keep(authenticationType)
    let fields = [
      Record.Field("challengeMode", .int(number(challengeMode.rawValue))),
      Record.Field("authenticationType", .int(number(authenticationType.rawValue))),
    ]
    post(SDKEvent("getUserConsentForLDA", Self.user(userID) + fields, response, error))
  }

  /// The SDK asks for the password, or for a new one.
  public func getPassword(
    _ userID: String, challenge mode: RDNAChallengeOpMode, attemptsLeft: Int32, response: RDNAChallengeResponse,
    error: RDNAError
  ) {
    keepsakes.keep(mode)
    var fields = Self.user(userID) + [.init("challengeMode", .int(number(mode.rawValue)))] + Self.attempts(attemptsLeft)
    if let policy = response.said(under: "RELID_PASSWORD_POLICY", "PASSWORD_POLICY").flatMap(PolicyText.record) {
      fields.append(.init("passwordPolicy", .record(policy)))
    }
    if let isOffered = response.flag(under: "ENABLE_FORGOT_PASSWORD") {
      fields.append(.init("forgotPasswordEnabled", .flag(isOffered)))
    }
    if let method = response.said(under: "AUTH_TYPE") { fields.append(.init("authenticationMethod", .text(method))) }
    post(SDKEvent("getPassword", fields, response, error))
  }

  /// A new device is registered and wants a name; where the SDK proposes none, the device's own is proposed.
  public func getDeviceName(
    _ userID: String, deviceName: String, response: RDNAChallengeResponse, error: RDNAError
  ) {
    let name = DeviceName.isBlank(deviceName) ? self.deviceName : deviceName
    post(SDKEvent("getDeviceName", Self.user(userID) + [.init("deviceName", .text(name))], response, error))
  }

  /// The user is signed in.
  public func onUserLogged(
    in userID: String, challengeResponse response: RDNAChallengeResponse, error: RDNAError
  ) {
    var fields = Self.user(userID) + response.sessionFields
    if let workFlow = response.said(under: "currentWorkFlow") {
      fields.append(.init("currentWorkFlow", .text(workFlow)))
    }
    post(SDKEvent("onUserLoggedIn", fields, response, error))
  }

  /// The user is logged off; `getUser` follows by itself.
  public func onUserLoggedOff(_ response: RDNAChallengeResponse, error: RDNAError) {
    post(SDKEvent("onUserLoggedOff", [], response, error))
  }
}

// The session, further devices and notifications.
extension RELIDListener {
  /// The session is over.
  public func onSessionTimeout(_ message: String) {
    keepsakes.clear()
    post(SDKEvent("onSessionTimeout", data: Record(spoken(message).map { [.init("message", .text($0))] } ?? [])))
  }

  /// The session is about to end.
  public func onSessionTimeOutNotification(
    _ userID: String, message: String, timeLeftInSecond: Int32, sessionCanBeExtended: Int32, info: RDNAGeneralInfo
  ) {
    var fields = Self.user(userID)
    if let message = spoken(message) { fields.append(.init("message", .text(message))) }
    fields += [
      .init("timeLeftInSeconds", .int(number(timeLeftInSecond))),
      // Anything but 1 is no.
      .init("sessionCanBeExtended", .flag(sessionCanBeExtended == 1)),
    ]
    post(SDKEvent("onSessionTimeOutNotification", data: Record(fields)))
  }

  /// The session was extended, or not.
  public func onSessionExtensionResponse(
    _ userID: String, info: RDNAGeneralInfo, status: RDNARequestStatus, error: RDNAError
  ) {
    post(SDKEvent("onSessionExtensionResponse", Self.user(userID), status, error))
  }

  /// A known user is on a new device, which has to be approved.
  public func getAddNewDeviceOptions(
    _ userID: String, newDeviceOptions: [String], challengeInfo: [RDNAChallengeInfo]
  ) {
    let info = challengeInfo.map { Value.record(["key": .text($0.key), "value": .text($0.value)]) }
    var fields = Self.user(userID) + [.init("newDeviceOptions", .list(newDeviceOptions.map { .text($0) }))]
    if !info.isEmpty { fields.append(.init("challengeInfo", .list(info))) }
    post(SDKEvent("getAddNewDeviceOptions", data: Record(fields)))
  }

  /// The notifications that wait for the user, but for those that are not complete; a missing response or list is an
  /// empty one.
  public func onGetNotifications(_ status: RDNAStatusGetNotifications) {
    let notifications = status.notificationResponse?.notifications ?? []
    post(
      SDKEvent("onGetNotifications", data: Record([.init("notifications", .list(notifications.compactMap(\.record)))])))
  }

  /// The notification was answered, or not.
  public func onUpdateNotification(_ status: RDNAStatusUpdateNotification) {
    post(
      SDKEvent(
        "onUpdateNotification", status: number(status.statusCode), statusMessage: spoken(status.statusMessage)))
  }

  private static func user(_ userID: String) -> [Record.Field] {
    spoken(userID).map { [Record.Field("userID", .text($0))] } ?? []
  }

  /// A negative count says nothing.
  private static func attempts(_ left: Int32) -> [Record.Field] {
    left < 0 ? [] : [Record.Field("attemptsLeft", .int(number(left)))]
  }
}
