// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
@preconcurrency import RELID
import RELIDAdapter
import Testing
import Values

/// What becomes of the vendor's payloads.
@Suite struct EventTests {
  private func event(_ body: (RELIDListener) -> Void) async throws -> SDKEvent {
    let backend = await RELIDBackend(RDNA()) { rdna, listener, _ in rdna.initialize(listener) }
    body(backend.listener)
    return try #require(try await backend.nextEvent(until: .zero))
  }

  private func response(_ code: Int = 100, _ info: [(String, String)] = []) -> RDNAChallengeResponse {
    RDNAChallengeResponse(
      status: RDNARequestStatus(statusCode: code, statusMessage: "so"),
      info: info.map { RDNAChallengeInfo(key: $0, value: $1) })
  }

  @Test("status and error are kept apart, each with its words")
  func keepsNumbers() async throws {
    let event = try await event { listener in
      listener.getUser(
        ["alice"], recentlyLoggedInUser: "", response: response(101),
        error: RDNAError(longErrorCode: 131, errorString: "cancelled"))
    }
    #expect(event.status == 101 && event.statusMessage == "so")
    #expect(event.error == 131 && event.errorMessage == "cancelled")
    #expect(event.data == Record([.init("userNames", .list([.text("alice")]))]))
  }

  @Test("what the server says beside the challenge gets the contract's names and types")
  func readsInfo() async throws {
    let policy = #"{"minL":"8","maxL":64,"UserIDcheck":"true","SeqCheck":0,"msg":"Eight or more.","odd":1,"minDg":-1}"#
    let event = try await event { listener in
      listener.getPassword(
        "alice", challenge: .CHALLENGE_OP_SET, attemptsLeft: 3,
        response: response(
          100, [("RELID_PASSWORD_POLICY", policy), ("ENABLE_FORGOT_PASSWORD", "true"), ("AUTH_TYPE", "1")]),
        error: RDNAError())
    }
    #expect(
      event.data["passwordPolicy"]
        == .record([
          "minL": .int(8), "maxL": .int(64), "UserIDcheck": .flag(true), "SeqCheck": .flag(false),
          "msg": .text("Eight or more."),
        ]))
    #expect(event.data["forgotPasswordEnabled"] == .flag(true))
    #expect(event.data["authenticationMethod"] == .text("1"))
    #expect(event.data["attemptsLeft"] == .int(3))
  }

  @Test("what cannot be read is left out, and is no error", arguments: ["", "{", "[]", "8 or more", "{\"minL\":{}}"])
  func leavesOut(_ policy: String) async throws {
    let event = try await event { listener in
      listener.getPassword(
        "", challenge: .CHALLENGE_OP_SET, attemptsLeft: -1,
        response: response(100, [("PASSWORD_POLICY", policy), ("ENABLE_FORGOT_PASSWORD", "perhaps")]),
        error: RDNAError())
    }
    #expect(event.data["forgotPasswordEnabled"] == nil && event.data["attemptsLeft"] == nil)
    #expect(event.data["passwordPolicy"].map { $0 == .record(Record()) } ?? true)
  }

  @Test("an invalid session is told as such, though it has no id")
  func readsInvalidSession() async throws {
    let event = try await event {
      $0.onUserLogged(in: "alice", challengeResponse: RDNAChallengeResponse(), error: RDNAError())
    }
    #expect(event.data == Record([.init("userID", .text("alice")), .init("sessionType", .int(2))]))
  }

  @Test("a session can be extended when the SDK says 1, and by nothing else", arguments: [1, 0, -1, 2, Int32.max])
  func readsExtendability(_ number: Int32) async throws {
    let event = try await event { listener in
      listener.onSessionTimeOutNotification(
        "alice", message: "soon", timeLeftInSecond: 60, sessionCanBeExtended: number, info: RDNAGeneralInfo())
    }
    #expect(event.data["sessionCanBeExtended"] == .flag(number == 1))
  }

  @Test("a missing list of notifications is an empty one, and an action without a value or a label is left out")
  func readsNotifications() async throws {
    for status in [RDNAStatusGetNotifications(nil), RDNAStatusGetNotifications(RDNANotificationResponse(nil))] {
      let event = try await event { $0.onGetNotifications(status) }
      #expect(event.data["notifications"] == .list([]))
    }
    let notification = RDNANotification()
    notification.notification_uuid = "n1"
    notification.body = [RDNANotificationBody(subject: "Pay", message: "Ten euros")]
    notification.create_ts_epoch = 1_700_000_000.9
    notification.actions = [
      RDNANotificationAction(action: "Yes", label: "Pay it"), RDNANotificationAction(action: nil, label: "No"),
      RDNANotificationAction(action: "Later", label: nil),
    ]
    let event = try await event {
      $0.onGetNotifications(RDNAStatusGetNotifications(RDNANotificationResponse([notification])))
    }
    #expect(
      event.data["notifications"]
        == .list([
          .record([
            "uuid": .text("n1"), "subject": .text("Pay"), "message": .text("Ten euros"),
            "createdAtEpoch": .int(1_700_000_000), "actionPerformed": .text(""),
            "actions": .list([.record(["action": .text("Yes"), "label": .text("Pay it")])]),
          ])
        ]))
  }

  @Test(
    "a notification without an id, a subject or a message is left out",
    arguments: [(nil, "Pay", "Ten euros"), ("n1", nil, "Ten euros"), ("n1", "Pay", nil)]
      as [(String?, String?, String?)])
  func leavesOutIncomplete(_ id: String?, _ subject: String?, _ message: String?) async throws {
    let notification = RDNANotification()
    notification.notification_uuid = id
    notification.body = [RDNANotificationBody(subject: subject, message: message)]
    let bodiless = RDNANotification()
    bodiless.notification_uuid = "n2"
    let event = try await event {
      $0.onGetNotifications(RDNAStatusGetNotifications(RDNANotificationResponse([notification, bodiless])))
    }
    #expect(event.data["notifications"] == .list([]))
  }

  @Test("a device for which the SDK has no name is called by its own", arguments: ["", " \n", "Pixel"])
  func namesDevice(_ proposed: String) async throws {
    let backend = await RELIDBackend(RDNA(), deviceName: "Ada's phone") { rdna, listener, _ in rdna.initialize(listener)
    }
    let nameless = await RELIDBackend(RDNA()) { rdna, listener, _ in rdna.initialize(listener) }
    for backend in [backend, nameless] {
      backend.listener.getDeviceName("ada", deviceName: proposed, response: response(), error: RDNAError())
    }
    let event = try #require(try await backend.nextEvent(until: .zero))
    #expect(event.data["deviceName"] == .text(proposed == "Pixel" ? "Pixel" : "Ada's phone"))
    let other = try #require(try await nameless.nextEvent(until: .zero))
    guard case .text(let name)? = other.data["deviceName"] else { Issue.record("no name"); return }
    #expect(name.contains { !$0.isWhitespace })
  }

  @Test("a threat's own numbers and words are all there, and empty ones are not")
  func readsThreats() async throws {
    let threat = RDNAThreat(id: 4)
    threat.threatName = "Debugger"
    threat.networkInfo.ssid = "cafe"
    for body in [{ $0.onUserConsentThreats([threat]) }, { $0.onTerminate(with: [threat]) }] as [(RELIDListener) -> Void]
    {
      let event = try await event(body)
      #expect(
        event.data["threats"]
          == .list([
            .record([
              "threatId": .int(4), "threatName": .text("Debugger"), "networkInfo": .record(["ssid": .text("cafe")]),
            ])
          ]))
    }
  }
}
