// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import FlowCommand
@testable import LocalFiles

/// Scenarios of an SDK that there is no simulator for, from the command line.
@Suite("Scenarios in a program's own world")
struct ProgramWorldTests {
  private static let contract = """
    contract: door
    version: 1.0.0
    patience: 30s
    success: [0]
    phases: { closed: {}, open: {} }
    signedIn: open
    events:
      askName: { kind: challenge, source: given manual }
      opened: { kind: result, enters: open, source: given manual }
    calls:
      ring: { phases: closed, leadsTo: askName, source: given manual }
      sayName:
        answers: askName
        takes: { name: text }
        leadsTo: opened
        source: given manual
    """

  private static let flow = """
    language: mfaflow/1
    flow: door
    version: 1.0.0
    sdk: ./door-contract.yaml
    start: ring
    steps:
      ring: { call: ring, then: { askName: name, else: failed } }
      name: { challenge: askName, ask: [name], answer: sayName, tries: 1, then: { opened: hall, else: failed } }
      hall: { event: opened, choices: { enter: { to: inside } }, then: { else: failed } }
    ends:
      inside: { outcome: success }
      failed: { outcome: failure }
    """

  private static let scenarios = """
    flow: door.yaml
    world: { house: { bell: hidden-bell-7, floor: 3 } }
    scenarios:
      - name: Who rings and says a name comes in
        do: [{ name: { name: alice } }, { hall: enter }]
        expect: { end: inside }
      - name: Nobody is at home
        world: { house: { bell: broken-bell-8 } }
        expect: { end: failed }
      - name: By hand there is no house at all
        sdk: byHand
        do: [{ event: askName }, { name: { name: alice } }, { event: opened }]
        expect: { waiting: hall }
    """

