// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import RELIDSimulator
import Testing
import Values

@Suite("What a world lets go wrong")
struct FaultTests {
  /// A simulator that is initialized, in a world with these faults.
  private func bench(_ faults: String) async throws -> SDKBench {
    try await SDKBench.started(
      "users: { alice: { activationCode: \"1\" }, bob: { password: Passw0rd } }\nfaults:\n\(faults)")
  }

  @Test("a call is refused at once, the nth time only, and no event follows")
  func reject() async throws {
    let bench = try await bench("  - { call: setActivationCode, nth: 2, reject: 500 }")
    _ = try await bench.user("alice")
    #expect(try await bench.code("2") == ["getActivationCode 106 left 2"])
    #expect(try await bench.code("1") == ["rejected 500"])
    #expect(try await bench.events() == [])
    #expect(try await bench.code("1") == ["getPassword(1) 100 left 3"])
  }

  @Test("an event carries an error")
  func error() async throws {
    let bench = try await bench("  - { call: setUser, nth: 2, error: 131 }")
    #expect(try await bench.user("eve") == ["getUser 101"])
    #expect(try await bench.user("eve") == ["getUser error 131"])
    #expect(try await bench.user("eve") == ["getUser 101"])
  }

  @Test(
    "an event carries any status", arguments: [0, 100, 101, 102, 106, 110, 118, 138, 141, 146, 153, 164, 166, 190, 999])
  func status(number: Int) async throws {
    let bench = try await bench("  - { call: setUser, status: \(number) }")
    #expect(try await bench.user("alice") == ["getActivationCode \(number) left 3"])
    #expect(try await bench.code("1") == ["getPassword(1) 100 left 3"])
  }

  @Test("another event comes, and what the call would have done is undone")
  func otherEvent() async throws {
    let bench = try await bench(
      """
        - { call: setActivationCode, nth: 1, event: onWeird, with: { n: 3, 'on': true, t: "3", l: [a, { b: -1 }] }, status: 7, error: 9 }
      """)
    _ = try await bench.user("alice")
    #expect(
      try await bench.answer("setActivationCode", ["activationCode": .text("wrong")]) == .accepted)
    let data: Record = [
      "n": .int(3), "on": .flag(true), "t": .text("3"), "l": .list([.text("a"), .record(["b": .int(-1)])]),
    ]
    #expect(try await bench.events() == [SDKEvent("onWeird", data: data, status: 7, error: 9)])
    #expect(try await bench.code("2") == ["getActivationCode 106 left 2"])
  }

  @Test("after another event the device waits for what that event asks")
  func followsEvent() async throws {
    let bench = try await bench(
      """
        - { call: setUser, nth: 1, event: getPassword, with: { userID: bob, challengeMode: 0, attemptsLeft: 1 }, status: 100 }
        - { call: setPassword, nth: 1, event: getUser, status: 141 }
        - { call: initialize, nth: 2, event: onInitializeError, error: 218 }
      """)
    #expect(try await bench.user("bob") == ["getPassword(0) 100 left 1"])
    #expect(try await bench.password("wrong", mode: 0) == ["getUser 141"])
    #expect(try await bench.call("resetBlockedUserAccount") == ["getActivationCode 100 left 3"])
    _ = try await bench.call("resetAuthState")
    #expect(try await bench.user("bob") == ["getPassword(0) 100 left 3"])
    _ = try await bench.call("terminate")
    #expect(try await bench.call("initialize") == ["onInitializeError error 218"])
    #expect(try await bench.call("initialize") == ["onInitialized 100", "getUser 100"])
  }

  @Test("a challenge in a mode that nobody knows asks for nothing that can be answered")
  func unknownMode() async throws {
    let bench = try await bench("  - { call: setUser, nth: 1, event: getPassword, with: { challengeMode: 77 } }")
    #expect(try await bench.user("bob") == ["getPassword(77)"])
    #expect(try await bench.password("Passw0rd", mode: 77) == ["rejected 903"])
    #expect(try await bench.call("resetAuthState") == ["getUser 100"])
  }

  @Test("a call is taken and nothing happens")
  func silent() async throws {
    let bench = try await bench("  - { call: setActivationCode, nth: 1, silent: true }")
    _ = try await bench.user("alice")
    #expect(try await bench.code("2") == [])
    #expect(try await bench.code("2") == ["getActivationCode 106 left 2"])
  }

  @Test("a reply is late")
  func late() async throws {
    let bench = try await bench("  - { call: setUser, late: 5s }")
    #expect(try await bench.answer("setUser", ["userName": .text("alice")]) == .accepted)
    #expect(try await bench.events(until: .seconds(4)) == [])
    #expect(bench.clock.now == .seconds(4))
    #expect(try await bench.events().count == 1)
    #expect(bench.clock.now == .seconds(5))
  }

  @Test("a reply comes twice; the second changes nothing")
  func twice() async throws {
    let bench = try await bench("  - { call: setUser, twice: true }")
    #expect(try await bench.user("alice") == ["getActivationCode 100 left 3", "getActivationCode 100 left 3"])
    #expect(try await bench.code("1") == ["getPassword(1) 100 left 3"])
  }

  @Test("of two events the one that answers the call is changed")
  func answersOnly() async throws {
    let bench = try SDKBench(
      """
      users: { bob: { password: Passw0rd } }
      faults:
        - { call: initialize, error: 5 }
        - { call: logOff, error: 6 }
      """)
    #expect(try await bench.call("initialize") == ["onInitialized 100", "getUser error 5"])
    _ = try await bench.user("bob")
    _ = try await bench.password("Passw0rd", mode: 0)
    #expect(try await bench.logOff("bob") == ["onUserLoggedOff error 6", "getUser 100"])
  }

  @Test("a fault with a number goes before one for every call")
  func precedence() async throws {
    let bench = try await bench(
      "  - { call: setUser, error: 1 }\n  - { call: setUser, nth: 2, reject: 2 }")
    #expect(try await bench.user("alice") == ["getActivationCode error 1 left 3"])
    _ = try await bench.call("resetAuthState")
    #expect(try await bench.user("alice") == ["rejected 2"])
  }

  @Test("a fault does not let through what the SDK refuses")
  func refusedAnyway() async throws {
    let bench = try await bench(
      "  - { call: setPassword, silent: true }\n  - { call: setUser, event: onWeird }")
    #expect(try await bench.password("x", mode: 0) == ["rejected 903"])
    #expect(try await bench.user(" ") == ["rejected 905"])
  }
}
