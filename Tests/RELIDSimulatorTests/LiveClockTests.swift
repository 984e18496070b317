// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import RELIDSimulator
import Testing
import Values

/// A live clock on which no time passes.
private struct FrozenClock: RunClock {
  let sleepers = AsyncStream.makeStream(of: Duration.self)
  let now = Duration.zero

  func sleep(until time: Duration) async {
    sleepers.continuation.yield(time)
    let (nothing, slot) = AsyncStream.makeStream(of: Void.self)
    for await _ in nothing {}
    slot.finish()
  }
}

@Suite("The simulator on a live clock", .timeLimit(.minutes(30)))
struct LiveClockTests {
  /// An SDK that has asked for a name, and a task that waits for its next event: a threat in half an hour.
  private static func waiting() async throws -> (RELIDSimulator, Task<String?, any Error>) {
    let yaml = "{ users: { bob: { password: Passw0rd } }, threats: [{ consent: [{ threatId: 7 }], after: 30m }] }"
    let world = try #require(WorldReader.read(SourceFile(path: "world.yaml", text: yaml)).value)
    let clock = FrozenClock()
    let simulator = RELIDSimulator(world: world, clock: clock)
    _ = try await simulator.perform(SDKCall(name: "initialize"))
    while try await simulator.nextEvent(until: .zero) != nil {}
    let task = Task { try await simulator.nextEvent(until: nil)?.name }
    var sleepers = clock.sleepers.stream.makeAsyncIterator()
    #expect(await sleepers.next() == .seconds(1800))
    return (simulator, task)
  }

  @Test("a call is answered now, though something is scheduled for later")
  func call() async throws {
    let (simulator, event) = try await Self.waiting()
    let answer = try await simulator.perform(SDKCall(name: "setUser", arguments: ["userName": .text("bob")]))
    #expect(answer == .accepted)
    #expect(try await event.value == "getPassword")
  }

  @Test("so is what somebody has it send")
  func send() async throws {
    let (simulator, event) = try await Self.waiting()
    simulator.send(SDKEvent("onSessionTimeout"))
    #expect(try await event.value == "onSessionTimeout")
  }

  @Test("a reply that was held comes when it is released")
  func release() async throws {
    let (simulator, event) = try await Self.waiting()
    simulator.holdReplies()
    _ = try await simulator.perform(SDKCall(name: "setUser", arguments: ["userName": .text("bob")]))
    simulator.releaseReplies()
    #expect(try await event.value == "getPassword")
  }

  @Test("who is cancelled waits no longer")
  func cancelled() async throws {
    let (_, event) = try await Self.waiting()
    event.cancel()
    #expect(try await event.value == nil)
  }
}
