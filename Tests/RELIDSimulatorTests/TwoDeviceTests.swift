// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import RELIDSimulator
import Testing
import Values

@Suite("Two devices of one user")
struct TwoDeviceTests {
  /// Carol uses the phone; the tablet is new, and the world's own device.
  static let world = """
    users: { carol: { password: Passw0rd, registeredDevices: [phone], activationCode: "7" } }
    device: { id: tablet, name: Tablet, lda: face }
    devices: { phone: { name: Phone } }

    """

  /// Carol is signed in on the phone and has asked on the tablet to add it.
  private func asking(
    _ more: String = "", phone: String = "{}", sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> (phone: SDKBench, tablet: SDKBench) {
    let world = Self.world.replacing("{ name: Phone }", phone) + more
    let tablet = try await SDKBench.started(world, device: "tablet", sourceLocation: sourceLocation)
    let phone = tablet.device("phone")
    try await phone.signIn("carol", sourceLocation: sourceLocation)
    #expect(try await tablet.user("carol") == ["getAddNewDeviceOptions"], sourceLocation: sourceLocation)
    #expect(try await tablet.now("performVerifyAuth", ["verifyAuthStatus": .flag(true)]) == [])
    return (phone, tablet)
  }

  private func request(on phone: SDKBench) async throws -> String {
    try #require(try await phone.notifications()?.first)
  }

  @Test("an approval on the one lets the other go on")
  func approved() async throws {
    let (phone, tablet) = try await asking("latency: 0s")
    #expect(try await tablet.events() == [])
    let id = try await request(on: phone)
    #expect(try await phone.answer(notification: id, "Approve") == ["onUpdateNotification 100"])
    #expect(try await tablet.events().map(\.line) == ["getUserConsentForLDA 100"])
    #expect(try await tablet.consent(true) == ["getDeviceName 100"])
    #expect(try await tablet.deviceName("Tablet") == ["onUserLoggedIn 100"])
    #expect(try await phone.answer(notification: id, "Reject") == ["onUpdateNotification 921"])
    #expect(try await phone.logOff("carol") == ["onUserLoggedOff 100", "getUser 100"])
    #expect(try await tablet.logOff("carol") == ["onUserLoggedOff 100", "getUser 100"])
    #expect(try await tablet.user("carol") == ["onUserLoggedIn 100"])
  }

  @Test("the request says what it is about, and offers two actions")
  func notification() async throws {
    let (phone, _) = try await asking()
    _ = try await phone.answer("getNotifications")
    let event = try #require(try await phone.events().first)
    guard case .list(let items)? = event.data["notifications"], case .record(let item)? = items.first else {
      return #expect(Bool(false), "no notification")
    }
    #expect(item["message"] == .text("Do you want to add Tablet?"))
    guard case .list(let actions)? = item["actions"] else { return #expect(Bool(false), "no actions") }
    #expect(actions.map { $0["action"] } == [.text("Approve"), .text("Reject")])
  }

  @Test("a tablet without a check of its own goes on with a password")
  func noLDA() async throws {
    let bench = try await SDKBench.started(
      Self.world.replacing("lda: face", "lda: none") + "latency: 1s", device: "tablet")
    let phone = bench.device("phone")
    for (name, arguments) in [
      ("initialize", Record()), ("setUser", ["userName": .text("carol")]),
      ("setPassword", ["password": .text("Passw0rd"), "challengeMode": .int(0)]),
    ] { _ = try await phone.call(name, arguments) }
    _ = try await bench.user("carol")
    #expect(try await bench.now("performVerifyAuth", ["verifyAuthStatus": .flag(true)]) == [])
    _ = try await phone.answer("getNotifications")
    guard case .list(let items)? = try await phone.events().first?.data["notifications"],
      case .record(let item)? = items.first, case .text(let id)? = item["uuid"]
    else { return #expect(Bool(false), "no notification") }
    let start = bench.clock.now
    #expect(try await phone.answer(notification: id, "Approve") == [])
    #expect(try await bench.call("setUser", ["userName": .text("carol")]) == ["rejected 908"])
    #expect(try await bench.events().map(\.line) == ["getPassword(1) 100 left 3"])
    #expect(bench.clock.now == start + .seconds(1))
    #expect(try await phone.events().map(\.line) == ["onUpdateNotification 100"])
  }

  @Test(
    "a rejection comes to the other as the world says",
    arguments: [
      ("", "getUser error 910"), ("approval: { error: 55 }", "getUser error 55"),
      ("approval: { rejected: fallback }", "getActivationCode 100 left 3"),
    ])
  func rejected(more: String, line: String) async throws {
    let (phone, tablet) = try await asking(more)
    #expect(
      try await phone.answer(notification: try await request(on: phone), "Reject") == ["onUpdateNotification 100"])
    #expect(try await tablet.events().map(\.line) == [line])
    #expect(try await tablet.timed() == [])
  }

  @Test("what the world says of approvals is for users without another device in it")
  func worldsAnswer() async throws {
    let (_, tablet) = try await asking("approval: { answer: approve, after: 10s }")
    #expect(try await tablet.timed() == [])
    let other = try await SDKBench.started(
      Self.world.replacing("[phone]", "[lost-phone]") + "approval: { after: 10s }", device: "tablet")
    _ = try await other.user("carol")
    #expect(try await other.verify() == ["getUserConsentForLDA 100"])
  }

  @Test("a request that nobody answers comes to its end, on both devices")
  func expired() async throws {
    let (phone, tablet) = try await asking("approvalExpires: 2m")
    let id = try await request(on: phone)
    #expect(try await tablet.timed() == ["120 getUser error 912"])
    #expect(try await phone.notifications() == [])
    #expect(try await phone.answer(notification: id, "Approve") == ["onUpdateNotification 922"])
    #expect(try await tablet.timed() == [])
  }

  @Test("an approval in time takes the end away")
  func inTime() async throws {
    let (phone, tablet) = try await asking("approvalExpires: 2m")
    phone.clock.advance(to: .seconds(119))
    _ = try await phone.answer(notification: try await request(on: phone), "Approve")
    #expect(try await tablet.timed() == ["119 getUserConsentForLDA 100"])
  }

  @Test("an approval at the last moment is too late, whichever device looks first", arguments: [true, false])
  func lastMoment(tabletFirst: Bool) async throws {
    let (phone, tablet) = try await asking("approvalExpires: 2m")
    let id = try await request(on: phone)
    phone.clock.advance(to: .seconds(120))
    if tabletFirst { #expect(try await tablet.timed() == ["120 getUser error 912"]) }
    #expect(try await phone.answer(notification: id, "Approve") == ["onUpdateNotification 922"])
    if !tabletFirst { #expect(try await tablet.timed() == ["120 getUser error 912"]) }
  }

  @Test(
    "a device that waits no more cannot be approved",
    arguments: ["fallbackNewDeviceActivationFlow", "resetAuthState", "terminate"])
  func givenUp(call: String) async throws {
    let (phone, tablet) = try await asking("approvalExpires: 2m")
    let id = try await request(on: phone)
    #expect(try await tablet.now(call).count == 1)
    #expect(try await phone.notifications() == [])
    #expect(try await phone.answer(notification: id, "Approve") == ["onUpdateNotification 922"])
    #expect(try await tablet.timed() == [])
  }

  @Test("a device that gives up after the approval, but before it hears of it, does not hear of it")
  func givenUpLate() async throws {
    let (phone, tablet) = try await asking()
    _ = try await phone.answer(notification: try await request(on: phone), "Approve")
    #expect(try await tablet.call("fallbackNewDeviceActivationFlow") == ["getActivationCode 100 left 3"])
    #expect(try await tablet.code("7") == ["getUserConsentForLDA 100"])
  }

  @Test("a request again takes the place of the one before")
  func again() async throws {
    let (phone, tablet) = try await asking()
    let first = try await request(on: phone)
    #expect(try await tablet.now("performVerifyAuth", ["verifyAuthStatus": .flag(true)]) == [])
    let second = try await request(on: phone)
    #expect(first != second)
    #expect(try await phone.notifications() == [second])
    #expect(try await phone.answer(notification: first, "Approve") == ["onUpdateNotification 922"])
    #expect(try await phone.answer(notification: second, "Approve") == ["onUpdateNotification 100"])
    #expect(try await tablet.events().map(\.line) == ["getUserConsentForLDA 100"])
  }

  @Test("an approval may want the user checked; only then the other device hears of it")
  func checked() async throws {
    let (phone, tablet) = try await asking("approval: { authLevel: 1 }")
    let id = try await request(on: phone)
    #expect(try await phone.answer(notification: id, "Approve") == ["getPassword(3) 100 left 3"])
    #expect(try await tablet.events() == [])
    #expect(try await phone.password("Passw0rd", mode: 3) == ["onUpdateNotification 100"])
    #expect(try await tablet.events().map(\.line) == ["getUserConsentForLDA 100"])
  }

  @Test("a request that ends while the user is checked is over")
  func checkedTooLate() async throws {
    let (phone, tablet) = try await asking("approval: { authLevel: 1 }\napprovalExpires: 2m")
    let id = try await request(on: phone)
    #expect(try await phone.answer(notification: id, "Approve") == ["getPassword(3) 100 left 3"])
    #expect(try await tablet.timed() == ["120 getUser error 912"])
    #expect(try await phone.password("Passw0rd", mode: 3) == ["onUpdateNotification 922"])
  }

  @Test("a fault that undoes the answer lets the other device wait")
  func undone() async throws {
    let (phone, tablet) = try await asking(
      phone: "{ faults: [ { call: updateNotification, nth: 1, silent: true } ] }")
    let id = try await request(on: phone)
    #expect(try await phone.answer(notification: id, "Approve") == [])
    #expect(try await tablet.events() == [])
    #expect(try await phone.answer(notification: id, "Approve") == ["onUpdateNotification 100"])
    #expect(try await tablet.events().count == 1)
  }

  @Test("faults and threats are a device's own")
  func own() async throws {
    let tablet = try SDKBench(
      Self.world.replacing("{ name: Phone }", "{ faults: [ { call: initialize, reject: 5 } ] }")
        + "threats: [ { terminate: [ { threatId: 1 } ] } ]", device: "tablet")
    #expect(try await tablet.call("initialize") == ["onTerminateWithThreats"])
    #expect(try await tablet.device("phone").call("initialize") == ["rejected 5"])
  }

  @Test("a block by one device is a block on the other")
  func blocked() async throws {
    let phone = try await SDKBench.started(
      "users: { carol: { password: Passw0rd, registeredDevices: [phone, tablet], passwordAttempts: 1 } }\n"
        + "device: { id: phone }\ndevices: { tablet: {} }", device: "phone")
    let tablet = phone.device("tablet")
    _ = try await tablet.call("initialize")
    _ = try await phone.user("carol")
    #expect(try await phone.password("wrong", mode: 0) == ["getUser 141"])
    #expect(try await tablet.user("carol") == ["getUser 141"])
  }

  @Test("each device lets in whom the world says")
  func enrolled() async throws {
    let phone = try await SDKBench.started(
      "users: { carol: { password: Passw0rd, registeredDevices: [phone, tablet], lda: [tablet] } }\n"
        + "device: { id: phone }\ndevices: { tablet: { lda: fingerprint } }", device: "phone")
    let tablet = phone.device("tablet")
    _ = try await tablet.call("initialize")
    #expect(try await phone.user("carol") == ["getPassword(0) 100 left 3"])
    #expect(try await tablet.user("carol") == ["onUserLoggedIn 100"])
  }

  @Test("the same id is the same device")
  func same() async throws {
    let bench = try await SDKBench.started(Self.world, device: "phone")
    #expect(try await bench.device("phone").call("initialize") == ["rejected 88"])
    #expect(try await bench.device("watch").call("initialize") == ["onInitialized 100", "getUser 100"])
    #expect(try await bench.device("watch").call("initialize") == ["rejected 88"])
  }
}

extension String {
  fileprivate func replacing(_ part: String, _ other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}
