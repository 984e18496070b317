// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
@preconcurrency import RELID
import Values

/// Why a call does not reach the SDK.
enum CallProblem: Error {
  /// The adapter has no method for it.
  case unknown
  /// An argument is missing, or of another type; its name.
  case argument(String)
  /// What it would hand back belongs to an event that is gone.
  case gone(String)
}

/// Makes one call of the contract on the SDK.
struct RDNACall {
  let sdk: RDNA
  let keepsakes: Keepsakes
  let call: SDKCall

  /// The calls for which the vendor's published material shows a method, but `initialize`, which is the app's to write.
  static let names = [
    "setUser", "setActivationCode", "resendActivationCode", "setUserConsentForLDA", "setPassword", "setDeviceName",
    "resetAuthState", "resetBlockedUserAccount", "logOff", "takeActionOnThreats", "extendSessionIdleTimeout",
    "performVerifyAuth", "fallbackNewDeviceActivationFlow", "getNotifications", "updateNotification",
  ]

  func perform() throws(CallProblem) -> RDNAError {
    switch call.name {
    case "setUser": sdk.setUser(try text("userName"))
    case "setActivationCode": sdk.setActivationCode(try secret("activationCode"))
    case "resendActivationCode": sdk.resendActivationCode()
    case "setUserConsentForLDA":
      sdk.setUserConsentForLDA(
        shouldEnrollLDA: try flag("shouldEnrollLDA"), challengeMode: try mode(), authenticationType: try type())
    case "setPassword": sdk.setPassword(try secret("password"), challenge: try mode())
    case "setDeviceName": sdk.setDeviceName(try text("deviceName"))
    case "resetAuthState": sdk.resetAuthState()
    case "resetBlockedUserAccount": sdk.resetBlockedUserAccount()
    case "logOff": sdk.logOff(try text("userID"))
    case "takeActionOnThreats": try takeActionOnThreats()
    case "extendSessionIdleTimeout": sdk.extendSessionIdleTimeout()
    case "performVerifyAuth": sdk.performVerifyAuth(try flag("verifyAuthStatus"))
    case "fallbackNewDeviceActivationFlow": sdk.fallbackNewDeviceActivationFlow()
    case "getNotifications":
      sdk.getNotifications(
        try count("recordCount", or: 0), withEnterpriseID: try text("enterpriseID", or: ""),
        withStart: try count("startIndex", or: 1), withStartDate: try text("startDate", or: ""),
        withEndDate: try text("endDate", or: ""))
    case "updateNotification":
      sdk.updateNotification(try text("notificationID"), withResponse: try text("response"))
    default: throw .unknown
    }
  }

  /// The decision is written into the very threats that came, and they are handed back.
  ///
  /// If the SDK refuses it, they are still open.
  private func takeActionOnThreats() throws(CallProblem) -> RDNAError {
    guard case .list(let decisions)? = call.arguments["threats"] else { throw .argument("threats") }
    var threats: [RDNAThreat] = []
    for decision in decisions {
      guard case .record(let decision) = decision, case .int(let id)? = decision["threatId"],
        let proceeds = decision.flag("shouldProceedWithThreats"),
        let remembers = decision.flag("rememberActionForSession")
      else { throw .argument("threats") }
      guard let threat = keepsakes.threat(id) else { throw .gone("the threat \(id)") }
      threat.shouldProceedWithThreats = proceeds
      threat.rememberActionForSession = remembers
      threats.append(threat)
    }
    let error = sdk.takeAction(on: threats)
    if number(error.longErrorCode) == 0 { keepsakes.settle(threats.map { number($0.threatId) }) }
    return error
  }

  private func mode() throws(CallProblem) -> RDNAChallengeOpMode {
    guard case .int(let number)? = call.arguments["challengeMode"] else { throw .argument("challengeMode") }
    guard let mode = keepsakes.mode(number) else { throw .gone("the challenge mode \(number)") }
    return mode
  }

  private func type() throws(CallProblem) -> RDNALDACapabilities {
    guard case .int(let number)? = call.arguments["authenticationType"] else { throw .argument("authenticationType") }
    guard let type = keepsakes.type(number) else { throw .gone("the authentication type \(number)") }
    return type
  }

  private func text(_ name: String) throws(CallProblem) -> String {
    guard case .text(let text)? = call.arguments[name] else { throw .argument(name) }
    return text
  }

  private func text(_ name: String, or missing: String) throws(CallProblem) -> String {
    call.arguments[name] == nil ? missing : try text(name)
  }

  /// The SDK takes it as a text; it lives no longer than the call.
  private func secret(_ name: String) throws(CallProblem) -> String {
    guard case .secret(let secret)? = call.arguments[name] else { throw .argument(name) }
    return secret.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  private func flag(_ name: String) throws(CallProblem) -> Bool {
    guard let flag = call.arguments.flag(name) else { throw .argument(name) }
    return flag
  }

  private func count(_ name: String, or missing: Int32) throws(CallProblem) -> Int32 {
    switch call.arguments[name] {
    case nil: return missing
    case .int(let number)?:
      guard let count = Int32(exactly: number) else { throw .argument(name) }
      return count
    default: throw .argument(name)
    }
  }
}

extension Record {
  fileprivate func flag(_ name: String) -> Bool? { if case .flag(let flag)? = self[name] { flag } else { nil } }
}
