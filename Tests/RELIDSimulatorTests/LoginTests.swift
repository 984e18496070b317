// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import RELIDSimulator
import Testing
import Values

@Suite("Login of a user who is known")
struct LoginTests {
  static let bob = #"users: { bob: { password: "Passw0rd", activationCode: "7" } }"#
  static let passkey = "users: { bob: { lda: true } }\ndevice: { lda: face, biometric: [cancel, fail] }"

  @Test("the right password signs in; a wrong one costs an attempt")
  func password() async throws {
    let bench = try await SDKBench.started(Self.bob)
    #expect(try await bench.user("bob") == ["getPassword(0) 100 left 3"])
    #expect(try await bench.password("passw0rd", mode: 0) == ["getPassword(0) 102 left 2"])
    #expect(try await bench.password("Passw0rd", mode: 0) == ["onUserLoggedIn 100"])
    _ = try await bench.logOff("bob")
    #expect(try await bench.user("bob") == ["getPassword(0) 100 left 3"])
  }

  @Test("an unknown user is told so by status, and can try again")
  func unknown() async throws {
    let bench = try await SDKBench.started(Self.bob)
    #expect(try await bench.user("Bob") == ["getUser 101"])
    #expect(try await bench.user("bob") == ["getPassword(0) 100 left 3"])
  }

  @Test("a name in another form of Unicode is another user's")
  func spelling() async throws {
    let bench = try await SDKBench.started("users: { \"zo\u{EB}\": { password: a }, \"zoe\u{308}\": { password: b } }")
    #expect(try await bench.user("zo\u{EB}") == ["getPassword(0) 100 left 3"])
    #expect(try await bench.password("b", mode: 0) == ["getPassword(0) 102 left 2"])
    #expect(try await bench.password("a", mode: 0) == ["onUserLoggedIn 100"])
    #expect(try await bench.call("logOff", ["userID": .text("zoe\u{308}")]) == ["rejected 904"])
    let alone = try await SDKBench.started("users: { \"zo\u{EB}\": { password: a } }")
    #expect(try await alone.user("zoe\u{308}") == ["getUser 101"])
  }

  @Test("a block shows at the user", arguments: [("admin", 138), ("code", 138), ("password", 141)])
  func blocked(block: String, status: Int) async throws {
    let bench = try await SDKBench.started("users: { eve: { password: a, activationCode: c, blocked: \(block) } }")
    #expect(try await bench.user("eve") == ["getUser \(status)"])
  }

  @Test("spent passwords block; a code and a new password lift the block, and nothing less")
  func unblock() async throws {
    let bench = try await SDKBench.started(Self.bob)
    _ = try await bench.user("bob")
    #expect(try await bench.password("x", mode: 0) == ["getPassword(0) 102 left 2"])
    #expect(try await bench.password("x", mode: 0) == ["getPassword(0) 102 left 1"])
    #expect(try await bench.password("x", mode: 0) == ["getUser 141"])
    #expect(try await bench.call("resetBlockedUserAccount") == ["getActivationCode 100 left 3"])
    #expect(try await bench.call("resetAuthState") == ["getUser 100"])
    #expect(try await bench.call("resetBlockedUserAccount") == ["rejected 903"])
    #expect(try await bench.user("bob") == ["getUser 141"])
    _ = try await bench.call("resetBlockedUserAccount")
    #expect(try await bench.code("7") == ["getPassword(1) 100 left 3"])
    #expect(try await bench.password("Passw0rd", mode: 1) == ["getPassword(1) 164 left 3"])
    #expect(try await bench.password("Another 1", mode: 1) == ["onUserLoggedIn 100"])
    _ = try await bench.logOff("bob")
    _ = try await bench.user("bob")
    #expect(try await bench.password("Another 1", mode: 0) == ["onUserLoggedIn 100"])
  }

  @Test("the device's own authentication signs in without an event; failed or cancelled it comes as an error")
  func lda() async throws {
    let bench = try await SDKBench.started(Self.passkey)
    #expect(try await bench.user("bob") == ["getUser error 131"])
    #expect(try await bench.user("bob") == ["getUser error 131"])
    #expect(try await bench.user("bob") == ["onUserLoggedIn 100"])
  }

