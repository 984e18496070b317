// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// An SDK that lies: events twice, late, never, of another kind, with wrong data.
///
/// No run comes to a success without its
/// proofs, answers a question twice, draws more on a budget than there is, or shows a secret.
@Suite("Hostile worlds", .timeLimit(.minutes(30)))
struct HostileWorldTests {
  private static let calls = [
    "initialize", "setUser", "setActivationCode", "setPassword", "setUserConsentForLDA", "resetAuthState", "logOff",
    "setDeviceName", "resendActivationCode",
  ]
  private static let events = [
    "getUser", "getActivationCode", "getPassword", "getUserConsentForLDA", "onUserLoggedIn", "onUserLoggedOff",
    "getDeviceName", "onUserConsentThreats", "onTerminateWithThreats", "onSessionTimeout", "noSuchEvent",
  ]
  private static let fields = [
    "userID: alice", "userID: bob", "userID: 7", "challengeMode: 0", "challengeMode: 1", "challengeMode: 4",
    "challengeMode: 99", "challengeMode: 4294967296", "attemptsLeft: 3", "attemptsLeft: 0", "attemptsLeft: x",
    "threats: [{ threatId: 7, threatSeverity: LOW }]", "deviceName: x", "deviceName: []",
  ]

  private static func fault(_ call: String, nth: Int, _ dice: inout HostileMutator) -> String {
    let head = "  - { call: \(call), nth: \(nth), "
    switch Int.random(in: 0..<10, using: &dice) {
    case 0: return head + "reject: \(dice.pick([1, 131, 2_147_483_647])) }\n"
    case 1: return head + "silent: true }\n"
    case 2: return head + "twice: true }\n"
    case 3: return head + "late: \(dice.pick(["1ms", "59s", "61s", "5m"])) }\n"
    case 4: return head + "status: \(dice.pick([0, 100, 101, 106, 138, 141, 9999])) }\n"
    default:
      let data = Set((0..<3).map { _ in dice.pick(fields) }).sorted()
      let keys = Dictionary(data.map { ($0.prefix { $0 != ":" }, $0) }, uniquingKeysWith: { first, _ in first })
      return head
        + "unknown: true, event: \(dice.pick(events)), with: { \(keys.values.sorted().joined(separator: ", ")) }"
        + dice.pick(["", ", status: 100", ", status: 141", ", error: 131"]) + dice.pick(["", ", twice: true"]) + " }\n"
    }
  }

  private static func world(_ dice: inout HostileMutator) -> String {
    var faults: [String: String] = [:]
    for _ in 0..<Int.random(in: 1...5, using: &dice) {
      let (call, nth) = (dice.pick(calls), Int.random(in: 1...3, using: &dice))
      faults["\(call) \(nth)"] = fault(call, nth: nth, &dice)
    }
    return """
      users: { alice: { activationCode: CANARY-code-7 }, bob: { password: CANARY-pass-8 } }
      device: { lda: \(dice.pick(["face", "none"])) }
      faults:

      """ + faults.sorted { $0.key < $1.key }.map(\.value).joined()
  }

  private static func answers(_ flow: String, _ dice: inout HostileMutator) -> String {
    var possible = [
      "identify: { userName: alice }", "identify: { userName: bob }", "enterCode: { activationCode: CANARY-code-7 }",
      "enterCode: { activationCode: CANARY-no }", "enterCode: resend", "enterCode: cancel",
      "onUserConsentThreats: proceed", "onUserConsentThreats: exit", "onTerminateWithThreats: close",
      "onSessionTimeout: ok", "createPassword: { newPassword: CANARY-new-9, confirmPassword: CANARY-new-9 }",
    ]
    possible +=
      flow == "activation"
      ? ["consent: approve", "consent: decline", "enrolled: finish"]
      : ["verifyPassword: { password: CANARY-pass-8 }", "signedIn: finish"]
    return "answers:\n" + (0..<40).map { _ in "  - \(dice.pick(possible))\n" }.joined()
  }

  @Test("get nothing that they should not", arguments: ["activation", "login"], [1, 2, 3])
  func run(_ flow: String, _ seed: UInt64) async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", ShippedFlows.text(flow + ".yaml"))
    for part in try ShippedFlows.parts() { try desk.put(part.path, part.text) }
    var dice = HostileMutator(seed: seed)
    var ends: Set<String> = []
    for index in 0..<15 {
      try desk.put("world.yaml", Self.world(&dice))
      try desk.put("answers.yaml", Self.answers(flow, &dice))
      let run = await desk.run(
        "run", "@flow.yaml", "--world", "@world.yaml", "--answers", "@answers.yaml", "--format", "json")
      let name = "seed \(seed), world \(index)"
      #expect(run.code != .wrongInput, "\(name): \(run.errors)")
      #expect(!(run.output + run.errors).contains("CANARY"), "\(name) shows a secret")
      let story = try Story(run.output)
      ends.insert(story.ending)
      #expect(story.flaws(goalFactors: flow == "login" ? 2 : 1) == [], "\(name):\n\(run.output)")
    }
    #expect(ends.count > 1, "seed \(seed): every run ends alike")
  }
}

/// A trace in JSON, and what must never be in one.
private struct Story {
  private let lines: [[String: Any]]
  private let result: [String: Any]

  init(_ text: String) throws {
    let objects = try text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    lines = objects.dropLast()
    result = try #require(objects.last)
  }

  var ending: String { result["ending"] as? String ?? "" }

  func flaws(goalFactors: Int) -> [String] {
    var flaws: [String] = []
    let factors = Set((result["proofs"] as? [[String: String]] ?? []).compactMap { $0["factor"] })
    let phase = lines.last { $0["kind"] as? String == "phase" }?["name"] as? String
    if ending == "success", factors.count < goalFactors { flaws.append("a success without its proofs") }
    if ending == "success", phase != "signedIn" { flaws.append("a success with nobody signed in") }
    if ending == "failure", !factors.isEmpty { flaws.append("proofs after a failure") }
    var asked: String?
    var isCalling = false
    var hasCalled = false
    var hasEnded = false
    for line in lines {
      let (kind, step) = (line["kind"] as? String ?? "", line["step"] as? String)
      if hasEnded, !["drop", "refuse", "lose", "stranded"].contains(kind) { flaws.append("\(kind) after the end") }
      switch kind {
      case "ask": asked = step
      case "answer":
        if asked != step, step != "getDeviceName", step != "enrolled" { flaws.append("\(step ?? "") was not asked") }
        asked = nil
      case "call":
        if isCalling { flaws.append("two calls at once") }
        isCalling = true
      case "accepted", "rejected":
        if !isCalling { flaws.append("an answer to no call") }
        isCalling = false
        hasCalled = hasCalled || kind == "accepted"
      case "proof": if !hasCalled { flaws.append("a proof for no call") }
      case "end": hasEnded = true
      default: break
      }
    }
    return flaws
  }
}