  /// Writes down what it is told, and takes no world with a broken bell.
  private static let backend = #"""
    while read -r line; do
      id=${line#*'"id":'}; id=${id%%,*}
      say() { echo '{"jsonrpc":"2.0","id":'$id',"result":'"$1"'}'; }
      tell() { echo '{"jsonrpc":"2.0","method":"event","params":{"event":"'$1'"}}'; }
      case "$line" in
        *broken-bell*)
          echo '{"jsonrpc":"2.0","id":'$id',"error":{"code":-32602,"message":"there is no broken-bell-8"}}';;
        *'"method":"initialize"'*)
          echo "$line" >> "$1"
          say '{"protocol":"mfaflow-backend/1","contract":{"name":"door"},"clock":"virtual"}';;
        *'"name":"ring"'*) tell askName; say '{"answer":"accepted"}';;
        *'"name":"sayName"'*) tell opened; say '{"answer":"accepted"}';;
        *'"method":"shutdown"'*) say '{}'; exit;;
        *) say '{}';;
      esac
    done
    """#

  private static let program = ["--backend", "process:sh @door.sh @told.txt"]

  private func desk(_ scenarios: String = scenarios) throws -> Desk {
    let desk = try Desk()
    try desk.put("all/door-contract.yaml", Self.contract)
    try desk.put("all/door.yaml", Self.flow)
    try desk.put("all/door.scenarios.yaml", scenarios)
    try desk.put("all/small.yaml", Samples.flow)
    try desk.put(
      "all/small.scenarios.yaml",
      "flow: small.yaml\nsdk: byHand\nscenarios: [{ name: By hand, do: [{ event: getUser }], expect: { waiting: identify } }]\n"
    )
    try desk.put("door.sh", Self.backend)
    return desk
  }

  /// One program on each device that it is told of, if it says that it can be.
  private static let housesBackend = backend.replacingOccurrences(
    of: #""params":{"event":"'$1'"}"#, with: #""params":{"device":"'$device'","event":"'$1'"}"#
  ).replacingOccurrences(
    of: "  say() {", with: #"  device=${line#*'"device":"'}; device=${device%%'"'*}"# + "\n  say() {"
  ).replacingOccurrences(of: #""clock":"virtual"}"#, with: #""clock":"virtual","capabilities":['$2']}"#)

  private static let twoDevices = """
    devices: { front: { flow: door.yaml }, back: { flow: door.yaml } }
    sdk: program
    world: { device: oak, devices: { side: { bell: hidden-bell-7 } } }
    scenarios:
      - name: One comes in at the front, and one waits at the back
        do:
          - on: back
            do: [{ expect: { step: name } }]
          - on: front
            do: [{ name: { name: alice } }, { hall: enter }]
        expect: { front: { end: inside }, back: { waiting: name } }
    """

  @Test("codes and passwords in it are texts for the program, with quotes or without")
  func secretsAsTexts() async throws {
    let world = "{ house: { floor: 3, pin: 0451, Password: 123456, otp: [111111, '222222'], passwordHistory: 12 } }"
    let desk = try desk()
    try desk.put(
      "all/door.scenarios.yaml", Self.scenarios.replacing("{ house: { bell: hidden-bell-7, floor: 3 } }", with: world))
    try desk.put("world.yaml", world)
    let told = #""house":{"floor":3,"pin":"0451","Password":"123456","otp":["111111","222222"],"passwordHistory":"12"}"#
    try desk.put("answers.yaml", "answers: [{ name: { name: alice } }, { hall: enter }]")
    let tested = await desk.run(["test", "@all/door.scenarios.yaml"] + Self.program)
    let run = await desk.run(
      ["run", "@all/door.yaml", "--world", "@world.yaml", "--answers", "@answers.yaml"] + Self.program)
    #expect(run.code == .success, "\(tested.errors)\(run.errors)")
    let lines = try String(contentsOfFile: desk.root + "told.txt", encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains(told) }, "\(lines)")
  }

  @Test("on several devices they are played by one program that can be the SDK on each of them, and by no other")
  func devices() async throws {
    let desk = try desk(Self.twoDevices)
    try desk.put("doors.sh", Self.housesBackend)
    func test(_ capability: String) async -> Outcome {
      await desk.run("test", "--backend", "process:sh @doors.sh @told.txt '\(capability)'", "@all/door.scenarios.yaml")
    }
    let able = await test(#""devices""#)
    #expect(able.code == .success, "\(able.output)\(able.errors)")
    #expect(able.output.contains("1 scenario, 1 passed"))
    let told = String(decoding: try FileReader.file(desk.root + "told.txt").bytes, as: UTF8.self)
    #expect(told.split(separator: "\n").count == 1)
    #expect(told.contains(#""devices":["front","back"],"world":{"device":"oak","devices":{"side":"#), "\(told)")
    let unable = await test("")
    #expect(unable.code == .broken && unable.output.contains("error[MFA980]"))
    #expect(unable.output.contains("on one device only: `devices` is not among its `capabilities`"), "\(unable.output)")
    let without = await desk.run("test", "@all/door.scenarios.yaml")
    #expect(without.code == .wrongInput && without.errors.contains("MFA981"), "\(without.errors)")
  }

  @Test("without the program they are counted as not played, all others are played, and the exit code is 2")
  func noProgram() async throws {
    let desk = try desk()
    let outcome = await desk.run("test", "--verbose", "@all")
    #expect(outcome.code == .wrongInput)
    #expect(outcome.output.contains("all/door.scenarios.yaml: 3 scenarios, 1 passed, 2 not played\n"))
    #expect(outcome.output.contains("  – Nobody is at home\n  ✓ By hand there is no house at all\n"))
    #expect(outcome.output.contains("all/small.scenarios.yaml: 1 scenario, 1 passed\n"), "\(outcome.output)")
    #expect(
      outcome.errors.contains("error[MFA981]: 2 scenarios of this file need a program as the SDK, and none is given"))
    #expect(outcome.errors.contains("`mfaflow test --backend 'process:COMMAND' …`"))
    #expect(outcome.errors.components(separatedBy: "MFA981").count == 2, "told once: \(outcome.errors)")
    #expect(outcome.errors.hasSuffix("mfaflow: 4 scenarios, 2 passed, 2 not played\n"))
    #expect(!(outcome.output + outcome.errors).contains("hidden-bell"))
    let simulator = await desk.run("test", "--backend", "simulator", "--min-coverage", "1", "@all")
    #expect(simulator.code == .wrongInput && simulator.errors.contains("MFA981"))
  }

  @Test("a filter that leaves them out asks for no program")
  func filtered() async throws {
    let outcome = await (try desk()).run("test", "--filter", "By hand", "@all")
    #expect(outcome.code == .success, "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix("mfaflow: 2 scenarios, 2 passed\n"))
    let one = await (try desk()).run("test", "--filter", "at home", "@all")
    #expect(one.code == .wrongInput)
    #expect(one.errors.contains("error[MFA981]: this scenario needs a program as the SDK"), "\(one.errors)")
  }

  @Test("for programs, what was not played is neither passed nor failed")
  func reports() async throws {
    let desk = try desk()
    let json = await desk.run("test", "--format", "json", "@all/door.scenarios.yaml")
    let lines = json.output.split(separator: "\n").map(String.init)
    #expect(lines.count { $0.contains(#""passed":false,"played":false"#) && $0.contains(#""code":"MFA981""#) } == 2)
    #expect(
      lines.last?.contains(
        #""scenarios":3,"passed":1,"failed":0,"notPlayed":2,"skipped":0,"broken":0,"tooLow":0,"exit":2"#)
        == true,
      "\(lines)")
    let junit = await desk.run("test", "--format", "junit", "@all/door.scenarios.yaml")
    #expect(
      junit.output.contains(#"<testsuites name="mfaflow" tests="3" failures="0" errors="2" time="#), "\(junit.output)")
    #expect(junit.output.contains(#"<error type="MFA981" message="this scenario needs a program"#))
  }

  @Test(
    "with the program each is told its own world, and a world that it does not take is exit code 3, without a secret")
  func played() async throws {
    let desk = try desk()
    let outcome = await desk.run(["test"] + Self.program + ["@all/door.scenarios.yaml"])
    #expect(outcome.code == .broken)
    #expect(outcome.output.contains("3 scenarios, 2 passed, 1 failed"), "\(outcome.output)")
    #expect(outcome.output.contains("error[MFA980]") && outcome.output.contains("there is no •••"), "\(outcome.output)")
    #expect(!(outcome.output + outcome.errors).contains("broken-bell"))
    let told = String(decoding: try FileReader.file(desk.root + "told.txt").bytes, as: UTF8.self)
    #expect(told.split(separator: "\n").count == 1)
    #expect(told.contains(#""contract":{"name":"door","version":"1.0.0""#))
    #expect(told.contains(#""world":{"house":{"bell":"hidden-bell-7","floor":3}}"#), "\(told)")
    let good = await desk.run(["test"] + Self.program + ["--filter", "comes in", "@all/door.scenarios.yaml"])
    #expect(good.code == .success, "\(good.output)\(good.errors)")
  }

  @Test("a program of another SDK than the scenario's is no SDK for it: exit code 3")
  func otherSDK() async throws {
    let desk = try desk()
    try desk.put(
      "all/small.scenarios.yaml", "flow: small.yaml\nscenarios: [{ name: Simulated, expect: { end: done } }]\n")
    let outcome = await desk.run(["test"] + Self.program + ["@all/small.scenarios.yaml"])
    #expect(outcome.code == .broken)
    #expect(outcome.output.contains("is an SDK of the contract `door`"), "\(outcome.output)")
  }

  @Test(
    "a world that is none is told without what stands in it",
    arguments: [
      ("world: [hidden-bell-7]", "MFA122"), ("world: hidden-bell-7", "MFA990"),
      ("world: { bell: hidden-bell-7, bell: hidden-bell-7 }", "MFA111"), ("world: { bell: *hidden-bell-7 }", "MFA113"),
      ("world: { bell: hidden-bell-7 }\nsdk: byHand", "MFA948"),
      ("world: { bell: hidden-bell-7 }\nsdk: simulated", "MFA949"),
    ])
  func badWorlds(_ world: String, _ code: String) async throws {
    let text = Self.scenarios.replacingOccurrences(
      of: "world: { house: { bell: hidden-bell-7, floor: 3 } }", with: world)
    let outcome = await (try desk(text)).run(["test"] + Self.program + ["@all/door.scenarios.yaml"])
    #expect(outcome.code == .wrongInput, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.contains("[\(code)]"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("hidden-bell"), "\(outcome.errors)")
  }

  @Test("a world that is too large is not read: as a file, and as more values than anybody writes")
  func tooLarge() async throws {
    let desk = try desk()
    let long = String(
      repeating: "      k: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", count: 70_000)
    try desk.put("all/door.scenarios.yaml", "flow: door.yaml\nworld:\n  house:\n\(long)scenarios: []\n")
    let file = await desk.run(["test"] + Self.program + ["@all/door.scenarios.yaml"])
    #expect(file.code == .broken && file.errors.contains("MFA930"), "\(file.errors.prefix(300))")
    var bomb = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1]\n"
    for level in 1...7 {
      bomb += "  a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 8).joined(separator: ", ") + "]\n"
    }
    let scenario = "scenarios: [{ name: a, expect: { end: failed } }]\n"
    try desk.put("all/door.scenarios.yaml", "flow: door.yaml\nworld:\n  \(bomb)\(scenario)")
    let values = await desk.run(["test"] + Self.program + ["@all/door.scenarios.yaml"])
    #expect(values.code == .wrongInput && values.errors.count < 1000, "\(values.errors.prefix(1000))")
    #expect(!FileManager.default.fileExists(atPath: desk.root + "told.txt"), "nothing was told")
  }

  @Test("`run` tells a world as scenarios do, and says without a program what is missing")
  func run() async throws {
    let desk = try desk()
    try desk.put("world.yaml", "house: { bell: hidden-bell-7, floor: 3 }\n")
    let words = ["run", "@all/door.yaml", "--world", "@world.yaml", "--set", "name.name=alice", "--set", "hall=enter"]
    let outcome = await desk.run(words + Self.program)
    #expect(outcome.code == .success, "\(outcome.errors)")
    let told = String(decoding: try FileReader.file(desk.root + "told.txt").bytes, as: UTF8.self)
    #expect(told.contains(#""world":{"house":{"bell":"hidden-bell-7","floor":3}}"#), "\(told)")
    let alone = await desk.run(words)
    #expect(alone.code == .wrongInput)
    #expect(
      alone.errors.contains("there is no simulated `door`") && alone.errors.contains("`--backend 'process:COMMAND'`"))
    try desk.put("world.yaml", "house: { bell: *hidden-bell-7 }\n")
    let bad = await desk.run(words + Self.program)
    #expect(bad.code == .wrongInput && !bad.errors.contains("hidden-bell"), "\(bad.errors)")
  }

  @Test("`twin` plays them on two programs, and on a simulator that there is not it plays nothing")
  func twin() async throws {
    let desk = try desk()
    let words = ["twin", "@all/door.scenarios.yaml", "--filter", "comes in"] + Self.program
    let same = await desk.run(words + Self.program)
    #expect(same.code == .success && same.output.hasPrefix("✓ all of 1 scenarios"), "\(same.output)\(same.errors)")
    let simulator = await desk.run(words + ["--backend", "simulator"])
    #expect(simulator.code == .wrongInput && simulator.errors.contains("MFA981"), "\(simulator.errors)")
  }
}