  @Test("an expired password is replaced at login")
  func expired() async throws {
    let bench = try await SDKBench.started(
      #"users: { bob: { password: "old password", passwordHistory: [older word], passwordExpired: true } }"#)
    _ = try await bench.user("bob")
    #expect(try await bench.password("old password", mode: 0) == ["getPassword(4) 118 left 3"])
    #expect(try await bench.password("new password", mode: 4) == ["rejected 903"])
    #expect(try await bench.update("wrong", "new password") == ["getPassword(4) 102 left 2"])
    #expect(try await bench.update("old password", "older word") == ["getPassword(4) 164 left 3"])
    #expect(try await bench.update("old password", "short") == ["getPassword(4) 190 left 3"])
    #expect(try await bench.update("old password", "new password") == ["onUserLoggedIn 100"])
    _ = try await bench.logOff("bob")
    _ = try await bench.user("bob")
    #expect(try await bench.password("new password", mode: 0) == ["onUserLoggedIn 100"])
  }

  @Test("wrong passwords block while an expired one is replaced, too")
  func expiredAndSpent() async throws {
    let bench = try await SDKBench.started(
      "users: { bob: { password: old, passwordExpired: true, passwordAttempts: 1 } }")
    _ = try await bench.user("bob")
    _ = try await bench.password("old", mode: 0)
    #expect(try await bench.update("wrong", "new password") == ["getUser 141"])
  }

  @Test("the history holds the last passwords, the current one among them, and forgets older ones")
  func history() async throws {
    let bench = try await SDKBench.started(
      "users: { bob: { password: password-3, passwordHistory: [password-2, password-1], activationCode: c } }\n"
        + "history: 2\nforgotPassword: true")
    _ = try await bench.user("bob")
    #expect(try await bench.call("forgotPassword") == ["getActivationCode 100 left 3"])
    #expect(try await bench.code("c") == ["getPassword(1) 100 left 3"])
    #expect(try await bench.password("password-3", mode: 1) == ["getPassword(1) 164 left 3"])
    #expect(try await bench.password("password-2", mode: 1) == ["getPassword(1) 164 left 3"])
    #expect(try await bench.password("password-1", mode: 1) == ["onUserLoggedIn 100"])
  }

  @Test("a forgotten password is replaced after a code, where the server offers it")
  func forgotten() async throws {
    let bench = try await SDKBench.started(Self.bob + "\nforgotPassword: true\ndevice: { lda: face }")
    _ = try await bench.user("bob")
    #expect(try await bench.call("forgotPassword") == ["getActivationCode 100 left 3"])
    #expect(try await bench.code("7") == ["getUserConsentForLDA 100"])
    #expect(try await bench.consent(false) == ["getPassword(1) 100 left 3"])
    #expect(try await bench.password("A new one", mode: 1) == ["onUserLoggedIn 100"])
  }

  @Test("where the server does not offer it, it is refused")
  func forgottenWithoutOffer() async throws {
    let bench = try await SDKBench.started(Self.bob)
    _ = try await bench.user("bob")
    #expect(try await bench.call("forgotPassword") == ["rejected 170"])
  }

  @Test(
    "a policy refuses what it does not allow",
    arguments: [
      ("minLength: 5", "abcd", "abcde"), ("maxLength: 5, minLength: 1", "abcdef", "abcde"),
      ("minDigits: 2, minLength: 1", "a1", "a12"), ("minUppercase: 1, minLength: 1", "ab", "aB"),
      ("minLowercase: 1, minLength: 1", "AB", "aB"), ("minSymbols: 1, minLength: 1", "ab", "a!"),
      ("maxRepeats: 2, minLength: 1", "xaaay", "xaay"), (#"forbidden: "<>", minLength: 1"#, "a<b", "a(b"),
      ("mayHoldUserName: false, minLength: 1", "xaliceX", "xalicX"), ("minLength: 3", "éé", "ééé"),
    ])
  func policy(rule: String, bad: String, good: String) async throws {
    let bench = try await SDKBench.started("users: { alice: { activationCode: c } }\npolicy: { \(rule) }")
    _ = try await bench.user("alice")
    _ = try await bench.code("c")
    #expect(try await bench.password(bad, mode: 1) == ["getPassword(1) 190 left 3"])
    #expect(try await bench.password(good, mode: 1) == ["getDeviceName 100"])
  }

  @Test(
    "the SDK may go straight to the password of who signed in last",
    arguments: [
      ("auto", "[bob, zoe]", "getPassword(0) 100 left 3"), ("semiAuto", "[bob]", "getPassword(0) 100 left 3"),
      ("semiAuto", "[bob, zoe]", "getUser 100"), ("manual", "[bob]", "getUser 100"), ("none", "[bob]", "getUser 100"),
      ("auto", "[]", "getUser 100"),
    ])
  func remembered(mode: String, names: String, line: String) async throws {
    let bench = try SDKBench(
      "users: { bob: { password: b }, zoe: { password: z } }\nrememberedUser: \(mode)\n"
        + "device: { rememberedUsers: \(names) }")
    #expect(try await bench.call("initialize") == ["onInitialized 100", line])
  }

  @Test("a server that remembers nobody says so")
  func rememberedNobody() async throws {
    let bench = try await SDKBench.started(Self.bob + "\nrememberedUser: none")
    _ = try await bench.user("bob")
    _ = try await bench.password("Passw0rd", mode: 0)
    _ = try await bench.answer("logOff", ["userID": .text("bob")])
    let event = try #require(try await bench.events().last)
    #expect(event.data["userNames"] == .list([]))
    #expect(event.data["recentlyLoggedInUser"] == .text(""))
    #expect(event.data["rememberMode"] == .text("NA"))
  }
}
