// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import FlowScenarios
import RELIDSimulator
import SDKContract
import SimulatedWorlds
import Synchronization
import Testing

/// Worlds of other SDKs: nobody here understands them, and the program that plays the SDK is told them as they are written.
@Suite("Worlds of a program's own")
struct ToldWorldTests {
  private static func read(_ text: String, isSimulated: Bool = false) -> Outcome<ScenarioFile> {
    ScenarioDraft(SourceFile(path: "s.yaml", text: text)).read(in: isSimulated ? World.self : nil)
  }

  /// The worlds of the scenarios as the program is told them; nil for none, and for an SDK that is no program.
  private static func worlds(_ text: String, isSimulated: Bool = false) throws -> [String?] {
    let read = read(text, isSimulated: isSimulated)
    let contract = try #require(EmbeddedContracts.contract(named: "relid"))
    return try #require(read.value, "\(read.findings.map(\.message))").scenarios.map { scenario in
      if case .program(let world) = scenario.sdk { world?.json(for: contract) } else { nil }
    }
  }

  private static let end = "expect: { waiting: name }"

  @Test("whatever stands in it is told as `run --world` tells a file")
  func asJSON() throws {
    let worlds = try Self.worlds(
      """
      flow: f.yaml
      world:
        users: { eve: { pin: 0042, counter: 7, isNew: true, quoted: "7", since: 2026-01-01, list: [1, a, -3], none: {} } }
      scenarios: [{ name: a, \(Self.end) }]
      """)
    #expect(
      worlds == [
        #"{"users":{"eve":{"pin":"0042","counter":7,"isNew":true,"quoted":"7","since":"2026-01-01","list":[1,"a",-3],"none":{}}}}"#
      ])
  }

  @Test("what has the name of a secret that a call takes is a text, as a user types it")
  func secretsOfCalls() throws {
    let contract = try #require(EmbeddedContracts.contract(named: "relid"))
    #expect(contract.secretNames.contains("password"))
    for name in contract.secretNames.sorted() {
      let worlds = try Self.worlds("flow: f.yaml\nworld: { \(name): 123456 }\nscenarios: [{ name: a, \(Self.end) }]")
      #expect(worlds == ["{\"\(name)\":\"123456\"}"])
    }
  }

  @Test("a scenario has its own world, else that of the file, else none; they are never mixed")
  func inheritance() throws {
    let scenarios = "scenarios: [{ name: a, \(Self.end) }, { name: b, world: { two: 2 }, \(Self.end) }]"
    #expect(try Self.worlds("flow: f.yaml\nworld: { one: 1 }\n\(scenarios)") == [#"{"one":1}"#, #"{"two":2}"#])
    #expect(try Self.worlds("flow: f.yaml\n\(scenarios)") == [nil, #"{"two":2}"#])
    #expect(
      try Self.worlds("flow: f.yaml\nsdk: byHand\nscenarios: [{ name: a, sdk: program, world: {}, \(Self.end) }]")
        == ["{}"])
    #expect(
      try Self.worlds("flow: f.yaml\nworld: { one: 1 }\nscenarios: [{ name: a, sdk: byHand, \(Self.end) }]") == [nil])
  }

  @Test("a flow of REL-ID may be played on a program with a world of its own, where that is said")
  func relid() throws {
    let own = "sdk: program\nworld: { anything: goes }\nscenarios: [{ name: a, \(Self.end) }]"
    #expect(try Self.worlds("flow: f.yaml\n\(own)", isSimulated: true) == [#"{"anything":"goes"}"#])
    let common = "world: { users: {} }\nscenarios: [{ name: a, sdk: program, \(Self.end) }]"
    #expect(try Self.worlds("flow: f.yaml\n\(common)", isSimulated: true) == [#"{"users":{}}"#])
    let mixed = "sdk: program\nworld: { latency: 5ms }\nscenarios: [{ name: a, sdk: simulated, \(Self.end) }]"
    let read = Self.read("flow: f.yaml\n\(mixed)", isSimulated: true)
    guard case .simulated? = read.value?.scenarios.first?.sdk else {
      Issue.record("\(read.findings.map(\.message))")
      return
    }
  }

  @Test("of a world that is REL-ID's, everything is told once, at its place, however many scenarios are in it")
  func faultsOfWorlds() {
    let two = "scenarios: [{ name: a, \(Self.end) }, { name: b, sdk: simulated, \(Self.end) }]"
    let findings = Self.read("flow: f.yaml\nworld: { users: { a: { pasword: x } } }\n\(two)", isSimulated: true)
      .findings
    #expect(findings.map(\.code.id) == ["MFA120"])
    #expect(findings.first?.range.start.line == 2)
    let mixed = "sdk: program\nworld: { nonsense: 1 }\n" + two.replacing("name: a,", with: "name: a, sdk: simulated,")
    #expect(Self.read("flow: f.yaml\n\(mixed)", isSimulated: true).findings.count == 1)
  }

  @Test(
    "a world that is no mapping is none, and a word is the name of one",
    arguments: [
      ("world: [users]", "MFA122 a world must be a map"), ("world: users", "MFA990 this file has no world `users`"),
      ("world: 7", "MFA990 this file has no world `7`"),
    ])
  func noMapping(_ world: String, _ told: String) {
    let findings = Self.read("flow: f.yaml\n\(world)\nscenarios: [{ name: a, \(Self.end) }]").findings
    #expect(findings.count == 1)
    #expect(findings.allSatisfy { "\($0.code.id) \($0.message)".hasPrefix(told) }, "\(findings.map(\.message))")
    let own = Self.read("flow: f.yaml\nscenarios:\n  - name: a\n    \(world)\n    \(Self.end)\n").findings
    #expect(own.map(\.code) == findings.map(\.code))
  }

  @Test("a world beside events by hand is an error, and the cure fits the SDK")
  func byHand() {
    for (isSimulated, word) in [(true, "simulated"), (false, "program")] {
      let read = Self.read("flow: f.yaml\nsdk: byHand\nworld: {}\nscenarios: []", isSimulated: isSimulated)
      #expect(read.findings.map(\.code.id) == ["MFA948"])
      #expect(read.findings.first?.help?.contains("`sdk: \(word)`") == true)
    }
  }

  @Test("a simulated SDK that there is not is the one finding, whatever its world says")
  func notSimulated() throws {
    let flow = try SmallFlow.doorbell().program.flow
    let text = "flow: f.yaml\nsdk: simulated\nworld: { bell: loud }\nscenarios: [{ name: a, \(Self.end) }]"
    let file = try #require(Self.read(text).value)
    let findings = ScenarioChecker.check(file, for: [flow])
    #expect(findings.map(\.code.id) == ["MFA949"])
    #expect(findings.first?.help?.contains("`sdk: program`") == true)
    #expect(!World.isWorld(of: flow.contract))
    #expect(World.isWorld(of: try SmallFlow.relid().program.flow.contract))
  }

  @Test("a program may play several devices: whether it can is known when it is asked")
  func devices() throws {
    let flow = try SmallFlow.doorbell().program.flow
    let ends = "expect: { front: { waiting: name }, back: { waiting: name } }"
    let text = "devices: { front: { flow: f.yaml }, back: { flow: f.yaml } }\nscenarios: [{ name: a, \(ends) }]"
    let file = try #require(Self.read(text).value)
    #expect(ScenarioChecker.check(file, for: [flow, flow]).isEmpty)
  }

  @Test("calls that are refused and events that are sent are held against the contract")
  func checked() throws {
    let flow = try SmallFlow.doorbell().program.flow
    let file = try #require(
      Self.read(
        """
        flow: f.yaml
        scenarios:
          - name: a
            do: [{ reject: { call: setUser, code: 1 } }, { event: getUser }, { hold: replies }]
            \(Self.end)
        """
      ).value)
    #expect(ScenarioChecker.check(file, for: [flow]).map(\.code.id) == ["MFA947", "MFA953"])
  }

  @Test("without a program nothing is played, and that is no pass, whatever is expected")
  func noProgram() async throws {
    let program = try SmallFlow.doorbell().program
    for outcome in ["expect: { waiting: ring }", "expect: { end: failed }", "never: { end: inside }"] {
      let file = try #require(Self.read("flow: f.yaml\nworld: {}\nscenarios: [{ name: a, \(outcome) }]").value)
      let scenario = try #require(file.scenarios.first)
      let result = await ScenarioRunner([program], on: file.devices).run(scenario)
      #expect(!result.passed && result.needsProgram && result.runs.isEmpty && result.backendFailure == nil)
      #expect(result.failures.map(\.code.id) == ["MFA981"])
    }
  }

  @Test("each scenario has a program of its own, which is told its world and the contract of the flow")
  func told() async throws {
    let program = try SmallFlow.doorbell().program
    let file = try #require(
      Self.read(
        """
        flow: f.yaml
        world: { bell: loud }
        scenarios:
          - { name: a, \(Self.end) }
          - { name: b, world: { bell: soft }, \(Self.end) }
        """
      ).value)
    let told = Mutex<[String]>([])
    let runner = ScenarioRunner([program], on: file.devices) { world, _, contract, _ throws(BackendFailure) in
      told.withLock { $0.append("\(contract.name) \(world ?? "none")") }
      throw BackendFailure(.gone, "nobody is at the door")
    }
    for scenario in file.scenarios {
      let result = await runner.run(scenario)
      #expect(result.backendFailure != nil && !result.needsProgram)
      #expect(result.failures.map(\.code.id) == ["MFA980"])
    }
    #expect(told.withLock { $0 } == [#"doorbell {"bell":"loud"}"#, #"doorbell {"bell":"soft"}"#])
  }

  @Test("neither a print nor a dump shows what stands in it, and beside a failure there are dots")
  func secrets() throws {
    let text = "flow: f.yaml\nworld: { eve: { id: hidden-key-1 } }\nscenarios: [{ name: a, \(Self.end) }]\n"
    let source = SourceFile(path: "s.yaml", text: text)
    let file = try #require(ScenarioDraft(source).read(in: nil).value)
    var page = "\(file)"
    dump(file.scenarios, to: &page)
    #expect(!page.contains("hidden-key"))
    let shown = file.shown(source, for: [try SmallFlow.doorbell().program.flow])
    let lines = String(decoding: shown.bytes, as: UTF8.self)
    #expect(!lines.contains("hidden-key") && !lines.contains("eve") && lines.contains("name: a"), "\(lines)")
  }

  @Test(
    "what tells no flow is read all the same, for what is wrong with it",
    arguments: ["scenarios: []", "flow: [f.yaml]\nscenarios: []", "- a", "devices: {}\nscenarios: []", "flow: : :"])
  func noFlow(_ text: String) {
    let draft = ScenarioDraft(SourceFile(path: "s.yaml", text: text))
    #expect(draft.devices.isEmpty && draft.contract == nil)
    #expect(draft.read(in: nil).findings.hasErrors)
  }
}
