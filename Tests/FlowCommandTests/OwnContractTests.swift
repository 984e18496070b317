// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// Flows that bring their contract along, and scenarios of several devices, at the command line.
@Suite("A contract beside its flow, and devices beside each other")
struct OwnContractTests {
  private static let flow = Samples.ring(contract: "./contracts/bell.yaml")

  private func desk(_ contract: String = Samples.bell) throws -> Desk {
    let desk = try Desk()
    try desk.put("flows/ring.yaml", Self.flow)
    try desk.put("flows/contracts/bell.yaml", contract)
    try desk.put("world.yaml", "users: {}\n")
    return desk
  }

  @Test("`check` reads the contract that a flow names, and skips the contract itself")
  func check() async throws {
    let outcome = await (try desk()).run("check", "@flows")
    #expect(outcome.code == .success, "\(outcome.output)\(outcome.errors)")
  }

  @Test("a contract that is nearly named is proposed by its path from the flow's folder")
  func nearContract() async throws {
    let desk = try desk()
    try desk.put(
      "flows/ring.yaml", Self.flow.replacingOccurrences(of: "contracts/bell.yaml", with: "contracts/bel.yaml"))
    let outcome = await desk.run("check", "@flows/ring.yaml")
    #expect(outcome.output.contains("did you mean `contracts/bell.yaml`?"), "\(outcome.output)")
  }

  @Test("what is not simulated is asked of no world, and its world is held to no rule of the simulator's")
  func noWorld() async throws {
    let desk = try desk()
    for words in [[], ["--world", "@world.yaml"]] {
      try desk.put("world.yaml", "doors: { front: shut }\n")
      let outcome = await desk.run(["run", "@flows/ring.yaml"] + words)
      #expect(outcome.code == .wrongInput && outcome.errors.hasPrefix("error[MFA949]: there is no simulated `bell`"))
      #expect(!outcome.errors.contains("MFA120") && !outcome.errors.contains("needs a world"), "\(outcome.errors)")
    }
  }

  @Test("scenarios that need a program are not shown as an empty story, or as those of another flow")
  func needsProgram() async throws {
    let desk = try desk()
    try desk.put(
      "flows/ring.scenarios.yaml",
      "flow: ring.yaml\nscenarios:\n  - name: rings\n    world: { users: {} }\n    expect: { end: gone }\n")
    for words in [
      ["story", "@flows/ring.scenarios.yaml"],
      ["graph", "@flows/ring.yaml", "--scenarios", "@flows/ring.scenarios.yaml"],
    ] {
      let outcome = await desk.run(words)
      #expect(outcome.code == .wrongInput && outcome.output.isEmpty, "\(outcome.output)")
      #expect(
        outcome.errors.contains("1 scenario needs a program as the SDK, which `\(words[0])` cannot start"),
        "\(outcome.errors)")
    }
  }

  @Test("what is wrong in the contract is told in its own file")
  func wrongContract() async throws {
    let wrong = Samples.bell.replacingOccurrences(of: "result", with: "reslt")
    let outcome = await (try desk(wrong)).run("check", "@flows/ring.yaml")
    #expect(outcome.code == .failure)
    #expect(outcome.output.contains("--> flows/contracts/bell.yaml:8:"))
  }

  @Test("a flow for an SDK that nobody simulates is not run, and the cure is told")
  func notSimulated() async throws {
    let outcome = await (try desk()).run("run", "@flows/ring.yaml", "--world", "@world.yaml")
    #expect(outcome.code == .wrongInput)
    #expect(outcome.errors.contains("error[MFA949]: there is no simulated `bell`"))
    #expect(outcome.errors.contains("sdk: byHand"))
  }

  private static let devices = """
    devices: { front: { flow: flows/ring.yaml }, back: { flow: flows/ring.yaml } }
    sdk: byHand
    scenarios:
      - name: Two doors
        do:
          - on: front
            do: [{ event: opened }, { inside: leave }]
          - on: back
            do: [{ event: opened }, { expect: { step: inside } }]
        expect: { front: { end: gone }, back: { waiting: inside } }
    """ + "\n"

  @Test("each device is played on its flow, and what both take counts for that flow")
  func twoDevices() async throws {
    let desk = try desk()
    try desk.put("doors.scenarios.yaml", Self.devices)
    let outcome = await desk.run("test", "--coverage", "@doors.scenarios.yaml")
    #expect(outcome.code == .success, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("steps       2 of 2  100 %"), "\(outcome.output)")
  }

  @Test("a failure tells the device of each line of the trace, as text and as JSON", arguments: ["text", "json"])
  func failure(format: String) async throws {
    let desk = try desk()
    try desk.put(
      "doors.scenarios.yaml", Self.devices.replacingOccurrences(of: "waiting: inside", with: "end: gone"))
    let outcome = await desk.run("test", "--trace", "--format", format, "@doors.scenarios.yaml")
    #expect(outcome.code == .failure)
    #expect(outcome.output.contains("end: expected `gone`, found none"))
    #expect(outcome.output.contains("front      0.000  start") && outcome.output.contains("back       0.000  start"))
  }

  @Test("a flow of one device that cannot be read stops the file at the name of the flow")
  func missingFlow() async throws {
    let desk = try desk()
    try desk.put(
      "doors.scenarios.yaml",
      Self.devices.replacingOccurrences(of: "back: { flow: flows/ring.yaml", with: "back: { flow: flows/rang.yaml"))
    let outcome = await desk.run("test", "@doors.scenarios.yaml")
    #expect(outcome.code == .broken)
    #expect(outcome.errors.contains("doors.scenarios.yaml:1:"), "\(outcome.errors)")
  }
}
