// SPDX-License-Identifier: Apache-2.0

import SDKContract
import Testing
import Values

@Suite struct RELIDSurfaceTests {
  let contract: Contract

  init() throws {
    contract = try #require(EmbeddedContracts.contract(named: "relid"))
  }

  @Test(
    "every event of the SDK is there",
    arguments: [
      "onInitialized", "onUserConsentThreats", "onTerminateWithThreats", "getUser", "getActivationCode",
      "getUserConsentForLDA", "getPassword", "getDeviceName", "onUserLoggedIn", "onUserLoggedOff", "onSessionTimeout",
      "onSessionTimeOutNotification", "onSessionExtensionResponse", "getAddNewDeviceOptions", "onGetNotifications",
      "onUpdateNotification", "onInitializeProgress", "onInitializeError", "onCredentialsAvailableForUpdate",
      "onUpdateCredentialResponse", "onDeviceAuthManagementStatus", "onAuthenticateUserAndSignData",
      "onGetNotificationsHistory", "onGetRegistredDeviceDetails", "onUpdateDeviceDetails",
      "getIDVDocumentScanProcessStartConfirmation", "getIDVConfirmDocumentDetails",
      "getIDVSelfieProcessStartConfirmation", "getIDVSelfieConfirmation", "getIDVBiometricOptInConsent",
      "onIDVOptInCapturedFrameConfirmation", "onIDVActivatedCustomerKYCResponse", "onIDVAdditionalDocumentScan",
      "onIDVBiometricOptInStatus", "onIDVBiometricOptOutStatus", "onSetLanguageResponse", "onTerminate",
      "onDeviceActivated", "onAccessTokenRefreshed", "onUserEnrollmentResponse", "onAuthenticationOptionsAvailable",
      "activateUserOption", "onSelectSecretQuestionAnswer", "getSecretAnswer", "onHandleCustomChallenge", "getSmsOTP",
      "getAccessCode", "getLoginId", "onLoginIdUpdateStatus",
      // Names of the same events on other platforms.
      "addNewDeviceOptions", "onTerminate(with:)", "onUserLogged(in:)", "onGetDeviceName",
    ])
  func event(_ name: String) {
    #expect(contract.event(named: name) != nil)
  }

  @Test(
    "every call of the SDK is there",
    arguments: [
      "initialize", "takeActionOnThreats", "setUser", "setActivationCode", "resendActivationCode",
      "setUserConsentForLDA", "setPassword", "setDeviceName", "resetAuthState", "logOff", "resetBlockedUserAccount",
      "extendSessionIdleTimeout", "performVerifyAuth", "fallbackNewDeviceActivationFlow", "getNotifications",
      "updateNotification", "getSDKVersion", "setDeviceToken", "forgotPassword", "updatePassword", "getAllChallenges",
      "initiateUpdateFlowForCredential", "getDeviceAuthenticationDetails", "manageDeviceAuthenticationModes",
      "authenticateUserAndSignData", "resetAuthenticateUserAndSignDataState", "getNotificationHistory",
      "getRegisteredDeviceDetails", "updateDeviceDetails", "terminate", "getSecurityThreatLogs", "setSDKLanguage",
      "authenticateUsing", "activateUsing", "setSecretQuestionAnswer", "setCustomChallengeResponse", "setSmsOTP",
      "setAccessCode", "resendAccessCode", "addAlternateLoginId", "setIDVDocumentScanProcessStartConfirmation",
      "setIDVConfirmDocumentDetails", "setIDVSelfieProcessStartConfirmation", "setIDVSelfieConfirmation",
      "setIDVBiometricOptInConsent", "setIDVBiometricOptInConfirmation", "initiateActivatedCustomerKYC",
      "initiateIDVAdditionalDocumentScan", "initiateIDVBiometricOptIn", "initiateIDVBiometricOptOut",
    ])
  func call(_ name: String) {
    #expect(contract.call(named: name) != nil)
  }

