// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Foundation
@preconcurrency import RELID
import RELIDAdapter
import Values

@testable import FlowScenarios

/// A run's SDK, spoken to through the adapter and the vendor's methods and callbacks: run ─► adapter ─► RDNA ─► simulator,
/// and back on a thread of its own.
struct AdaptedSDK: Backend {
  let sdk: any Backend
  let adapter: RELIDBackend
  let script: SimulatedRDNA

  @MainActor
  init(_ sdk: any Backend) {
    self.sdk = sdk
    script = SimulatedRDNA(sdk)
    let rdna = RDNA()
    rdna.script = script
    let unpublished = [
      "terminate", "updatePassword", "forgotPassword", "getAllChallenges", "initiateUpdateFlowForCredential",
      "manageDeviceAuthenticationModes", "getDeviceAuthenticationDetails", "setDeviceToken",
    ]
    var methods: [String: RELIDBackend.Method] = [:]
    for name in unpublished { methods[name] = { [script] _, record in script.pass(name, record) } }
    adapter = RELIDBackend(rdna, methods: methods) { rdna, listener, _ in rdna.initialize(listener) }
  }

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer { try await adapter.perform(call) }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    guard let event = try await sdk.nextEvent(until: deadline) else { return nil }
    let listener = adapter.listener
    Thread.detachNewThread { event.call(listener) }
    return try await adapter.nextEvent(until: nil)
  }
}

/// Plays the vendor's SDK with the simulated one.
final class SimulatedRDNA: RDNAScript, Sendable {
  private let sdk: any Backend

  init(_ sdk: any Backend) { self.sdk = sdk }

  func called(_ method: String, _ arguments: [Any]) -> RDNAError {
    let parameters: [String: [String]] = [
      "setUser": ["userName"], "setActivationCode": ["activationCode"],
      "setUserConsentForLDA": ["shouldEnrollLDA", "challengeMode", "authenticationType"],
      "setPassword": ["password", "challengeMode"], "setDeviceName": ["deviceName"], "logOff": ["userID"],
      "takeAction": ["threats"], "performVerifyAuth": ["verifyAuthStatus"],
      "getNotifications": ["recordCount", "enterpriseID", "startIndex", "startDate", "endDate"],
      "updateNotification": ["notificationID", "response"],
    ]
    let names = parameters[method] ?? []
    precondition(names.count == arguments.count, "\(method) has \(arguments.count) arguments")
    let record = Record(zip(names, arguments).map { Record.Field($0, Value(given: $1)) })
    return pass(method == "takeAction" ? "takeActionOnThreats" : method, record)
  }

  /// Waits for the simulated SDK, as the vendor's methods return at once.
  func pass(_ call: String, _ arguments: Record) -> RDNAError {
    let answer = Answered()
    let isThere = DispatchSemaphore(value: 0)
    Task.detached { [sdk] in
      await answer.ask(sdk, SDKCall(name: call, arguments: arguments))
      isThere.signal()
    }
    isThere.wait()
    return answer.error
  }
}

/// What the simulated SDK says to one call.
private final class Answered: @unchecked Sendable {
  private(set) var error = RDNAError()

  func ask(_ sdk: any Backend, _ call: SDKCall) async {
    do {
      if case .rejected(let code, let message) = try await sdk.perform(call) {
        error = RDNAError(longErrorCode: Int64(code), errorString: message)
      }
    } catch {
      self.error = RDNAError(longErrorCode: 1, errorString: error.description)
    }
  }
}

extension Value {
  /// What the vendor's method was given.
  fileprivate init(given value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let flag as Bool: self = .flag(flag)
    case let number as Int32: self = .int(Int(number))
    case let mode as RDNAChallengeOpMode: self = .int(mode.rawValue)
    case let type as RDNALDACapabilities: self = .int(type.rawValue)
    case let threats as [RDNAThreat]:
      self = .list(
        threats.map { threat in
          .record([
            "threatId": .int(Int(threat.threatId)), "threatName": .text(threat.threatName),
            "shouldProceedWithThreats": .flag(threat.shouldProceedWithThreats),
            "rememberActionForSession": .flag(threat.rememberActionForSession),
          ])
        })
    default: preconditionFailure("no method of the vendor takes \(value)")
    }
  }
}
