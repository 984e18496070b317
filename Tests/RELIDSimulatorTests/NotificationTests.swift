// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import RELIDSimulator
import Testing
import Values

@Suite("Notifications")
struct NotificationTests {
  static let world = """
    startsAt: "2026-03-01T00:00:10Z"
    users:
      bob:
        password: Passw0rd
        notifications:
          - uuid: old
            createdAt: "2026-02-27T08:00:00Z"
            processed: Pay
            actions: [{ action: Pay }]
          - uuid: pay
            subject: A payment
            message: 20 euros to Zoe?
            createdAt: "2026-02-28T23:59:59Z"
            expiresAfter: 2m
            actions: [{ action: Pay, label: 'Yes', authLevel: 1 }, { action: Refuse }]
          - uuid: gone
            createdAt: "2026-02-28T10:00:00Z"
            expiresAfter: 1m
            actions: [{ action: Pay }]
          - { uuid: later, createdAt: "2026-03-01T00:01:10Z", enterprise: bank, actions: [{ action: Ok }] }
      zoe: { password: Passw0rd, notifications: [ { uuid: hers, actions: [{ action: Ok }] } ] }

    """

  @Test("they come newest first, without those that are over, those of others and those to come")
  func list() async throws {
    let bench = try await SDKBench.signedIn(Self.world)
    #expect(try await bench.notifications() == ["pay", "old"])
    bench.clock.advance(to: .seconds(60))
    #expect(try await bench.notifications() == ["later", "pay", "old"])
    bench.clock.advance(to: .seconds(109))
    #expect(try await bench.notifications() == ["later", "old"])
  }

