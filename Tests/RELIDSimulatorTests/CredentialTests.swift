// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import RELIDSimulator
import Testing
import Values

@Suite("What a user who is signed in can change")
struct CredentialTests {
  static let bob = "users: { bob: { password: Passw0rd, passwordHistory: [Former 1], passwordAttempts: 2 } }\n"

  private func asked(_ more: String = "") async throws -> SDKBench {
    let bench = try await SDKBench.signedIn(Self.bob + more)
    #expect(
      try await bench.call("initiateUpdateFlowForCredential", ["credential": .text("Password")])
        == ["getPassword(2) 100 left 2"])
    return bench
  }

  @Test("the SDK says what there is to change")
  func options() async throws {
    let bench = try await SDKBench.signedIn(Self.bob)
    #expect(try await bench.call("getAllChallenges") == ["rejected 905"])
    #expect(try await bench.call("getAllChallenges", ["userID": .text("eve")]) == ["rejected 904"])
    #expect(try await bench.answer("getAllChallenges", ["userID": .text("bob")]) == .accepted)
    let event = try #require(try await bench.events().first)
    #expect(event.line == "onCredentialsAvailableForUpdate 100")
    #expect(event.data == ["userID": .text("bob"), "options": .list([.text("Password")])])
  }

  @Test("who has no password has nothing to change")
  func noOptions() async throws {
    let bench = try await SDKBench.started("users: { bob: { lda: true } }\ndevice: { lda: face }")
    _ = try await bench.user("bob")
    _ = try await bench.answer("getAllChallenges", ["userID": .text("bob")])
    #expect(try await bench.events().first?.data["options"] == .list([]))
    #expect(
      try await bench.call("initiateUpdateFlowForCredential", ["credential": .text("Password")]) == ["rejected 904"])
  }

  @Test("a password is replaced, and the user stays signed in")
  func replaced() async throws {
    let bench = try await asked()
    #expect(try await bench.update("wrong", "A new one", mode: 2) == ["getPassword(2) 102 left 1"])
    #expect(try await bench.update("Passw0rd", "A new one", mode: 4) == ["rejected 904"])
    #expect(try await bench.update("Passw0rd", "", mode: 2) == ["rejected 905"])
    #expect(try await bench.password("Passw0rd", mode: 2) == ["rejected 903"])
    #expect(try await bench.update("Passw0rd", "A new one", mode: 2) == ["onUpdateCredentialResponse 100"])
    #expect(try await bench.logOff("bob") == ["onUserLoggedOff 100", "getUser 100"])
    _ = try await bench.user("bob")
    #expect(try await bench.password("A new one", mode: 0) == ["onUserLoggedIn 100"])
  }

  @Test("a server may log the user off then")
  func loggedOff() async throws {
    let bench = try await asked("logOffAfterUpdate: true")
    #expect(
      try await bench.update("Passw0rd", "A new one", mode: 2)
        == ["onUpdateCredentialResponse 100", "onUserLoggedOff 100", "getUser 100"])
    #expect(try await bench.timed() == [])
  }

  @Test(
    "a new password that does not do is not taken", arguments: [("short", 190), ("Former 1", 164), ("Passw0rd", 164)])
  func refused(new: String, status: Int) async throws {
    let bench = try await asked()
    #expect(try await bench.update("Passw0rd", new, mode: 2) == ["onUpdateCredentialResponse \(status)"])
    #expect(try await bench.update("Passw0rd", "A new one", mode: 2) == ["rejected 902"])
    #expect(
      try await bench.call("initiateUpdateFlowForCredential", ["credential": .text("Password")])
        == ["getPassword(2) 100 left 2"])
  }

  @Test("wrong passwords block, and log the user off")
  func spent() async throws {
    let bench = try await asked()
    _ = try await bench.update("wrong", "A new one", mode: 2)
    #expect(
      try await bench.update("wrong", "A new one", mode: 2)
        == ["onUpdateCredentialResponse 153", "onUserLoggedOff 100", "getUser 100"])
    #expect(try await bench.user("bob") == ["getUser 141"])
  }

  @Test("a password that has expired meanwhile logs the user off", arguments: [110, 153])
  func expired(status: Int) async throws {
    let bench = try await asked("faults: [ { call: updatePassword, status: \(status) } ]")
    #expect(
      try await bench.update("Passw0rd", "A new one", mode: 2)
        == ["onUpdateCredentialResponse \(status)", "onUserLoggedOff 100", "getUser 100"])
  }

  @Test("nothing can be changed before a login, and nothing but what there is")
  func tooEarly() async throws {
    let bench = try await SDKBench.started(Self.bob)
    for call in ["getAllChallenges", "initiateUpdateFlowForCredential", "getDeviceAuthenticationDetails"] {
      #expect(try await bench.call(call) == ["rejected 902"])
    }
    _ = try await bench.user("bob")
    _ = try await bench.password("Passw0rd", mode: 0)
    #expect(try await bench.call("initiateUpdateFlowForCredential", ["credential": .text("PIN")]) == ["rejected 904"])
    #expect(try await bench.call("initiateUpdateFlowForCredential") == ["rejected 905"])
    #expect(try await bench.call("getDeviceAuthenticationDetails") == [])
  }
}

