// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import RELIDSimulator
import Testing
import Values

@Suite("What a script does to the SDK while it runs")
struct ScriptTests {
  static let world = "users: { alice: { activationCode: \"1\" }, bob: { password: Passw0rd } }"
  static let threats: Value = .list([.record(["threatId": .int(7), "threatSeverity": .text("LOW")])])

  private func decision(_ proceeds: Bool) -> Record {
    ["threats": .list([.record(["threatId": .int(7), "shouldProceedWithThreats": .flag(proceeds)])])]
  }

  @Test("an event that comes by itself passes a reply that is held")
  func during() async throws {
    let bench = try await SDKBench.started(Self.world)
    bench.simulator.holdReplies()
    #expect(try await bench.user("alice") == [])
    bench.simulator.send(SDKEvent("onUserConsentThreats", data: ["threats": Self.threats]))
    #expect(try await bench.events().map(\.name) == ["onUserConsentThreats"])
    #expect(try await bench.call("takeActionOnThreats", decision(true)) == [])
    bench.simulator.releaseReplies()
    #expect(try await bench.events().map(\.line) == ["getActivationCode 100 left 3"])
  }

  @Test("a decision against a threat shuts the SDK down, with the same threats")
  func terminated() async throws {
    let bench = try await SDKBench.started(Self.world)
    bench.simulator.send(SDKEvent("onUserConsentThreats", data: ["threats": Self.threats]))
    #expect(try await bench.events().map(\.name) == ["onUserConsentThreats"])
    _ = try await bench.answer("takeActionOnThreats", decision(false))
    let event = try #require(try await bench.events().first)
    #expect(event.name == "onTerminateWithThreats")
    #expect(event.status == nil)
    #expect(event.data["threats"] == decision(false)["threats"])
    #expect(try await bench.user("alice") == ["rejected 901"])
    #expect(try await bench.call("takeActionOnThreats", decision(true)) == ["rejected 901"])
    #expect(try await bench.call("initialize") == ["onInitialized 100", "getUser 100"])
  }

  @Test("a decision without threats, or without a word on one, is refused")
  func undecided() async throws {
    let bench = try await SDKBench.started(Self.world)
    #expect(try await bench.call("takeActionOnThreats", decision(true)) == ["rejected 903"])
    bench.simulator.send(SDKEvent("onUserConsentThreats", data: ["threats": Self.threats]))
    #expect(try await bench.events().map(\.name) == ["onUserConsentThreats"])
    #expect(try await bench.call("takeActionOnThreats") == ["rejected 905"])
    #expect(try await bench.call("takeActionOnThreats", ["threats": Self.threats]) == ["rejected 905"])
  }

  @Test("a terminating threat takes the replies that are under way with it")
  func terminatingThreat() async throws {
    let bench = try await SDKBench.started(Self.world + "\nlatency: 5s")
    #expect(try await bench.answer("setUser", ["userName": .text("alice")]) == .accepted)
    bench.simulator.send(SDKEvent("onTerminateWithThreats", data: ["threats": Self.threats]))
    #expect(try await bench.events().map(\.name) == ["onTerminateWithThreats"])
  }

  @Test("after a session timeout the SDK must be initialized again")
  func timeout() async throws {
    let bench = try await SDKBench.started(Self.world)
    _ = try await bench.user("bob")
    _ = try await bench.password("Passw0rd", mode: 0)
    #expect(try await bench.call("extendSessionIdleTimeout") == ["onSessionExtensionResponse 100"])
    bench.simulator.send(SDKEvent("onSessionTimeout", data: ["message": .text("bye")]), after: .seconds(60))
    #expect(try await bench.events().map(\.line) == ["onSessionTimeout"])
    #expect(bench.clock.now == .seconds(60))
    #expect(try await bench.logOff("bob") == ["rejected 901"])
    #expect(try await bench.call("initialize") == ["onInitialized 100", "getUser 100"])
  }

  @Test("the next call is refused, and that one only")
  func refuseNext() async throws {
    let bench = try await SDKBench.started(Self.world)
    #expect(bench.simulator.refuseNext("setUser", with: 500))
    #expect(!bench.simulator.refuseNext("setUsr", with: 500))
    #expect(try await bench.user("alice") == ["rejected 500"])
    #expect(try await bench.user("alice") == ["getActivationCode 100 left 3"])
  }

  @Test("events come by time, and at the same time in the order in which they were sent")
  func order() async throws {
    let bench = try await SDKBench.started(Self.world)
    for (name, delay) in [("c", 2), ("a", 1), ("d", 2), ("b", 1)] {
      bench.simulator.send(SDKEvent(name), after: .seconds(delay))
    }
    #expect(try await bench.events().map(\.name) == ["a", "b", "c", "d"])
  }

  @Test("without events there is nothing to wait for; with a deadline the time passes")
  func deadlines() async throws {
    let bench = try await SDKBench.started(Self.world)
    #expect(try await bench.simulator.nextEvent(until: nil) == nil)
    #expect(bench.clock.now == .zero)
    #expect(try await bench.simulator.nextEvent(until: .seconds(3)) == nil)
    #expect(bench.clock.now == .seconds(3))
    bench.simulator.send(SDKEvent("here"))
    bench.simulator.send(SDKEvent("later"), after: .seconds(1))
    #expect(try await bench.simulator.nextEvent(until: .seconds(1))?.name == "here")
    #expect(try await bench.simulator.nextEvent(until: .seconds(1)) == nil)
    #expect(bench.clock.now == .seconds(3))
  }

  @Test("a task that is cancelled gets no event before its time")
  func cancelled() async throws {
    let outcome = WorldReader.read(SourceFile(path: "world.yaml", text: Self.world))
    let simulator = RELIDSimulator(world: try #require(outcome.value), clock: StoppedClock())
    simulator.send(SDKEvent("later"), after: .seconds(1))
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await simulator.nextEvent(until: nil)
    }
    task.cancel()
    #expect(try await task.value == nil)
  }
}

/// A clock that never moves: sleeping returns at once, as it does for a task that is cancelled.
private struct StoppedClock: RunClock {
  var now: Duration { .zero }
  func sleep(until time: Duration) async {}
}
