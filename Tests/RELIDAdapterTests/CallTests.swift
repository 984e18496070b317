// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
@preconcurrency import RELID
import RELIDAdapter
import Testing
import Values

@MainActor
@Suite struct CallTests {
  let script = ScriptedSDK()

  private var backend: RELIDBackend { RELIDBackend(script.rdna) { rdna, listener, _ in rdna.initialize(listener) } }

  @Test("each call reaches its method with its arguments")
  func reachesMethods() async throws {
    let backend = backend
    let mode = RDNAChallengeOpMode(rawValue: 5)
    let type = RDNALDACapabilities.RDNA_LDA_FACE
    backend.listener.getUserConsentForLDA(
      userID: "alice", challengeMode: mode, authenticationType: type, response: RDNAChallengeResponse(),
      error: RDNAError())
    let calls: [(String, Record, String)] = [
      ("initialize", [:], "initialize []"), ("setUser", ["userName": .text("alice")], #"setUser ["alice"]"#),
      ("setActivationCode", ["activationCode": .secret(Secret("123"))], #"setActivationCode ["123"]"#),
      ("resendActivationCode", [:], "resendActivationCode []"), ("resetAuthState", [:], "resetAuthState []"),
      ("setDeviceName", ["deviceName": .text("phone")], #"setDeviceName ["phone"]"#),
      ("resetBlockedUserAccount", [:], "resetBlockedUserAccount []"),
      ("logOff", ["userID": .text("alice")], #"logOff ["alice"]"#),
      ("extendSessionIdleTimeout", [:], "extendSessionIdleTimeout []"),
      ("performVerifyAuth", ["verifyAuthStatus": .flag(true)], "performVerifyAuth [true]"),
      ("fallbackNewDeviceActivationFlow", [:], "fallbackNewDeviceActivationFlow []"),
      ("getNotifications", [:], #"getNotifications [0, "", 1, "", ""]"#),
      (
        "getNotifications", ["recordCount": .int(5), "startIndex": .int(2), "startDate": .text("a")],
        #"getNotifications [5, "", 2, "a", ""]"#
      ),
      (
        "updateNotification", ["notificationID": .text("n"), "response": .text("Yes")],
        #"updateNotification ["n", "Yes"]"#
      ),
    ]
    for (name, arguments, written) in calls {
      #expect(try await backend.perform(SDKCall(name: name, arguments: arguments)) == .accepted)
      let call = try #require(script.calls.last)
      #expect("\(call.method) \(call.arguments)" == written)
    }
    #expect(
      Set(calls.map(\.0)).union(["setPassword", "setUserConsentForLDA", "takeActionOnThreats", "initialize"])
        == Set(RELIDBackend.callNames).union(["initialize"]))
  }

  @Test("the mode and the kind of device check go back as they came")
  func echoes() async throws {
    let backend = backend
    backend.listener.getPassword(
      "alice", challenge: .CHALLENGE_OP_SET, attemptsLeft: 3, response: RDNAChallengeResponse(), error: RDNAError())
    let password: Record = ["password": .secret(Secret("Secret#1")), "challengeMode": .int(1)]
    #expect(try await backend.perform(SDKCall(name: "setPassword", arguments: password)) == .accepted)
    #expect((script.calls.last?.arguments[1] as? RDNAChallengeOpMode)?.rawValue == 1)
    backend.listener.getUserConsentForLDA(
      userID: "alice", challengeMode: RDNAChallengeOpMode(rawValue: 16), authenticationType: .RDNA_LDA_FINGERPRINT,
      response: RDNAChallengeResponse(), error: RDNAError())
    let consent: Record = [
      "shouldEnrollLDA": .flag(true), "challengeMode": .int(16), "authenticationType": .int(1),
    ]
    #expect(try await backend.perform(SDKCall(name: "setUserConsentForLDA", arguments: consent)) == .accepted)
    #expect((script.calls.last?.arguments[1] as? RDNAChallengeOpMode)?.rawValue == 16)
    #expect((script.calls.last?.arguments[2] as? RDNALDACapabilities)?.rawValue == 1)
  }

  @Test("a mode that no event has brought is refused, and the SDK is not called")
  func refusesUnknownModes() async throws {
    let backend = backend
    let password: Record = ["password": .secret(Secret("x")), "challengeMode": .int(4)]
    let answer = try await backend.perform(SDKCall(name: "setPassword", arguments: password))
    #expect(answer == .rejected(code: RELIDBackend.goneCode, message: "the challenge mode 4 is not open any more"))
    #expect(script.calls.isEmpty)
  }

  @Test("threats go back as the very objects, with the decision written into each")
  func decidesOnThreats() async throws {
    let backend = backend
    let threats = [RDNAThreat(id: 7), RDNAThreat(id: 9)]
    backend.listener.onUserConsentThreats(threats)
    script.code = 5
    #expect(
      try await backend.perform(Self.decision(true, on: 7, 9)) == .rejected(code: 5, message: "refused"))
    script.code = 0
    #expect(try await backend.perform(Self.decision(false, on: 7, 9)) == .accepted, "they were open still")
    let handed = try #require(script.calls.last?.arguments.first as? [RDNAThreat])
    #expect(handed.count == 2 && zip(handed, threats).allSatisfy { $0 === $1 })
    #expect(handed.allSatisfy { !$0.shouldProceedWithThreats && $0.rememberActionForSession })
    let again = try await backend.perform(Self.decision(true, on: 7, 9))
    #expect(again == .rejected(code: RELIDBackend.goneCode, message: "the threat 7 is not open any more"))
  }

  @Test("no decision is taken on threats of an SDK that is gone")
  func forgetsThreats() async throws {
    let backend = backend
    for ending in [{ $0.onTerminate(with: []) }, { $0.onSessionTimeout("over") }] as [(RELIDListener) -> Void] {
      backend.listener.onUserConsentThreats([RDNAThreat(id: 7)])
      ending(backend.listener)
      guard case .rejected = try await backend.perform(Self.decision(true, on: 7)) else {
        Issue.record("it was taken")
        return
      }
    }
    backend.listener.onUserConsentThreats([RDNAThreat(id: 7)])
    _ = try await backend.perform(SDKCall(name: "initialize"))
    guard case .rejected = try await backend.perform(Self.decision(true, on: 7)) else {
      Issue.record("it was taken after a new start")
      return
    }
    backend.listener.onUserConsentThreats([RDNAThreat(id: 8)])
    script.code = 88
    #expect(try await backend.perform(SDKCall(name: "initialize")) == .rejected(code: 88, message: "refused"))
    script.code = 0
    #expect(
      try await backend.perform(Self.decision(true, on: 8)) == .accepted, "a start that is refused changes nothing")
  }

  @Test("the SDK's refusal is passed on with its number and words")
  func passesRefusals() async throws {
    script.code = 88
    #expect(
      try await backend.perform(SDKCall(name: "resetAuthState")) == .rejected(code: 88, message: "refused"))
  }

  @Test("a call that nobody has a method for says so, and one of the app's own is used")
  func takesMethods() async throws {
    let answer = try await backend.perform(SDKCall(name: "forgotPassword"))
    guard case .rejected(RELIDBackend.unknownCode, let message?) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(message.contains("`forgotPassword`"))
    let helped = RELIDBackend(
      script.rdna,
      methods: ["forgotPassword": { _, arguments in RDNAError(longErrorCode: arguments.isEmpty ? 170 : 0) }]
    ) { rdna, listener, _ in rdna.initialize(listener) }
    #expect(
      try await helped.perform(SDKCall(name: "forgotPassword")) == .rejected(code: 170, message: nil))
    #expect(
      try await helped.perform(SDKCall(name: "forgotPassword", arguments: ["userID": .text("a")])) == .accepted)
  }

  @Test(
    "arguments that the contract does not have never reach the SDK, and the words do not show them",
    arguments: [
      SDKCall(name: "setUser"), SDKCall(name: "setUser", arguments: ["userName": .int(4711)]),
      SDKCall(name: "setActivationCode", arguments: ["activationCode": .text("4711")]),
      SDKCall(name: "setPassword", arguments: ["password": .text("4711")]),
      SDKCall(name: "performVerifyAuth", arguments: ["verifyAuthStatus": .int(4711)]),
      SDKCall(name: "getNotifications", arguments: ["recordCount": .int(.max)]),
      SDKCall(name: "getNotifications", arguments: ["recordCount": .text("4711")]),
      SDKCall(name: "takeActionOnThreats"),
      SDKCall(name: "takeActionOnThreats", arguments: ["threats": .list([.int(4711)])]),
      SDKCall(name: "takeActionOnThreats", arguments: ["threats": .list([.record(["threatId": .int(4711)])])]),
    ])
  func refusesArguments(_ call: SDKCall) async throws {
    guard case .rejected(RELIDBackend.argumentCode, let message?) = try await backend.perform(call) else {
      Issue.record("it was taken")
      return
    }
    #expect(!message.contains("4711"))
    #expect(script.calls.isEmpty)
  }

  private static func decision(_ proceeds: Bool, on ids: Int...) -> SDKCall {
    let decisions = ids.map { id in
      Value.record([
        "threatId": .int(id), "shouldProceedWithThreats": .flag(proceeds), "rememberActionForSession": .flag(true),
      ])
    }
    return SDKCall(name: "takeActionOnThreats", arguments: ["threats": .list(decisions)])
  }
}
