// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import RELIDSimulator
import Testing
import Values

/// A simulator that a test calls, and whose events it reads as lines such as `getPassword(1) 190 left 3`.
struct SDKBench {
  let simulator: RELIDSimulator
  let clock: VirtualClock

  init(_ yaml: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let outcome = WorldReader.read(SourceFile(path: "world.yaml", text: yaml))
    #expect(outcome.findings.map(\.line) == [], sourceLocation: sourceLocation)
    let world = try #require(outcome.value, sourceLocation: sourceLocation)
    clock = VirtualClock()
    simulator = RELIDSimulator(world: world, clock: clock)
  }

  /// A simulator that is initialized.
  static func started(_ yaml: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> SDKBench {
    let bench = try SDKBench(yaml, sourceLocation: sourceLocation)
    let lines = try await bench.call("initialize")
    #expect(lines == ["onInitialized 100", "getUser 100"], sourceLocation: sourceLocation)
    return bench
  }

  /// Makes a call and waits for all that comes: `rejected 903` alone, or the events.
  @discardableResult
  func call(_ name: String, _ arguments: Record = Record()) async throws -> [String] {
    let answer = try await answer(name, arguments)
    if case .rejected(let code, _) = answer { return ["rejected \(code)"] }
    return try await events().map(\.line)
  }

  func answer(_ name: String, _ arguments: Record = Record()) async throws -> SDKAnswer {
    try await simulator.perform(SDKCall(name: name, arguments: arguments))
  }

  /// All events until there are no more, or until that time since the start.
  func events(until deadline: Duration? = nil) async throws -> [SDKEvent] {
    var events: [SDKEvent] = []
    while let event = try await simulator.nextEvent(until: deadline) { events.append(event) }
    return events
  }
}

/// The calls that tests make, by what they say.
extension SDKBench {
  func user(_ name: String) async throws -> [String] { try await call("setUser", ["userName": .text(name)]) }

  func code(_ code: String) async throws -> [String] {
    try await call("setActivationCode", ["activationCode": .secret(Secret(code))])
  }

  func consent(_ isWanted: Bool, mode: Int = 1, type: Int = 2) async throws -> [String] {
    try await call(
      "setUserConsentForLDA",
      ["shouldEnrollLDA": .flag(isWanted), "challengeMode": .int(mode), "authenticationType": .int(type)])
  }

  func password(_ password: String, mode: Int) async throws -> [String] {
    try await call("setPassword", ["password": .secret(Secret(password)), "challengeMode": .int(mode)])
  }

  func update(_ current: String, _ new: String, mode: Int = 4) async throws -> [String] {
    try await call(
      "updatePassword",
      [
        "currentPassword": .secret(Secret(current)), "newPassword": .secret(Secret(new)),
        "challengeMode": .int(mode),
      ])
  }

  func deviceName(_ name: String) async throws -> [String] {
    try await call("setDeviceName", ["deviceName": .text(name)])
  }

  func verify(_ isWanted: Bool = true) async throws -> [String] {
    try await call("performVerifyAuth", ["verifyAuthStatus": .flag(isWanted)])
  }

  func logOff(_ name: String) async throws -> [String] { try await call("logOff", ["userID": .text(name)]) }
}

extension SDKEvent {
  /// Name, mode, error or status, and the attempts that are left.
  var line: String {
    var line = name
    if name == "getPassword", case .int(let mode)? = data["challengeMode"] { line += "(\(mode))" }
    if error != 0 { line += " error \(error)" } else if let status { line += " \(status)" }
    if case .int(let left)? = data["attemptsLeft"] { line += " left \(left)" }
    return line
  }
}

extension Diagnostic {
  /// Code, place and headline.
  var line: String { "\(code.id) \(range.start.line):\(range.start.column) \(message)" }
}
