// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import Values

@testable import FlowRuntime

/// An SDK that says nothing and notes its deadlines, each as what was left of it by its own clock.
private final class Waiter: TimedBackend {
  let clock: any RunClock
  private let noted = Mutex<[Duration]>([])

  init(_ clock: any RunClock) { self.clock = clock }

  var left: [Duration] { noted.withLock { $0 } }

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer { .accepted }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    if let deadline { noted.withLock { $0.append(deadline - clock.now) } }
    return nil
  }
}

@Suite("The clock of a run, and that of its SDK")
struct TimedBackendTests {
  @Test("a session that is given no clock takes that of the SDK")
  func takes() async throws {
    let clock = VirtualClock(startingAt: .seconds(100))
    let session = FlowSession(program: try program(), backend: Waiter(clock), responder: nobody)
    #expect(await session.time == .seconds(100))
    _ = await session.run()
    #expect(clock.now == .seconds(160))
  }

  @Test("an SDK without a clock gets a live one, which starts with the session")
  func live() async throws {
    let session = FlowSession(program: try program(), backend: ToyBackend([:]), responder: nobody)
    #expect(await session.time < .seconds(60))
  }

  @Test(
    "with two clocks, each deadline is the same moment by both, however far they are apart", arguments: [-50, 0, 900])
  func twoClocks(ahead seconds: Int) async throws {
    let sdk = Waiter(VirtualClock(startingAt: .seconds(100 + seconds)))
    let clock = VirtualClock(startingAt: .seconds(100))
    let session = FlowSession(program: try program(), backend: sdk, responder: nobody, clock: clock)
    _ = await session.run()
    #expect(sdk.left.first == .zero, "what is there already is taken")
    #expect(sdk.left.contains(.seconds(60)))
    #expect(clock.now == .seconds(160))
  }

  private func program() throws -> Program { try ToyFlow.program(steps: ToyFlow.entry) }

  private var nobody: QuickResponder { QuickResponder { _, _ in .wait } }
}
