// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

/// What the SDK tells the app, from any thread.
public protocol RDNACallbacks: AnyObject {
  func onInitialized(_ response: RDNAChallengeResponse)
  func onUserConsentThreats(_ threats: [RDNAThreat])
  func onTerminate(with threats: [RDNAThreat])

  func getUser(
    _ userNames: [String], recentlyLoggedInUser: String, response: RDNAChallengeResponse, error: RDNAError)
  func getActivationCode(
    _ userID: String, verificationKey: String, attemptsLeft: Int32, response: RDNAChallengeResponse, error: RDNAError)
  func getUserConsentForLDA(
    userID: String, challengeMode: RDNAChallengeOpMode, authenticationType: RDNALDACapabilities,
    response: RDNAChallengeResponse, error: RDNAError)
  func getPassword(
    _ userID: String, challenge mode: RDNAChallengeOpMode, attemptsLeft: Int32, response: RDNAChallengeResponse,
    error: RDNAError)
  func getDeviceName(_ userID: String, deviceName: String, response: RDNAChallengeResponse, error: RDNAError)
  func onUserLogged(in userID: String, challengeResponse response: RDNAChallengeResponse, error: RDNAError)
  func onUserLoggedOff(_ response: RDNAChallengeResponse, error: RDNAError)

  func onSessionTimeout(_ message: String)
  func onSessionTimeOutNotification(
    _ userID: String, message: String, timeLeftInSecond: Int32, sessionCanBeExtended: Int32, info: RDNAGeneralInfo)
  func onSessionExtensionResponse(
    _ userID: String, info: RDNAGeneralInfo, status: RDNARequestStatus, error: RDNAError)

  func getAddNewDeviceOptions(_ userID: String, newDeviceOptions: [String], challengeInfo: [RDNAChallengeInfo])
  func onGetNotifications(_ status: RDNAStatusGetNotifications)
  func onUpdateNotification(_ status: RDNAStatusUpdateNotification)
}
