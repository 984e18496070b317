// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import RELIDSimulator
import Testing
import Values

@Suite("A known user on a new device")
struct NewDeviceTests {
  static let carol =
    "users: { carol: { password: Passw0rd, registeredDevices: [old-phone], activationCode: \"7\" } }"

  @Test("the options come without status or error, with the labels that the contract names")
  func options() async throws {
    let bench = try await SDKBench.started(Self.carol)
    #expect(try await bench.answer("setUser", ["userName": .text("carol")]) == .accepted)
    let event = try #require(try await bench.events().first)
    #expect(event.line == "getAddNewDeviceOptions")
    #expect(event.status == nil)
    #expect(
      event.data["newDeviceOptions"]
        == .list([.text("REL-ID Verify Authentication"), .text("Add New Device using Fallback")]))
  }

  @Test(
    "an approval on the other device leads to the set-up of this one",
    arguments: [
      ("none", "getPassword(1) 100 left 3"), ("face", "getUserConsentForLDA 100"),
    ])
  func approved(lda: String, line: String) async throws {
    let bench = try await SDKBench.started(
      Self.carol + "\napproval: { after: 10s }\ndevice: { lda: \(lda) }")
    _ = try await bench.user("carol")
    #expect(try await bench.verify() == [line])
    #expect(bench.clock.now == .seconds(10))
  }

  @Test("after it this device is one of the user's")
  func registered() async throws {
    let bench = try await SDKBench.started(Self.carol)
    _ = try await bench.user("carol")
    _ = try await bench.verify()
    #expect(try await bench.password("Another 1", mode: 1) == ["getDeviceName 100"])
    #expect(try await bench.deviceName("Tablet") == ["onUserLoggedIn 100"])
    _ = try await bench.logOff("carol")
    #expect(try await bench.user("carol") == ["getPassword(0) 100 left 3"])
  }

  @Test(
    "a rejection comes as an error of getUser", arguments: [("reject", 910), ("{ answer: reject, error: 55 }", 55)])
  func rejected(approval: String, number: Int) async throws {
    let bench = try await SDKBench.started(Self.carol + "\napproval: \(approval)")
    _ = try await bench.user("carol")
    #expect(try await bench.verify() == ["getUser error \(number)"])
  }

  @Test("a request that nobody answers leads to nothing; the fallback is open all the time")
  func ignored() async throws {
    let bench = try await SDKBench.started(Self.carol + "\napproval: ignore")
    _ = try await bench.user("carol")
    #expect(try await bench.verify() == [])
    #expect(try await bench.verify() == [])
    #expect(try await bench.call("fallbackNewDeviceActivationFlow") == ["getActivationCode 100 left 3"])
    #expect(try await bench.code("7") == ["getPassword(1) 100 left 3"])
  }

  @Test(
    "the fallback gives up an approval that is awaited",
    arguments: ["fallbackNewDeviceActivationFlow", "resetAuthState"])
  func givenUp(call: String) async throws {
    let bench = try await SDKBench.started(Self.carol + "\napproval: { after: 1m }")
    _ = try await bench.user("carol")
    #expect(try await bench.answer("performVerifyAuth", ["verifyAuthStatus": .flag(true)]) == .accepted)
    #expect(try await bench.events(until: .seconds(5)) == [])
    let second = try await bench.answer("setUser", ["userName": .text("carol")])
    #expect(second == .rejected(code: 908, message: "another call is under way"))
    #expect(try await bench.call(call).count == 1)
    #expect(try await bench.events(until: .seconds(100)) == [])
  }

  @Test("to decline the request is to cancel: nothing is sent, and the SDK asks for a user again")
  func declined() async throws {
    let bench = try await SDKBench.started(Self.carol)
    _ = try await bench.user("carol")
    #expect(try await bench.verify(false) == ["getUser 100"])
  }

  @Test("a device that the world does not describe is new")
  func otherDevice() async throws {
    let bench = try await SDKBench.started("users: { bob: { password: p } }", device: "other")
    #expect(try await bench.user("bob") == ["getAddNewDeviceOptions"])
  }

  @Test("a request that nobody answers can come to its end")
  func expired() async throws {
    let bench = try await SDKBench.started(Self.carol + "\napproval: ignore\napprovalExpires: 2m")
    _ = try await bench.user("carol")
    #expect(try await bench.answer("performVerifyAuth", ["verifyAuthStatus": .flag(true)]) == .accepted)
    #expect(try await bench.timed() == ["120 getUser error 912"])
    #expect(try await bench.call("fallbackNewDeviceActivationFlow") == ["rejected 903"])
    #expect(try await bench.user("carol") == ["getAddNewDeviceOptions"])
  }

  @Test("an approval that takes too long is none", arguments: ["approve", "reject"])
  func tooLate(answer: String) async throws {
    let bench = try await SDKBench.started(
      Self.carol + "\napproval: { answer: \(answer), after: 2m, expiredError: 77 }\napprovalExpires: 2m")
    _ = try await bench.user("carol")
    #expect(try await bench.verify() == ["getUser error 77"])
  }

  @Test(
    "the end of a request that was given up does not come",
    arguments: ["fallbackNewDeviceActivationFlow", "resetAuthState", "terminate"])
  func endOfNothing(call: String) async throws {
    let bench = try await SDKBench.started(Self.carol + "\napproval: ignore\napprovalExpires: 2m")
    _ = try await bench.user("carol")
    #expect(try await bench.now("performVerifyAuth", ["verifyAuthStatus": .flag(true)]) == [])
    #expect(try await bench.now(call).count == 1)
    #expect(try await bench.timed() == [])
    #expect(bench.clock.now == .zero)
  }

  @Test("a request again starts again")
  func again() async throws {
    let bench = try await SDKBench.started(Self.carol + "\napproval: ignore\napprovalExpires: 2m")
    _ = try await bench.user("carol")
    #expect(try await bench.now("performVerifyAuth", ["verifyAuthStatus": .flag(true)]) == [])
    bench.clock.advance(to: .seconds(60))
    #expect(try await bench.now("performVerifyAuth", ["verifyAuthStatus": .flag(true)]) == [])
    #expect(try await bench.timed() == ["180 getUser error 912"])
  }

  @Test("a rejection can lead straight to the fallback")
  func rejectedFallback() async throws {
    let bench = try await SDKBench.started(Self.carol + "\napproval: { answer: reject, rejected: fallback }")
    _ = try await bench.user("carol")
    #expect(try await bench.verify() == ["getActivationCode 100 left 3"])
    #expect(try await bench.code("7") == ["getPassword(1) 100 left 3"])
  }

  @Test("a server may offer other ways")
  func otherOptions() async throws {
    let bench = try await SDKBench.started(Self.carol + "\nnewDeviceOptions: [Ask the branch]")
    _ = try await bench.answer("setUser", ["userName": .text("carol")])
    #expect(try await bench.events().first?.data["newDeviceOptions"] == .list([.text("Ask the branch")]))
  }
}
