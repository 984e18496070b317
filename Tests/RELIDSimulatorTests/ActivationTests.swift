// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import RELIDSimulator
import Testing
import Values

@Suite("First use of a user")
struct ActivationTests {
  static let newcomer = #"users: { alice: { activationCode: "493021" } }"#
  static let withFace = newcomer + "\ndevice: { lda: face }"

  @Test("without the device's own authentication, a password is set, the device named, the user signed in")
  func withoutLDA() async throws {
    let bench = try await SDKBench.started(Self.newcomer)
    #expect(try await bench.user("alice") == ["getActivationCode 100 left 3"])
    #expect(try await bench.code("493021") == ["getPassword(1) 100 left 3"])
    #expect(try await bench.password("correct horse", mode: 1) == ["getDeviceName 100"])
    #expect(try await bench.deviceName("My phone") == ["onUserLoggedIn 100"])
  }

  @Test("consent to the device's own authentication makes a password unnecessary")
  func consent() async throws {
    let bench = try await SDKBench.started(Self.withFace)
    #expect(try await bench.user("alice") == ["getActivationCode 100 left 3"])
    #expect(try await bench.code("493021") == ["getUserConsentForLDA 100"])
    #expect(try await bench.consent(true) == ["getDeviceName 100"])
    #expect(try await bench.deviceName("My phone") == ["onUserLoggedIn 100"])
    #expect(try await bench.logOff("alice") == ["onUserLoggedOff 100", "getUser 100"])
    #expect(try await bench.user("alice") == ["onUserLoggedIn 100"])
  }

  @Test("declined, it leads to a password")
  func declined() async throws {
    let bench = try await SDKBench.started(Self.withFace)
    _ = try await bench.user("alice")
    _ = try await bench.code("493021")
    #expect(try await bench.consent(false) == ["getPassword(1) 100 left 3"])
    #expect(try await bench.password("correct horse", mode: 1) == ["getDeviceName 100"])
  }

  @Test("cancelled, it leads back to the user with the world's error", arguments: [("cancel", 131), ("fail", 777)])
  func cancelled(result: String, number: Int) async throws {
    let bench = try await SDKBench.started(
      Self.newcomer + "\ndevice: { lda: face, biometric: \(result), ldaCancelError: \(number) }")
    _ = try await bench.user("alice")
    _ = try await bench.code("493021")
    #expect(try await bench.consent(true) == ["getUser error \(number)"])
    #expect(try await bench.user("alice") == ["getActivationCode 100 left 3"])
  }

