// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import RELIDSimulator
import Testing
import Values

/// A simulator that a test calls, and whose events it reads as lines such as `getPassword(1) 190 left 3`.
struct SDKBench {
  let network: RELIDNetwork
  let simulator: RELIDSimulator
  let clock: VirtualClock

  /// - Parameter device: the id of the device in the world; nil for the world's own.
  init(_ yaml: String, device: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let outcome = WorldReader.read(SourceFile(path: "world.yaml", text: yaml))
    #expect(outcome.findings.map(\.line) == [], sourceLocation: sourceLocation)
    let world = try #require(outcome.value, sourceLocation: sourceLocation)
    clock = VirtualClock()
    network = RELIDNetwork(world: world, clock: clock)
    simulator = network.simulator(onDevice: device ?? "device-1")
  }

  private init(_ other: SDKBench, device: String) {
    network = other.network
    clock = other.clock
    simulator = network.simulator(onDevice: device)
  }

  /// Another device of the same world.
  func device(_ id: String) -> SDKBench { SDKBench(self, device: id) }

  /// A simulator that is initialized.
  static func started(
    _ yaml: String, device: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> SDKBench {
    let bench = try SDKBench(yaml, device: device, sourceLocation: sourceLocation)
    let lines = try await bench.call("initialize")
    #expect(lines == ["onInitialized 100", "getUser 100"], sourceLocation: sourceLocation)
    return bench
  }

  /// A simulator in which a user has signed in with the password `Passw0rd`; nothing that comes later has come.
  static func signedIn(
    _ yaml: String, _ user: String = "bob", device: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> SDKBench {
    let bench = try SDKBench(yaml, device: device, sourceLocation: sourceLocation)
    try await bench.signIn(user, sourceLocation: sourceLocation)
    return bench
  }

  func signIn(_ user: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    _ = try await now("initialize")
    _ = try await now("setUser", ["userName": .text(user)])
    let lines = try await now("setPassword", ["password": .text("Passw0rd"), "challengeMode": .int(0)])
    #expect(lines == ["onUserLoggedIn 100"], sourceLocation: sourceLocation)
  }

  /// Makes a call and takes only what comes of it without time passing.
  @discardableResult
  func now(_ name: String, _ arguments: Record = Record()) async throws -> [String] {
    let answer = try await answer(name, arguments)
    if case .rejected(let code, _) = answer { return ["rejected \(code)"] }
    return try await lines(until: clock.now)
  }

  /// What comes until then, with the seconds at which it comes in front.
  func timed(until deadline: Duration? = nil) async throws -> [String] {
    var lines: [String] = []
    while let event = try await simulator.nextEvent(until: deadline) {
      lines.append("\(clock.now.components.seconds) \(event.line)")
    }
    return lines
  }

  func lines(until deadline: Duration?) async throws -> [String] { try await events(until: deadline).map(\.line) }

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

  /// The same decision about each of these threats.
  func decide(_ ids: [Int], proceeds: Bool, isRemembered: Bool = false) async throws -> [String] {
    let threats = ids.map { id in
      Value.record([
        "threatId": .int(id), "shouldProceedWithThreats": .flag(proceeds),
        "rememberActionForSession": .flag(isRemembered),
      ])
    }
    return try await now("takeActionOnThreats", ["threats": .list(threats)])
  }

  func answer(notification: String, _ action: String) async throws -> [String] {
    try await now("updateNotification", ["notificationID": .text(notification), "response": .text(action)])
  }

  /// The ids of the notifications that a call brings; nil if the event has no list.
  func notifications(_ arguments: Record = Record()) async throws -> [String]? {
    _ = try await answer("getNotifications", arguments)
    let event = try #require(try await events(until: clock.now).first)
    #expect(event.line == "onGetNotifications 100")
    guard case .list(let items)? = event.data["notifications"] else { return nil }
    return items.map { item in
      if case .text(let id)? = item["uuid"] { id } else { "?" }
    }
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

extension Value {
  /// A field of a record; nil if there is none.
  subscript(name: String) -> Value? {
    if case .record(let record) = self { record[name] } else { nil }
  }
}

extension Diagnostic {
  /// Code, place and headline.
  var line: String { "\(code.id) \(range.start.line):\(range.start.column) \(message)" }
}
