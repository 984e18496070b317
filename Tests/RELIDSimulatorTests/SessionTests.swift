// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import RELIDSimulator
import Testing
import Values

@Suite("Sessions and their end")
struct SessionTests {
  static let users = "users: { bob: { password: Passw0rd } }\n"
  static let idle = users + "session: { idle: 60s, warning: 20s }\n"

  @Test("a session without calls is warned of, then over; the SDK must be initialized again")
  func idle() async throws {
    let bench = try await SDKBench.signedIn(Self.idle)
    #expect(try await bench.timed() == ["40 onSessionTimeOutNotification", "60 onSessionTimeout"])
    #expect(try await bench.logOff("bob") == ["rejected 901"])
    #expect(try await bench.call("extendSessionIdleTimeout") == ["rejected 901"])
    #expect(try await bench.call("initialize") == ["onInitialized 100", "getUser 100"])
    #expect(try await bench.timed() == [])
  }

  @Test("a warning tells how long is left, and whether more can be had")
  func warning() async throws {
    let bench = try await SDKBench.signedIn(
      Self.users + "session: { idle: 60s, warning: 20500ms, extendable: false, message: Soon over }")
    let event = try #require(try await bench.simulator.nextEvent(until: nil))
    #expect(event.status == nil)
    #expect(
      event.data == [
        "userID": .text("bob"), "message": .text("Soon over"), "timeLeftInSeconds": .int(20),
        "sessionCanBeExtended": .int(0), "sessionType": .int(1),
      ])
  }

  @Test("a call keeps the session alive, before and after the warning; one that is refused does not")
  func used() async throws {
    let bench = try await SDKBench.signedIn(Self.idle)
    bench.clock.advance(to: .seconds(30))
    #expect(try await bench.now("getNotifications") == ["onGetNotifications 100"])
    #expect(try await bench.timed(until: .seconds(75)) == ["70 onSessionTimeOutNotification"])
    #expect(try await bench.now("setUser") == ["rejected 902"])
    #expect(try await bench.now("getSDKVersion") == [])
    #expect(try await bench.timed() == ["115 onSessionTimeOutNotification", "135 onSessionTimeout"])
  }

  @Test("an extension starts the time again, as often as the server grants it")
  func extended() async throws {
    let bench = try await SDKBench.signedIn(Self.users + "session: { idle: 60s, warning: 20s, extensions: 1 }")
    #expect(try await bench.timed(until: .seconds(50)) == ["40 onSessionTimeOutNotification"])
    #expect(try await bench.now("extendSessionIdleTimeout") == ["onSessionExtensionResponse 100"])
    let warning = try #require(try await bench.simulator.nextEvent(until: nil))
    #expect(bench.clock.now == .seconds(90))
    #expect(warning.data["sessionCanBeExtended"] == .int(0))
    #expect(try await bench.now("extendSessionIdleTimeout") == ["rejected 911"])
    #expect(try await bench.timed() == ["110 onSessionTimeout"])
  }

  @Test("one extension is under way at a time")
  func twoExtensions() async throws {
    let bench = try await SDKBench.signedIn(Self.idle)
    _ = try await bench.timed(until: .seconds(50))
    bench.simulator.holdReplies()
    #expect(try await bench.answer("extendSessionIdleTimeout") == .accepted)
    #expect(try await bench.now("extendSessionIdleTimeout") == ["rejected 908"])
    bench.simulator.releaseReplies()
    #expect(try await bench.simulator.nextEvent(until: bench.clock.now)?.name == "onSessionExtensionResponse")
    #expect(try await bench.now("extendSessionIdleTimeout") == ["onSessionExtensionResponse 100"])
  }

  @Test("a warning that comes early is followed by the next in good time")
  func earlyWarning() async throws {
    let bench = try await SDKBench.signedIn(Self.users + "session: { idle: 60s, warning: 50s }")
    #expect(try await bench.timed(until: .seconds(11)) == ["10 onSessionTimeOutNotification"])
    _ = try await bench.now("extendSessionIdleTimeout")
    #expect(try await bench.timed() == ["21 onSessionTimeOutNotification", "71 onSessionTimeout"])
  }

  @Test("a session that cannot be extended is not")
  func notExtendable() async throws {
    let bench = try await SDKBench.signedIn(
      Self.users + "session: { idle: 60s, warning: 20s, extendable: false }")
    #expect(try await bench.now("extendSessionIdleTimeout") == ["rejected 911"])
    #expect(try await bench.timed().last == "60 onSessionTimeout")
  }

  @Test(
    "an extension that fails leaves the warning and its end as they are; it may be tried again",
    arguments: [
      ("reject: 500", "rejected 500"), ("error: 7", "onSessionExtensionResponse error 7"),
      ("status: 150", "onSessionExtensionResponse 150"),
    ])
  func failing(fault: String, line: String) async throws {
    let yaml = Self.idle + "faults: [ { call: extendSessionIdleTimeout, nth: 1, \(fault) } ]"
    let bench = try await SDKBench.signedIn(yaml)
    #expect(try await bench.timed(until: .seconds(50)) == ["40 onSessionTimeOutNotification"])
    #expect(try await bench.now("extendSessionIdleTimeout") == [line])
    #expect(try await bench.timed(until: .seconds(55)) == [])
    #expect(try await bench.now("extendSessionIdleTimeout") == ["onSessionExtensionResponse 100"])
    #expect(try await bench.timed() == ["95 onSessionTimeOutNotification", "115 onSessionTimeout"])

    let other = try await SDKBench.signedIn(yaml)
    _ = try await other.timed(until: .seconds(50))
    _ = try await other.now("extendSessionIdleTimeout")
    #expect(try await other.timed() == ["60 onSessionTimeout"])
  }

  @Test("a session is extended by status 100, and not by status 0")
  func zero() async throws {
    let bench = try await SDKBench.signedIn(Self.idle + "faults: [ { call: extendSessionIdleTimeout, status: 0 } ]")
    _ = try await bench.timed(until: .seconds(50))
    #expect(try await bench.now("extendSessionIdleTimeout") == ["onSessionExtensionResponse 0"])
    #expect(try await bench.timed().last == "60 onSessionTimeout")
  }

  @Test("the end passes an extension whose response is late, and takes it back")
  func endWhileExtending() async throws {
    let bench = try await SDKBench.signedIn(Self.idle + "faults: [ { call: extendSessionIdleTimeout, late: 30s } ]")
    _ = try await bench.timed(until: .seconds(50))
    #expect(try await bench.now("extendSessionIdleTimeout") == [])
    #expect(try await bench.timed() == ["60 onSessionTimeout"])
  }

  @Test("a second warning passes an extension whose response is late")
  func warningWhileExtending() async throws {
    let bench = try await SDKBench.signedIn(
      Self.users + "session: { idle: 60s, hard: 75s, warning: 20s }\n"
        + "faults: [ { call: extendSessionIdleTimeout, late: 9s } ]")
    #expect(try await bench.timed(until: .seconds(50)) == ["40 onSessionTimeOutNotification"])
    #expect(try await bench.now("getSDKVersion") == [])
    #expect(try await bench.now("extendSessionIdleTimeout") == ["rejected 911"])
    #expect(try await bench.timed() == ["55 onSessionTimeOutNotification", "75 onSessionTimeout"])

    let other = try await SDKBench.signedIn(
      Self.users + "session: { idle: 60s, hard: 100s, warning: 50s }\n"
        + "faults: [ { call: extendSessionIdleTimeout, late: 9s, twice: true } ]")
    #expect(try await other.timed(until: .seconds(45)) == ["10 onSessionTimeOutNotification"])
    #expect(try await other.now("extendSessionIdleTimeout") == [])
    #expect(
      try await other.timed() == [
        "54 onSessionExtensionResponse 100", "54 onSessionExtensionResponse 100", "54 onSessionTimeOutNotification",
        "100 onSessionTimeout",
      ])
  }

  @Test("the hard end comes whatever is done, with a warning that offers nothing")
  func hard() async throws {
    let bench = try await SDKBench.signedIn(Self.users + "session: { hard: 60s, warning: 10s }")
    bench.clock.advance(to: .seconds(45))
    _ = try await bench.now("getNotifications")
    let warning = try #require(try await bench.simulator.nextEvent(until: nil))
    #expect(bench.clock.now == .seconds(50))
    #expect(warning.data["sessionCanBeExtended"] == .int(0))
    #expect(try await bench.timed() == ["60 onSessionTimeout"])
  }

  @Test("without a warning the end comes alone")
  func noWarning() async throws {
    let bench = try await SDKBench.signedIn(Self.users + "session: { idle: 60s }")
    #expect(try await bench.timed() == ["60 onSessionTimeout"])
  }

  @Test("the session ends with the log-off; nothing is due any more")
  func loggedOff() async throws {
    let bench = try await SDKBench.signedIn(Self.idle + "forcedLogOff: { after: 5m }")
    #expect(try await bench.now("logOff", ["userID": .text("bob")]) == ["onUserLoggedOff 100", "getUser 100"])
    #expect(try await bench.timed() == [])
    #expect(bench.clock.now == .zero)
  }

  @Test("the time before a login can have limits of its own")
  func appSession() async throws {
    let bench = try SDKBench(Self.users + "appSession: { idle: 30s, warning: 10s }")
    #expect(try await bench.now("initialize") == ["onInitialized 100", "getUser 100"])
    bench.clock.advance(to: .seconds(10))
    _ = try await bench.now("setUser", ["userName": .text("bob")])
    let warning = try #require(try await bench.simulator.nextEvent(until: nil))
    #expect(bench.clock.now == .seconds(30))
    #expect(warning.data["userID"] == nil)
    #expect(warning.data["sessionType"] == .int(0))
    #expect(try await bench.now("extendSessionIdleTimeout") == ["onSessionExtensionResponse 100"])
    _ = try await bench.now("setPassword", ["password": .text("Passw0rd"), "challengeMode": .int(0)])
    #expect(try await bench.timed() == [])
    #expect(try await bench.now("logOff", ["userID": .text("bob")]) == ["onUserLoggedOff 100", "getUser 100"])
    #expect(try await bench.timed() == ["50 onSessionTimeOutNotification", "60 onSessionTimeout"])
  }

  @Test("the SDK logs the user off by itself after each login, and asks who signs in")
  func forced() async throws {
    let bench = try await SDKBench.signedIn(Self.users + "forcedLogOff: { after: 60s }\nlatency: 1s")
    #expect(try await bench.timed() == ["64 onUserLoggedOff 100", "64 getUser 100"])
    #expect(try await bench.user("bob") == ["getPassword(0) 100 left 3"])
    _ = try await bench.answer("setPassword", ["password": .text("Passw0rd"), "challengeMode": .int(0)])
    #expect(
      try await bench.timed() == ["66 onUserLoggedIn 100", "127 onUserLoggedOff 100", "127 getUser 100"])
  }

  @Test("a log-off of the SDK's takes the replies that are under way with it")
  func forcedWhileBusy() async throws {
    let bench = try await SDKBench.signedIn(
      Self.users + "forcedLogOff: { after: 60s }\nfaults: [ { call: getNotifications, late: 2m } ]")
    _ = try await bench.answer("getNotifications")
    #expect(try await bench.timed() == ["60 onUserLoggedOff 100", "60 getUser 100"])
  }

  @Test("without limits nothing is ever due")
  func unlimited() async throws {
    let bench = try await SDKBench.signedIn(Self.users)
    #expect(try await bench.timed() == [])
    #expect(bench.clock.now == .zero)
    #expect(try await bench.now("extendSessionIdleTimeout") == ["onSessionExtensionResponse 100"])
  }
}

extension SDKBench {
  fileprivate static func signedIn(_ yaml: String) async throws -> SDKBench {
    let bench = try SDKBench(yaml)
    for (name, arguments) in [
      ("initialize", Record()), ("setUser", ["userName": .text("bob")]),
      ("setPassword", ["password": .text("Passw0rd"), "challengeMode": .int(0)]),
    ] {
      #expect(try await bench.answer(name, arguments) == .accepted)
      while let event = try await bench.simulator.nextEvent(until: bench.clock.now + .seconds(1)) {
        if event.name != "onInitialized" { break }
      }
    }
    return bench
  }
}