@Suite("The device's own authentication, switched on and off")
struct SwitchTests {
  private func manage(_ bench: SDKBench, _ isOn: Bool, type: Int = 2) async throws -> [String] {
    try await bench.call(
      "manageDeviceAuthenticationModes", ["isEnabled": .flag(isOn), "authenticationType": .int(type)])
  }

  private static let bob = "users: { bob: { password: Passw0rd, passwordAttempts: 2 } }\n"

  @Test("on takes the password and the consent; the next login needs no password")
  func on() async throws {
    let bench = try await SDKBench.signedIn(Self.bob + "device: { lda: face }")
    #expect(try await manage(bench, false) == ["onDeviceAuthManagementStatus 100"])
    #expect(try await manage(bench, true) == ["getPassword(5) 100 left 2"])
    #expect(try await bench.password("wrong", mode: 5) == ["getPassword(5) 102 left 1"])
    #expect(try await bench.password("Passw0rd", mode: 5) == ["getUserConsentForLDA 100"])
    #expect(try await bench.consent(true) == ["rejected 904"])
    #expect(try await bench.consent(true, mode: 16) == ["onDeviceAuthManagementStatus 100"])
    #expect(try await manage(bench, true) == ["onDeviceAuthManagementStatus 100"])
    _ = try await bench.logOff("bob")
    #expect(try await bench.user("bob") == ["onUserLoggedIn 100"])
  }

  @Test("who does not consent stays as before, with an error", arguments: [true, false])
  func cancelled(isWanted: Bool) async throws {
    let bench = try await SDKBench.signedIn(Self.bob + "device: { lda: face, biometric: cancel }")
    _ = try await manage(bench, true)
    _ = try await bench.password("Passw0rd", mode: 5)
    #expect(try await bench.consent(isWanted, mode: 16) == ["onDeviceAuthManagementStatus error 217"])
    #expect(try await manage(bench, true) == ["getPassword(5) 100 left 2"])
  }

  @Test("wrong passwords block, and log the user off")
  func spent() async throws {
    let bench = try await SDKBench.signedIn(Self.bob + "device: { lda: face }")
    _ = try await manage(bench, true)
    _ = try await bench.password("wrong", mode: 5)
    #expect(
      try await bench.password("wrong", mode: 5)
        == ["onDeviceAuthManagementStatus error 913", "onUserLoggedOff 100", "getUser 100"])
  }

  @Test(
    "off takes the password, if there is one, and a new one",
    arguments: [
      ("lda: true, password: Passw0rd", "getPassword(15) 100 left 3"), ("lda: true", "getPassword(14) 100 left 3"),
    ])
  func off(user: String, line: String) async throws {
    let bench = try await SDKBench.started("users: { bob: { \(user) } }\ndevice: { lda: face }")
    _ = try await bench.user("bob")
    #expect(try await manage(bench, false) == [line])
    if line.contains("15") {
      #expect(try await bench.password("Passw0rd", mode: 15) == ["getPassword(14) 100 left 3"])
      #expect(try await bench.password("Passw0rd", mode: 14) == ["getPassword(14) 164 left 3"])
    }
    #expect(try await bench.password("short", mode: 14) == ["getPassword(14) 190 left 3"])
    #expect(try await bench.password("A new one", mode: 14) == ["onDeviceAuthManagementStatus 100"])
    _ = try await bench.logOff("bob")
    #expect(try await bench.user("bob") == ["getPassword(0) 100 left 3"])
    #expect(try await bench.password("A new one", mode: 0) == ["onUserLoggedIn 100"])
  }

  @Test("where there is none, or another one, it is refused")
  func refused() async throws {
    let bench = try await SDKBench.signedIn(Self.bob + "device: { lda: face }")
    #expect(try await manage(bench, true, type: 1) == ["rejected 904"])
    #expect(try await bench.call("manageDeviceAuthenticationModes") == ["rejected 905"])
    let other = try await SDKBench.signedIn(Self.bob)
    #expect(try await manage(other, true) == ["rejected 404"])
    #expect(try await manage(try await SDKBench.started(Self.bob), true) == ["rejected 902"])
  }
}
