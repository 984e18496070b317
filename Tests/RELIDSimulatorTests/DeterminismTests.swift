// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import RELIDSimulator
import Testing
import Values

@Suite("The same again, and nothing said")
struct DeterminismTests {
  private static func world(seed: Int) -> String {
    """
    seed: \(seed)
    latency: 20ms
    users:
      alice: { activationCode: [canary-code-1, canary-code-2], activationAttempts: 90, passwordAttempts: 90 }
      bob: { password: canary-password, passwordHistory: [canary-former], passwordExpired: true, passwordAttempts: 20 }
      zoe: { password: canary-password, registeredDevices: [phone], activationCode: canary-code-1 }
    device: { lda: face, biometric: [cancel] }
    devices: { phone: {} }
    forgotPassword: true
    session: { idle: 60s, warning: 20s, hard: 5m }
    forcedLogOff: { after: 4m }
    approvalExpires: 30s
    threats:
      - { consent: [ { threatId: 7, threatSeverity: LOW } ], during: setDeviceName }
      - { terminate: [ { threatId: 8 } ], after: 10m }
    faults:
      - { call: setUser, nth: 3, late: 3s, twice: true }
    """
  }

  /// A thousand calls, many of them out of place, drawn from the seed; every answer and event as text.
  private static func transcript(seed: Int, calls: UInt64) async throws -> String {
    let bench = try SDKBench(world(seed: seed))
    let words = ["alice", "bob", "zoe", "eve", "canary-code-1", "canary-code-2", "canary-password", "canary-new-1"]
    var lines: [String] = []
    var draws = SystemlessGenerator(state: calls)
    var last = "onUserLoggedOff"
    for _ in 0..<1000 {
      let fitting = draws.below(4) == 0 ? nil : Self.answers[last]
      let name = fitting ?? names[draws.below(names.count)]
      func word() -> Value { .secret(Secret(words[draws.below(words.count)])) }
      let arguments: Record = [
        "userName": .text(words[draws.below(4)]), "userID": .text(words[draws.below(3)]),
        "activationCode": word(), "password": word(), "currentPassword": word(), "newPassword": word(),
        "challengeMode": .int([0, 1, 1, 4, 2, 3, 5, 14, 15, 16][draws.below(10)]), "authenticationType": .int(2),
        "shouldEnrollLDA": .flag(draws.below(2) == 0), "deviceName": .text("Phone"), "credential": .text("Password"),
        "isEnabled": .flag(draws.below(2) == 0), "verifyAuthStatus": .flag(true),
        "threats": .list([.record(["threatId": .int(7), "shouldProceedWithThreats": .flag(draws.below(4) != 0)])]),
      ]
      lines.append("\(name) \(try await bench.answer(name, arguments))")
      guard draws.below(8) != 0 else { continue }
      for event in try await bench.events(until: bench.clock.now + .seconds(draws.below(40))) {
        lines.append("\(bench.clock.now) \(event)")
        last = event.name
      }
    }
    return lines.joined(separator: "\n")
  }

  private static let names = [
    "initialize", "setUser", "setActivationCode", "resendActivationCode", "setUserConsentForLDA", "setPassword",
    "updatePassword", "forgotPassword", "setDeviceName", "performVerifyAuth", "fallbackNewDeviceActivationFlow",
    "resetBlockedUserAccount", "resetAuthState", "logOff", "extendSessionIdleTimeout", "takeActionOnThreats",
    "getNotifications", "getAllChallenges", "initiateUpdateFlowForCredential", "manageDeviceAuthenticationModes",
  ]

  /// What a run would do after an event.
  private static let answers = [
    "getUser": "setUser", "getActivationCode": "setActivationCode", "getPassword": "setPassword",
    "getUserConsentForLDA": "setUserConsentForLDA", "getDeviceName": "setDeviceName",
    "onUserLoggedIn": "initiateUpdateFlowForCredential", "getAddNewDeviceOptions": "performVerifyAuth",
    "onUserConsentThreats": "takeActionOnThreats",
    "onTerminateWithThreats": "initialize", "onSessionTimeout": "initialize", "onTerminate": "initialize",
    "onSessionTimeOutNotification": "extendSessionIdleTimeout",
  ]

  @Test("the same world and calls give the same bytes", arguments: [1, 2, 3])
  func same(seed: Int) async throws {
    let first = try await Self.transcript(seed: seed, calls: 99)
    let second = try await Self.transcript(seed: seed, calls: 99)
    let isSame = first == second
    #expect(isSame, "seed \(seed)")
    for name in [
      "onUserLoggedIn", "onUserConsentThreats", "onTerminateWithThreats", "onSessionTimeout",
      "onSessionExtensionResponse", "getAddNewDeviceOptions",
    ] {
      let hasCome = first.contains(name)
      #expect(hasCome, "seed \(seed): \(name) never came")
    }
  }

  @Test("another seed gives other keys and ids")
  func other() async throws {
    let first = try await Self.transcript(seed: 1, calls: 99)
    let second = try await Self.transcript(seed: 2, calls: 99)
    let isSame = first == second
    #expect(!isSame)
  }

  @Test("no password and no code is in any answer, event or description", arguments: [UInt64(1), 2, 3, 4])
  func canary(calls: UInt64) async throws {
    let text = try await Self.transcript(seed: 1, calls: calls)
    let tells = text.contains("canary")
    #expect(!tells, "seed \(calls)")

    let world = try #require(WorldReader.read(SourceFile(path: "w", text: Self.world(seed: 1))).value)
    let bench = try SDKBench(Self.world(seed: 1))
    var printed = "\(world) \(String(reflecting: world)) \(bench.simulator) \(String(reflecting: bench.simulator))"
    dump(world, to: &printed)
    dump(bench.simulator, to: &printed)
    let tellsMore = printed.contains("canary") || printed.contains("99, 97, 110")
    #expect(!tellsMore, "a secret, or its bytes, is printed")
  }

  @Test("findings about a world do not repeat its secrets")
  func findings() {
    let outcome = WorldReader.read(
      SourceFile(path: "w", text: "users: { alice: { pasword: canary-password, activationCode: canary-code } }"))
    #expect(outcome.value == nil)
    #expect(!"\(outcome.findings)".contains("canary"))
  }
}

/// Numbers from a seed: the same on every machine.
private struct SystemlessGenerator {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