  @Test("a code that has expired costs no attempt, and the next one can be used")
  func expired() async throws {
    let bench = try await SDKBench.started(
      #"users: { alice: { activationCode: ["493021", "771204"] } }"# + "\ncodeExpires: 10m")
    _ = try await bench.user("alice")
    bench.clock.advance(to: .seconds(600))
    #expect(try await bench.code("493021") == ["getActivationCode 925 left 3"])
    #expect(try await bench.code("000000") == ["getActivationCode 106 left 2"])
    #expect(try await bench.call("resendActivationCode") == ["getActivationCode 100 left 2"])
    bench.clock.advance(to: .seconds(1199))
    #expect(try await bench.code("771204") == ["getPassword(1) 100 left 3"])
  }

  @Test("a wrong code costs an attempt, by the SDK's count, which starting again does not refill")
  func wrongCode() async throws {
    let bench = try await SDKBench.started(Self.newcomer)
    _ = try await bench.user("alice")
    #expect(try await bench.code("000000") == ["getActivationCode 106 left 2"])
    #expect(try await bench.call("resetAuthState") == ["getUser 100"])
    #expect(try await bench.user("alice") == ["getActivationCode 100 left 2"])
    #expect(try await bench.code("000000") == ["getActivationCode 106 left 1"])
    #expect(try await bench.code("493021") == ["getPassword(1) 100 left 3"])
  }

  @Test("the last wrong code blocks the user, whom no code lets in again")
  func exhausted() async throws {
    let bench = try await SDKBench.started(
      #"users: { alice: { activationCode: "1", activationAttempts: 2 } }"#)
    _ = try await bench.user("alice")
    #expect(try await bench.code("2") == ["getActivationCode 106 left 1"])
    #expect(try await bench.code("2") == ["getUser 138"])
    #expect(try await bench.call("resetBlockedUserAccount") == ["rejected 903"])
    #expect(try await bench.user("alice") == ["getUser 138"])
  }

  @Test("a resend moves on to the next code and leaves the attempts as they are")
  func resend() async throws {
    let bench = try await SDKBench.started(#"users: { alice: { activationCode: ["111", "222"] } }"#)
    _ = try await bench.user("alice")
    #expect(try await bench.code("222") == ["getActivationCode 106 left 2"])
    #expect(try await bench.call("resendActivationCode") == ["getActivationCode 100 left 2"])
    #expect(try await bench.code("111") == ["getActivationCode 106 left 1"])
    #expect(try await bench.call("resendActivationCode") == ["getActivationCode 100 left 1"])
    #expect(try await bench.code("222") == ["getPassword(1) 100 left 3"])
  }

  @Test("a resend beyond the world's limit is refused, and the event before it says so")
  func resendLimit() async throws {
    let bench = try await SDKBench.started(#"users: { alice: { activationCode: "1", resendLimit: 1 } }"#)
    _ = try await bench.user("alice")
    #expect(try await bench.answer("resendActivationCode") == .accepted)
    let event = try #require(try await bench.events().first)
    #expect(event.data["resendEnabled"] == .flag(false))
    #expect(try await bench.call("resendActivationCode") == ["rejected 906"])
    #expect(try await bench.code("1") == ["getPassword(1) 100 left 3"])
  }

  @Test("a resend has a new verification key, a wrong code as well")
  func freshKey() async throws {
    let bench = try await SDKBench.started(Self.newcomer)
    var keys: Set<Value> = []
    for call in ["setUser", "resendActivationCode", "resendActivationCode"] {
      _ = try await bench.answer(call, ["userName": .text("alice")])
      keys.insert(try #require(try await bench.events().first?.data["verificationKey"]))
    }
    #expect(keys.count == 3)
  }

  @Test("user names and codes are trimmed; passwords are not")
  func trimming() async throws {
    let bench = try await SDKBench.started(Self.newcomer + "\ndevice: { asksName: false }")
    #expect(try await bench.user("  alice ") == ["getActivationCode 100 left 3"])
    #expect(try await bench.code(" 493021\n") == ["getPassword(1) 100 left 3"])
    #expect(try await bench.password(" with spaces ", mode: 1) == ["onUserLoggedIn 100"])
    _ = try await bench.logOff("alice")
    _ = try await bench.user("alice")
    #expect(try await bench.password("with spaces", mode: 0) == ["getPassword(0) 102 left 2"])
    #expect(try await bench.password(" with spaces ", mode: 0) == ["onUserLoggedIn 100"])
  }

  @Test("a device that does not ask for its name signs in at once")
  func withoutName() async throws {
    let bench = try await SDKBench.started(Self.withFace.replacing("face", with: "face, asksName: false"))
    _ = try await bench.user("alice")
    _ = try await bench.code("493021")
    #expect(try await bench.consent(true) == ["onUserLoggedIn 100"])
  }

  @Test("the events carry what the contract says")
  func data() async throws {
    let bench = try await SDKBench.started(Self.withFace + "\npolicy: { minLength: 4, message: Four or more }")
    func event(_ call: String, _ arguments: Record) async throws -> SDKEvent {
      #expect(try await bench.answer(call, arguments) == .accepted)
      return try #require(try await bench.events().last)
    }
    let code = try await event("setUser", ["userName": .text("alice")])
    #expect(code.data["userID"] == .text("alice"))
    let consent = try await event("setActivationCode", ["activationCode": .text("493021")])
    #expect(consent.data["challengeMode"] == .int(1))
    #expect(consent.data["authenticationType"] == .int(2))
    let password = try await event(
      "setUserConsentForLDA",
      ["shouldEnrollLDA": .flag(false), "challengeMode": .int(1), "authenticationType": .int(2)])
    guard case .record(let policy)? = password.data["passwordPolicy"] else {
      Issue.record("no policy in \(password.data)")
      return
    }
    #expect(policy["minL"] == .int(4))
    #expect(policy["msg"] == .text("Four or more"))
    let name = try await event("setPassword", ["password": .text("long enough"), "challengeMode": .int(1)])
    #expect(name.data["deviceName"] == .text("Simulated device"))
    let session = try await event("setDeviceName", ["deviceName": .text("My phone")])
    #expect(session.data["sessionType"] == .int(1))
    #expect(session.data["sessionID"] != nil)
    let user = try await event("logOff", ["userID": .text("alice")])
    #expect(user.data["userNames"] == .list([.text("alice")]))
    #expect(user.data["recentlyLoggedInUser"] == .text("alice"))
  }
}
