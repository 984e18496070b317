// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import RELIDSimulator
import Testing
import Values

@Suite("Threats")
struct ThreatTests {
  static let users = "users: { alice: { activationCode: \"1\" }, bob: { password: Passw0rd } }\n"
  static let low = "{ threatId: 7, threatName: Debugger, threatSeverity: LOW, threatCategory: SYSTEM }"
  static let medium = "{ threatId: 9, threatSeverity: MEDIUM, threatCategory: NETWORK, networkInfo: { ssid: Cafe } }"

  private func bench(_ threats: String, _ more: String = "") throws -> SDKBench {
    try SDKBench(Self.users + "threats:\n\(threats)\n\(more)")
  }

  @Test("the start waits until the user has decided to go on")
  func proceed() async throws {
    let bench = try bench("  - { consent: [\(Self.low), \(Self.medium)], during: initialize }")
    #expect(try await bench.call("initialize") == ["onUserConsentThreats"])
    #expect(try await bench.call("initialize") == ["rejected 909"])
    #expect(try await bench.user("bob") == ["rejected 909"])
    #expect(try await bench.call("getSDKVersion") == ["rejected 909"])
    #expect(try await bench.events() == [])
    #expect(try await bench.decide([9, 7], proceeds: true) == ["onInitialized 100", "getUser 100"])
    #expect(try await bench.user("bob") == ["getPassword(0) 100 left 3"])
  }

