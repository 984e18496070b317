// SPDX-License-Identifier: Apache-2.0

import Guards
import Values

/// The names, types and facts that the tests of guards share.
enum GuardWorld {
  static let severity = ValueType.oneOf("severity", ["LOW", "MEDIUM", "HIGH"])
  static let mode = ValueType.numbered(
    "mode", [NamedNumber("verify", 0), NamedNumber("set", 1), NamedNumber("update", 2), NamedNumber("expired", 4)])
  static let threat = RecordType(
    "threat", [.init("threatId", .int), .init("threatSeverity", severity), .init("threatName", .text)])
  static let policy = RecordType("policy", [.init("minLength", .count), .init("msg", .text)])
  static let event = RecordType(
    "event",
    [
      .init("attemptsLeft", .count), .init("timeLeftInSeconds", .seconds), .init("sessionCanBeExtended", .flag),
      .init("challengeMode", mode), .init("severity", severity), .init("userID", .text),
      .init("passwordPolicy", .record(policy)),
      .init("threats", .list(.record(threat))), .init("newDeviceOptions", .list(.text)),
      .init("severities", .list(severity)), .init("modes", .list(mode)), .init("balance", .int),
    ])

  static var scope: GuardScope {
    var scope = GuardScope()
    scope.declare("event", .record(event))
    scope.declare("newPassword", .secret)
    scope.declare("confirmPassword", .secret)
    scope.declare("verifyOption", .text)
    return scope
  }

  static let facts = Facts([
    "event": .record([
      "attemptsLeft": .int(3), "timeLeftInSeconds": .int(30), "sessionCanBeExtended": .flag(true),
      "challengeMode": .int(1), "severity": .text("LOW"), "userID": .text("alice"),
      "passwordPolicy": .record(["minLength": .int(8), "msg": .text("8 characters")]),
      "threats": .list([threat(7, "LOW"), threat(8, "MEDIUM")]),
      "newDeviceOptions": .list([.text("verify"), .text("code")]),
      "severities": .list([.text("LOW"), .text("HIGH")]), "modes": .list([.int(0), .int(4)]), "balance": .int(-2),
    ]),
    "newPassword": .secret(Secret("correct horse")), "confirmPassword": .secret(Secret("correct horse")),
    "verifyOption": .text("verify"),
  ])

  static func threat(_ id: Int, _ severity: String) -> Value {
    .record(["threatId": .int(id), "threatSeverity": .text(severity), "threatName": .text("threat \(id)")])
  }
}

/// Facts in a dictionary.
struct Facts: GuardFacts {
  var values: [String: Value]

  init(_ values: [String: Value]) { self.values = values }

  func value(named name: String) -> Value? { values[name] }

  /// The same facts with one field of the event set, or taken out by nil.
  func with(_ field: String, _ value: Value?) -> Facts {
    var changed = self
    guard case .record(var event)? = values["event"] else { return self }
    event[field] = value
    changed.values["event"] = .record(event)
    return changed
  }
}

/// A generator that gives the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