  @Test("each has all that an app shows")
  func fields() async throws {
    let bench = try await SDKBench.signedIn(Self.world)
    _ = try await bench.answer("getNotifications", ["recordCount": .int(1)])
    let event = try #require(try await bench.events().first)
    let actions: Value = .list([
      .record(["action": .text("Pay"), "label": .text("Yes"), "authLevel": .text("1")]),
      .record(["action": .text("Refuse"), "label": .text("Refuse"), "authLevel": .text("0")]),
    ])
    let notification: Value = .record([
      "uuid": .text("pay"), "subject": .text("A payment"), "message": .text("20 euros to Zoe?"),
      "createdAt": .text("2026-02-28T23:59:59Z"), "createdAtEpoch": .int(1_772_323_199),
      "expiresAt": .text("2026-03-01T00:01:59Z"), "actionPerformed": .text(""), "actions": actions,
    ])
    #expect(
      event.data == [
        "notifications": .list([notification]), "start": .int(1), "count": .int(1), "total": .int(2),
      ])
  }

  @Test(
    "a call asks for some of them",
    arguments: [
      (["recordCount": .int(0)], ["pay", "old"]), (["recordCount": .int(1)], ["pay"]),
      (["recordCount": .int(9), "startIndex": .int(2)], ["old"]), (["startIndex": .int(3)], []),
      (["startDate": .text("2026-02-28")], ["pay"]), (["endDate": .text("2026-02-28")], ["pay", "old"]),
      (["endDate": .text("2026-02-27")], ["old"]), (["startDate": .text("2026-02-27T08:00:01Z")], ["pay"]),
      (["endDate": .text("2026-02-28T23:59:58Z")], ["old"]), (["enterpriseID": .text("bank")], []),
      (["enterpriseID": .text(""), "startDate": .text(""), "endDate": .text("")], ["pay", "old"]),
    ] as [(Record, [String])])
  func page(arguments: Record, ids: [String]) async throws {
    let bench = try await SDKBench.signedIn(Self.world)
    #expect(try await bench.notifications(arguments) == ids)
  }

  @Test(
    "what cannot be asked is refused",
    arguments: [
      ["recordCount": .int(-1)], ["recordCount": .text("1")], ["startIndex": .int(0)], ["enterpriseID": .int(1)],
      ["startDate": .text("yesterday")], ["endDate": .text("2026-02-30")], ["endDate": .text("2026-02-28T24:00:00Z")],
    ] as [Record])
  func badPage(arguments: Record) async throws {
    let bench = try await SDKBench.signedIn(Self.world)
    #expect(try await bench.call("getNotifications", arguments) == ["rejected 905"])
  }

  @Test("none is an empty list or no list, as the world says", arguments: ["list", "missing"])
  func none(word: String) async throws {
    let bench = try await SDKBench.signedIn("users: { bob: { password: Passw0rd } }\nemptyNotifications: \(word)")
    let found = try await bench.notifications()
    #expect(found == (word == "list" ? [] : nil))
  }

  @Test("an answer counts once, letter by letter")
  func answer() async throws {
    let bench = try await SDKBench.signedIn(Self.world)
    #expect(try await bench.answer(notification: "pay", "refuse") == ["onUpdateNotification 923"])
    #expect(try await bench.answer(notification: "pay", "Refuse ") == ["onUpdateNotification 923"])
    #expect(try await bench.answer(notification: "pay", "Refuse") == ["onUpdateNotification 100"])
    #expect(try await bench.answer(notification: "pay", "Pay") == ["onUpdateNotification 921"])
    #expect(try await bench.notifications() == ["pay", "old"])
  }

  @Test(
    "what cannot be answered says why, and the user stays signed in",
    arguments: [("old", 921), ("gone", 922), ("later", 924), ("hers", 924), ("none", 924)])
  func noAnswer(id: String, status: Int) async throws {
    let bench = try await SDKBench.signedIn(Self.world)
    #expect(try await bench.answer(notification: id, "Pay") == ["onUpdateNotification \(status)"])
    #expect(try await bench.notifications() == ["pay", "old"])
  }

  @Test("one that is over by the time of the answer is over")
  func race() async throws {
    let bench = try await SDKBench.signedIn(Self.world)
    #expect(try await bench.notifications() == ["pay", "old"])
    bench.clock.advance(to: .seconds(109))
    #expect(try await bench.answer(notification: "pay", "Refuse") == ["onUpdateNotification 922"])
  }

  @Test("without a user, an id or a response there is no answer")
  func refused() async throws {
    let bench = try await SDKBench.started(Self.world)
    #expect(try await bench.call("getNotifications") == ["rejected 902"])
    #expect(try await bench.answer(notification: "pay", "Pay") == ["rejected 902"])
    _ = try await bench.user("bob")
    _ = try await bench.password("Passw0rd", mode: 0)
    #expect(try await bench.call("updateNotification", ["notificationID": .text("pay")]) == ["rejected 905"])
    #expect(try await bench.call("updateNotification", ["response": .text("Pay")]) == ["rejected 905"])
  }

  @Test(
    "status, error and silence come by faults",
    arguments: [
      ("getNotifications, error: 5", "onGetNotifications error 5"),
      ("getNotifications, status: 150", "onGetNotifications 150"), ("getNotifications, reject: 5", "rejected 5"),
    ])
  func faults(fault: String, line: String) async throws {
    let bench = try await SDKBench.signedIn(Self.world + "faults: [ { call: \(fault) } ]")
    #expect(try await bench.now("getNotifications") == [line])
  }
}

@Suite("Notifications that want the user checked once more")
struct StepUpTests {
  private static func world(_ user: String, _ more: String = "") -> String {
    "users: { bob: { \(user), notifications: [ { uuid: pay, actions: [ { action: Pay, authLevel: 4 } ] } ] } }\n\(more)"
  }

  @Test("by password, if that is how the user signed in; a wrong one costs an attempt")
  func password() async throws {
    let bench = try await SDKBench.signedIn(Self.world("password: Passw0rd"))
    #expect(try await bench.answer(notification: "pay", "Pay") == ["getPassword(3) 100 left 3"])
    #expect(try await bench.password("wrong", mode: 3) == ["getPassword(3) 102 left 2"])
    #expect(try await bench.password("Passw0rd", mode: 0) == ["rejected 904"])
    #expect(try await bench.password("Passw0rd", mode: 3) == ["onUpdateNotification 100"])
    #expect(try await bench.answer(notification: "pay", "Pay") == ["onUpdateNotification 921"])
  }