  @Test("an event tells of the threats what the world says")
  func data() async throws {
    let bench = try bench("  - { consent: [\(Self.low), \(Self.medium)] }")
    _ = try await bench.answer("initialize")
    let event = try #require(try await bench.events().first)
    #expect(event.status == nil)
    #expect(
      event.data["threats"]
        == .list([
          .record([
            "threatId": .int(7), "threatName": .text("Debugger"), "threatSeverity": .text("LOW"),
            "threatCategory": .text("SYSTEM"),
          ]),
          .record([
            "threatId": .int(9), "threatSeverity": .text("MEDIUM"), "threatCategory": .text("NETWORK"),
            "networkInfo": .record(["ssid": .text("Cafe")]),
          ]),
        ]))
  }

  @Test("a decision to leave comes back with the same threats, and the SDK is dead until it is initialized again")
  func exit() async throws {
    let bench = try bench("  - { consent: [\(Self.low), \(Self.medium)] }", "latency: 1s")
    #expect(try await bench.call("initialize") == ["onUserConsentThreats"])
    #expect(try await bench.decide([7, 9], proceeds: false) == [])
    #expect(try await bench.decide([7, 9], proceeds: true) == ["rejected 908"])
    #expect(try await bench.call("resetAuthState") == ["rejected 909"])
    let event = try #require(try await bench.events().first)
    #expect(event.name == "onTerminateWithThreats")
    guard case .list(let threats)? = event.data["threats"] else { return #expect(Bool(false), "no threats") }
    #expect(threats.map { $0["threatId"] } == [.int(7), .int(9)])
    #expect(try await bench.timed() == [])
    #expect(try await bench.user("bob") == ["rejected 901"])
    #expect(try await bench.decide([7, 9], proceeds: true) == ["rejected 901"])
    for call in ["getSDKVersion", "setDeviceToken", "extendSessionIdleTimeout", "terminate"] {
      #expect(try await bench.call(call, ["token": .text("x")]) == ["rejected 901"])
    }
    #expect(try await bench.call("initialize") == ["onUserConsentThreats"])
    _ = try await bench.decide([7, 9], proceeds: true)
    #expect(try await bench.events().map(\.line) == ["onInitialized 100", "getUser 100"])
  }

  @Test("one threat that is not accepted is enough to leave")
  func mixed() async throws {
    let bench = try bench("  - { consent: [\(Self.low), \(Self.medium)] }")
    _ = try await bench.call("initialize")
    let threats: Value = .list([
      .record(["threatId": .int(7), "shouldProceedWithThreats": .int(1)]),
      .record(["threatId": .int(9), "shouldProceedWithThreats": .int(0)]),
    ])
    #expect(try await bench.now("takeActionOnThreats", ["threats": threats]) == ["onTerminateWithThreats"])
  }

  @Test("a decision must be about all the threats of a list, and no others")
  func otherThreats() async throws {
    let bench = try bench("  - { consent: [\(Self.low), \(Self.medium)] }")
    #expect(try await bench.decide([7], proceeds: true) == ["rejected 901"])
    _ = try await bench.call("initialize")
    #expect(try await bench.decide([7], proceeds: true) == ["rejected 904"])
    #expect(try await bench.decide([7, 9, 11], proceeds: true) == ["rejected 904"])
    #expect(try await bench.decide([7, 11], proceeds: false) == ["rejected 904"])
    #expect(try await bench.decide([], proceeds: true) == ["rejected 905"])
    #expect(try await bench.decide([7, 9], proceeds: true) == ["onInitialized 100", "getUser 100"])
  }

  @Test("a terminating threat ends the start before it has begun")
  func terminating() async throws {
    let bench = try bench("  - { terminate: [\(Self.low)], during: initialize, nth: 1 }")
    #expect(try await bench.call("initialize") == ["onTerminateWithThreats"])
    #expect(try await bench.decide([7], proceeds: true) == ["rejected 901"])
    #expect(try await bench.user("bob") == ["rejected 901"])
    #expect(try await bench.call("initialize") == ["onInitialized 100", "getUser 100"])
  }

  @Test("two lists are both delivered, and the start waits for both", arguments: [true, false])
  func twoLists(takesBothFirst: Bool) async throws {
    let bench = try bench("  - { consent: [\(Self.low)] }\n  - { consent: [\(Self.medium)] }")
    _ = try await bench.answer("initialize")
    let first = try await bench.simulator.nextEvent(until: .zero)
    #expect(first?.name == "onUserConsentThreats")
    if takesBothFirst {
      #expect(try await bench.events().map(\.name) == ["onUserConsentThreats"])
      #expect(try await bench.decide([7], proceeds: true) == [])
    } else {
      #expect(try await bench.decide([7], proceeds: true) == ["onUserConsentThreats"])
    }
    #expect(try await bench.decide([9], proceeds: true) == ["onInitialized 100", "getUser 100"])
  }

  @Test("a list whose threats have been accepted for the session meanwhile comes to nothing")
  func acceptedMeanwhile() async throws {
    let bench = try bench("  - { consent: [\(Self.low)] }\n  - { consent: [\(Self.low)] }")
    _ = try await bench.answer("initialize")
    #expect(try await bench.simulator.nextEvent(until: .zero)?.name == "onUserConsentThreats")
    #expect(try await bench.decide([7], proceeds: true, isRemembered: true) == ["onInitialized 100", "getUser 100"])
  }

  @Test("a threat is found later, before or after login, and bars every other call")
  func later() async throws {
    let bench = try bench("  - { consent: [\(Self.low)], after: 20s }\n  - { terminate: [\(Self.medium)], after: 50s }")
    #expect(try await bench.now("initialize") == ["onInitialized 100", "getUser 100"])
    #expect(try await bench.now("setUser", ["userName": .text("bob")]) == ["getPassword(0) 100 left 3"])
    #expect(try await bench.timed(until: .seconds(30)) == ["20 onUserConsentThreats"])
    #expect(try await bench.password("Passw0rd", mode: 0) == ["rejected 909"])
    #expect(try await bench.decide([7], proceeds: true) == [])
    #expect(
      try await bench.now("setPassword", ["password": .text("Passw0rd"), "challengeMode": .int(0)])
        == ["onUserLoggedIn 100"])
    #expect(try await bench.timed() == ["50 onTerminateWithThreats"])
    #expect(try await bench.logOff("bob") == ["rejected 901"])
    #expect(try await bench.now("initialize") == ["onInitialized 100", "getUser 100"])
    #expect(try await bench.timed(until: .seconds(80)) == ["70 onUserConsentThreats"])
  }

  @Test("threats are not looked for any more once the SDK has stopped")
  func stopped() async throws {
    let bench = try bench("  - { consent: [\(Self.low)], after: 20s }")
    _ = try await bench.now("initialize")
    #expect(try await bench.now("terminate") == ["onTerminate 100"])
    #expect(try await bench.timed() == [])
    #expect(bench.clock.now == .zero)
  }

  @Test("a threat comes between a call and its reply, each time, until it is accepted for the session")
  func during() async throws {
    let bench = try bench("  - { consent: [\(Self.low)], during: setUser }")
    _ = try await bench.call("initialize")
    #expect(try await bench.user("eve") == ["onUserConsentThreats", "getUser 101"])
    #expect(try await bench.user("eve") == ["rejected 909"])
    #expect(try await bench.decide([7], proceeds: true) == [])
    #expect(try await bench.user("eve") == ["onUserConsentThreats", "getUser 101"])
    #expect(try await bench.decide([7], proceeds: true, isRemembered: true) == [])
    #expect(try await bench.user("eve") == ["getUser 101"])
    _ = try await bench.call("terminate")
    _ = try await bench.call("initialize")
    #expect(try await bench.user("eve") == ["onUserConsentThreats", "getUser 101"])
  }

  @Test("of a list only the threats are found that are not accepted")
  func partly() async throws {
    let bench = try bench(
      "  - { consent: [\(Self.low)], during: setUser, nth: 1 }\n"
        + "  - { consent: [\(Self.low), \(Self.medium)], during: setUser, nth: 3 }")
    _ = try await bench.call("initialize")
    _ = try await bench.user("eve")
    _ = try await bench.decide([7], proceeds: true, isRemembered: true)
    #expect(try await bench.user("eve") == ["getUser 101"])
    #expect(try await bench.user("eve") == ["onUserConsentThreats", "getUser 101"])
    #expect(try await bench.decide([7, 9], proceeds: true) == ["rejected 904"])
    #expect(try await bench.decide([9], proceeds: true) == [])
  }

  @Test("a terminating threat takes the reply with it")
  func duringTerminating() async throws {
    let bench = try bench("  - { terminate: [\(Self.low)], during: setUser, nth: 2 }")
    _ = try await bench.call("initialize")
    #expect(try await bench.user("eve") == ["getUser 101"])
    #expect(try await bench.user("bob") == ["onTerminateWithThreats"])
    #expect(try await bench.call("initialize") == ["onInitialized 100", "getUser 100"])
  }

  @Test("a call that is refused finds nothing")
  func refused() async throws {
    let bench = try bench("  - { terminate: [\(Self.low)], during: setUser }")
    #expect(try await bench.user("bob") == ["rejected 901"])
    _ = try await bench.call("initialize")
    #expect(try await bench.user(" ") == ["rejected 905"])
  }

  @Test("a decision can be refused by a fault; then nothing is decided")
  func faulty() async throws {
    let bench = try bench(
      "  - { consent: [\(Self.low)] }", "faults: [ { call: takeActionOnThreats, nth: 1, reject: 500 } ]")
    _ = try await bench.call("initialize")
    #expect(try await bench.decide([7], proceeds: false) == ["rejected 500"])
    #expect(try await bench.user("bob") == ["rejected 909"])
    #expect(try await bench.decide([7], proceeds: true) == ["onInitialized 100", "getUser 100"])
  }

  @Test("a fault of the start is laid over what comes when it goes on")
  func faultyStart() async throws {
    let bench = try bench("  - { consent: [\(Self.low)] }", "faults: [ { call: initialize, error: 5, twice: true } ]")
    _ = try await bench.call("initialize")
    #expect(
      try await bench.decide([7], proceeds: true) == ["onInitialized 100", "getUser error 5", "getUser error 5"])
  }

  @Test("replies that are held are passed by a threat")
  func held() async throws {
    let bench = try bench("  - { consent: [\(Self.low)], during: setUser }")
    _ = try await bench.call("initialize")
    bench.simulator.holdReplies()
    #expect(try await bench.user("bob") == ["onUserConsentThreats"])
    #expect(try await bench.decide([7], proceeds: true) == [])
    bench.simulator.releaseReplies()
    #expect(try await bench.events().map(\.line) == ["getPassword(0) 100 left 3"])
  }
}
