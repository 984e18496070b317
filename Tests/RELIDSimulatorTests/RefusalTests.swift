// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import RELIDSimulator
import Testing
import Values

@Suite("Calls that the SDK refuses at once")
struct RefusalTests {
  static let world = """
    users:
      alice: { activationCode: "1" }
      bob: { password: Passw0rd }
    device: { lda: face }
    """

  @Test(
    "every call but initialize before the SDK runs",
    arguments: [
      "setUser", "setActivationCode", "resendActivationCode", "setUserConsentForLDA", "setPassword", "updatePassword",
      "forgotPassword", "setDeviceName", "performVerifyAuth", "fallbackNewDeviceActivationFlow",
      "resetBlockedUserAccount", "resetAuthState", "logOff", "extendSessionIdleTimeout", "terminate",
    ])
  func beforeInitialize(call: String) async throws {
    let bench = try SDKBench(Self.world)
    #expect(try await bench.call(call, ["userID": .text("bob")]) == ["rejected 901"])
  }

  @Test("initialize twice, and while it is under way")
  func twice() async throws {
    let bench = try SDKBench(Self.world)
    #expect(try await bench.answer("initialize") == .accepted)
    #expect(try await bench.call("initialize") == ["rejected 179"])
    _ = try await bench.events()
    #expect(try await bench.call("initialize") == ["rejected 88"])
    #expect(try await bench.call("terminate") == ["onTerminate 100"])
    #expect(try await bench.call("initialize") == ["onInitialized 100", "getUser 100"])
  }

  @Test(
    "calls that answer another challenge",
    arguments: [
      "setActivationCode", "resendActivationCode", "setUserConsentForLDA", "setPassword", "updatePassword",
      "forgotPassword", "setDeviceName", "performVerifyAuth", "fallbackNewDeviceActivationFlow",
      "resetBlockedUserAccount",
    ])
  func wrongChallenge(call: String) async throws {
    let bench = try await SDKBench.started(Self.world)
    #expect(try await bench.call(call) == ["rejected 903"])
    #expect(try await bench.user("bob") == ["getPassword(0) 100 left 3"])
  }

  @Test("a password while a code is asked for, and the other way round")
  func mixedUp() async throws {
    let bench = try await SDKBench.started(Self.world)
    _ = try await bench.user("alice")
    #expect(try await bench.password("long enough", mode: 1) == ["rejected 903"])
    #expect(try await bench.code("1") == ["getUserConsentForLDA 100"])
    #expect(try await bench.code("1") == ["rejected 903"])
  }

  @Test("a mode or type that is not the event's, or is missing")
  func notEchoed() async throws {
    let bench = try await SDKBench.started(Self.world)
    _ = try await bench.user("alice")
    _ = try await bench.code("1")
    #expect(try await bench.consent(true, mode: 16) == ["rejected 904"])
    #expect(try await bench.consent(true, type: 1) == ["rejected 904"])
    #expect(try await bench.call("setUserConsentForLDA", ["shouldEnrollLDA": .flag(true)]) == ["rejected 904"])
    _ = try await bench.consent(false)
    #expect(try await bench.password("long enough", mode: 0) == ["rejected 904"])
    #expect(try await bench.password("long enough", mode: 1) == ["getDeviceName 100"])
  }

  @Test("an answer that is missing, empty, or of another type")
  func missing() async throws {
    let bench = try await SDKBench.started(Self.world)
    #expect(try await bench.call("setUser") == ["rejected 905"])
    #expect(try await bench.call("setUser", ["userName": .int(1)]) == ["rejected 905"])
    #expect(try await bench.user(" \t") == ["rejected 905"])
    _ = try await bench.user("alice")
    #expect(try await bench.code("") == ["rejected 905"])
    #expect(try await bench.code("  ") == ["rejected 905"])
    _ = try await bench.code("1")
    #expect(try await bench.call("setUserConsentForLDA") == ["rejected 905"])
    _ = try await bench.consent(false)
    #expect(try await bench.password("", mode: 1) == ["rejected 905"])
    _ = try await bench.password("long enough", mode: 1)
    #expect(try await bench.deviceName(" ") == ["rejected 905"])
    _ = try await bench.deviceName("Phone")
    #expect(try await bench.call("logOff") == ["rejected 905"])
    #expect(try await bench.logOff("bob") == ["rejected 904"])
  }

  @Test(
    "calls of the time before login, once somebody is signed in",
    arguments: [
      "resetAuthState", "setUser", "setPassword", "resetBlockedUserAccount",
    ])
  func afterLogin(call: String) async throws {
    let bench = try await SDKBench.started(Self.world)
    _ = try await bench.user("bob")
    _ = try await bench.password("Passw0rd", mode: 0)
    #expect(try await bench.call(call, ["userName": .text("bob")]) == ["rejected 902"])
  }

  @Test("log-off while nobody is signed in")
  func logOffTooEarly() async throws {
    let bench = try await SDKBench.started(Self.world)
    #expect(try await bench.logOff("bob") == ["rejected 902"])
  }

  @Test("a second call while the reply to the first is under way")
  func busy() async throws {
    let bench = try await SDKBench.started(Self.world + "\nlatency: 2s")
    #expect(try await bench.answer("setUser", ["userName": .text("alice")]) == .accepted)
    #expect(try await bench.answer("setUser", ["userName": .text("bob")]) != .accepted)
    #expect(try await bench.events().map(\.line) == ["getActivationCode 100 left 3"])
    #expect(bench.clock.now == .seconds(4))
  }

  @Test("a call that nobody knows")
  func unknown() async throws {
    let bench = try await SDKBench.started(Self.world)
    #expect(try await bench.call("getUser") == ["rejected 907"])
  }

  @Test("no two reasons have the same number, and none is 0")
  func numbers() {
    let numbers = Rejection.allCases.map(\.rawValue)
    #expect(Set(numbers).count == numbers.count)
    #expect(!numbers.contains(0))
  }
}