  @Test("a user who turns away from the password has not answered")
  func turnedAway() async throws {
    let bench = try await SDKBench.signedIn(Self.world("password: Passw0rd"))
    _ = try await bench.answer(notification: "pay", "Pay")
    #expect(try await bench.call("setUser", ["userName": .text("bob")]) == ["rejected 903"])
    #expect(try await bench.notifications() == ["pay"])
    #expect(try await bench.password("Passw0rd", mode: 3) == ["rejected 902"])
    #expect(try await bench.logOff("bob") == ["onUserLoggedOff 100", "getUser 100"])
  }

  @Test("spent passwords log the user off, and block")
  func spent() async throws {
    let bench = try await SDKBench.signedIn(Self.world("password: Passw0rd, passwordAttempts: 1"))
    _ = try await bench.answer(notification: "pay", "Pay")
    #expect(
      try await bench.password("wrong", mode: 3) == ["onUpdateNotification 153", "onUserLoggedOff 100", "getUser 100"])
    #expect(try await bench.user("bob") == ["getUser 141"])
  }

  private func letIn(_ user: String, biometric: String) async throws -> SDKBench {
    let bench = try await SDKBench.started(
      Self.world(user, "device: { lda: face, biometric: [accept, \(biometric)] }"))
    #expect(try await bench.user("bob") == ["onUserLoggedIn 100"])
    return bench
  }

  @Test("by the device, if that let the user in")
  func lda() async throws {
    let bench = try await letIn("lda: true", biometric: "accept")
    #expect(try await bench.answer(notification: "pay", "Pay") == ["onUpdateNotification 100"])
  }

  @Test("cancelled there, by password if there is one", arguments: ["cancel", "fail"])
  func cancelled(result: String) async throws {
    let bench = try await letIn("lda: true, password: Passw0rd", biometric: result)
    #expect(try await bench.answer(notification: "pay", "Pay") == ["getPassword(3) 100 left 3"])
    #expect(try await bench.password("Passw0rd", mode: 3) == ["onUpdateNotification 100"])
  }

  @Test("cancelled there without a password it fails, and may be tried again")
  func cancelledForGood() async throws {
    let bench = try await letIn("lda: true", biometric: "cancel")
    #expect(try await bench.answer(notification: "pay", "Pay") == ["onUpdateNotification error 131"])
    #expect(try await bench.answer(notification: "pay", "Pay") == ["onUpdateNotification 100"])
  }

  @Test("a right password that has expired logs the user off")
  func expired() async throws {
    let bench = try await letIn("lda: true, password: Passw0rd, passwordExpired: true", biometric: "cancel")
    _ = try await bench.answer(notification: "pay", "Pay")
    #expect(
      try await bench.password("Passw0rd", mode: 3)
        == ["onUpdateNotification 110", "onUserLoggedOff 100", "getUser 100"])
    #expect(try await bench.user("bob") == ["onUserLoggedIn 100"])
    #expect(try await bench.notifications() == ["pay"])
  }

  @Test("a status of a fault logs off as the real one does; an error does not", arguments: [110, 153])
  func byFault(status: Int) async throws {
    let bench = try await SDKBench.signedIn(
      Self.world(
        "password: Passw0rd",
        "faults: [ { call: updateNotification, nth: 1, status: \(status), error: 5 }, "
          + "{ call: updateNotification, nth: 2, status: \(status) } ]"))
    #expect(try await bench.answer(notification: "none", "Pay") == ["onUpdateNotification error 5"])
    #expect(
      try await bench.answer(notification: "none", "Pay")
        == ["onUpdateNotification \(status)", "onUserLoggedOff 100", "getUser 100"])
  }

  @Test("a password that only a script asks for answers nothing")
  func script() async throws {
    let bench = try await SDKBench.signedIn(Self.world("password: Passw0rd"))
    bench.simulator.send(SDKEvent("getPassword", data: ["challengeMode": .int(3)]))
    #expect(try await bench.events().map(\.line) == ["getPassword(3)"])
    #expect(try await bench.password("Passw0rd", mode: 3) == ["rejected 903"])
  }
}