  @Test(
    "a status code arrives in its events and modes, and nowhere else",
    arguments: [
      (101, "getUser", nil), (138, "getUser", nil), (141, "getUser", nil), (166, "getUser", nil),
      (106, "getActivationCode", nil), (102, "getPassword", "verify"), (166, "getPassword", "verify"),
      (164, "getPassword", "set"), (190, "getPassword", "set"), (118, "getPassword", "expired"),
      (164, "getPassword", "expired"), (102, "getPassword", "expired"), (102, "getPassword", "authorize"),
      (102, "getPassword", "update"), (102, "getPassword", "lda-enable"), (102, "getPassword", "lda-disable"),
      (102, "getPassword", "sign-data"), (164, "getPassword", "lda-set-password"),
      (190, "getPassword", "lda-set-password"), (110, "onUpdateCredentialResponse", nil),
      (153, "onUpdateCredentialResponse", nil), (190, "onUpdateCredentialResponse", nil),
      (164, "onUpdateCredentialResponse", nil), (190, "getPassword", "expired"),
      (110, "onUpdateNotification", nil), (153, "onUpdateNotification", nil), (110, "onIDVBiometricOptInStatus", nil),
      (153, "onIDVBiometricOptInStatus", nil), (110, "onIDVBiometricOptOutStatus", nil),
      (153, "onIDVBiometricOptOutStatus", nil), (146, "onGetRegistredDeviceDetails", nil),
      (146, "onUpdateDeviceDetails", nil), (921, "onUpdateNotification", nil), (922, "onUpdateNotification", nil),
      (923, "onUpdateNotification", nil), (924, "onUpdateNotification", nil),
      (925, "getActivationCode", nil),
    ] as [(Int, String, String?)])
  func arrival(_ code: Int, _ event: String, _ mode: String?) throws {
    let id = try #require(contract.event(named: event))
    let number = contract.modes.first { $0.name == mode }?.number
    #expect(contract.codes(in: id, mode: number).contains { $0.number == code })
    #expect(contract.codes.map(\.arrivals.count).reduce(0, +) == 37, "a new arrival belongs into this table")
  }

  @Test("codes that tell who exists say so, and 118 is no failure")
  func codes() {
    #expect(contract.successCodes == [0, 100])
    #expect(contract.codes.filter { $0.reveals == .nobody }.map(\.number) == [101])
    #expect(contract.codes.filter { $0.reveals == .user }.map(\.number) == [138, 141, 166])
    #expect(contract.codes.filter(\.isInformational).map(\.number) == [118])
    #expect(contract.codes.filter { $0.boundedBy == "attemptsLeft" }.map(\.number) == [102, 106])
  }

  @Test(
    "error numbers are another number space",
    arguments: [
      (88, nil, "initialize"), (179, nil, "initialize"), (218, nil, "initialize"), (170, nil, "forgotPassword"),
      (404, nil, "manageDeviceAuthenticationModes"), (131, "onUpdateNotification", nil),
      (217, "onDeviceAuthManagementStatus", nil),
    ] as [(Int, String?, String?)])
  func error(_ number: Int, _ event: String?, _ call: String?) throws {
    let error = try #require(contract.errors.first { $0.number == number })
    #expect(error.events == [event.flatMap(contract.event(named:))].compactMap(\.self))
    #expect(error.calls == [call.flatMap(contract.call(named:))].compactMap(\.self))
    for call in error.calls { #expect(contract[call].rejections.contains(number)) }
  }

  @Test("interrupts open above each other in this order")
  func ranks() {
    let interrupts = contract.events.filter { $0.kind == .interrupt }.sorted { $0.rank > $1.rank }
    #expect(
      interrupts.map(\.name) == [
        "onTerminateWithThreats", "onUserConsentThreats", "onSessionTimeout", "onUserLoggedOff",
        "onSessionTimeOutNotification", "getDeviceName",
      ])
    #expect(interrupts.map(\.rank) == [6, 5, 4, 3, 2, 1])
  }

  @Test(
    "every mode of a password challenge is answered by one call",
    arguments: [
      ("verify", "setPassword"), ("set", "setPassword"), ("update", "updatePassword"), ("authorize", "setPassword"),
      ("expired", "updatePassword"), ("lda-enable", "setPassword"), ("sign-data", "setPassword"),
      ("lda-set-password", "setPassword"), ("lda-disable", "setPassword"),
    ])
  func modes(_ mode: String, _ call: String) throws {
    let number = try #require(contract.modes.first { $0.name == mode }?.number)
    let event = try #require(contract.event(named: "getPassword"))
    let answering = contract.calls.filter {
      $0.answers.contains(event) && ($0.answeredModes ?? []).contains(number) && $0.echoes == ["challengeMode"]
    }
    #expect(answering.map(\.name) == [call])
  }

  @Test("what is a secret is typed as one")
  func secrets() {
    let secrets = contract.calls.flatMap { call in
      call.parameters.filter { $0.type == .secret }.map { "\(call.name).\($0.name)" }
    }
    #expect(
      Set(secrets).isSuperset(of: [
        "setPassword.password", "updatePassword.currentPassword", "updatePassword.newPassword",
        "setActivationCode.activationCode", "setSmsOTP.otp", "setAccessCode.accessCode",
        "setSecretQuestionAnswer.answer",
        "setDeviceToken.token",
      ]))
  }
}
